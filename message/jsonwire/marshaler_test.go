package jsonwire_test

import (
	"encoding"
	"encoding/json"
	"errors"
	"math/big"
	"net/netip"
	"testing"
	"time"

	"github.com/mailru/easyjson/jwriter"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

type foreignJSON struct {
	text string
	err  error
}

func (f foreignJSON) MarshalJSON() ([]byte, error) { return []byte(f.text), f.err }

type pointerJSON struct{ text string }

func (p *pointerJSON) MarshalJSON() ([]byte, error) { return []byte(p.text), nil }

type foreignText struct {
	text string
	err  error
}

func (f foreignText) MarshalText() ([]byte, error) { return []byte(f.text), f.err }

var errForeign = errors.New("no luck")

func TestAppendMarshaler(t *testing.T) {
	for _, c := range []struct {
		name string
		in   json.Marshaler
		want string
		err  error
	}{
		{"several lines", foreignJSON{text: "{\n\"h\": \"i\"\n}"}, `{"h":"i"}`, nil},
		{"nil interface", nil, `null`, nil},
		{"nil pointer", (*pointerJSON)(nil), `null`, nil},
		{"nil pointer, method of the value", (*foreignJSON)(nil), `null`, nil},
		{"time", time.Unix(0, 1).UTC(), `"1970-01-01T00:00:00.000000001Z"`, nil},
		{"pointer to a time", ptr(time.Unix(0, 1).UTC()), `"1970-01-01T00:00:00.000000001Z"`, nil},
		{"big.Int", big.NewInt(-7), `-7`, nil},
		{"its own error", foreignJSON{err: errForeign}, ``, errForeign},
		{"two values", foreignJSON{text: "1,2"}, ``, jsonwire.ErrSyntax},
		{"nothing", foreignJSON{}, ``, jsonwire.ErrSyntax},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := jsonwire.AppendMarshaler([]byte("x"), c.in, 0)
			require.ErrorIs(t, err, c.err)
			assert.Equal(t, "x"+c.want, string(got))
			if c.err != nil {
				assert.Contains(t, err.Error(), "jsonwire_test.foreignJSON.MarshalJSON: ")
			}
			if c.in != nil {
				got, err = jsonwire.AppendAny([]byte("x"), c.in, 0)
				require.ErrorIs(t, err, c.err, "AppendAny")
				assert.Equal(t, "x"+c.want, string(got), "AppendAny")
			}
		})
	}
}

func TestAppendTextMarshaler(t *testing.T) {
	for _, c := range []struct {
		name string
		in   encoding.TextMarshaler
		want string
		err  error
	}{
		{"text", foreignText{text: "a\"\xff"}, `"a\"\ufffd"`, nil},
		{"address", netip.MustParseAddr("127.0.0.1"), `"127.0.0.1"`, nil},
		{"nil interface", nil, `null`, nil},
		{"nil pointer", (*foreignText)(nil), `null`, nil},
		{"error", foreignText{err: errForeign}, ``, errForeign},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := jsonwire.AppendTextMarshaler([]byte("x"), c.in)
			require.ErrorIs(t, err, c.err)
			assert.Equal(t, "x"+c.want, string(got))
			if c.in != nil {
				got, err = jsonwire.AppendAny([]byte("x"), c.in, 0)
				require.ErrorIs(t, err, c.err, "AppendAny")
				assert.Equal(t, "x"+c.want, string(got), "AppendAny")
			}
		})
	}
}

// gen has the methods that generated types have.
type gen struct {
	Any any
}

func (g *gen) AppendJSONDepth(dst []byte, depth int) ([]byte, error) {
	if depth >= jsonwire.MaxDepth {
		return dst, jsonwire.ErrDepth
	}
	out, err := jsonwire.AppendAny(append(dst, `{"any":`...), g.Any, depth+1)
	if err != nil {
		return dst, jsonwire.AtField("any", err)
	}
	return append(out, '}'), nil
}

