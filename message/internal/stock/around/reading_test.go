package around_test

import (
	"testing"

	"github.com/mailru/easyjson"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message/internal/stock"
	"github.com/linefeed-go/linefeed/message/internal/stock/around"
	"github.com/linefeed-go/linefeed/message/internal/stock/ours"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

func TestReadingStockInOurs(t *testing.T) {
	point := stock.Point{X: 1, Y: 2.5, Name: "p", Tags: []string{"t"}}
	want := around.Message{
		Point: point, Ptr: &point, List: []stock.Point{{}, point}, Map: map[string]stock.Point{"a": {}, "b": point}, Last: true,
		Holder: stock.Holder{Leaf: ours.Leaf{Text: "l", Part: ours.Part{N: 1}}, Parts: []ours.Part{{F: 0.5}}, Map: map[string]ours.Part{"k": {}}},
	}
	line, err := want.AppendJSON(nil)
	require.NoError(t, err)
	var got around.Message
	require.NoError(t, got.UnmarshalJSON(line))
	for i := range line {
		line[i] = 'Z'
	}
	assert.Equal(t, want, got)

	require.NoError(t, got.UnmarshalJSON([]byte(`{"point":null,"ptr":null,"list":[null],"holder":null,"reason":"around"}`)))
	assert.Equal(t, around.Message{List: []stock.Point{{}}}, got)
}

func TestReadingOursInStock(t *testing.T) {
	want := stock.Holder{Leaf: ours.Leaf{Text: "l", Part: ours.Part{N: 2, Open: "o"}}, Ptr: &ours.Leaf{Text: "x"}, Parts: []ours.Part{{}, {F: 1.5}}}
	text, err := easyjson.Marshal(want)
	require.NoError(t, err)
	var got stock.Holder
	require.NoError(t, easyjson.Unmarshal(text, &got))
	assert.Equal(t, want, got)
	var nulls stock.Holder
	require.NoError(t, easyjson.Unmarshal([]byte(`{"leaf":null,"ptr":null,"parts":[null]}`), &nulls))
	assert.Equal(t, stock.Holder{Parts: []ours.Part{{}}}, nulls)
}

// TestReadingFaultsInside: what easyjson's lexer would let through is refused
// on either side of the border.
func TestReadingFaultsInside(t *testing.T) {
	var m around.Message
	for line, kind := range map[string]error{
		`{"reason":"around","point":{"x":01}}`:                        jsonwire.ErrSyntax,
		"{\"reason\":\"around\",\"point\":{\"name\":\"\t\"}}":         jsonwire.ErrSyntax,
		`{"reason":"around","point":{"x":"one"}}`:                     jsonwire.ErrType,
		`{"reason":"around","holder":{"leaf":{"reason":"no"}}}`:       jsonwire.ErrType,
		`{"reason":"around","holder":{"parts":[{"n":1.5}]},"last":1}`: jsonwire.ErrType,
	} {
		assert.ErrorIs(t, m.UnmarshalJSON([]byte(line)), kind, line)
		assert.Equal(t, around.Message{}, m, line)
	}
	var h stock.Holder
	for _, text := range []string{`{"leaf":{"text":"no reason"}}`, `{"parts":[{"n":01}]}`, "{\"leaf\":{\"reason\":\"leaf\",\"text\":\"\t\"}}"} {
		assert.Error(t, easyjson.Unmarshal([]byte(text), &h), text)
	}
}
