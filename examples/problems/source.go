package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	maxSource  = 8 << 20 // bytes of a source file that is looked into
	maxSources = 8       // source files that are kept
)

// sources looks lines of source files up, to count columns in other units. It
// keeps the last few files.
type sources struct {
	files []*source // the one used last stands first
}

// source is one file, or the fact that it can't be read.
type source struct {
	path   string
	text   []byte
	starts []int // offset of each line
}

// line returns a line of a place, counted from 1 in its file. It reports false
// when neither the message nor the disk has it.
func (s *sources) line(at *place, n int) (string, bool) {
	if i := n - at.start.line; i >= 0 && i < len(at.text) {
		return at.text[i], true
	}
	if at.file == "" || n < 1 || !filepath.IsAbs(at.file) {
		return "", false
	}
	f := s.open(at.file)
	if n > len(f.starts) {
		return "", false
	}
	text := f.text[f.starts[n-1]:]
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		text = text[:end]
	}
	return strings.TrimSuffix(string(text), "\r"), true
}

func (s *sources) open(path string) *source {
	i := slices.IndexFunc(s.files, func(f *source) bool { return f.path == path })
	if i < 0 {
		s.files = append(s.files, readSource(path))
		i = len(s.files) - 1
	}
	f := s.files[i]
	s.files = slices.Insert(slices.Delete(s.files, i, i+1), 0, f)
	s.files = s.files[:min(len(s.files), maxSources)]
	return f
}

// readSource reads a file. The name comes from the stream: what is no regular
// file, a pipe say, is not even opened.
func readSource(path string) *source {
	f := &source{path: path}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return f
	}
	file, err := os.Open(path)
	if err != nil {
		return f
	}
	defer file.Close()
	if f.text, err = io.ReadAll(io.LimitReader(file, maxSource)); err != nil || len(f.text) == 0 {
		return f
	}
	f.starts = append(f.starts, 0)
	for i, c := range f.text {
		if c == '\n' {
			f.starts = append(f.starts, i+1)
		}
	}
	return f
}

// offset returns where in the line a column of at is: in bytes, and never
// behind the end of the line, for the file may have changed since.
func (at *place) offset(line string, column int) int {
	if !at.scalars {
		n := min(max(column-1, 0), len(line))
		for n > 0 && n < len(line) && !utf8.RuneStart(line[n]) {
			n--
		}
		return n
	}
	for i := range line {
		if column--; column < 1 {
			return i
		}
	}
	return len(line)
}

// utf16Column returns the column of p, from 0, in the units of UTF-16 that LSP
// and SARIF count in. Without the source line it is the column as the tool
// counts, which is the same unless the line has characters outside of ASCII in
// front of it.
func (s *sources) utf16Column(at *place, p position) int {
	line, ok := s.line(at, p.line)
	if !ok {
		return max(p.column-1, 0)
	}
	return utf16Len(line[:at.offset(line, p.column)])
}

// byteColumn returns the column of p, from 1, in bytes, as compilers and vim
// count. Without the source line it is as the tool counts.
func (s *sources) byteColumn(at *place, p position) int {
	if !at.scalars || p.column < 1 {
		return p.column
	}
	line, ok := s.line(at, p.line)
	if !ok {
		return p.column
	}
	return at.offset(line, p.column) + 1
}

// wordEnd returns the end of the word, or else of the character, that begins at
// p, from 0 in UTF-16 units, for tools that tell only where a problem begins.
func (s *sources) wordEnd(at *place, p position) int {
	line, ok := s.line(at, p.line)
	if !ok {
		return s.utf16Column(at, p)
	}
	from := at.offset(line, p.column)
	length := strings.IndexFunc(line[from:], func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if length < 0 {
		length = len(line) - from
	} else if length == 0 {
		_, length = utf8.DecodeRuneInString(line[from:])
	}
	return utf16Len(line[:from+length])
}

func utf16Len(s string) int {
	n := 0
	for _, r := range s {
		n += max(utf16.RuneLen(r), 1)
	}
	return n
}
