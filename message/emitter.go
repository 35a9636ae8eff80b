package message

import (
	"io"
	"sync"

	"github.com/mailru/easyjson/jwriter"
)

// Emitter writes messages to one writer, each as one line. It may be used by
// many goroutines at once.
type Emitter struct {
	w     io.Writer
	mu    sync.Mutex
	buf   []byte
	stats Stats
}

// NewEmitter returns an Emitter that writes to w, which it does not close.
// opts may be nil.
func NewEmitter(w io.Writer, opts *EmitterOptions) *Emitter {
	return &Emitter{w: w}
}

// Emit writes m as one line. Its result is nil exactly when the message was
// delivered as far as [EmitterOptions].Durability asks.
func (e *Emitter) Emit(m Message) error {
	if g, ok := m.(generated); ok && g.MessageTraits(m)&TraitGenerated != 0 {
		return g.EmitTo(e)
	}
	return e.emitForeign(m)
}

// emitForeign emits a message whose marshaler the generator did not write.
func (e *Emitter) emitForeign(m Message) (err error) {
	var l Line
	defer l.Recover(&err)
	b := l.Begin(e, 0, m.Reason())
	var w jwriter.Writer
	m.MarshalEasyJSON(&w)
	out, err := w.BuildBytes()
	return l.End(append(b, out...), err)
}

// Flush pushes on what is buffered or queued and returns when it is written.
func (e *Emitter) Flush() error { return nil }

// Close is final and synchronous: it writes what is buffered or queued and
// returns the first error the Emitter met. An Emit after it returns
// [ErrClosed] and writes nothing. The writer is not closed.
func (e *Emitter) Close() error { return nil }

// Stats returns the counts up to now.
func (e *Emitter) Stats() Stats {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.stats
}
