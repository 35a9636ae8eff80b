package jsonwire_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

var stringCases = []struct{ name, in, want string }{
	{"empty", "", `""`},
	{"plain", "abc", `"abc"`},
	{"short escapes", "\b\f\n\r\t", `"\b\f\n\r\t"`},
	{"quote and backslash", `say "hi" \`, `"say \"hi\" \\"`},
	{"other controls", "\v\x00\x1f\x1b[1m", `"\u000b\u0000\u001f\u001b[1m"`},
	{"DEL and C1 stay", "\x7f\u0080\u009f/'", "\"\x7f\u0080\u009f/'\""},
	{"no HTML escaping", "a<b && c>d", `"a<b && c>d"`},
	{"separators", "a\u2028\u2029b\u2027\u202a", "\"a\\u2028\\u2029b\u2027\u202a\""},
	{"UTF-8", "é日本🎉", `"é日本🎉"`},
	{"bad byte", "a\xffb", `"a\ufffdb"`},
	{"truncated rune", "\xe4\xb8", `"\ufffd\ufffd"`},
	{"overlong", "\xc0\xaf\xe0\x80\xaf", `"\ufffd\ufffd\ufffd\ufffd\ufffd"`},
	{"surrogate", "\xed\xa0\x80", `"\ufffd\ufffd\ufffd"`},
	{"above U+10FFFF", "\xf4\x90\x80\x80", `"\ufffd\ufffd\ufffd\ufffd"`},
	{"long with an escape last", strings.Repeat("x", 70) + "\n", `"` + strings.Repeat("x", 70) + `\n"`},
	{"escapes only", strings.Repeat("\x01", 40), `"` + strings.Repeat(`\u0001`, 40) + `"`},
}

func TestAppendString(t *testing.T) {
	for _, c := range stringCases {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, string(jsonwire.AppendString(nil, c.in)))
			assert.Equal(t, "x"+c.want[1:len(c.want)-1], string(jsonwire.AppendStringBody([]byte("x"), c.in)))
		})
	}
}

// refBody is AppendStringBody in its simplest form.
func refBody(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteString(`\ufffd`)
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case strings.ContainsRune("\b\f\n\r\t", r):
			b.WriteString(map[rune]string{'\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`}[r])
		case r < ' ' || r == '\u2028' || r == '\u2029':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}

func TestAppendStringEveryByteAtEveryOffset(t *testing.T) {
	base := strings.Repeat("The quick brown fox jumps! ", 4)
	buf := make([]byte, 0, 1024)
	for length := 0; length <= 80; length++ {
		for offset := range length {
			s := []byte(base[:length])
			for c := range 256 {
				s[offset] = byte(c)
				in := string(s)
				want := refBody(in)
				if got := string(jsonwire.AppendStringBody(buf, in)); got != want {
					t.Fatalf("length %d, byte %#x at %d: got %q, want %q", length, c, offset, got, want)
				}
			}
		}
	}
}

// Dirty memory behind the length, any capacity and any prefix must not matter.
func TestAppendStringIntoAnyCapacity(t *testing.T) {
	pieces := rapid.SliceOf(rapid.SampledFrom([]string{
		"a", "hello, world", "\"", "\\", "\n", "\x1b[0m", "é", "日本語", "🎉", "\u2028", "\xff", "\xe2\x80", strings.Repeat("z", 33), "<&>", "\x7f",
	}))
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(pieces.Draw(t, "pieces"), "")
		capacity := rapid.IntRange(0, 200).Draw(t, "capacity")
		dst := make([]byte, capacity)
		for i := range dst {
			dst[i] = '"'
		}
		length := rapid.IntRange(0, capacity).Draw(t, "length")
		prefix := string(dst[:length])
		got := string(jsonwire.AppendString(dst[:length], in))
		if want := prefix + `"` + refBody(in) + `"`; got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}

// Bytes of the destination behind what fits must stay: somebody else's memory
// may lie there when the slice was cut with three indices.
func TestAppendStringStaysInsideItsCapacity(t *testing.T) {
	for length := range 80 {
		for _, tail := range []string{"", "\n", "é", "\xff"} {
			memory := make([]byte, 400)
			s := strings.Repeat("y", length) + tail
			for room := 0; room < len(s)+40; room++ {
				clear(memory)
				jsonwire.AppendString(memory[:0:room], s)
				for i := room; i < len(memory); i++ {
					require.Zero(t, memory[i], "length %d, capacity %d: byte %d", len(s), room, i)
				}
			}
		}
	}
}

func TestAppendStringAsEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := string(rapid.SliceOf(rapid.Byte()).Draw(t, "in"))
		if rapid.Bool().Draw(t, "text") {
			in = rapid.String().Draw(t, "string")
		}
		if got, want := string(jsonwire.AppendString(nil, in)), stdJSON(t, in); got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	})
}

// stdJSON is what encoding/json writes without HTML escaping.
func stdJSON(t interface{ Fatalf(string, ...any) }, v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatalf("encoding/json: %v", err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func FuzzAppendString(f *testing.F) {
	for _, c := range stringCases {
		f.Add(c.in)
	}
	f.Fuzz(func(t *testing.T, in string) {
		got := string(jsonwire.AppendString(nil, in))
		assert.Equal(t, `"`+refBody(in)+`"`, got)
		assert.True(t, json.Valid([]byte(got)))
	})
}

func TestGrow(t *testing.T) {
	dst := append(make([]byte, 0, 10), "abc"...)
	assert.Equal(t, 10, cap(jsonwire.Grow(dst, 7)), "room enough")
	grown := jsonwire.Grow(dst, 8)
	assert.Equal(t, "abc", string(grown))
	assert.GreaterOrEqual(t, cap(grown), 11)
	assert.GreaterOrEqual(t, cap(jsonwire.Grow(nil, 5)), 5)
}

func TestAppendStringAllocations(t *testing.T) {
	dst := make([]byte, 0, 4096)
	for _, c := range stringCases {
		assert.Zero(t, testing.AllocsPerRun(100, func() { jsonwire.AppendString(dst, c.in) }), c.name)
	}
}
