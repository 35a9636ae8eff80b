package jsonwire_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

var compactCases = []struct{ name, in, want string }{
	{"scalar", "1.0", "1.0"},
	{"blanks around", " \t\r\n true \n", "true"},
	{"pretty", "{\n  \"a\" : 1.0,\r\n\t\"b\":[ 1 , \"x y\" ]\n}\n", `{"a":1.0,"b":[1,"x y"]}`},
	{"empty containers", "[ { } , [ ] ]", "[{},[]]"},
	{"blanks in strings stay", `["a b",  "c\td"]`, `["a b","c\td"]`},
	{"spelling stays", `{"a":1E+2,"b":"\/\u00e9\u003c"}`, `{"a":1E+2,"b":"\/\u00e9\u003c"}`},
	{"separators", "\"\u2028\u2029\u2027\"", "\"\\u2028\\u2029\u2027\""},
	{"bad UTF-8", "[\"a\xffb\",\"\xe4\xb8\"]", `["a\ufffdb","\ufffd\ufffd"]`},
	{"unpaired surrogate escape", `"\ud800"`, `"\ud800"`},
	{"escaped quote at a word's end", `"1234567\"90123456\\"`, `"1234567\"90123456\\"`},
	{"repeated names", `{"a":1,"a":2}`, `{"a":1,"a":2}`},
	{"long numbers", "-0.0e-0000000000000000000000000000001", "-0.0e-0000000000000000000000000000001"},
	{"DEL", "\"\x7f\"", "\"\x7f\""},
}

// Each with the offset and a part of the text of its error.
var brokenCases = []struct {
	name, in string
	offset   int
	msg      string
}{
	{"empty", "", 0, "input ends, want a value"},
	{"blanks only", " \n", 2, "input ends, want a value"},
	{"second value", "1 2", 2, "found '2' behind the value"},
	{"forged member", `1,"success":true`, 1, "found ',' behind the value"},
	{"forged line", "1}\n{\"reason\":\"forged\"", 1, "found '}' behind the value"},
	{"member without value", `{"a":`, 5, "input ends, want a value"},
	{"no JSON", "@@", 0, "found '@', want a value"},
	{"raw newline in a string", "\"a\nb\"", 2, `found '\n', want controls in strings escaped`},
	{"raw newline in a long string", `"` + strings.Repeat("a", 40) + "\n\"", 41, "controls"},
	{"unclosed string", `"abc`, 4, "input ends, want the closing quote"},
	{"bad escape", `"\x"`, 2, "found 'x', want an escape"},
	{"short unicode escape", `"\u12"`, 2, "want an escape"},
	{"leading zero", "01", 1, "found '1', want no digit after a leading 0"},
	{"minus alone", "-", 1, "input ends, want a digit"},
	{"plus", "+1", 0, "found '+', want a value"},
	{"fraction without digits", "1.", 2, "input ends, want a digit"},
	{"exponent without digits", "1e+", 3, "input ends, want a digit"},
	{"comma before ]", "[1,]", 3, "found ']', want a value"},
	{"comma before }", `{"a":1,}`, 7, "found '}', want a member name"},
	{"wrong bracket", `[1}`, 2, "found '}', want ',' or ']'"},
	{"wrong bracket of object", `{"a":1]`, 6, "found ']', want ',' or '}'"},
	{"no colon", `{"a" 1}`, 5, "found '1', want ':'"},
	{"name without quotes", `{a:1}`, 1, "found 'a', want a member name"},
	{"cut literal", "tru", 3, "input ends, want the literal true"},
	{"wrong literal", "nul1", 3, "found '1', want the literal null"},
	{"NaN", "NaN", 0, "found 'N', want a value"},
	{"byte order mark", "\xef\xbb\xbf1", 0, "found byte 0xef, want a value"},
	{"form feed", "\f1", 0, "found '\\f', want a value"},
	{"unclosed array", "[1", 2, "input ends, want a comma or a closing bracket"},
}

func TestAppendCompact(t *testing.T) {
	for _, c := range compactCases {
		t.Run(c.name, func(t *testing.T) {
			got, err := jsonwire.AppendCompact([]byte("x"), []byte(c.in), 0)
			require.NoError(t, err)
			assert.Equal(t, "x"+c.want, string(got))
		})
	}
	for _, c := range brokenCases {
		t.Run(c.name, func(t *testing.T) {
			got, err := jsonwire.AppendCompact([]byte("x"), []byte(c.in), 0)
			assert.Equal(t, "x", string(got))
			require.ErrorIs(t, err, jsonwire.ErrSyntax)
			var fault *jsonwire.SyntaxError
			require.ErrorAs(t, err, &fault)
			assert.Equal(t, c.offset, fault.Offset)
			assert.Contains(t, err.Error(), c.msg)
			assert.Less(t, len(err.Error()), 101)
		})
	}
}