func (g gen) MarshalEasyJSON(w *jwriter.Writer) {
	b, err := g.AppendJSONDepth(jsonwire.BeginEasyJSON(w), 0)
	jsonwire.EndEasyJSON(w, b, err)
}

func (g gen) MarshalJSON() ([]byte, error) { return g.AppendJSONDepth(nil, 0) }

// Types that embed gen: the first inherits all its marshalers, the others have
// one of their own, which must win over the inherited ones.
type (
	inherits        struct{ gen }
	inheritsPointer struct{ *gen }
	overridesJSON   struct{ gen }
	overridesEasy   struct{ *gen }
	overridesByPtr  struct{ gen }
)

func (overridesJSON) MarshalJSON() ([]byte, error)        { return []byte(`"own"`), nil }
func (overridesEasy) MarshalEasyJSON(w *jwriter.Writer)   { w.String("own easy") }
func (*overridesByPtr) MarshalJSON() ([]byte, error)      { return []byte(`"own"`), nil }
func (*overridesByPtr) MarshalEasyJSON(w *jwriter.Writer) { w.String("own easy") }

func TestGeneratedTypes(t *testing.T) {
	for _, c := range []struct {
		name string
		in   any
		want string
	}{
		{"pointer", &gen{1}, `{"any":1}`},
		{"value", gen{1}, `{"any":1}`},
		{"nil pointer", (*gen)(nil), `null`},
		{"slice of values", []gen{{1}, {nil}}, `[{"any":1},{"any":null}]`},
		{"map of values", map[string]gen{"a": {1}}, `{"a":{"any":1}}`},
		{"nested", &gen{gen{&gen{"x"}}}, `{"any":{"any":{"any":"x"}}}`},
		{"embedding", inherits{gen{1}}, `{"any":1}`},
		{"pointer to embedding", &inherits{gen{1}}, `{"any":1}`},
		{"embedding a pointer", inheritsPointer{&gen{1}}, `{"any":1}`},
		{"own MarshalJSON", overridesJSON{}, `"own"`},
		{"own MarshalJSON, pointer", &overridesJSON{}, `"own"`},
		{"own MarshalEasyJSON", overridesEasy{}, `"own easy"`},
		{"own methods of the pointer", &overridesByPtr{}, `"own easy"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := jsonwire.AppendAny(nil, c.in, 0)
			require.NoError(t, err)
			assert.Equal(t, c.want, string(got))
			if m, ok := c.in.(json.Marshaler); ok && c.want != `"own easy"` {
				got, err = jsonwire.AppendMarshaler(nil, m, 0)
				require.NoError(t, err)
				assert.Equal(t, c.want, string(got), "AppendMarshaler")
			}
		})
	}
}

// A value that contains itself ends in ErrDepth whichever way it goes through
// generated code.
func TestCyclesThroughGeneratedTypes(t *testing.T) {
	pointer := &gen{}
	pointer.Any = pointer
	throughMap := map[string]any{}
	throughMap["x"] = gen{throughMap}
	throughSlice := make([]gen, 1)
	throughSlice[0].Any = throughSlice
	throughMarshaler := make([]json.Marshaler, 1)
	throughMarshaler[0] = gen{throughMarshaler}
	for name, v := range map[string]any{"pointer": pointer, "map": throughMap, "slice": throughSlice, "marshaler": throughMarshaler} {
		got, err := jsonwire.AppendAny([]byte("x"), v, 0)
		require.ErrorIs(t, err, jsonwire.ErrDepth, name)
		assert.Equal(t, "x", string(got), name)
		assert.Less(t, len(err.Error()), 400, name)
	}
}

func TestPanicsPassThrough(t *testing.T) {
	assert.PanicsWithValue(t, "boom", func() { _, _ = jsonwire.AppendAny(nil, []any{panics{}}, 0) })
	got, err := jsonwire.AppendAny(nil, &gen{"fine"}, 0)
	require.NoError(t, err)
	assert.Equal(t, `{"any":"fine"}`, string(got))
}

type panics struct{}

func (panics) MarshalJSON() ([]byte, error) { panic("boom") }
