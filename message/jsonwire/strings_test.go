package jsonwire_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

func TestAppendStrings(t *testing.T) {
	long := strings.Repeat("x", 100)
	tests := map[string]struct {
		list []string
		want string
	}{
		"nil":            {nil, `null`},
		"empty":          {[]string{}, `[]`},
		"one":            {[]string{"rlib"}, `["rlib"]`},
		"an empty one":   {[]string{""}, `[""]`},
		"all short":      {[]string{"", "a", "ab", "abc", "abcd", "abcdefg"}, `["","a","ab","abc","abcd","abcdefg"]`},
		"words":          {[]string{"abcdefgh", "abcdefghijklmnop", "abcdefghijklmnopq"}, `["abcdefgh","abcdefghijklmnop","abcdefghijklmnopq"]`},
		"long":           {[]string{long, long + "y"}, `["` + long + `","` + long + `y"]`},
		"escaped short":  {[]string{"a\"", "\n"}, `["a\"","\n"]`},
		"escaped word":   {[]string{"abcdefg\\", "\tabcdefghij"}, `["abcdefg\\","\tabcdefghij"]`},
		"escaped late":   {[]string{long + "\x01", "z"}, `["` + long + `\u0001","z"]`},
		"not UTF-8":      {[]string{"abcdefgh\xff", "é"}, `["abcdefgh\ufffd","é"]`},
		"line separator": {[]string{"abcdefgh\u2028"}, `["abcdefgh\u2028"]`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			want := "before" + tt.want
			assert.Equal(t, want, string(jsonwire.AppendStrings([]byte("before"), tt.list)))
			for room := range 80 { // the buffer ends anywhere
				dst := append(make([]byte, 0, 6+room), "before"...)
				assert.Equal(t, want, string(jsonwire.AppendStrings(dst, tt.list)), "%d bytes free", room)
			}
		})
	}
}

func TestAppendStringsIsAppendStringEach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bytes := rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 60), func(b []byte) string { return string(b) })
		list := rapid.SliceOfN(rapid.OneOf(rapid.String(), bytes, rapid.StringMatching(`[a-z]{0,40}`)), 1, 8).Draw(t, "list")
		want := []byte{'['}
		for i, s := range list {
			if i > 0 {
				want = append(want, ',')
			}
			want = jsonwire.AppendString(want, s)
		}
		want = append(want, ']')
		assert.Equal(t, string(want), string(jsonwire.AppendStrings(nil, list)))
	})
}

func TestAppendStringsAllocatesNothing(t *testing.T) {
	dst := make([]byte, 0, 1000)
	list := []string{"default", "multi-thread", "json-log"}
	assert.Zero(t, testing.AllocsPerRun(100, func() { dst = jsonwire.AppendStrings(dst[:0], list) }))
}