// checkCompact holds AppendCompact to json.Valid and to its own promises.
func checkCompact(t interface{ Fatalf(string, ...any) }, in []byte) {
	got, err := jsonwire.AppendCompact(nil, in, 0)
	if valid := json.Valid(in); valid != (err == nil) {
		t.Fatalf("%q: json.Valid says %v, AppendCompact %v", in, valid, err)
	}
	if err != nil {
		if got != nil {
			t.Fatalf("%q: dst changed with error %v", in, err)
		}
		return
	}
	if !json.Valid(got) || !utf8.Valid(got) || bytes.ContainsAny(got, "\n\r\u2028\u2029") {
		t.Fatalf("%q: %q can't stand on the wire", in, got)
	}
	again, err := jsonwire.AppendCompact(nil, got, 0)
	if err != nil || !bytes.Equal(again, got) {
		t.Fatalf("%q: compacting %q again gives %q, %v", in, got, again, err)
	}
	if _, clean, err := jsonwire.ScanValue(got, 0, 0); !clean || err != nil {
		t.Fatalf("%q: %q is not clean, %v", in, got, err)
	}
	var a, b any
	if errA, errB := json.Unmarshal(in, &a), json.Unmarshal(got, &b); errA == nil || errB == nil {
		assertSameValue(t, in, a, b)
	}
}

func assertSameValue(t interface{ Fatalf(string, ...any) }, in []byte, a, b any) {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	if errX != nil || errY != nil || !bytes.Equal(x, y) {
		t.Fatalf("%q: decodes to %s, its compact form to %s", in, x, y)
	}
}

func TestAppendCompactRandom(t *testing.T) {
	token := rapid.SampledFrom([]string{
		"{", "}", "[", "]", ",", ":", " ", "\n", `"a"`, `"b\n\u00e9"`, "1", "-0.5e3", "true", "null", `"é` + "\u2028\"", "\"\xff\"", "0", "x",
	})
	rapid.Check(t, func(t *rapid.T) {
		checkCompact(t, []byte(strings.Join(rapid.SliceOfN(token, 0, 12).Draw(t, "tokens"), "")))
	})
}

func FuzzAppendCompact(f *testing.F) {
	for _, c := range compactCases {
		f.Add([]byte(c.in))
	}
	for _, c := range brokenCases {
		f.Add([]byte(c.in))
	}
	f.Fuzz(func(t *testing.T, in []byte) { checkCompact(t, in) })
}

// The public conformance suite of RFC 8259 parsers: y_ must be accepted, n_
// refused, i_ is left to the implementation and must agree with json.Valid.
func TestJSONTestSuite(t *testing.T) {
	shared := os.Getenv("LINEFEED_SHARED")
	if shared == "" {
		t.Skip("LINEFEED_SHARED is not set: no folder with corpus/jsontestsuite")
	}
	files, err := filepath.Glob(filepath.Join(shared, "corpus", "jsontestsuite", "test_parsing", "*.json"))
	require.NoError(t, err)
	count := map[byte]int{}
	for _, file := range files {
		in, err := os.ReadFile(file)
		require.NoError(t, err)
		name := filepath.Base(file)
		count[name[0]]++
		_, err = jsonwire.AppendCompact(nil, in, 0)
		switch name[0] {
		case 'y':
			assert.NoError(t, err, name)
		case 'n':
			assert.Error(t, err, name)
		}
		checkCompact(t, in)
	}
	assert.Equal(t, 95, count['y'])
	assert.Equal(t, 188, count['n'])
}

func TestAppendCompactDepth(t *testing.T) {
	nested := func(n int) []byte {
		return []byte(strings.Repeat("[{\"a\":", n/2) + strings.Repeat("[", n%2) + "1" + strings.Repeat("]", n%2) + strings.Repeat("}]", n/2))
	}
	for _, n := range []int{1, 63, 64, 65, 127, 128, 129, 9_999, jsonwire.MaxDepth} {
		in := nested(n)
		got, err := jsonwire.AppendCompact(nil, in, 0)
		require.NoError(t, err, n)
		assert.Equal(t, string(in), string(got))
		in[len(in)-1-(n-1)/2] ^= '}' ^ ']' // one wrong bracket somewhere
		_, err = jsonwire.AppendCompact(nil, in, 0)
		assert.ErrorIs(t, err, jsonwire.ErrSyntax, n)
	}
	_, err := jsonwire.AppendCompact(nil, nested(jsonwire.MaxDepth+1), 0)
	require.ErrorIs(t, err, jsonwire.ErrDepth)
	_, err = jsonwire.AppendCompact(nil, nested(10), jsonwire.MaxDepth-9)
	require.ErrorIs(t, err, jsonwire.ErrDepth)
	_, err = jsonwire.AppendCompact(nil, nested(10), jsonwire.MaxDepth-10)
	require.NoError(t, err)
	for _, bomb := range []string{"[", `{"":`, "[{\"a\":"} {
		_, err = jsonwire.AppendCompact(nil, bytes.Repeat([]byte(bomb), 10<<20/len(bomb)), 0)
		require.ErrorIs(t, err, jsonwire.ErrDepth)
	}
}

func TestScanValue(t *testing.T) {
	end, clean, err := jsonwire.ScanValue([]byte(`,{"a":[1,2]} rest`), 1, 0)
	require.NoError(t, err)
	assert.Equal(t, 12, end)
	assert.True(t, clean)
	end, clean, err = jsonwire.ScanValue([]byte(`[1, 2]x`), 0, 0)
	require.NoError(t, err)
	assert.Equal(t, 6, end)
	assert.False(t, clean, "a blank inside")
	_, _, err = jsonwire.ScanValue([]byte(` 1`), 0, 0)
	require.ErrorIs(t, err, jsonwire.ErrSyntax, "a blank before")
}

func TestAppendCompactAllocations(t *testing.T) {
	dst := make([]byte, 0, 4096)
	in := []byte("{\"a\": [1, 2, {\"b\": \"\u2028é\xff\"}], \"c\": null}")
	assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = jsonwire.AppendCompact(dst, in, 0) }))
}
