package jsonwire_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// stdIndent is the layout wanted: json.Indent's.
func stdIndent(t require.TestingT, compact []byte, depth int) string {
	var b bytes.Buffer
	require.NoError(t, json.Indent(&b, compact, strings.Repeat("  ", depth), "  "))
	return b.String()
}

func TestAppendIndentLayout(t *testing.T) {
	for _, c := range []struct{ name, compact, want string }{
		{"scalar", `1`, `1`},
		{"string", `"a,{}[]:b"`, `"a,{}[]:b"`},
		{"escaped quotes", `["a\"","\\","\\\"",""]`, "[\n  \"a\\\"\",\n  \"\\\\\",\n  \"\\\\\\\"\",\n  \"\"\n]"},
		{"empty", `{"a":[],"b":{}}`, "{\n  \"a\": [],\n  \"b\": {}\n}"},
		{"empty alone", `[]`, `[]`},
		{"nested empty", `[[[]]]`, "[\n  [\n    []\n  ]\n]"},
		{"numbers", `{"n":9007199254740993,"f":-1.5e-7}`, "{\n  \"n\": 9007199254740993,\n  \"f\": -1.5e-7\n}"},
		{"literals", `[true,false,null]`, "[\n  true,\n  false,\n  null\n]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, stdIndent(t, []byte(c.compact), 0), "the case itself")
			assert.Equal(t, "x"+c.want, string(jsonwire.AppendIndent([]byte("x"), []byte(c.compact), 0)))
			for _, depth := range []int{1, 3, 63, 64, 65, 200} {
				assert.Equal(t, stdIndent(t, []byte(c.compact), depth), string(jsonwire.AppendIndent(nil, []byte(c.compact), depth)))
			}
		})
	}
}

func TestAppendIndentDeep(t *testing.T) {
	const levels = 500
	compact := strings.Repeat(`{"a":[`, levels) + "1" + strings.Repeat("]}", levels)
	assert.Equal(t, stdIndent(t, []byte(compact), 0), string(jsonwire.AppendIndent(nil, []byte(compact), 0)))
}

// What is not finished JSON is laid out somehow, without a panic and without
// losing the bytes before it.
func TestIndentTailUnfinished(t *testing.T) {
	for _, src := range []string{`"`, `"\`, `"\"`, `{`, `}`, `]]]]`, `{"a":`, `[`, `:,`, `{]`} {
		got := jsonwire.IndentTail([]byte("before"+src), len("before"), 0)
		assert.True(t, strings.HasPrefix(string(got), "before"), "%q gives %q", src, got)
	}
}

// anyJSON draws a JSON tree whose strings hold what confuses a layout.
func anyJSON(depth int) *rapid.Generator[any] {
	text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{`"`, `\`, `\\"`, `{"a":[1,2]}`, `,`, "\n", "é\u2028"}))
	leaf := rapid.OneOf(rapid.Just[any](nil), rapid.Map(text, func(s string) any { return s }),
		rapid.Map(rapid.Float64(), func(f float64) any { return f }), rapid.Map(rapid.Bool(), func(b bool) any { return b }))
	if depth == 0 {
		return leaf
	}
	return rapid.OneOf(leaf,
		rapid.Map(rapid.SliceOfN(anyJSON(depth-1), 0, 4), func(l []any) any { return l }),
		rapid.Map(rapid.MapOfN(text, anyJSON(depth-1), 0, 4), func(m map[string]any) any { return m }))
}

func TestAppendIndentAsJSONIndent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyJSON(4).Draw(t, "value")
		depth := rapid.IntRange(0, 70).Draw(t, "depth")
		compact, err := jsonwire.AppendAny(nil, v, 0)
		require.NoError(t, err)
		want := stdIndent(t, compact, depth)
		room := make([]byte, 0, rapid.IntRange(0, 2*len(want)).Draw(t, "room"))
		assert.Equal(t, want, string(jsonwire.AppendIndent(room, compact, depth)))
		got, err := jsonwire.AppendAnyIndent(room, v, depth)
		require.NoError(t, err)
		assert.Equal(t, want, string(got))
	})
}

func FuzzIndentTail(f *testing.F) {
	for _, s := range []string{`{"a":[1,"\\\""]}`, `[[],{}]`, `"`, `}{`, `null`} {
		f.Add([]byte(s), 1)
	}
	f.Fuzz(func(t *testing.T, src []byte, depth int) {
		depth = min(max(depth, -10), 300)
		got := jsonwire.AppendIndent([]byte("x"), src, depth)
		require.Equal(t, byte('x'), got[0])
		compact, err := jsonwire.AppendCompact(nil, src, 0)
		if err != nil || !bytes.Equal(compact, src) || depth < 0 {
			return
		}
		require.Equal(t, stdIndent(t, src, depth), string(got[1:]))
	})
}

// point is written as the generator writes a type marked //linefeed:document.
type point struct {
	X    float64 `json:"x"`
	Note string  `json:"note"`
}

func (m *point) AppendJSONDepth(dst []byte, depth int) ([]byte, error) {
	n := len(dst)
	dst, err := jsonwire.AppendFloat64(append(dst, `{"x":`...), m.X)
	if err != nil {
		return dst[:n], jsonwire.AtField("x", err)
	}
	dst = jsonwire.AppendStringBody(append(dst, `,"note":"`...), m.Note)
	return append(dst, `"}`...), nil
}

