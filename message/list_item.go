package message

import (
	"context"
	"errors"
	"reflect"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// Item appends v, of any type that has a JSON form. Generated types should be
// passed as pointers, which are appended without reflection. nil and nil
// pointers are null.
func (l *ListWriter) Item(v any) error {
	if d, ok := jsonwire.Direct(v); ok {
		l.appender(d)
	} else {
		l.any(v)
	}
	return l.err
}

// Raw appends a value that is JSON already, a copy.
func (l *ListWriter) Raw(r jsonwire.Raw) error {
	l.raw(r)
	return l.err
}

// Null appends null.
func (l *ListWriter) Null() error {
	l.raw(jsonwire.Raw{})
	return l.err
}

// Fail reports that the source could not produce its next item. Under
// SkipWithNote the list goes on and Fail returns nil.
func (l *ListWriter) Fail(err error) error {
	if l.wanted() {
		l.fail(&ItemError{Index: l.index, Source: true, Err: err})
	}
	return l.err
}

// wanted reports whether the next item is, and looks at the context.
func (l *ListWriter) wanted() bool {
	if l.err != nil {
		return false
	}
	if l.ctx.Err() != nil {
		l.err = &ItemError{Index: l.index, Source: true, Err: ended(l.ctx)}
		return false
	}
	if l.busy {
		l.err = &ItemError{Index: l.index, Err: errBusy}
		return false
	}
	return true
}

// errBusy: a marshaler has appended to the list that it is an item of.
var errBusy = errors.New("its marshaler appends to the list itself")

// endedError tells why a context ended, and how.
type endedError struct{ cause, how error }

func (e *endedError) Error() string   { return e.cause.Error() }
func (e *endedError) Unwrap() []error { return []error{e.cause, e.how} }

// ended returns the cause of a context that has ended. errors.Is finds
// context.Canceled or context.DeadlineExceeded in it whatever the cause is.
func ended(ctx context.Context) error {
	cause, how := context.Cause(ctx), ctx.Err()
	if errors.Is(cause, how) {
		return cause
	}
	return &endedError{cause, how}
}

// fail takes note of an item that is not in the list; it reports whether the
// list goes on.
func (l *ListWriter) fail(err *ItemError) bool {
	l.index++
	if l.opts.OnError != SkipWithNote {
		l.err = err
		return false
	}
	l.stats.Skipped++
	if len(l.skips) < maxSkips {
		l.skips = append(l.skips, *err)
	}
	return true
}

// appender appends an item that appends itself.
func (l *ListWriter) appender(d jsonwire.DepthAppender) bool {
	if !l.wanted() {
		return false
	}
	if l.opts.Lines {
		m, _ := d.(Message)
		return l.done(l.line(m, l.opts.itemReason(), func(dst []byte) ([]byte, error) { return appendSafe(dst, d, 0) }))
	}
	start := l.comma()
	l.busy = true
	out, err := appendSafe(l.buf, d, 2)
	l.busy = false
	if err != nil {
		l.buf = l.buf[:start]
		return l.done(err)
	}
	l.buf = out
	return l.done(nil)
}

// any appends an item of any type.
func (l *ListWriter) any(v any) bool {
	if !l.wanted() {
		return false
	}
	if l.opts.Lines {
		m, _ := v.(Message)
		if isNil(v) {
			m = nil
		}
		return l.done(l.line(m, l.opts.itemReason(), func(dst []byte) ([]byte, error) { return appendAnySafe(dst, v, 0) }))
	}
	start := l.comma()
	l.busy = true
	out, err := appendAnySafe(l.buf, v, 2)
	l.busy = false
	if err != nil {
		l.buf = l.buf[:start]
		return l.done(err)
	}
	l.buf = out
	return l.done(nil)
}

// isNil reports whether v is a nil pointer.
func isNil(v any) bool {
	r := reflect.ValueOf(v)
	return r.Kind() == reflect.Pointer && r.IsNil()
}

func (l *ListWriter) raw(r jsonwire.Raw) bool {
	if !l.wanted() {
		return false
	}
	if l.opts.Lines {
		return l.done(l.line(nil, l.opts.itemReason(), func(dst []byte) ([]byte, error) { return jsonwire.AppendRaw(dst, r, 0) }))
	}
	start := l.comma()
	out, err := jsonwire.AppendRaw(l.buf, r, 2)
	if err != nil {
		l.buf = l.buf[:start]
		return l.done(err)
	}
	l.buf = out
	return l.done(nil)
}

// comma appends what separates the next item from the one before and returns
// where to roll back to. It looks at what was emitted, not at the index: items
// may have been left out.
func (l *ListWriter) comma() (start int) {
	start = len(l.buf)
	if l.stats.Items > 0 {
		l.buf = append(l.buf, ',')
	}
	return start
}

// done counts an item, or notes its error, and flushes at its border.
func (l *ListWriter) done(err error) bool {
	if err != nil {
		return l.fail(&ItemError{Index: l.index, Err: err})
	}
	l.index++
	l.stats.Items++
	if len(l.buf) >= l.opts.FlushSize && l.opts.OnError != FailBeforeBytes {
		return l.flush()
	}
	return true
}

// appendSafe appends d; its panic is an error, and on error the buffer's
// content up to len(dst) is as it was.
func appendSafe(dst []byte, d jsonwire.DepthAppender, depth int) (out []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			out, err = dst, panicError(r)
		}
	}()
	return d.AppendJSONDepth(dst, depth)
}

// appendAnySafe is appendSafe for any type.
func appendAnySafe(dst []byte, v any, depth int) (out []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			out, err = dst, panicError(r)
		}
	}()
	return jsonwire.AppendAny(dst, v, depth)
}

// line appends one message: what appendItem appends, with reason in front of
// its members unless it is a message already, m or by its members. On error
// nothing is appended.
func (l *ListWriter) line(m Message, reason string, appendItem func([]byte) ([]byte, error)) error {
	start := len(l.buf)
	l.busy = true
	out, err := appendItem(l.buf)
	l.busy = false
	if err == nil {
		out, err = asMessage(out, start, m, reason)
	}
	if err != nil {
		l.buf = l.buf[:start]
		return err
	}
	l.buf = append(out, '\n')
	return nil
}

// asMessage makes the compact, valid value at b[start:] an object that begins
// with a reason. What comes from m is trusted when it appends itself.
func asMessage(b []byte, start int, m Message, reason string) ([]byte, error) {
	object := b[start] == '{'
	if m != nil {
		if !object {
			return b, ErrNotObject
		}
		if _, ok := jsonwire.Direct(m); ok {
			return b, nil
		}
		return putReason(b, start, m.Reason())
	}
	if object {
		if is, err := hasReason(b[start:]); is || err != nil {
			return b, err
		}
	}
	size := len(b) - start
	if !object {
		if err := jsonwire.CheckDepth(b[start:], 1); err != nil {
			return b, err
		}
	}
	b = append(b, `{"reason":`...)
	b = jsonwire.AppendString(b, reason)
	switch { // the new head stands behind the value: they change places
	case object && size == len("{}"):
		b = append(b, '}')
		return b[:start+copy(b[start:], b[start+size:])], nil
	case object:
		b = append(append(b, ','), b[start+1:start+size]...)
		return b[:start+copy(b[start:], b[start+size:])], nil
	default: // null, a string: a value of its own member
		b = append(b, `,"value":`...)
		b = append(append(b, b[start:start+size]...), '}')
		return b[:start+copy(b[start:], b[start+size:])], nil
	}
}

func (o *ListOptions) itemReason() string { return orDefault(o.ItemReason, "item") }
