package gotext

import "strings"

// Lines joins the pieces in which a tool's output arrives to lines. The zero
// value is ready; Max, when above 0, bounds in bytes what is kept of a line
// whose end has not come: further pieces of it without an end are left out.
type Lines struct {
	Max     int
	partial string
}

// Write takes a piece and calls line with each line that it completes, without
// the newline and a carriage return before it.
func (l *Lines) Write(piece string, line func(string)) {
	for {
		head, rest, whole := strings.Cut(piece, "\n")
		if !whole {
			break
		}
		head = l.partial + head
		l.partial, piece = "", rest
		line(strings.TrimSuffix(head, "\r"))
	}
	if l.Max <= 0 || len(l.partial) < l.Max {
		l.partial += piece
	}
}

// Flush calls line with what is left when the output has ended without a
// newline.
func (l *Lines) Flush(line func(string)) {
	if l.partial == "" {
		return
	}
	rest := l.partial
	l.partial = ""
	line(strings.TrimSuffix(rest, "\r"))
}
