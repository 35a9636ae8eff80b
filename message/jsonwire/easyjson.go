package jsonwire

import (
	"sync"

	"github.com/mailru/easyjson/buffer"
	"github.com/mailru/easyjson/jwriter"
)

// This file is the fence around easyjson's buffer. What lies behind it:
//
//   - A chunk whose capacity is 512 times a power of two up to 32,768 may be
//     taken into easyjson's global pool, whoever made it, and be handed to the
//     next writer anywhere. So a slice lent to a writer has another capacity.
//   - What does not fit a chunk goes to further ones: the chunk is the whole
//     output only while w.Size() is its length.
//   - Marshalers report through w.Error and may have written half of a value.
//   - DumpTo and MarshalToWriter write in pieces; they are never called.

// EasyMarshaler is easyjson.Marshaler, without that package's imports.
type EasyMarshaler interface {
	MarshalEasyJSON(w *jwriter.Writer)
}

// AppendEasyJSON appends what m writes, checked and compacted as by
// [AppendCompact]. A nil interface and a nil pointer are null. HTML escaping
// is off. Errors are those of m and of AppendCompact; dst is then returned as
// it was. A panic of m passes through.
func AppendEasyJSON(dst []byte, m EasyMarshaler, depth int) ([]byte, error) {
	if isNil(m) {
		return append(dst, "null"...), nil
	}
	if d, ok := depthAppender(m); ok {
		return appendDepth(dst, d, depth)
	}
	e := easyPool.Get().(*easyWriter)
	e.w = jwriter.Writer{NoEscapeHTML: true, Buffer: buffer.Buffer{Buf: e.lent}}
	m.MarshalEasyJSON(&e.w)
	if err := e.w.Error; err != nil {
		e.release(e.w.Buffer.Buf)
		return dst, marshalerError(m, "MarshalEasyJSON", err)
	}
	out := e.w.Buffer.Buf
	if e.w.Size() != len(out) {
		out = e.w.Buffer.BuildBytes() // joins the chunks in new memory
	}
	dst, err := AppendCompact(dst, out, depth)
	e.release(out)
	if err != nil {
		return dst, marshalerError(m, "MarshalEasyJSON", err)
	}
	return dst, nil
}

// easyWriter is a writer with the buffer that is lent to it.
type easyWriter struct {
	w    jwriter.Writer
	lent []byte // length 0, capacity unlike those of easyjson's pool
}

var easyPool = sync.Pool{New: func() any { return &easyWriter{lent: make([]byte, 0, scratchSize)} }}

// release gives e back. It keeps the memory of out, when the marshaler wrote
// more than was lent, so that the next one needs one piece.
func (e *easyWriter) release(out []byte) {
	if cap(out) > cap(e.lent) && cap(out) <= maxScratch {
		e.lent = make([]byte, 0, unlikePool(cap(out)))
	}
	e.w = jwriter.Writer{}
	easyPool.Put(e)
}

// unlikePool returns a capacity of at least n that is never one of easyjson's
// pool, which all are multiples of 512.
func unlikePool(n int) int {
	return n | 1
}

// WriteEasyJSON hands finished JSON, or the error of making it, to w: the end
// of a MarshalEasyJSON. b is copied and stays the caller's. After an earlier
// error of w nothing is written.
func WriteEasyJSON(w *jwriter.Writer, b []byte, err error) {
	switch {
	case w.Error != nil:
	case err != nil:
		w.Error = err
	default:
		w.Buffer.AppendBytes(b)
	}
}

// BeginEasyJSON returns what w holds in its current chunk, for an appender to
// go on with, and EndEasyJSON gives it back: WriteEasyJSON without the copy.
//
//	b, err := m.AppendJSON(jsonwire.BeginEasyJSON(w))
//	jsonwire.EndEasyJSON(w, b, err)
//
// w must not be used in between. An appender that fails must return what it
// was given, as all of this module do.
func BeginEasyJSON(w *jwriter.Writer) []byte {
	w.Buffer.EnsureSpace(minEasySpace)
	return w.Buffer.Buf
}

// minEasySpace is the room BeginEasyJSON sees to, so that a nearly full chunk
// is not copied to grow.
const minEasySpace = 64

// EndEasyJSON is the counterpart of [BeginEasyJSON].
func EndEasyJSON(w *jwriter.Writer, b []byte, err error) {
	if w.Error == nil {
		w.Error = err
	}
	w.Buffer.Buf = b
}

const (
	scratchSize = 4<<10 | 1
	maxScratch  = 256 << 10
)

var scratchPool = sync.Pool{New: func() any { b := make([]byte, 0, scratchSize); return &b }}

// Scratch returns an empty slice from a pool, for bytes that are soon copied
// elsewhere. Store the grown slice through the pointer and call Release.
func Scratch() *[]byte {
	return scratchPool.Get().(*[]byte)
}

// Release gives a slice of [Scratch] back; neither it nor the bytes may be
// used afterwards. Large ones are left to the garbage collector.
func Release(b *[]byte) {
	if cap(*b) > maxScratch {
		return
	}
	*b = (*b)[:0]
	scratchPool.Put(b)
}
