package jsonwire_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

var token = regexp.MustCompile(`"[^"]*"|[a-z0-9]+|[{}\[\]:,]`)

// The expected order and the general loop give one result: the line is spelt
// otherwise in many ways and must always decode to the same message.
func TestDecodeOrderDoesNotMatter(t *testing.T) {
	var want artifact
	require.NoError(t, want.UnmarshalJSON([]byte(artifactLine)))
	rapid.Check(t, func(t *rapid.T) {
		var line strings.Builder
		every := rapid.IntRange(1, 60).Draw(t, "every")
		change := func() bool { return rapid.IntRange(0, every).Draw(t, "change") == 0 }
		source := rapid.SampledFrom([]string{artifactLine, shuffledLine}).Draw(t, "source")
		tokens := token.FindAllString(source, -1)
		for i, text := range tokens {
			if change() {
				line.WriteString(rapid.SampledFrom([]string{" ", "\t", "\r\n", "  "}).Draw(t, "blank"))
			}
			isName := i+1 < len(tokens) && tokens[i+1] == ":"
			switch {
			case isName && change(): // a member of a newer writer, or an older value of this one
				member := rapid.SampledFrom([]string{`"new":{"reason":"x","a":[1,"}"]},`, `"":null,`, `"n\u0065w":"\n",`}).Draw(t, "member")
				line.WriteString(member + text)
			case isName && change():
				line.WriteString(`"\u00` + hex(text[1]) + text[2:])
			default:
				line.WriteString(text)
			}
		}
		var got artifact
		if err := got.UnmarshalJSON([]byte(line.String())); err != nil {
			t.Fatalf("%s: %v", line.String(), err)
		}
		if !assert.ObjectsAreEqual(want, got) {
			t.Fatalf("%s: %+v", line.String(), got)
		}
	})
}

func hex(c byte) string { return string("0123456789abcdef"[c>>4]) + string("0123456789abcdef"[c&15]) }

// Cut anywhere, a line is a fault of syntax; with any byte changed, it is
// refused or decoded to what encoding/json makes of it.
func TestDecodeDamagedAnywhere(t *testing.T) {
	for _, line := range []string{artifactLine, shuffledLine} {
		var m artifact
		for n := range len(line) {
			require.ErrorIs(t, m.UnmarshalJSON([]byte(line[:n])), jsonwire.ErrSyntax, "%s", line[:n])
		}
		for i := range len(line) {
			for _, c := range []byte("\x00\x1f \"\\,:{}[]-0e.tn\x7f\xff") {
				damaged := []byte(line)
				damaged[i] = c
				if m.UnmarshalJSON(damaged) != nil {
					continue
				}
				var want plainArtifact
				require.NoError(t, json.Unmarshal(damaged, &want), "%s", damaged)
				if !sameMembers(damaged) { // encoding/json folds case, merges, and knows no unknown names
					continue
				}
				require.Equal(t, want, plainArtifact(m), "%s", damaged)
			}
		}
	}
}

// sameMembers reports whether the line still has the names of artifactLine.
func sameMembers(line []byte) bool {
	var a, b map[string]json.RawMessage
	return json.Unmarshal(line, &a) == nil && json.Unmarshal([]byte(artifactLine), &b) == nil && len(a) == len(b)
}
