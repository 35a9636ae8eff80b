package around_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/mailru/easyjson"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/internal/stock"
	"github.com/linefeed-go/linefeed/message/internal/stock/around"
	"github.com/linefeed-go/linefeed/message/internal/stock/ours"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

const emptyPoint = `{"x":0,"y":0,"tags":null}`

func TestStockInOurs(t *testing.T) {
	point := stock.Point{X: 1, Y: 2.5, Name: "p<\n", Tags: []string{"t"}}
	const pointText = `{"x":1,"y":2.5,"name":"p<\n","tags":["t"]}`
	holder := stock.Holder{Leaf: ours.Leaf{Text: "l", Part: ours.Part{N: 1}}, Parts: []ours.Part{{F: 0.5}}, Map: map[string]ours.Part{"k": {}}}
	const holderText = `{"leaf":{"reason":"leaf","text":"l","part":{"n":1,"f":0}},"ptr":null,"parts":[{"n":0,"f":0.5}],"map":{"k":{"n":0,"f":0}},"point":` + emptyPoint + `}`
	m := &around.Message{Point: point, Ptr: &point, List: []stock.Point{{}, point}, Map: map[string]stock.Point{"b": point, "a": {}}, Holder: holder, Any: &point, Last: true}
	want := `{"reason":"around","point":` + pointText + `,"ptr":` + pointText + `,"list":[` + emptyPoint + `,` + pointText + `],"map":{"a":` + emptyPoint + `,"b":` + pointText +
		`},"holder":` + holderText + `,"any":` + pointText + `,"last":true}`
	got, err := m.AppendJSON(nil)
	require.NoError(t, err)
	assert.Equal(t, want, string(got))
	var out bytes.Buffer
	require.NoError(t, message.NewEmitter(&out, nil).Emit(m))
	assert.Equal(t, want+"\n", out.String())
}

func TestOursInStock(t *testing.T) {
	h := stock.Holder{Leaf: ours.Leaf{Text: strings.Repeat("long ", 1000)}, Ptr: &ours.Leaf{Text: "x"}}
	got, err := easyjson.Marshal(h)
	require.NoError(t, err)
	require.True(t, json.Valid(got))
	assert.Contains(t, string(got), `{"leaf":{"reason":"leaf","text":"long long `)
	assert.Contains(t, string(got), `"ptr":{"reason":"leaf","text":"x","part":{"n":0,"f":0}}`)
}

func TestFaultsInside(t *testing.T) {
	_, err := (&around.Message{Holder: stock.Holder{Leaf: ours.Leaf{Part: ours.Part{F: math.NaN()}}}}).AppendJSON(nil)
	assert.ErrorIs(t, err, jsonwire.ErrFloat)
	assert.ErrorContains(t, err, "holder")
	_, err = (&around.Message{Point: stock.Point{Y: math.Inf(1)}}).AppendJSON(nil)
	assert.Error(t, err, "easyjson writes +Inf; it must not get out")
	_, err = easyjson.Marshal(stock.Holder{Leaf: ours.Leaf{Part: ours.Part{Open: math.NaN()}}})
	assert.ErrorIs(t, err, jsonwire.ErrFloat)
}

// TestLongStock lends many marshalers a buffer: none may keep it.
func TestLongStock(t *testing.T) {
	long := stock.Point{Name: strings.Repeat("0123456789", 2000)}
	first, err := (&around.Message{Point: long}).AppendJSON(nil)
	require.NoError(t, err)
	kept := string(first)
	for range 50 {
		_, err := easyjson.Marshal(stock.Point{Name: strings.Repeat("z", 3000)})
		require.NoError(t, err)
		_, err = (&around.Message{Point: stock.Point{Name: strings.Repeat("y", 5000)}}).AppendJSON(nil)
		require.NoError(t, err)
	}
	assert.Equal(t, kept, string(first))
}
