package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestColumns counts columns in other units: of the line
// "\tλ := \"🎉x\" + y", where byte 2 is λ and the emoji has 4 bytes, one
// scalar and two UTF-16 units.
func TestColumns(t *testing.T) {
	const line = "\tλ := \"🎉x\" + y"
	file := filepath.Join(t.TempDir(), "a.go")
	require.NoError(t, os.WriteFile(file, []byte("package a\n"+line+"\r\nlast"), 0o666))
	for _, c := range []struct {
		name        string
		at          place
		column      int
		utf16, byte int
		wordEnd     int
	}{
		{"start", place{file: file}, 1, 0, 1, 1},
		{"before λ", place{file: file}, 2, 1, 2, 2},
		{"behind λ", place{file: file}, 4, 2, 4, 3},
		{"within λ", place{file: file}, 3, 1, 3, 2},
		{"emoji", place{file: file}, 9, 7, 9, 9},
		{"x", place{file: file}, 13, 9, 13, 10},
		{"y, to the end", place{file: file}, 18, 14, 18, 15},
		{"behind the end", place{file: file}, 99, 15, 99, 15},
		{"scalars: emoji", place{file: file, scalars: true}, 8, 7, 9, 9},
		{"scalars: x", place{file: file, scalars: true}, 9, 9, 13, 10},
		{"scalars: behind the end", place{file: file, scalars: true}, 99, 15, 19, 15},
		{"scalars, brought along", place{file: "/nowhere", scalars: true, text: []string{"日本x"}}, 3, 2, 7, 3},
		{"no such file", place{file: "/nowhere.go"}, 7, 6, 7, 6},
		{"a relative file", place{file: "place_test.go"}, 7, 6, 7, 6},
		{"a directory", place{file: filepath.Dir(file)}, 7, 6, 7, 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := &sources{}
			c.at.start = position{2, c.column}
			assert.Equal(t, c.utf16, src.utf16Column(&c.at, c.at.start), "UTF-16 units, from 0")
			assert.Equal(t, c.byte, src.byteColumn(&c.at, c.at.start), "bytes, from 1")
			assert.Equal(t, c.wordEnd, src.wordEnd(&c.at, c.at.start), "end of the word")
		})
	}
}

func TestSourcesAreBounded(t *testing.T) {
	dir := t.TempDir()
	src := &sources{}
	for i := range 3 * maxSources {
		at := place{file: filepath.Join(dir, strings.Repeat("x", i+1)), start: position{1, 1}}
		require.NoError(t, os.WriteFile(at.file, []byte(at.file), 0o666))
		line, ok := src.line(&at, 1)
		require.True(t, ok)
		require.Equal(t, at.file, line)
		require.LessOrEqual(t, len(src.files), maxSources)
	}
}

func TestPlain(t *testing.T) {
	assert.Equal(t, "grün 日本 🎉", plain("grün 日本 🎉"))
	assert.Equal(t, `a\x1b[2J\x07 b\x9b\u202ec\u2028`, plain("a\x1b[2J\a\tb\u009b\u202ec\u2028"))
}

func TestOneLine(t *testing.T) {
	assert.Equal(t, "have (string); want (int)", oneLine("have (string)\n\twant (int)\n"))
	assert.Equal(t, "to add it: go get x", oneLine("to add it:\r\n\tgo get x"))
	assert.Equal(t, "", oneLine("\n\n"))
}

func TestFileURI(t *testing.T) {
	assert.Equal(t, "file:///ws/a%20b/gr%C3%BCn%25.go", fileURI("/ws/a b/grün%.go"))
	assert.Equal(t, "file:///C:/a.go", fileURI("C:/a.go"))
}
