package faults_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/internal/race"
	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/internal/faults"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// spaced is a value whose marshaler writes over several lines.
type spaced struct{}

func (spaced) MarshalJSON() ([]byte, error) { return []byte("{\n  \"s\": [1,\n  2]\n}\n"), nil }

type broken struct{}

func (broken) MarshalJSON() ([]byte, error) { return []byte(`{"s":`), nil }

var errRefused = errors.New("refused")

type refusing struct{}

func (refusing) MarshalJSON() ([]byte, error) { return nil, errRefused }

func selfPointing() *faults.Self {
	m := &faults.Self{}
	m.Self = m
	return m
}

func selfInAny() *faults.Self {
	m := &faults.Self{}
	m.Any = []any{map[string]any{"m": m}}
	return m
}

// TestFaults has one row or more for each fault; the number in front of the
// name is that of the fault in the project's collection.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name string
		m    message.Message
		want string
		err  error // the line cannot be written
	}{
		{"G001 embedded struct stands where it is embedded", &faults.EmbeddedInPlace{First: "f", Head: faults.Head{Nr: 7, Took: 8}, Last: true},
			`{"reason":"embedded-in-place","first":"f","nr":7,"took":8,"last":true}`, nil},
		{"G002 embedded nil pointer is left out", &faults.EmbeddedNil{Rest: "r"}, `{"reason":"embedded-nil","rest":"r"}`, nil},
		{"G002 embedded pointer is followed", &faults.EmbeddedNil{Head: &faults.Head{Took: 1}}, `{"reason":"embedded-nil","nr":0,"took":1,"rest":""}`, nil},
		{"G003 first members left out", &faults.LeftOut{Done: true}, `{"reason":"left-out","done":true}`, nil},
		{"G003 one in the middle", &faults.LeftOut{Text: "t"}, `{"reason":"left-out","text":"t","done":false}`, nil},
		{"G003 all left out", &faults.AllLeftOut{}, `{"reason":"all-left-out"}`, nil},
		{"G003 the last is there", &faults.AllLeftOut{Done: true}, `{"reason":"all-left-out","done":true}`, nil},
		{"G005 NaN", &faults.Number{Before: 1, Value: math.NaN(), After: "a"}, "", jsonwire.ErrFloat},
		{"G005 infinity", &faults.Number{Value: math.Inf(1)}, "", jsonwire.ErrFloat},
		{"G005 minus infinity", &faults.Number{Value: math.Inf(-1)}, "", jsonwire.ErrFloat},
		{"G006 form of floats", &faults.Numbers{Values: []float64{3e6, 1e20, 2e21, 987654321, 4e-6, 3e-7, 0.00002, 0.3, math.Copysign(0, -1), 5e-324, math.MaxFloat64, 1e9}},
			`{"reason":"numbers","values":[3000000,100000000000000000000,2e+21,987654321,0.000004,3e-7,0.00002,0.3,-0,5e-324,1.7976931348623157e+308,1000000000]}`, nil},
		{"G007 control characters", &faults.Text{Value: "\b\f\n\r\t\v\x01\x1e\x7f\u0085/'"},
			`{"reason":"text","value":"\b\f\n\r\t\u000b\u0001\u001e` + "\x7f\u0085" + `/'"}`, nil},
		{"G008 markup and separators", &faults.Text{Value: "<i>&\u2028\u2029 \"q\" \\ ü🚀"}, `{"reason":"text","value":"<i>&\u2028\u2029 \"q\" \\ ü🚀"}`, nil},
		{"G009 bytes that are not UTF-8", &faults.Keyed{ByName: map[string]string{"n\xfe": "\xe2\x82", "": "x\xffy"}},
			`{"reason":"keyed","by_name":{"":"x\ufffdy","n\ufffd":"\ufffd\ufffd"},"by_nr":null}`, nil},
		{"G010 sorted members", &faults.Keyed{ByName: map[string]string{"z": "1", "Z": "2", "ä": "3", "": "4", "a": "5"}, ByNr: map[int]bool{100: true, 20: false, -3: true}},
			`{"reason":"keyed","by_name":{"":"4","Z":"2","a":"5","z":"1","ä":"3"},"by_nr":{"-3":true,"100":true,"20":false}}`, nil},
		{"G011 nil and empty", &faults.Lists{Empty: []string{}, EmptyMap: map[string]int{}, EmptyB: []byte{}},
			`{"reason":"lists","nil":null,"empty":[],"nil_map":null,"empty_map":{},"nil_bytes":null,"empty_bytes":""}`, nil},
		{"G012 the string option", &faults.Quoted{Flag: true, Text: `a"b`, Big: math.MinInt64, List: []int{3}},
			`{"reason":"quoted","flag":"true","text":"\"a\\\"b\"","big":"-9223372036854775808","list":[3],"ptr":null}`, nil},
		{"G013 fragment over several lines", &faults.Fragment{Raw: json.RawMessage("[\r\n\t{ \"k\" : 1.50 } ,\n \"a b\" ]\n"), Last: 2},
			`{"reason":"fragment","raw":[{"k":1.50},"a b"],"last":2}`, nil},
		{"G014 fragment with members of its own", &faults.Fragment{Raw: json.RawMessage(`0,"forged":true`)}, "", jsonwire.ErrSyntax},
		{"G014 fragment that closes the record", &faults.Fragment{Raw: json.RawMessage("0}\n{\"reason\":\"forged\"")}, "", jsonwire.ErrSyntax},
		{"G014 two values", &faults.Fragment{Raw: json.RawMessage(`true false`)}, "", jsonwire.ErrSyntax},
		{"G014 half an object", &faults.Fragment{Raw: json.RawMessage(`{"k"`)}, "", jsonwire.ErrSyntax},
		{"G014 no JSON", &faults.Fragment{Raw: json.RawMessage(`!`)}, "", jsonwire.ErrSyntax},
		{"G015 empty fragment", &faults.Fragment{Raw: json.RawMessage{}}, "", jsonwire.ErrSyntax},
		{"G015 blank fragment", &faults.Fragment{Raw: json.RawMessage(" \n")}, "", jsonwire.ErrSyntax},
		{"G015 nil fragment", &faults.Fragment{}, `{"reason":"fragment","raw":null,"last":0}`, nil},
		{"G016 nil pointer in an interface", &faults.Open{One: (*faults.Head)(nil)}, `{"reason":"open","one":null,"more":null}`, nil},
		{"G016 message in an interface", &faults.Open{One: faults.Head{Nr: 1}, More: &faults.Text{Value: "v"}},
			`{"reason":"open","one":{"nr":1,"took":0},"more":{"reason":"text","value":"v"}}`, nil},
		{"G017 marshaler that writes lines", &faults.Own{One: spaced{}, N: 1}, `{"reason":"own","one":{"s":[1,2]},"n":1,"none":null}`, nil},
		{"G017 marshaler that writes half a value", &faults.Own{One: broken{}}, "", jsonwire.ErrSyntax},
		{"G017 marshaler that refuses", &faults.Own{One: refusing{}}, "", errRefused},
		{"G018 field hides an embedded one", &faults.Hidden{Head: faults.Head{Nr: 1, Took: 2}, Nr: "own"}, `{"reason":"hidden","took":2,"nr":"own"}`, nil},
		{"G019 zero times and arrays", &faults.Zero{}, `{"reason":"zero","at":"0001-01-01T00:00:00.000000000Z","empty":"0001-01-01T00:00:00.000000000Z"}`, nil},
		{"G020 value that points to itself", selfPointing(), "", jsonwire.ErrDepth},
		{"G020 value that holds itself in an any", selfInAny(), "", jsonwire.ErrDepth},
		{"G021 names outside of Go's", &faults.Named{}, `{"reason":"named","λόγος":0,"x<y>&z":0,"a.b/c-2:d":0,"two words":0}`, nil},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, c.m, c.want, c.err) })
	}
}

