package jsonwire_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// tower is JSON of n levels, arrays and objects in turns, around core, which
// opens none.
func tower(n int, core string) string {
	var open, closed strings.Builder
	for i := range n {
		if i%2 == 0 {
			open.WriteString(`[`)
		} else {
			open.WriteString(`{"a":`)
		}
	}
	for i := n - 1; i >= 0; i-- {
		closed.WriteByte("]}"[i%2])
	}
	return open.String() + core + closed.String()
}

// deepCases are values of Levels levels, in which what looks like levels does
// not always open one.
var deepCases = []struct {
	name, value string
	levels      int
}{
	{"null", `null`, 0},
	{"long number", strings.Repeat("1", 40_000), 0},
	{"brackets in a string", `"` + strings.Repeat("[{", 20_000) + `"`, 0},
	{"closing brackets in a string", `["` + strings.Repeat("]}", 20_000) + `",[[]]]`, 3},
	{"quotes and brackets in a string", `["` + strings.Repeat(`\"[\\`, 20_000) + `\\",{"[":1}]`, 2},
	{"a string that ends in backslashes", `["\\\\",[[[]]],"\\\"[[[[[[[["]`, 4},
	{"empty", `[]`, 1},
	{"wide", `[` + strings.Repeat(`[{}],`, 10_000) + `1]`, 3},
	{"one deep among many", `[` + strings.Repeat(`[{}],`, 10_000) + tower(50, "1") + `,[[]]]`, 51},
	{"nothing but brackets", strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000), 9_000},
	{"as deep as may be", tower(jsonwire.MaxDepth, "1"), jsonwire.MaxDepth},
}

// rawWays are all the ways in which a Raw gets into other values; each opens so
// many levels around it.
var rawWays = []struct {
	name   string
	opens  int
	append func(dst []byte, r jsonwire.Raw, depth int) ([]byte, error)
}{
	{"AppendRaw", 0, jsonwire.AppendRaw},
	{"AppendRawMessage", 0, func(dst []byte, r jsonwire.Raw, depth int) ([]byte, error) {
		return jsonwire.AppendRawMessage(dst, json.RawMessage(r.String()), depth)
	}},
	{"AppendMarshaler", 0, func(dst []byte, r jsonwire.Raw, depth int) ([]byte, error) {
		return jsonwire.AppendMarshaler(dst, r, depth)
	}},
	{"AppendMarshaler of a pointer", 0, func(dst []byte, r jsonwire.Raw, depth int) ([]byte, error) {
		return jsonwire.AppendMarshaler(dst, &r, depth)
	}},
	{"any", 0, anyWay(func(r jsonwire.Raw) any { return r })},
	{"pointer", 0, anyWay(func(r jsonwire.Raw) any { return &r })},
	{"raw message", 0, anyWay(func(r jsonwire.Raw) any { return json.RawMessage(r.String()) })},
	{"list", 1, anyWay(func(r jsonwire.Raw) any { return []jsonwire.Raw{{}, r} })},
	{"array", 1, anyWay(func(r jsonwire.Raw) any { return [1]jsonwire.Raw{r} })},
	{"list of any", 1, anyWay(func(r jsonwire.Raw) any { return []any{r} })},
	{"map", 1, anyWay(func(r jsonwire.Raw) any { return map[string]jsonwire.Raw{"a": r} })},
	{"map of any", 1, anyWay(func(r jsonwire.Raw) any { return map[string]any{"a": r} })},
	{"map of pointers", 1, anyWay(func(r jsonwire.Raw) any { return map[int]*jsonwire.Raw{1: &r} })},
	{"struct", 1, anyWay(func(r jsonwire.Raw) any { return struct{ R jsonwire.Raw }{r} })},
	{"struct, pointer", 1, anyWay(func(r jsonwire.Raw) any { return &struct{ R *jsonwire.Raw }{&r} })},
	{"struct, embedded", 0, anyWay(func(r jsonwire.Raw) any { return struct{ jsonwire.Raw }{r} })},
	{"list of structs", 2, func(dst []byte, r jsonwire.Raw, depth int) ([]byte, error) {
		return jsonwire.AppendAnyList(dst, []struct{ R any }{{r}}, depth)
	}},
}

func anyWay(wrap func(jsonwire.Raw) any) func([]byte, jsonwire.Raw, int) ([]byte, error) {
	return func(dst []byte, r jsonwire.Raw, depth int) ([]byte, error) {
		return jsonwire.AppendAny(dst, wrap(r), depth)
	}
}

// A Raw goes wherever its levels and those around it are no more than MaxDepth
// together, and nowhere else: what gets out can be read again.
func TestRawDepth(t *testing.T) {
	for _, c := range deepCases {
		raw := mustRaw(t, c.value)
		for _, way := range rawWays {
			t.Run(c.name+" by "+way.name, func(t *testing.T) {
				most := jsonwire.MaxDepth - c.levels - way.opens
				if most >= 0 {
					got, err := way.append([]byte("x"), raw, most)
					require.NoError(t, err)
					require.NotEqual(t, "x", string(got))
					_, err = jsonwire.AppendCompact(nil, got[1:], most)
					require.NoError(t, err, "it is read again")
				}
				if most+1 > jsonwire.MaxDepth {
					return // no level is open that could be one too many
				}
				got, err := way.append([]byte("x"), raw, most+1)
				require.ErrorIs(t, err, jsonwire.ErrDepth)
				require.Equal(t, "x", string(got), "dst as it was")
			})
		}
	}
}

// A Decoder with a higher limit makes Raws that are too deep for any line.
func TestRawDeeperThanAnyLine(t *testing.T) {
	var d jsonwire.Decoder
	d.SetMaxDepth(50_000)
	d.Reset([]byte(tower(20_000, "1")))
	raw := d.Raw()
	require.NoError(t, d.End())
	for _, way := range rawWays {
		got, err := way.append([]byte("x"), raw, 0)
		require.ErrorIs(t, err, jsonwire.ErrDepth, way.name)
		assert.Equal(t, "x", string(got), way.name)
	}
}

// What is laid out is counted while it still has no blanks.
func TestRawDepthLaidOut(t *testing.T) {
	raw := mustRaw(t, "[[1]]")
	_, err := jsonwire.AppendAnyIndent(nil, []any{raw}, jsonwire.MaxDepth-3)
	require.NoError(t, err)
	_, err = jsonwire.AppendAnyIndent(nil, []any{raw}, jsonwire.MaxDepth-2)
	require.ErrorIs(t, err, jsonwire.ErrDepth)
}

func TestCheckDepth(t *testing.T) {
	for _, c := range deepCases {
		most := jsonwire.MaxDepth - c.levels
		require.NoError(t, jsonwire.CheckDepth([]byte(c.value), most), c.name)
		if c.levels > 0 {
			require.ErrorIs(t, jsonwire.CheckDepth([]byte(c.value), most+1), jsonwire.ErrDepth, c.name)
		}
	}
}

// CheckDepth tells of finished values what AppendCompact tells of all.
func FuzzCheckDepth(f *testing.F) {
	for _, c := range deepCases {
		f.Add([]byte(c.value), c.levels)
		f.Add([]byte(c.value), c.levels-1)
	}
	f.Fuzz(func(t *testing.T, src []byte, left int) {
		b, err := jsonwire.AppendCompact(nil, src, 0)
		if err != nil || left < 0 || left > jsonwire.MaxDepth {
			return
		}
		depth := jsonwire.MaxDepth - left
		_, want := jsonwire.AppendCompact(nil, b, depth)
		assert.Equal(t, want, jsonwire.CheckDepth(b, depth), "%.100q", b)
	})
}
