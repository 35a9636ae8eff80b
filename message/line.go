package message

import (
	"fmt"
)

// Line is one line on its way into an [Emitter]: the protocol between
// generated code and the Emitter. Programs call Emit or EmitTo and never see
// it. A Line stays on the stack of the generated EmitTo, which has exactly
// this shape:
//
//	func (m *BuildFinished) EmitTo(e *message.Emitter) (err error) {
//		var l message.Line
//		defer l.Recover(&err)
//		b, err := m.AppendJSON(l.Begin(e, message.TraitPure, "build-finished"))
//		return l.End(b, err)
//	}
//
// The second argument of Begin is TraitPure, or 0 for a type whose marshaler
// runs foreign code. The third is the message's reason: a constant, or
// m.Reason() for a type that serves many reasons; it is only used to name
// the message in an [EncodeError]. Every Begin is followed by End on the same
// goroutine, with nothing between them but the marshaler: for a pure message
// the Emitter's lock is held there.
//
// Beside EmitTo, the generator writes MessageTraits, which tells T itself
// from a type that embeds T:
//
//	func (*BuildFinished) MessageTraits(self message.Message) message.Traits {
//		if _, ok := self.(*BuildFinished); !ok {
//			return 0
//		}
//		return message.TraitGenerated | message.TraitPure
//	}
type Line struct {
	e      *Emitter // nil before Begin and after End
	reason string
	start  int
}

// Begin opens a line in e and returns the buffer to which the marshaler
// appends the message's object, keeping what is there already. The buffer
// belongs to the Emitter and must not be kept. Begin never fails: what is
// wrong with e is reported by End.
func (l *Line) Begin(e *Emitter, traits Traits, reason string) []byte {
	l.e, l.reason = e, reason
	e.mu.Lock()
	l.start = 0
	return e.buf[:0]
}

// End takes the marshaler's result, b as it was returned by Begin with one
// object appended, and delivers it as one line. With err != nil nothing is
// written and the result is an *[EncodeError]. It returns when the line has
// reached what [EmitterOptions].Durability asks for.
func (l *Line) End(b []byte, err error) error {
	e := l.e
	l.e = nil
	defer e.mu.Unlock()
	e.stats.Sent++
	if err != nil {
		e.stats.Failed++
		return &EncodeError{Reason: l.reason, Err: err}
	}
	b = append(b, '\n')
	e.buf = b
	n, err := e.w.Write(b)
	e.stats.Writes++
	e.stats.Bytes += int64(n)
	if err != nil {
		e.stats.Failed++
		return fmt.Errorf("message: write: %w", err)
	}
	e.stats.Written++
	return nil
}

// Recover gives lock and buffer back when the marshaler between Begin and End
// panicked, and turns the panic into an *[EncodeError] in *err. It must be
// deferred directly, as shown at [Line]; after a completed End it does
// nothing.
func (l *Line) Recover(err *error) {
	e := l.e
	if e == nil {
		return
	}
	r := recover()
	l.e = nil
	e.stats.Sent++
	e.stats.Failed++
	e.mu.Unlock()
	*err = &EncodeError{Reason: l.reason, Err: fmt.Errorf("panic: %v", r)}
}
