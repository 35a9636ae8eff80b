package jsonwire_test

import (
	"strings"
	"testing"

	"github.com/mailru/easyjson"
	"github.com/mailru/easyjson/buffer"
	"github.com/mailru/easyjson/jwriter"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// easy writes what do does, as a stock easyjson type.
type easy struct{ do func(w *jwriter.Writer) }

func (e easy) MarshalEasyJSON(w *jwriter.Writer) { e.do(w) }

var long = strings.Repeat("0123456789abcdef", 10_000)

func TestAppendEasyJSON(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(w *jwriter.Writer)
		want string
		err  error
	}{
		{"compact", func(w *jwriter.Writer) { w.RawString(`{"a":`); w.Int(1); w.RawByte('}') }, `{"a":1}`, nil},
		{"no HTML escaping", func(w *jwriter.Writer) { w.String("<&>") }, `"<&>"`, nil},
		{"over several lines", func(w *jwriter.Writer) { w.RawString("[1,\n2]") }, `[1,2]`, nil},
		{"more than one chunk", func(w *jwriter.Writer) { w.RawString(`["`); w.RawString(long); w.RawString(`"]`) }, `["` + long + `"]`, nil},
		{"the float of stock easyjson", func(w *jwriter.Writer) { w.Float64(1e6) }, `1e+06`, nil},
		{"error", func(w *jwriter.Writer) { w.RawString(`{"a":`); w.Error = errForeign }, ``, errForeign},
		{"error in a later chunk", func(w *jwriter.Writer) { w.RawString(long); w.Error = errForeign }, ``, errForeign},
		{"broken", func(w *jwriter.Writer) { w.RawString(`{"a":`) }, ``, jsonwire.ErrSyntax},
		{"forged line", func(w *jwriter.Writer) { w.RawString("1}\n{\"reason\":\"forged\"") }, ``, jsonwire.ErrSyntax},
		{"nothing", func(w *jwriter.Writer) {}, ``, jsonwire.ErrSyntax},
		{"another buffer", func(w *jwriter.Writer) { w.Buffer = buffer.Buffer{Buf: []byte("[1]")} }, `[1]`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			for range 3 { // the pooled writer must not remember
				got, err := jsonwire.AppendEasyJSON([]byte("x"), easy{c.do}, 0)
				require.ErrorIs(t, err, c.err)
				assert.Equal(t, "x"+c.want, string(got))
				got, err = jsonwire.AppendAny([]byte("x"), easy{c.do}, 0)
				require.ErrorIs(t, err, c.err)
				assert.Equal(t, "x"+c.want, string(got))
			}
		})
	}
	got, err := jsonwire.AppendEasyJSON(nil, nil, 0)
	require.NoError(t, err)
	assert.Equal(t, "null", string(got))
	got, err = jsonwire.AppendEasyJSON(nil, (*easy)(nil), 0)
	require.NoError(t, err)
	assert.Equal(t, "null", string(got))
}

// What a stock marshaler leaves in easyjson's pools must never be memory that
// is also ours: the bytes of one message would turn up in another.
func TestEasyJSONPoolKeepsItsHandsOffOurs(t *testing.T) {
	for size := 100; size < 80_000; size = size*5/4 + 1 {
		text := strings.Repeat("m", size)
		ours, err := jsonwire.AppendEasyJSON(nil, easy{func(w *jwriter.Writer) { w.String(text); w.Buffer.EnsureSpace(1) }}, 0)
		require.NoError(t, err)
		_, err = easyjson.Marshal(easyValue{easy{func(w *jwriter.Writer) { w.String(strings.Repeat("z", 200_000)) }}})
		require.NoError(t, err)
		again, err := jsonwire.AppendEasyJSON(nil, easy{func(w *jwriter.Writer) { w.String(text) }}, 0)
		require.NoError(t, err)
		require.Equal(t, `"`+text+`"`, string(ours), size)
		require.Equal(t, `"`+text+`"`, string(again), size)
	}
}

type easyValue struct{ easy }

// Our types inside stock ones: what BeginEasyJSON and WriteEasyJSON hand over
// joins what the stock marshaler wrote before and after.
func TestHandingOverToStockMarshalers(t *testing.T) {
	for _, size := range []int{0, 1, 60, 64, 100, 127, 128, 500, 5_000, 40_000, 100_000} {
		text := strings.Repeat("é\n", size/2)
		inner := string(jsonwire.AppendString(nil, text))
		for name, hand := range map[string]func(w *jwriter.Writer){
			"begin and end": func(w *jwriter.Writer) {
				jsonwire.EndEasyJSON(w, jsonwire.AppendString(jsonwire.BeginEasyJSON(w), text), nil)
			},
			"write": func(w *jwriter.Writer) { jsonwire.WriteEasyJSON(w, []byte(inner), nil) },
		} {
			got, err := easyjson.Marshal(easyValue{easy{func(w *jwriter.Writer) {
				w.RawByte('[')
				for i := range 5 {
					if i > 0 {
						w.RawByte(',')
					}
					hand(w)
				}
				w.RawByte(']')
			}}})
			require.NoError(t, err)
			require.Equal(t, "["+strings.Repeat(inner+",", 4)+inner+"]", string(got), "%s, %d bytes", name, size)
		}
	}
}

func TestHandingOverErrors(t *testing.T) {
	w := &jwriter.Writer{}
	jsonwire.WriteEasyJSON(w, []byte("1"), errForeign)
	jsonwire.WriteEasyJSON(w, []byte("1"), nil)
	assert.ErrorIs(t, w.Error, errForeign)
	assert.Zero(t, w.Size())
	w = &jwriter.Writer{}
	w.RawByte('[')
	jsonwire.EndEasyJSON(w, jsonwire.BeginEasyJSON(w), errForeign)
	assert.ErrorIs(t, w.Error, errForeign)
	assert.Equal(t, 1, w.Size())
	w.Error = jsonwire.ErrDepth
	jsonwire.EndEasyJSON(w, jsonwire.BeginEasyJSON(w), errForeign)
	assert.ErrorIs(t, w.Error, jsonwire.ErrDepth, "the first error stays")
}

func TestScratch(t *testing.T) {
	b := jsonwire.Scratch()
	assert.Empty(t, *b)
	assert.Positive(t, cap(*b))
	*b = append(*b, "leftover"...)
	jsonwire.Release(b)
	b = jsonwire.Scratch()
	assert.Empty(t, *b)
	jsonwire.Release(b)
}

func TestAppendEasyJSONAllocations(t *testing.T) {
	dst := make([]byte, 0, 4096)
	var m jsonwire.EasyMarshaler = easy{func(w *jwriter.Writer) { w.RawString(`{"a":1}`) }}
	assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = jsonwire.AppendEasyJSON(dst, m, 0) }))
}
