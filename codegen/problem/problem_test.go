package problem_test

import (
	"errors"
	"go/token"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/codegen/problem"
)

func TestListSortsAndDropsRepetitions(t *testing.T) {
	var l problem.List
	require.NoError(t, l.Err())
	at := func(file string, line, column int) token.Position {
		return token.Position{Filename: file, Line: line, Column: column}
	}
	l.Add(at("b.go", 1, 1), "fourth", "why", "do")
	l.Add(at("a.go", 10, 1), "third", "why", "do")
	l.Add(at("a.go", 9, 2), "second", "why", "do")
	l.Add(at("a.go", 9, 1), "first\n  over two lines", "why", "do")
	l.Add(at("a.go", 9, 2), "second", "why", "do")
	err := l.Err()
	assert.EqualError(t, err, "a.go:9:1: first over two lines; why; do\na.go:9:2: second; why; do\na.go:10:1: third; why; do\nb.go:1:1: fourth; why; do")
	var p *problem.Problem
	require.True(t, errors.As(err, &p))
	assert.Equal(t, 9, p.Pos.Line)
}

func TestParsePosition(t *testing.T) {
	for s, want := range map[string]token.Position{
		"":                {},
		"-":               {},
		"a.go":            {Filename: "a.go"},
		"a.go:3":          {Filename: "a.go", Line: 3},
		"a.go:3:4":        {Filename: "a.go", Line: 3, Column: 4},
		`C:\dir\a.go:3:4`: {Filename: `C:\dir\a.go`, Line: 3, Column: 4},
	} {
		assert.Equal(t, want, problem.ParsePosition(s), s)
	}
}

func TestQuoteIsBounded(t *testing.T) {
	assert.Equal(t, `"a\nb"`, problem.Quote("a\nb"))
	assert.Less(t, len(problem.Quote(string(make([]byte, 10000)))), 300)
}
