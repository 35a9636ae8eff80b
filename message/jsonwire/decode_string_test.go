package jsonwire_test

import (
	"encoding/json"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// TestStringsOfPieces holds lists of strings against encoding/json: escapes,
// runes, invalid bytes and faults at every distance from a word's end and from
// the end of the input, with a neighbour that must not be touched.
func TestStringsOfPieces(t *testing.T) {
	pieces := []string{
		`\n`, `\"`, `\\`, `\u00e9`, `\ud83d\ude80`, "é", "日本", "a", "bc", "defgh", "01234567", "0123456789abcdef", " ",
		`\ud800`, `\udc00x`, `\ud800\u0041`, "\xff", "\xe2\x82",
		`\ud800\uZZZZ`, `\uDCZZ`, `\q`, `\u12`, "\x01", `\`,
	}
	const faults = 6 // at the end of pieces
	r := rand.New(rand.NewSource(1))
	learned := new(jsonwire.Decoder) // has made room of the wrong size, mostly
	for range 50_000 {
		usable := pieces
		if r.Intn(3) > 0 {
			usable = pieces[:len(pieces)-faults]
		}
		items := make([]string, 1+r.Intn(3))
		for i := range items {
			for range r.Intn(6) {
				items[i] += usable[r.Intn(len(usable))]
			}
		}
		in := `["` + strings.Join(items, `","`) + `"]`
		var want []string
		wrong := json.Unmarshal([]byte(in), &want) != nil
		for _, d := range []*jsonwire.Decoder{new(jsonwire.Decoder), learned} {
			d.Reset([]byte(in))
			got := d.Strings()
			if wrong {
				require.ErrorIs(t, d.End(), jsonwire.ErrSyntax, "%q", in)
				continue
			}
			require.NoError(t, d.End(), "%q", in)
			require.Equal(t, want, got, "%q", in)
		}
	}
}

func TestDecoderExpectsWhatLinesBeforeTook(t *testing.T) {
	clean, escaped := strings.Repeat("x", 300), strings.Repeat(`é\n\u001b\ud83d\ude00`, 40)
	meant := strings.Repeat("é\n\u001b\U0001F600", 40)
	sparse := `["a",` + strings.Repeat(`1234567890,`, 90) + `"b"]`
	lines := []struct{ name, line, want string }{
		{"sparse", sparse, "ab"},
		{"sparse again", sparse, "ab"},
		{"one string larger than expected", `["` + clean + `"]`, clean},
		{"sparse once more", sparse, "ab"},
		{"the last of several does not fit", `["a","bc","` + clean + `","d"]`, "abc" + clean + "d"},
		{"escapes that do not fit", strings.Replace(sparse, `"b"`, `"`+escaped+`"`, 1), "a" + meant},
		{"escapes that fit", strings.Replace(sparse, `"b"`, `"`+escaped+`"`, 1), "a" + meant},
		{"invalid UTF-8 is longer than expected", "[\"a\",\"" + strings.Repeat("\xff", 500) + "\",\"c\"]", "a" + strings.Repeat("\ufffd", 500) + "c"},
		{"no strings", `[1,2]`, ""},
		{"empty strings", `["",""]`, ""},
	}
	var d jsonwire.Decoder
	var got [][]string
	for _, l := range lines {
		d.Reset([]byte(l.line))
		var text []string
		for _, more := d.OpenArray(); more; more = d.NextElement() {
			if d.Peek() == '"' {
				text = append(text, d.String())
			} else {
				d.Int(64)
			}
		}
		require.NoError(t, d.End(), l.name)
		got = append(got, text)
	}
	for i, l := range lines { // what later lines did has changed nothing
		assert.Equal(t, l.want, strings.Join(got[i], ""), l.name)
	}
	d.Reset(nil)
	assert.NotPanics(t, func() { assert.NoError(t, d.End()) }, "nothing to learn from")
}
