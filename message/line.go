package message

import "github.com/linefeed-go/linefeed/message/jsonwire"

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
	e       *Emitter // nil before Begin and after End
	reason  string
	start   int     // of the line in its buffer
	scratch *[]byte // a buffer of its own; nil for the shared one, whose lock is then held
	sent    *batch  // what is being written alone; the lock is not held then
}

// Begin opens a line in e and returns the buffer to which the marshaler
// appends the message's object, keeping what is there already. The buffer
// belongs to the Emitter and must not be kept. Begin never fails: what is
// wrong with e is reported by End.
func (l *Line) Begin(e *Emitter, traits Traits, reason string) []byte {
	l.e, l.reason = e, reason
	if traits&TraitPure != 0 && e.direct && e.mu.TryLock() {
		if e.open() {
			b := e.next.buf
			l.start = len(b)
			return b
		}
		e.mu.Unlock()
	}
	l.scratch = jsonwire.Scratch()
	return *l.scratch
}

// End takes the marshaler's result, b as it was returned by Begin with one
// object appended, and delivers it as one line. With err != nil nothing is
// written and the result is an *[EncodeError]. It returns when the line has
// reached what [EmitterOptions].Durability asks for.
func (l *Line) End(b []byte, err error) error {
	e := l.e
	if err != nil {
		return l.fail(err)
	}
	if l.scratch != nil {
		return l.join(b)
	}
	if !e.plain {
		if b, err = e.dress(b, l.start, e.now()); err != nil {
			return l.fail(err)
		}
	}
	e.next.buf = append(b, '\n')
	if e.alone() {
		return l.writeAlone()
	}
	l.e = nil
	return e.commit()
}

// writeAlone writes the one line in the shared buffer while nobody else has
// lines: what commit does, by the shortest way.
func (l *Line) writeAlone() error {
	e, b := l.e, l.e.next
	e.turn, e.single = true, true
	e.stats.Sent++
	e.mu.Unlock()
	l.sent = b
	n, err := e.sink.w.Write(b.buf[1:])
	size := len(b.buf) - 1
	e.mu.Lock()
	l.e, l.sent = nil, nil
	if n != size || err != nil || !e.single || b.large() {
		return e.endAlone(b, n, err)
	}
	e.turn, e.single = false, false
	e.stats.Written++
	e.stats.Bytes += int64(size)
	e.stats.Writes++
	b.buf = b.buf[:1]
	e.mu.Unlock()
	return nil
}

// join adds the object b, which was encoded in l.scratch, to the lines that
// gather.
func (l *Line) join(b []byte) error {
	e := l.e
	*l.scratch = b
	now := e.now() // perhaps the caller's clock: not under the lock
	e.mu.Lock()
	if err := e.refuse(now); err != nil {
		e.mu.Unlock()
		l.close()
		return err
	}
	e.leaveAlone()
	start := len(e.next.buf)
	line := append(e.next.buf, b...)
	if !e.plain {
		var err error
		if line, err = e.dress(line, start, now); err != nil {
			e.mu.Unlock()
			return l.fail(err)
		}
	}
	l.close()
	e.next.buf = append(line, '\n')
	return e.commit()
}

// close ends the line and gives its own buffer back, if it has one.
func (l *Line) close() {
	l.e = nil
	if l.scratch != nil {
		jsonwire.Release(l.scratch)
		l.scratch = nil
	}
}

// fail ends the line, of which nothing was written, because of err.
func (l *Line) fail(err error) error {
	e, locked := l.e, l.scratch == nil
	l.close()
	failed := newEncodeError(l.reason, err)
	if !locked {
		e.mu.Lock()
	}
	defer e.mu.Unlock()
	if e.closed {
		e.stats.Sent++
		e.stats.Failed++
		return ErrClosed
	}
	e.stats.Sent++
	e.stats.Failed++
	if e.first == nil {
		e.first = failed
	}
	return failed
}

// Recover gives lock and buffer back when the marshaler between Begin and End
// panicked, and turns the panic into an *[EncodeError] in *err; likewise when
// the writer panicked under End. It must be
// deferred directly, as shown at [Line]; after a completed End it does
// nothing.
func (l *Line) Recover(err *error) {
	if l.e == nil {
		return
	}
	r := recover()
	if l.sent != nil {
		*err = l.e.writerPanicked(l.sent, r)
		l.e, l.sent = nil, nil
		return
	}
	if l.scratch == nil {
		l.e.mu.Unlock()
	}
	// The panicking code may have kept the buffer: it is not used again.
	l.scratch = new([]byte)
	if r == nil { // the goroutine ends; nobody sees *err
		r = "the marshaler ended the goroutine"
	}
	*err = l.fail(panicError(r))
}