func (m *point) AppendJSONIndent(dst []byte, depth int) ([]byte, error) {
	n := len(dst)
	dst, err := jsonwire.AppendFloat64(append(jsonwire.AppendBreak(append(dst, '{'), 2*depth+3), `"x": `...), m.X)
	if err != nil {
		return dst[:n], jsonwire.AtField("x", err)
	}
	dst = jsonwire.AppendStringBody(append(jsonwire.AppendCommaBreak(dst, 2*depth+4), `"note": "`...), m.Note)
	return append(jsonwire.AppendBreak(append(dst, '"'), 2*depth+1), '}'), nil
}

// wrapped embeds a generated type and has a marshaler of its own: the
// inherited appenders must not be taken for it.
type wrapped struct {
	point
}

func (wrapped) MarshalJSON() ([]byte, error) { return []byte(`{"own": [1]}`), nil }

// plainPoint has no AppendJSONIndent.
type plainPoint struct{ p point }

func (m *plainPoint) AppendJSONDepth(dst []byte, depth int) ([]byte, error) {
	return m.p.AppendJSONDepth(dst, depth)
}

func TestAppendAnyIndentWays(t *testing.T) {
	p := point{1.5, "a\"b"}
	for _, c := range []struct {
		name  string
		value any
		want  string // compact
	}{
		{"nil", nil, `null`},
		{"pointer", &p, `{"x":1.5,"note":"a\"b"}`},
		{"nil pointer", (*point)(nil), `null`},
		{"slice", []point{p, {}}, `[{"x":1.5,"note":"a\"b"},{"x":0,"note":""}]`},
		{"pointer to slice", &[]point{p, {}}, `[{"x":1.5,"note":"a\"b"},{"x":0,"note":""}]`},
		{"nil slice", []point(nil), `null`},
		{"empty slice", []point{}, `[]`},
		{"slice of pointers", []*point{&p, nil}, `[{"x":1.5,"note":"a\"b"},null]`},
		{"slice without indented body", []plainPoint{{p}, {}}, `[{"x":1.5,"note":"a\"b"},{"x":0,"note":""}]`},
		{"map", map[string]*point{"b": &p, "a": nil}, `{"a":null,"b":{"x":1.5,"note":"a\"b"}}`},
		{"own marshaler beside an embedded body", wrapped{p}, `{"own":[1]}`},
		{"pointer to it", &wrapped{p}, `{"own":[1]}`},
		{"slice of it", []wrapped{{p}}, `[{"own":[1]}]`},
		{"raw", json.RawMessage(`{"a" : [ ] }`), `{"a":[]}`},
		{"string map", map[string]string{"a": "{"}, `{"a":"{"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, depth := range []int{0, 2, 70} {
				got, err := jsonwire.AppendAnyIndent(nil, c.value, depth)
				require.NoError(t, err)
				assert.Equal(t, stdIndent(t, []byte(c.want), depth), string(got))
			}
			got, err := jsonwire.AppendAnyList([]byte("x"), c.value, 0)
			require.NoError(t, err)
			assert.Equal(t, "x"+c.want, string(got))
		})
	}
}

func TestAppendAnyIndentErrors(t *testing.T) {
	bad := point{X: math.NaN()}
	for _, c := range []struct {
		name, want string
		value      any
	}{
		{"pointer", "x: " + jsonwire.ErrFloat.Error(), &bad},
		{"slice", "[1].x: " + jsonwire.ErrFloat.Error(), []point{{}, bad}},
		{"foreign", "[\"k\"]: " + jsonwire.ErrFloat.Error(), map[string]any{"k": math.Inf(1)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := jsonwire.AppendAnyIndent([]byte("kept"), c.value, 0)
			assert.EqualError(t, err, c.want)
			assert.ErrorIs(t, err, jsonwire.ErrFloat)
			assert.Equal(t, "kept", string(got))
		})
	}
}

// A long list takes one buffer of about its size, not a doubling one.
func TestAppendAnyListRoom(t *testing.T) {
	list := make([]point, 50_000)
	for i := range list {
		list[i] = point{float64(i), "some text"}
	}
	for _, indent := range []bool{false, true} {
		appendTo := jsonwire.AppendAnyList
		if indent {
			appendTo = jsonwire.AppendAnyIndent
		}
		for i := range list[:4] {
			list[i].X = 12345 // the sample is about as long as the rest
		}
		out, err := appendTo(nil, &list, 1)
		require.NoError(t, err)
		assert.Less(t, float64(cap(out)), 1.1*float64(len(out)), "indented: %v", indent)
	}
}

func TestAppendBreak(t *testing.T) {
	for _, c := range []struct {
		name, text  string
		appendBreak func(dst []byte, size int) []byte
	}{
		{"alone", "\n", jsonwire.AppendBreak},
		{"behind a value", ",\n", jsonwire.AppendCommaBreak},
		{"behind a string", "\",\n", jsonwire.AppendQuoteBreak},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, depth := range []int{0, 1, 6, 7, 8, 63, 64, 65, 66, 129, 1000} {
				want := c.text + strings.Repeat("  ", depth)
				assert.Equal(t, "kept"+want, string(c.appendBreak([]byte("kept"), len(want))), "depth %d", depth)
			}
			// A depth below zero cannot be, and must not cost what was appended before.
			assert.Equal(t, "kept"+c.text, string(c.appendBreak([]byte("kept"), -7)))
		})
	}
}
