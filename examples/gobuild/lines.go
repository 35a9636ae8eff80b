package main

import "bytes"

// maxLine bounds, in bytes, what a lines value holds of a line that has not
// ended yet. The go command's longest lines are far below it; a child that
// prints without ever ending a line can't fill the memory.
const maxLine = 16 << 20

// lines cuts a stream into lines, whatever the pieces in which it comes.
type lines struct {
	rest []byte
	// line gets each line with its newline; the last line of a stream may have
	// none, and a line over maxLine comes in pieces. The slice is valid until
	// line returns.
	line func(line []byte)
}

// Write takes the next piece of the stream. It never fails.
func (l *lines) Write(p []byte) (int, error) {
	n := len(p)
	for {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			break
		}
		if len(l.rest) == 0 {
			l.line(p[:i+1])
		} else {
			l.rest = append(l.rest, p[:i+1]...)
			l.line(l.rest)
			l.rest = l.rest[:0]
		}
		p = p[i+1:]
	}
	l.rest = append(l.rest, p...)
	if len(l.rest) >= maxLine {
		l.end()
	}
	return n, nil
}

// end hands out what has no newline; the stream is over.
func (l *lines) end() {
	if len(l.rest) > 0 {
		l.line(l.rest)
		l.rest = nil
	}
}

// chomp returns line without its newline and a carriage return before it.
func chomp(line []byte) []byte {
	line = bytes.TrimSuffix(line, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r"))
}
