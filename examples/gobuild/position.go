package main

import (
	"path/filepath"
	"strings"

	"github.com/linefeed-go/linefeed/examples/internal/gotext"
	"github.com/linefeed-go/linefeed/message/build"
)

// place is a position as a tool prints it.
type place gotext.Place

// cutPlace is gotext.CutPlace.
func cutPlace(s string) (p place, rest string, ok bool) {
	at, rest, ok := gotext.CutPlace(s)
	return place(at), rest, ok
}

// locate returns the path and range of p for a message, seen from directory
// dir. Both are nil for a place that is in no file of the disk.
func (p place) locate(dir string) (*string, *build.Range) {
	if p.File == "" || p.File[0] == '<' || strings.HasPrefix(p.File, "$WORK") {
		return nil, nil
	}
	file := filepath.FromSlash(p.File)
	if !filepath.IsAbs(file) && dir != "" {
		file = filepath.Join(dir, file)
	}
	if p.Line == 0 {
		return &file, nil
	}
	return &file, &build.Range{Start: build.Position{Line: p.Line, Column: p.Column}}
}
