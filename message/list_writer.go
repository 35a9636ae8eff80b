package message

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// ListWriter takes the items of a list from a visitor; see [WriteListFunc].
// Each method appends one item and reports nil while more are wanted; after an
// error the visitor should return, what it appends then is ignored. A
// ListWriter belongs to one goroutine and must not be kept.
type ListWriter struct {
	ctx   context.Context
	w     io.Writer
	opts  ListOptions
	buf   []byte
	stats ListStats
	index int64  // of the next item in the source
	err   error  // why the list ended; nil while it goes on
	tail  []byte // members behind the items, each with a comma in front

	dry     bool // first pass of TwoPass: nothing is written
	spilled bool // something was written, or would have been
	clash   bool // the head, the tail or the items have one of the footer's names
	busy    bool // an item is being appended
	broken  bool // the writer failed

	names map[string]bool // in front of the items, where a tail follows them

	skips []ItemError // the first ones left out
	slot  any         // *E, for the items of an iterator of values
}

const (
	defaultFlush = 64 << 10
	maxSkips     = 16
)

var listWriters = sync.Pool{New: func() any { return &ListWriter{buf: make([]byte, 0, defaultFlush+8<<10+1)} }}

func newListWriter(ctx context.Context, w io.Writer, opts *ListOptions) *ListWriter {
	l := listWriters.Get().(*ListWriter)
	if ctx == nil {
		ctx = context.Background()
	}
	l.ctx, l.w, l.buf = ctx, w, l.buf[:0]
	if opts != nil {
		l.opts = *opts
	}
	if l.opts.Key == "" {
		l.opts.Key = "items"
	}
	if l.opts.FlushSize <= 0 {
		l.opts.FlushSize = defaultFlush
	}
	return l
}

// release gives l back, without what belongs to the caller. A buffer that a
// large item or document has grown is not kept.
func (l *ListWriter) release() {
	buf, tail, slot := l.buf[:0], l.tail[:0], l.slot
	if cap(buf) > 4*defaultFlush {
		buf = make([]byte, 0, defaultFlush+8<<10+1)
	}
	if cap(tail) > defaultFlush {
		tail = nil
	}
	clear(l.skips)
	*l = ListWriter{buf: buf, tail: tail, slot: slot, skips: l.skips[:0]}
	listWriters.Put(l)
}

// rewind makes l ready for the second pass.
func (l *ListWriter) rewind() {
	clear(l.skips)
	*l = ListWriter{ctx: l.ctx, w: l.w, opts: l.opts, buf: l.buf[:0], tail: l.tail[:0], slot: l.slot, skips: l.skips[:0]}
}

// run writes one list: head, what items appends, end. It is the core of all
// the Write functions. items returns the error of the source, if it has one
// beside those it reported item by item; null says there are no items at all.
func (l *ListWriter) run(head any, null bool, items func(l *ListWriter) error) (ListStats, error) {
	defer l.release()
	l.dry = l.opts.OnError == TwoPass
	l.pass(head, null, items)
	if l.dry && l.spilled && l.err == nil {
		l.rewind()
		l.pass(head, null, items)
	}
	l.dry = false
	return l.finish()
}

// pass encodes the whole list once.
func (l *ListWriter) pass(head any, null bool, items func(l *ListWriter) error) {
	if !l.begin(head, null) {
		return
	}
	if !null {
		if err := items(l); err != nil && l.err == nil {
			l.err = &ItemError{Index: l.index, Source: true, Err: err}
		}
	}
	if l.err == nil {
		l.end(null)
	}
}

// begin appends the head and opens the items.
func (l *ListWriter) begin(head any, null bool) bool {
	if err := l.ctx.Err(); err != nil {
		l.err = ended(l.ctx)
		return false
	}
	if err := l.head(head); err != nil {
		l.err = newEncodeError("list head", err)
		return false
	}
	if err := l.encodeTail(); err != nil {
		l.err = newEncodeError("list tail", err)
		return false
	}
	if l.opts.Lines {
		return true
	}
	l.buf = jsonwire.AppendString(l.buf, l.opts.Key)
	if null {
		l.buf = append(l.buf, ":null"...)
	} else {
		l.buf = append(l.buf, ":["...)
	}
	return true
}

// head appends the head's members with a comma, or its line.
func (l *ListWriter) head(head any) (err error) {
	if head == nil {
		if l.opts.Lines {
			return nil
		}
		l.buf = append(l.buf, '{')
		return l.checkHead([]byte("{}"))
	}
	if l.opts.Lines {
		m, _ := head.(Message)
		return l.line(m, "list", func(dst []byte) ([]byte, error) { return appendAnySafe(dst, head, 0) })
	}
	if l.buf, err = appendAnySafe(l.buf, head, 0); err != nil {
		return err
	}
	if l.buf[0] != '{' {
		return ErrNotObject
	}
	if err = l.checkHead(l.buf); err != nil {
		return err
	}
	if l.buf = l.buf[:len(l.buf)-1]; len(l.buf) > 1 {
		l.buf = append(l.buf, ',')
	}
	return nil
}

