package messagetest

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// line is one line of a stream.
type line struct {
	number     int
	offset     int64  // of its first byte
	text       []byte // without \n; valid until the next line is read
	terminated bool   // by \n
	tooLong    bool   // text is only its beginning
}

// lineReader takes a stream apart at its \n, holding no more than one line of
// up to max bytes.
type lineReader struct {
	r      *bufio.Reader
	max    int
	number int
	offset int64
	buf    []byte
	err    error // of the reader, kept for the call after the last line
}

func newLineReader(r io.Reader, max int) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 64<<10), max: max}
}

// next returns the next line. At the end it returns io.EOF, or the reader's
// error, after the bytes that came before it have been returned as a line.
func (lr *lineReader) next() (line, error) {
	if lr.err != nil {
		return line{}, lr.err
	}
	l := line{number: lr.number + 1, offset: lr.offset}
	lr.buf = lr.buf[:0]
	for {
		part, err := lr.r.ReadSlice('\n')
		lr.offset += int64(len(part))
		if body, found := bytes.CutSuffix(part, []byte{'\n'}); found {
			part, l.terminated = body, true
		}
		room := lr.max - len(lr.buf)
		if len(part) > room {
			l.tooLong = true
			part = part[:room]
		}
		lr.buf = append(lr.buf, part...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		lr.err = err
		if lr.offset == l.offset {
			return line{}, err
		}
		lr.number++
		l.text = lr.buf
		return l, nil
	}
}
