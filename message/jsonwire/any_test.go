package jsonwire_test

import (
	"encoding/json"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

type inner struct {
	X int `json:"x"`
}

type named string

func ptr[T any](v T) *T { return &v }

// What AppendAny writes where encoding/json writes the same bytes; the test
// demands both.
var anyCases = []struct {
	name string
	in   any
	want string
}{
	{"nil", nil, `null`},
	{"string", "a<b", `"a<b"`},
	{"named string", named("x"), `"x"`},
	{"bools", []bool{true, false}, `[true,false]`},
	{"signed", []any{int8(-1), int16(-2), int32(-3), int64(math.MinInt64), int(5)}, `[-1,-2,-3,-9223372036854775808,5]`},
	{"unsigned", []any{uint8(1), uint16(2), uint32(3), uint64(math.MaxUint64), uint(5), uintptr(6)}, `[1,2,3,18446744073709551615,5,6]`},
	{"floats", []any{1.5, float32(0.1), 1e21}, `[1.5,0.1,1e+21]`},
	{"bytes", []byte("hi"), `"aGk="`},
	{"nil bytes", []byte(nil), `null`},
	{"array of bytes", [2]byte{1, 2}, `[1,2]`},
	{"duration", time.Second, `1000000000`},
	{"number", json.Number("1e3"), `1e3`},
	{"empty number", json.Number(""), `0`},
	{"raw message", json.RawMessage(" [1, 2]"), `[1,2]`},
	{"nil raw message", json.RawMessage(nil), `null`},
	{"nil slices and maps", []any{[]int(nil), map[string]int(nil), []any(nil), map[string]any(nil), []string(nil), map[string]string(nil)}, `[null,null,null,null,null,null]`},
	{"empty slices and maps", []any{[]int{}, map[string]int{}, []any{}, map[string]any{}, []string{}, map[string]string{}}, `[[],{},[],{},[],{}]`},
	{"sorted map", map[string]any{"b": 2, "a": 1, "B": 3, "é": 4, "": 5}, `{"":5,"B":3,"a":1,"b":2,"é":4}`},
	{"map of strings", map[string]string{"b": "\n", "a": ""}, `{"a":"","b":"\n"}`},
	{"map with integer keys", map[int]string{10: "x", 9: "y", -1: "z"}, `{"-1":"z","10":"x","9":"y"}`},
	{"map with unsigned keys", map[uint8]int{10: 1, 9: 2, 100: 3}, `{"10":1,"100":3,"9":2}`},
	{"map with text keys", map[textKey]int{{2}: 2, {1}: 1}, `{"k1":1,"k2":2}`},
	{"pointers", []any{ptr(1), ptr(ptr("x")), (*int)(nil), (*inner)(nil)}, `[1,"x",null,null]`},
	{"struct", inner{1}, `{"x":1}`},
	{"list of structs", []inner{{1}, {2}}, `[{"x":1},{"x":2}]`},
	{"interfaces", []error{nil}, `[null]`},
}

type textKey struct{ n int }

func (k textKey) MarshalText() ([]byte, error) { return []byte{'k', byte('0' + k.n)}, nil }

func TestAppendAny(t *testing.T) {
	for _, c := range anyCases {
		t.Run(c.name, func(t *testing.T) {
			got, err := jsonwire.AppendAny([]byte("x"), c.in, 0)
			require.NoError(t, err)
			assert.Equal(t, "x"+c.want, string(got))
			assert.Equal(t, c.want, stdJSON(t, c.in), "encoding/json")
		})
	}
}

func TestAppendAnyErrors(t *testing.T) {
	cyclicMap := map[string]any{}
	cyclicMap["a"] = cyclicMap
	cyclicSlice := make([]any, 1)
	cyclicSlice[0] = cyclicSlice
	type node struct{ Next *node }
	cyclicNode := &node{}
	cyclicNode.Next = cyclicNode
	type self *self
	var cyclicPointer self
	cyclicPointer = &cyclicPointer
	var cyclicAny any
	cyclicAny = &cyclicAny
	for _, c := range []struct {
		name, text string
		in         any
		want       error
	}{
		{"NaN", `["a"][1]: NaN`, map[string]any{"a": []any{1, math.NaN()}}, jsonwire.ErrFloat},
		{"infinity in a struct", "Inner.F[0]: NaN", struct{ Inner struct{ F []float32 } }{struct{ F []float32 }{[]float32{float32(math.Inf(1))}}}, jsonwire.ErrFloat},
		{"year 10000", "time has no", time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), jsonwire.ErrTime},
		{"bad number", `"1x" is not a JSON number`, json.Number("1x"), jsonwire.ErrNumber},
		{"number with a blank", `not a JSON number`, json.Number("1 "), jsonwire.ErrNumber},
		{"bad raw message", "invalid JSON at byte 1", json.RawMessage("1,2"), jsonwire.ErrSyntax},
		{"empty raw message", "invalid JSON at byte 0", json.RawMessage{}, jsonwire.ErrSyntax},
		{"channel", "chan int: type has no JSON form", make(chan int), jsonwire.ErrType},
		{"function", "[0]: func(): type has no JSON form", []func(){func() {}}, jsonwire.ErrType},
		{"complex", "complex128: type", 1i, jsonwire.ErrType},
		{"map with float keys", "map[float64]int: type", map[float64]int{1: 1}, jsonwire.ErrType},
		{"cyclic map", "nested deeper", cyclicMap, jsonwire.ErrDepth},
		{"cyclic slice", "nested deeper", cyclicSlice, jsonwire.ErrDepth},
		{"cyclic struct", "nested deeper", cyclicNode, jsonwire.ErrDepth},
		{"cyclic pointer", "nested deeper", cyclicPointer, jsonwire.ErrDepth},
		{"cyclic interface", "nested deeper", cyclicAny, jsonwire.ErrDepth},
	} {
		t.Run(c.name, func(t *testing.T) {
			dst := append(make([]byte, 0, 64), "x"...)
			got, err := jsonwire.AppendAny(dst, c.in, 0)
			require.ErrorIs(t, err, c.want)
			assert.Contains(t, err.Error(), c.text)
			assert.Less(t, len(err.Error()), 400)
			assert.Equal(t, "x", string(got))
		})
	}
}

// What is known of a type is found out by whoever meets it first, from several
// goroutines at once too.
func TestAppendAnyConcurrently(t *testing.T) {
	type leaf struct {
		N    int
		Back *leaf
	}
	type branch struct {
		leaf
		Leaves map[string][]leaf
	}
	v := branch{leaf{1, nil}, map[string][]leaf{"a": {{2, &leaf{3, nil}}}}}
	const want = `{"N":1,"Back":null,"Leaves":{"a":[{"N":2,"Back":{"N":3,"Back":null}}]}}`
	var group sync.WaitGroup
	for range 16 {
		group.Go(func() {
			got, err := jsonwire.AppendAny(nil, &v, 0)
			assert.NoError(t, err)
			assert.Equal(t, want, string(got))
		})
	}
	group.Wait()
}