// encodeTail encodes the members behind the items.
func (l *ListWriter) encodeTail() (err error) {
	l.tail = l.tail[:0]
	if l.opts.Tail == nil {
		return nil
	}
	if l.tail, err = appendAnySafe(l.tail, l.opts.Tail, 0); err != nil {
		return err
	}
	if l.tail[0] != '{' {
		return ErrNotObject
	}
	if err = l.checkNames(l.tail); err != nil {
		return err
	}
	l.tail[0] = ','
	if l.tail = l.tail[:len(l.tail)-1]; len(l.tail) == 1 {
		l.tail = l.tail[:0] // no members
	}
	return nil
}

// end closes a complete list.
func (l *ListWriter) end(null bool) {
	if l.opts.Lines {
		l.buf = append(l.buf, `{"reason":"list-end"`...)
		l.footer(false, nil)
		return
	}
	if !null {
		l.buf = append(l.buf, ']')
	}
	if l.opts.Footer || l.stats.Skipped > 0 {
		l.footer(false, nil)
		return
	}
	l.buf = append(append(l.buf, l.tail...), "}\n"...)
}

// footer appends the members behind the items and ends the object.
func (l *ListWriter) footer(truncated bool, cause error) {
	d := newDocument(false)
	own := d.buf
	d.buf, d.depth = append(l.buf, l.tail...), 1
	d.int("count", l.stats.Items)
	d.bool("truncated", truncated)
	if l.stats.Skipped > 0 {
		d.int("skipped", l.stats.Skipped)
		d.key("skips")
		d.open('[')
		for i := range l.skips {
			d.element()
			d.open('{')
			d.int("index", l.skips[i].Index)
			d.string("code", codeOf(&l.skips[i]))
			d.string("message", causeText(l.skips[i].Err))
			d.shut('}')
		}
		d.shut(']')
	}
	if cause != nil {
		_ = d.failure(footerFailure(cause)) // details that cannot be encoded are left out
	}
	d.buf = append(d.buf, "}\n"...)
	l.buf, d.buf = d.buf, own
	d.release()
}

// footerFailure is cause as a closed document shows it: with the index of the
// item that ended it.
func footerFailure(cause error) *Failure {
	f := *FailureOf(cause)
	var item *ItemError
	if f.Details == nil && errors.As(cause, &item) {
		f.Details = map[string]any{"index": item.Index}
	}
	f.Causes = nil
	return &f
}

// finish writes what is left and returns what became of the list.
func (l *ListWriter) finish() (ListStats, error) {
	switch {
	case l.broken:
	case l.err == nil:
		l.flush()
	case !l.spilled || l.opts.OnError == FailBeforeBytes || l.stats.Writes == 0:
		// Nothing has left and nothing will.
	case l.opts.OnError == Abort || l.clash:
		l.stats.Truncated = true
		cause := l.err
		l.flush()
		l.err = cause
	default:
		l.stats.Truncated = true
		cause := l.err
		if l.opts.Lines {
			l.buf = append(l.buf, `{"reason":"list-end"`...)
		} else {
			l.buf = append(l.buf, ']')
		}
		l.footer(true, cause)
		if !l.flush() {
			cause = errors.Join(cause, l.err)
		}
		l.err = cause
	}
	if l.broken {
		l.stats.Truncated = true
	}
	if l.err != nil {
		return l.stats, fmt.Errorf("list: %w", l.err)
	}
	return l.stats, nil
}

// flush writes the buffer in one Write; it reports whether the list goes on.
func (l *ListWriter) flush() bool {
	if len(l.buf) == 0 {
		return true
	}
	l.spilled = true
	if l.dry {
		l.buf = l.buf[:0]
		return true
	}
	out := l.buf
	if l.opts.EscapeHTML {
		d := newDocument(false)
		defer d.release()
		d.buf = jsonwire.AppendHTMLEscaped(d.buf, l.buf)
		out = d.buf
	}
	n, err := l.w.Write(out)
	l.stats.Writes++
	l.stats.Bytes += int64(max(n, 0))
	if err == nil && n < len(out) {
		err = io.ErrShortWrite
	}
	if err != nil {
		l.broken = true
		l.err = fmt.Errorf("write %d: %w", l.stats.Writes, err)
		return false
	}
	if l.buf = l.buf[:0]; cap(l.buf) > 4*max(l.opts.FlushSize, defaultFlush) {
		l.buf = make([]byte, 0, defaultFlush+8<<10+1) // an item that large is rare
	}
	return true
}
