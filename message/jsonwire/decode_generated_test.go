package jsonwire_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// TestTake holds Take8, Take16 and Take32 to Take, at the end of the input and before
// it, for literals that agree but for one byte.
func TestTake(t *testing.T) {
	const lit = `,"abcdefghijklmnopqrstuvwxyzabc":`
	for n := 4; n <= 32; n++ {
		for flip := -1; flip < n; flip++ {
			for _, tail := range []string{"", "1", "123456789"} {
				in := []byte(lit[:n] + tail)
				if flip >= 0 {
					in[flip] ^= 1
				}
				for cut := range 2 {
					in := in[:len(in)-cut]
					want := take(in, lit[:n], (*jsonwire.Decoder).Take)
					if n <= 8 {
						assert.Equal(t, want, take(in, lit[:n], (*jsonwire.Decoder).Take8), "%s for %s", in, lit[:n])
					}
					if n > 16 {
						assert.Equal(t, want, take(in, lit[:n], (*jsonwire.Decoder).Take32), "%s for %s", in, lit[:n])
						assert.Equal(t, want[0], take(in, lit[:n], (*jsonwire.Decoder).TakeOpen32)[0], "%s for %s", in, lit[:n])
					}
					if n >= 8 && n <= 16 {
						assert.Equal(t, want, take(in, lit[:n], (*jsonwire.Decoder).Take16), "%s for %s", in, lit[:n])
					}
				}
			}
		}
	}
}

// take returns what a Take method answers and how far it steps.
func take(in []byte, lit string, method func(*jsonwire.Decoder, string) bool) [2]any {
	var d jsonwire.Decoder
	d.Reset(in)
	return [2]any{method(&d, lit), d.Offset()}
}

// TestStringPointer: every pointer has a string of its own, in every mixture
// with lists.
func TestStringPointer(t *testing.T) {
	var d jsonwire.Decoder
	d.Reset([]byte(`["a",null,"b\n",["c"],"d","e",["f","g"],"h","i","j","k"]`))
	var pointers []*string
	var lists [][]string
	at := 0
	for _, more := d.OpenArray(); more; more = d.NextElement() {
		if at == 3 || at == 6 {
			lists = append(lists, d.Strings())
		} else {
			pointers = append(pointers, d.StringPointer())
		}
		at++
	}
	require.NoError(t, d.End())
	assert.Nil(t, pointers[1])
	for i := range lists {
		lists[i] = append(lists[i], "overwritten?")
	}
	var got []string
	for _, p := range pointers {
		if p != nil {
			got = append(got, *p)
			*p = "changed"
		}
	}
	assert.Equal(t, []string{"a", "b\n", "d", "e", "h", "i", "j", "k"}, got)
	assert.Equal(t, [][]string{{"c", "overwritten?"}, {"f", "g", "overwritten?"}}, lists)
}

// TestBegin reads objects of which every member may be missing.
func TestBegin(t *testing.T) {
	read := func(in string) (a, b int64, err error) {
		var d jsonwire.Decoder
		d.Reset([]byte(in))
		more := false
		if at, ok := d.Begin(); ok {
			if d.TakeFrom(at, `"a":`) {
				a = d.Int(64)
			}
			if d.TakeFrom(at, `"b":`) {
				b = d.Int(64)
			}
			more = !d.Close() && d.Resume(at)
		} else {
			_, more = d.OpenObject()
		}
		for ; more; more = d.NextMember() {
			switch d.Name() {
			case "a":
				a = d.Int(64)
			case "b":
				b = d.Int(64)
			default:
				d.Skip()
			}
		}
		return a, b, d.End()
	}
	for in, want := range map[string][2]int64{
		`{}`: {}, `null`: {}, ` { } `: {}, `{"a":1}`: {1, 0}, `{"b":2}`: {0, 2}, `{"a":1,"b":2}`: {1, 2}, `{"b":2,"a":1}`: {1, 2},
		`{ "a":1,"b":2}`: {1, 2}, `{"a":1 ,"b":2}`: {1, 2}, `{"x":{"a":5},"a":1}`: {1, 0}, `{"a":1,"a":3}`: {3, 0}, ` {"a":1}`: {1, 0},
	} {
		a, b, err := read(in)
		require.NoError(t, err, in)
		assert.Equal(t, want, [2]int64{a, b}, in)
	}
	for _, in := range []string{``, `{`, `,`, `,"a":1}`, `{,"a":1}`, `{"a":1{"b":2}`, `{"a":1,}`, `{"a":1`, `{{`, `{"a":1}}`, `{"a":x}`, `{"a":1,{"b":2}}`} {
		_, _, err := read(in)
		assert.ErrorIs(t, err, jsonwire.ErrSyntax, in)
	}
	_, _, err := read(`[]`)
	assert.ErrorIs(t, err, jsonwire.ErrType)
}

type taker struct{ got string }

func (k *taker) DecodeJSON(d *jsonwire.Decoder) { k.got = "decoder " + d.String() }

// TestInto decodes by whatever the type has.
func TestInto(t *testing.T) {
	into := func(in string, v any) error {
		var d jsonwire.Decoder
		d.Reset([]byte(in))
		d.Into(v)
		return d.End()
	}
	var k taker
	require.NoError(t, into(`"x"`, &k))
	assert.Equal(t, "decoder x", k.got)
	var raw json.RawMessage
	require.NoError(t, into(` [1, 2]`, &raw))
	assert.Equal(t, `[1, 2]`, string(raw))
	var m map[string][]int
	require.NoError(t, into(`{"a":[1,2]}`, &m))
	assert.Equal(t, map[string][]int{"a": {1, 2}}, m)
	assert.ErrorIs(t, into(`{"a":[1,2.5]}`, &m), jsonwire.ErrType)
	assert.ErrorIs(t, into(`{"a":[01]}`, &m), jsonwire.ErrSyntax)
	assert.ErrorIs(t, into(`{"a":[`, &m), jsonwire.ErrSyntax)
}

func TestRefuse(t *testing.T) {
	var d jsonwire.Decoder
	d.Reset([]byte(` {"a":1}`))
	assert.Equal(t, byte('{'), d.Peek())
	d.Refuse("null: nothing else will do")
	assert.EqualError(t, d.End(), `value of the wrong type at byte 1: want null: nothing else will do, found an object`)
	d.Reset([]byte(`{"a"`))
	d.Refuse("null")
	assert.ErrorIs(t, d.End(), jsonwire.ErrSyntax)
}
