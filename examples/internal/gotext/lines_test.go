package gotext_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/linefeed-go/linefeed/examples/internal/gotext"
)

func TestLines(t *testing.T) {
	for name, c := range map[string]struct {
		max    int
		pieces []string
		want   []string // what Flush gave stands last, after "|"
	}{
		"whole":                     {0, []string{"a\nb\n"}, []string{"a", "b", "|"}},
		"pieces":                    {0, []string{"a", "b\nc", "", "d\n"}, []string{"ab", "cd", "|"}},
		"carriage returns":          {0, []string{"a\r\nb\r", "\nc\r"}, []string{"a", "b", "|", "c"}},
		"blank lines":               {0, []string{"\n\n"}, []string{"", "", "|"}},
		"no last newline":           {0, []string{"a\nb"}, []string{"a", "|", "b"}},
		"nothing":                   {0, nil, []string{"|"}},
		"a long line is cut":        {3, []string{"abcd", "efgh", "i\nj\n"}, []string{"abcdi", "j", "|"}},
		"the bound counts per line": {3, []string{"ab\ncdef", "gh"}, []string{"ab", "|", "cdef"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			take := func(s string) { got = append(got, s) }
			l := gotext.Lines{Max: c.max}
			for _, p := range c.pieces {
				l.Write(p, take)
			}
			got = append(got, "|")
			l.Flush(take)
			l.Flush(func(string) { t.Error("flushed twice") })
			assert.Equal(t, c.want, got)
		})
	}
}
