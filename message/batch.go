package message

import (
	"sync"
	"sync/atomic"
)

// batch is some lines that leave together, the goroutines that wait for
// them, and what became of them. Until it is taken for writing it belongs to
// the Emitter's lock; then to the goroutine whose turn it is; when finished,
// to the goroutines that waited for it, the last of which gives it back.
type batch struct {
	buf     []byte // a newline kept ready for a resync, then whole lines
	lines   int
	notices []notice

	led       bool          // a goroutine waits on lead for the turn to write
	lead      chan struct{} // capacity 1
	followers int           // how many wait on done
	done      sync.Cond
	finished  atomic.Bool
	left      atomic.Int32 // followers that have not read the result yet

	good     int   // lines that are whole in the stream
	unended  bool  // of the last good one the line end was not taken
	bytes    int64 // taken by the writer
	writes   int64 // Write calls
	err      error // what became of the lines after the good ones
	syncErr  error // why the good ones may not be on the disk
	complete bool  // the writer neither panicked nor ended the goroutine

	keep int // bytes that buf may just keep
	idle int // uses in a row that needed a small part of a larger buf
}

// notice is a messages-dropped line in a batch.
type notice struct {
	line  int
	count int64
}

// parting is the lock of a batch's Cond: Wait gives the Emitter's lock back
// but does not take it again, so that those who wake do not queue for it. A
// batch finishes once, so there is no condition to check again.
type parting struct{ mu *sync.Mutex }

func (p parting) Lock()   {}
func (p parting) Unlock() { p.mu.Unlock() }

const (
	smallBuffer = 4 << 10   // bytes a new batch starts with
	keptBuffer  = 128 << 10 // bytes any batch keeps; twice BufferSize if that is more
	idleUses    = 32        // small uses after which a larger buffer goes
)

func newBatch(mu *sync.Mutex, keep int) *batch {
	b := &batch{keep: keep, buf: make([]byte, 1, smallBuffer), lead: make(chan struct{}, 1)}
	b.buf[0] = '\n'
	b.done.L = parting{mu}
	return b
}

// result says what became of the line with the given index; of all lines
// together when index is negative.
func (b *batch) result(index int) error {
	sure := b.good
	if b.unended {
		sure--
	}
	if b.err != nil && (index < 0 || index >= sure) {
		return b.err
	}
	return b.syncErr
}

// await lets a follower wait until the batch is finished; it gives the
// Emitter's lock back.
func (b *batch) await() {
	b.followers++
	b.done.Wait()
	// Always true by now. The load orders what finish stored before it, the
	// result, before our reading it.
	b.finished.Load()
}

// finish wakes the followers.
func (b *batch) finish() {
	b.left.Store(int32(b.followers))
	b.finished.Store(true)
	b.done.Broadcast()
}

// large reports whether b has more memory than it may just keep.
func (b *batch) large() bool { return cap(b.buf) > b.keep }

// shrink gives the memory of a large batch up, unless it was needed among the
// last idleUses lines or batches.
func (b *batch) shrink() {
	if len(b.buf) > cap(b.buf)/4 {
		b.idle = 0
		return
	}
	if b.idle++; b.idle >= idleUses || b.buf == nil {
		b.buf, b.idle = append(make([]byte, 0, smallBuffer), '\n'), 0
	}
}

// reset makes b ready for other lines.
func (b *batch) reset() {
	b.buf = b.buf[:1]
	b.lines, b.good, b.bytes, b.writes = 0, 0, 0, 0
	b.complete, b.unended = false, false
	if b.led || b.err != nil || b.syncErr != nil || len(b.notices) > 0 {
		b.notices = b.notices[:0]
		b.led, b.followers, b.err, b.syncErr = false, 0, nil, nil
		b.finished.Store(false)
	}
}
