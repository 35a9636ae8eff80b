package message

import (
	"bytes"
	"fmt"
	"io"
)

const (
	lineBuffer = 64 << 10  // what a lineReader holds, short of a long line
	keepBuffer = 256 << 10 // a buffer above this is given back behind its line
)

// lineReader cuts a stream into lines in memory that stays bounded.
type lineReader struct {
	src io.Reader
	max int // the longest line, without newline and carriage return

	buf   []byte // buf[r:w] has been read and not yet returned
	r, w  int
	clean int // buf[r:clean] has no newline

	from     int64 // offset of the current line's first byte
	to       int64 // offset behind it and its newline
	complete int64 // as to, of the last line that had a newline
	err      error // of src, kept until the lines before it have been returned
}

// rawLine is one line, without its newline and one carriage return. text is
// valid until the next one is asked for.
type rawLine struct {
	text    []byte
	length  int64 // of the whole line; text is shorter if the line is too long
	tooLong bool
	unended bool // the stream ends without a newline
}

// next returns the next line. Its error is io.EOF at the end of the stream, or
// that of the read that failed; what had come of a line by then stays unread.
func (l *lineReader) next() (rawLine, error) {
	l.from = l.to
	for {
		if n := bytes.IndexByte(l.buf[l.clean:l.w], '\n'); n >= 0 {
			return l.take(l.clean + n), nil
		}
		l.clean = l.w
		switch {
		case l.w-l.r > l.max+1: // a carriage return does not count
			return l.skip()
		case l.err == io.EOF && l.w > l.r: // readers return it bare
			return l.takeRest(), nil
		case l.err != nil:
			return rawLine{}, l.failure()
		}
		l.fill()
	}
}

// restart forgets what has been read and not returned, and counts from offset.
func (l *lineReader) restart(offset int64) {
	l.r, l.w, l.clean, l.err = 0, 0, 0, nil
	l.from, l.to, l.complete = offset, offset, offset
}

func (l *lineReader) failure() error {
	if l.err == io.EOF { // readers return it bare
		return io.EOF
	}
	return fmt.Errorf("message: reading the stream behind offset %d: %w", l.complete, l.err)
}

// take returns the line that ends at the newline buf[end].
func (l *lineReader) take(end int) rawLine {
	text := l.buf[l.r:end]
	l.to += int64(len(text)) + 1
	l.complete = l.to
	l.r, l.clean = end+1, end+1
	return l.cut(text)
}

func (l *lineReader) takeRest() rawLine {
	text := l.buf[l.r:l.w]
	l.to += int64(len(text))
	l.r, l.clean = l.w, l.w
	line := l.cut(text)
	line.unended = true
	return line
}

func (l *lineReader) cut(text []byte) rawLine {
	if n := len(text); n > 0 && text[n-1] == '\r' {
		text = text[:n-1]
	}
	line := rawLine{text: text, length: int64(len(text))}
	if len(text) > l.max {
		line.text, line.tooLong = text[:min(len(text), maxRaw)], true
	}
	return line
}

// skip drops the rest of a line that is too long, piece by piece.
func (l *lineReader) skip() (rawLine, error) {
	head := bytes.Clone(l.buf[l.r:min(l.w, l.r+maxRaw)])
	line := rawLine{text: head, length: int64(l.w - l.r), tooLong: true}
	last := l.buf[l.w-1]
	l.shrink()
	for {
		l.r, l.w, l.clean = 0, 0, 0
		if l.err == nil { // it may have come with the bytes before
			l.fill()
		}
		piece := l.buf[:l.w]
		end := bytes.IndexByte(piece, '\n')
		if end >= 0 {
			piece = piece[:end]
		}
		if len(piece) > 0 {
			last = piece[len(piece)-1]
		}
		line.length += int64(len(piece))
		switch {
		case end >= 0:
			l.r, l.clean = end+1, end+1
			l.to = l.from + line.length + 1
			l.complete = l.to
		case l.err == io.EOF: // readers return it bare
			l.r, l.clean = l.w, l.w
			l.to = l.from + line.length
			line.unended = true
		case l.err != nil:
			return rawLine{}, l.failure()
		default:
			continue
		}
		if last == '\r' {
			line.length--
		}
		return line, nil
	}
}

// fill reads once, behind what is there, into room that it makes if need be.
func (l *lineReader) fill() {
	if l.r == l.w {
		l.shrink()
		l.r, l.w, l.clean = 0, 0, 0
	}
	if l.w == len(l.buf) {
		l.makeRoom()
	}
	room := l.buf[l.w:min(len(l.buf), l.w+lineBuffer)]
	for range 100 {
		n, err := l.src.Read(room)
		if n < 0 || n > len(room) {
			l.err = fmt.Errorf("the io.Reader says it has read %d bytes into %d", n, len(room))
			return
		}
		l.w += n
		if n > 0 || err != nil {
			l.err = err
			return
		}
	}
	l.err = io.ErrNoProgress
}

// makeRoom moves what has come of the line to the front of the buffer or, if
// it fills most of it, to one 16 times as large: few steps, for all buffers
// that a long line goes through count as memory until the collector has run.
func (l *lineReader) makeRoom() {
	most := max(lineBuffer, l.max+2) // the longest line that is taken, with its end
	switch pending := l.w - l.r; {
	case l.buf == nil, len(l.buf) > keepBuffer && pending <= lineBuffer/2:
		l.move(make([]byte, lineBuffer))
	case l.r > 0 && (pending <= len(l.buf)/2 || len(l.buf) == most):
		l.move(l.buf)
	default:
		size := most
		if len(l.buf) <= most/32 {
			size = 16 * len(l.buf)
		}
		l.move(make([]byte, size))
	}
}

func (l *lineReader) move(to []byte) {
	n := copy(to, l.buf[l.r:l.w])
	l.buf, l.clean, l.w, l.r = to, l.clean-l.r, n, 0
}

// shrink gives the buffer of a long line back.
func (l *lineReader) shrink() {
	if len(l.buf) > keepBuffer {
		l.buf = make([]byte, lineBuffer)
	}
}