// check writes m by every road there is.
func check(t *testing.T, m message.Message, want string, wantErr error) {
	before := []byte("kept")
	got, err := m.(interface {
		AppendJSON([]byte) ([]byte, error)
	}).AppendJSON(before)
	if wantErr != nil {
		require.ErrorIs(t, err, wantErr)
		assert.Equal(t, "kept", string(got))
		assert.Less(t, len(err.Error()), 1000)
		assert.Empty(t, emitted(t, m, wantErr))
		return
	}
	require.NoError(t, err)
	assert.Equal(t, "kept"+want, string(got))
	assert.Equal(t, want+"\n", emitted(t, m, nil))
	marshaled, err := m.(json.Marshaler).MarshalJSON()
	require.NoError(t, err)
	assert.Equal(t, want, string(marshaled))
}

func emitted(t *testing.T, m message.Message, wantErr error) string {
	var out, direct bytes.Buffer
	err := message.NewEmitter(&out, nil).Emit(m)
	require.ErrorIs(t, err, wantErr)
	err = m.(interface{ EmitTo(*message.Emitter) error }).EmitTo(message.NewEmitter(&direct, nil))
	require.ErrorIs(t, err, wantErr)
	assert.Equal(t, out.String(), direct.String())
	return out.String()
}

// TestSameEveryTime writes maps often: their order must not change.
func TestSameEveryTime(t *testing.T) {
	m := &faults.Keyed{ByName: map[string]string{}, ByNr: map[int]bool{}}
	for i := range 40 {
		m.ByName[string(rune('a'+i))] = "v"
		m.ByNr[i*7] = i%2 == 0
	}
	first, err := m.AppendJSON(nil)
	require.NoError(t, err)
	for range 100 {
		again, err := m.AppendJSON(nil)
		require.NoError(t, err)
		require.Equal(t, string(first), string(again))
	}
}

// TestAllocations: what generated code appends to a buffer that is large
// enough costs no allocation.
func TestAllocations(t *testing.T) {
	race.SkipCosts(t)
	buf := make([]byte, 0, 4096)
	m := &faults.Keyed{ByName: map[string]string{"b": "2", "a": "1"}, ByNr: map[int]bool{2: true, 1: false}}
	lists := &faults.Lists{Empty: []string{"x", "y"}}
	zero := &faults.Zero{}
	for name, f := range map[string]func(){
		"strings and lists": func() { _, _ = lists.AppendJSON(buf) },
		"maps":              func() { _, _ = m.AppendJSON(buf) },
		"times":             func() { _, _ = zero.AppendJSON(buf) },
	} {
		assert.Zero(t, testing.AllocsPerRun(100, f), name)
	}
}
