package message

import (
	"time"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// How finished lines enter the batch that gathers. All of it happens with the
// Emitter's lock held.

// open reports whether a line may be encoded in the shared buffer now: not
// after Close, and not while others would have to wait for the lock.
func (e *Emitter) open() bool {
	if e.closed {
		return false
	}
	if e.lazy {
		return len(e.next.buf) < e.opts.BufferSize
	}
	return !e.turn
}

// refuse says why a line made at now cannot be taken, and counts it then.
func (e *Emitter) refuse(now time.Time) error {
	if e.closed {
		e.stats.Sent++
		e.stats.Failed++
		return ErrClosed
	}
	if e.opts.Queue <= 0 {
		return nil
	}
	if e.next.lines-len(e.next.notices) >= e.opts.Queue {
		e.stats.Sent++
		e.stats.Dropped++
		e.lost++
		e.lostAt = now
		return ErrDropped
	}
	if e.lost > 0 {
		e.announce()
	}
	return nil
}

// commit takes the line that was appended to the batch into account, and
// returns, with the lock given back, when it has come as far as Durability
// asks.
func (e *Emitter) commit() error {
	b := e.next
	index := b.lines
	b.lines++
	e.stats.Sent++
	if !e.lazy {
		return e.deliver(index)
	}
	if e.opts.Queue > 0 {
		if !e.turn {
			e.turn = true
			go e.drain()
		}
		e.mu.Unlock()
		return nil
	}
	if len(b.buf) > e.opts.BufferSize {
		return e.deliver(index)
	}
	if index == 0 && e.opts.FlushEvery > 0 {
		e.setAlarm()
	}
	e.mu.Unlock()
	return nil
}

// setAlarm sees to it that the batch that just began does not wait longer
// than FlushEvery.
func (e *Emitter) setAlarm() {
	if e.alarm == nil {
		e.alarm = time.AfterFunc(e.opts.FlushEvery, e.push)
		return
	}
	e.alarm.Reset(e.opts.FlushEvery)
}

// announce appends a messages-dropped line for the messages dropped since the
// last one.
func (e *Emitter) announce() {
	b := e.next
	start := len(b.buf)
	line := append(b.buf, `{"reason":"messages-dropped","count":`...)
	line = append(jsonwire.AppendInt(line, e.lost), '}')
	line, err := e.dress(line, start, e.lostAt)
	if err != nil {
		return // longer than MaxLine
	}
	b.notices = append(b.notices, notice{line: b.lines, count: e.lost})
	b.buf = append(line, '\n')
	b.lines++
	e.stats.Sent++
	e.lost = 0
}
