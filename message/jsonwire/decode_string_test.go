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
// runes, invalid bytes and faults at every distance from a word's end, with a
// neighbour that must not be touched.
func TestStringsOfPieces(t *testing.T) {
	pieces := []string{
		`\n`, `\"`, `\\`, `\u00e9`, `\ud83d\ude80`, "é", "日本", "a", "bc", "defgh", "01234567", "0123456789abcdef", " ",
		`\ud800`, `\udc00x`, `\ud800\u0041`, "\xff", "\xe2\x82",
		`\ud800\uZZZZ`, `\uDCZZ`, `\q`, `\u12`, "\x01", `\`,
	}
	const faults = 6 // at the end of pieces
	r := rand.New(rand.NewSource(1))
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
		var d jsonwire.Decoder
		d.Reset([]byte(in))
		got := d.Strings()
		var want []string
		if json.Unmarshal([]byte(in), &want) != nil {
			require.ErrorIs(t, d.End(), jsonwire.ErrSyntax, "%q", in)
			continue
		}
		require.NoError(t, d.End(), "%q", in)
		assert.Equal(t, want, got, "%q", in)
	}
}
