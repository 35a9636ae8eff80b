package message

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// document is a pooled buffer in which one document is built before any of it
// is written. Its methods append members in the layout that indent asks for.
type document struct {
	buf    []byte
	indent bool
	depth  int  // levels open
	first  bool // nothing stands in the level opened last
	deep   bool // a level was opened that is one too many
	spare  int  // documents in a row that left most of a large buffer unused
}

const (
	documentSize = 4<<10 + 1 // of a new buffer; not a size that easyjson's pool takes
	largeBuffer  = 64 << 10  // what a pooled buffer may hold whatever it is used for
	spareLimit   = 8         // documents that may leave most of a larger one unused
)

var documents = sync.Pool{New: func() any { return &document{buf: make([]byte, 0, documentSize)} }}

func newDocument(indent bool) *document {
	d := documents.Get().(*document)
	d.buf, d.indent, d.depth, d.first, d.deep = d.buf[:0], indent, 0, false, false
	return d
}

// release gives the buffer back. One that has grown large is kept while
// documents need it, and left to the garbage collector when they no longer do.
func (d *document) release() {
	if cap(d.buf) > largeBuffer && len(d.buf) < cap(d.buf)/4 {
		if d.spare++; d.spare > spareLimit {
			d.buf, d.spare = make([]byte, 0, documentSize), 0
		}
	} else {
		d.spare = 0
	}
	documents.Put(d)
}

func (d *document) open(bracket byte) {
	d.buf = append(d.buf, bracket)
	d.deep = d.deep || d.depth >= jsonwire.MaxDepth
	d.depth++
	d.first = true
}

func (d *document) shut(bracket byte) {
	d.depth--
	if d.indent && !d.first {
		d.buf = jsonwire.AppendNewline(d.buf, d.depth)
	}
	d.buf = append(d.buf, bracket)
	d.first = false
}

// element begins an element of an array, or the name of a member.
func (d *document) element() {
	if !d.first {
		d.buf = append(d.buf, ',')
	}
	d.first = false
	if d.indent {
		d.buf = jsonwire.AppendNewline(d.buf, d.depth)
	}
}

// key begins a member. name needs no escaping.
func (d *document) key(name string) {
	d.element()
	d.buf = append(append(append(d.buf, '"'), name...), `":`...)
	if d.indent {
		d.buf = append(d.buf, ' ')
	}
}

func (d *document) string(name, value string) {
	d.key(name)
	d.buf = jsonwire.AppendString(d.buf, value)
}

func (d *document) int(name string, value int64) {
	d.key(name)
	d.buf = jsonwire.AppendInt(d.buf, value)
}

func (d *document) bool(name string, value bool) {
	d.key(name)
	d.buf = jsonwire.AppendBool(d.buf, value)
}

func (d *document) null(name string) {
	d.key(name)
	d.buf = append(d.buf, "null"...)
}

// any appends a member with a value of any type. On error, which is also what
// becomes of a panic of the value's marshaler, the buffer is as it was.
func (d *document) any(name string, value any) error {
	n, first := len(d.buf), d.first
	d.key(name)
	err := d.value(value)
	if err != nil {
		d.buf, d.first = d.buf[:n], first
		return jsonwire.AtField(name, err)
	}
	return nil
}

// value appends a value of any type at the current depth. A panic of its
// marshaler is an error; on error, d.buf is as it was.
func (d *document) value(v any) (err error) {
	n := len(d.buf)
	defer func() {
		if r := recover(); r != nil {
			err = panicError(r)
		}
		if err != nil {
			d.buf = d.buf[:n]
		}
	}()
	if d.indent {
		d.buf, err = jsonwire.AppendAnyIndent(d.buf, v, d.depth)
	} else {
		d.buf, err = jsonwire.AppendAnyList(d.buf, v, d.depth)
	}
	return err
}

// writeTo ends the document with a newline and writes it in one Write.
func (d *document) writeTo(w io.Writer, escapeHTML bool) error {
	d.buf = append(d.buf, '\n')
	if !escapeHTML {
		return writeWhole(w, d.buf)
	}
	escaped := newDocument(false)
	defer escaped.release()
	escaped.buf = jsonwire.AppendHTMLEscaped(escaped.buf, d.buf)
	return writeWhole(w, escaped.buf)
}

// writeWhole writes b in one Write; a short write without an error is one.
func writeWhole(w io.Writer, b []byte) error {
	n, err := w.Write(b)
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return fmt.Errorf("message: write of a document of %d bytes: %w", len(b), err)
	}
	return nil
}

// join is errors.Join without its allocation where one error is nil.
func join(a, b error) error {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return errors.Join(a, b)
}
