package message

import (
	"io"
	"runtime"
	"sync"
	"time"
)

// Emitter writes messages to one writer, each as one line. It may be used by
// many goroutines at once. What it promises:
//
//   - A message is encoded whole before its first byte is written. One that
//     cannot be encoded, or whose marshaler panics, writes nothing and is an
//     *[EncodeError]; the stream goes on.
//   - A line and its newline leave in one Write, never split over two. While
//     one goroutine writes, the lines of others gather in the next batch,
//     which the first of them then writes; batches end at line borders.
//   - Several processes may append to one regular file opened with O_APPEND,
//     lines of any size. Without O_APPEND each process has its own position
//     and they overwrite each other. On a pipe lines up to 4,096 bytes stay
//     whole among processes (see [EmitterOptions].Exclusive); on terminals
//     and sockets only those of one process do. Lines of 1 GiB and more are
//     split by package os.
//   - Emits of one goroutine keep their order, and an Emit that returned
//     stands before one that starts later.
//   - Emit blocks while the reader is slow. Nothing is dropped, unless
//     [EmitterOptions].Queue asks for it.
//   - Every message ends as one of written, failed or dropped; [Stats] counts
//     them. A short write is an error (io.ErrShortWrite). After a write that
//     took part of a line, the next one starts with a newline, so that only
//     the torn line is lost. Nothing is ever written twice.
//   - A full non-blocking descriptor (EAGAIN of an *os.File) is waited out and
//     the same line continued; on systems other than Unix it is an error.
//   - An Emit of a generated message allocates nothing in steady state, and a
//     buffer that a large message needed is given up again.
//
// No code of a message or a clock runs while the Emitter's lock is held,
// except marshalers that consist of generated code only; a json.Marshaler may
// emit through the same Emitter. The writer must not.
type Emitter struct {
	sink sink // used by the goroutine that has the turn

	opts   EmitterOptions
	direct bool   // pure messages may be encoded in the shared buffer
	plain  bool   // lines leave as the marshaler wrote them
	lazy   bool   // Emit does not wait for the writer
	run    []byte // the @run stamp, encoded

	closing sync.Once

	mu     sync.Mutex // guards what follows
	turn   bool       // a goroutine writes, or was told to
	single bool       // next is being written as it stands, by writeAlone
	closed bool
	next   *batch   // where lines gather
	spare  []*batch // at most maxSpare
	stats  Stats
	first  error // for Close
	late   error // lost lines whose Emit had returned; for Flush
	seq    uint64
	clock  clock
	crowd  int
	lost   int64     // dropped messages not announced yet
	lostAt time.Time // when the last of them came
	alarm  *time.Timer
}

const (
	maxSpare          = 3
	crowdBatches      = 8 // batches for which company is expected after some
	defaultBufferSize = 64 << 10
)

// NewEmitter returns an Emitter that writes to w, which it does not close.
// opts may be nil; it is copied. The Emitter starts no goroutine, unless
// FlushEvery or Queue is set, and then only while something waits.
func NewEmitter(w io.Writer, opts *EmitterOptions) *Emitter {
	e := &Emitter{}
	if opts != nil {
		e.opts = *opts
	}
	if e.opts.BufferSize <= 0 {
		e.opts.BufferSize = defaultBufferSize
	}
	e.direct = e.opts.Queue <= 0 && e.opts.Now == nil
	e.lazy = e.opts.Queue > 0 || e.opts.Durability == Buffered
	e.prepareDress()
	e.sink = newSink(w, &e.opts)
	e.next = e.newBatch()
	e.spare = append(make([]*batch, 0, maxSpare), e.newBatch())
	return e
}

// Emit writes m as one line and returns when it has come as far as
// [EmitterOptions].Durability asks; m is not kept. The error is an
// *[EncodeError], [ErrClosed], [ErrDropped], or wraps the writer's; then the
// message is not in the stream as a readable line. There are two exceptions,
// which Stats counts as written: a line of which the writer took all but the
// newline (the next line supplies it), and at Synced one that was written but
// could not be synced.
//
// A generated message is best passed as a pointer; a value is copied to the
// heap. Any other Message goes through its MarshalEasyJSON: the result is
// checked, compacted, and must be an object with the reason as its first
// member; if it has no member of that name the Emitter puts it there.
func (e *Emitter) Emit(m Message) error {
	if g, ok := m.(generated); ok && g.MessageTraits(m)&TraitGenerated != 0 {
		return g.EmitTo(e)
	}
	return e.emitOther(m)
}

// Flush pushes on what is buffered or queued and returns when it is written.
// With Buffered and Queue the error is the first, since the last Flush, that
// the writer gave: Emits may have returned nil for lines that it lost. (One
// Emit may have returned the same error, for a line of its own.) With Written
// and Synced it is nil, for there each Emit has its own.
func (e *Emitter) Flush() error {
	e.push()
	e.mu.Lock()
	defer e.mu.Unlock()
	err := e.late
	e.late = nil
	return err
}

// Close is final and synchronous: it writes what is buffered or queued, waits
// for the Emits that are under way, and returns the first error by which a
// message failed. Any further Close returns the same. An Emit after it
// returns [ErrClosed] and writes nothing. The writer is not closed.
func (e *Emitter) Close() error {
	e.closing.Do(func() {
		e.mu.Lock()
		e.closed = true
		if e.alarm != nil {
			e.alarm.Stop()
		}
		e.mu.Unlock()
		e.push()
	})
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.first
}

// Stats returns the counts up to now. It does not wait for the writer.
func (e *Emitter) Stats() Stats {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.stats
}

// push returns when all lines that stand in a batch now are written.
func (e *Emitter) push() {
	e.mu.Lock()
	if !e.turn && e.next.lines == 0 && e.lost == 0 {
		e.mu.Unlock()
		return
	}
	e.leaveAlone()
	// The error is the business of those whose lines they are.
	_ = e.deliver(-1)
}

// deliver is called with the lock held, which it gives back. It returns when
// the batch that gathers now is written, with the result of its line index.
func (e *Emitter) deliver(index int) error {
	b := e.next
	switch {
	case !e.turn:
		e.turn = true
		if e.crowd > 0 {
			e.gather(b)
		}
		e.take()
		e.mu.Unlock()
		return e.write(b, index)
	case !b.led:
		b.led = true
		e.mu.Unlock()
		<-b.lead // the turn is ours now
		e.mu.Lock()
		if e.crowd > 0 {
			e.gather(b)
		}
		e.take()
		e.mu.Unlock()
		return e.write(b, index)
	}
	b.await()
	err := b.result(index)
	if b.left.Add(-1) == 0 {
		e.mu.Lock()
		e.giveBack(b)
		e.mu.Unlock()
	}
	return err
}

// gather lets the other goroutines add their lines to b before the one who
// has the turn takes it. It is called while batches of several lines come
// about; the lock is given back in between.
func (e *Emitter) gather(b *batch) {
	b.led = true // by us, so that they follow
	e.mu.Unlock()
	runtime.Gosched()
	e.mu.Lock()
}

// take closes the batch that gathers, for the one who has the turn, and opens
// another. The lock is held.
func (e *Emitter) take() {
	if e.lost > 0 {
		e.announce()
	}
	if n := len(e.spare); n > 0 {
		e.next, e.spare = e.spare[n-1], e.spare[:n-1]
		return
	}
	e.next = e.newBatch()
}

func (e *Emitter) newBatch() *batch {
	return newBatch(&e.mu, max(keptBuffer, 2*e.opts.BufferSize))
}

// giveBack keeps b for other lines. The lock is held.
func (e *Emitter) giveBack(b *batch) {
	if b.large() {
		e.giveBackLarge(b)
		return
	}
	b.reset()
	if len(e.spare) < maxSpare {
		e.spare = append(e.spare, b)
	}
}

// giveBackLarge is giveBack for a batch that a large message made large. Its
// memory is kept where the next line will meet it, so that its use, or that
// it has none, shows; a buffer that only fills up now and then would show it
// too late.
func (e *Emitter) giveBackLarge(b *batch) {
	// While single is set, next has no lines counted but is being written.
	if next := e.next; !e.lazy && !e.single && next.lines == 0 && !next.led && !next.large() {
		b.shrink()
		b.reset()
		e.next, b = b, next
	} else {
		b.buf = nil
		b.shrink()
		b.reset()
	}
	if len(e.spare) < maxSpare {
		e.spare = append(e.spare, b)
	}
}

// alone reports whether the line just added has no company, so that
// writeAlone may write it.
func (e *Emitter) alone() bool {
	return !e.lazy && !e.turn && e.crowd == 0 && e.sink.easy()
}

// leaveAlone is called by those who come while writeAlone writes: from here
// on lines gather in another batch. The lock is held.
func (e *Emitter) leaveAlone() {
	if e.single {
		e.single = false
		e.take()
	}
}

// endAlone ends writeAlone with all that settle does. The lock is held, and
// given back.
func (e *Emitter) endAlone(b *batch, n int, writeErr error) (err error) {
	e.leaveAlone()
	e.mu.Unlock()
	b.lines, b.writes = 1, 1
	defer e.settleWrite(b, 0, &err)
	if e.sink.took(b, b.buf[1:], n, writeErr) {
		b.good = 1
	}
	b.complete = true
	return nil
}

// writerPanicked ends writeAlone after a panic of the writer.
func (e *Emitter) writerPanicked(b *batch, r any) (err error) {
	e.mu.Lock()
	e.leaveAlone()
	e.mu.Unlock()
	b.lines, b.writes = 1, 1
	e.sink.panicked(b, r)
	e.settle(b, 0, &err)
	return err
}

// write writes b, which was taken, and returns the result of its line index.
func (e *Emitter) write(b *batch, index int) (err error) {
	defer e.settleWrite(b, index, &err)
	e.sink.write(b)
	return nil
}

// settleWrite is deferred by those who call the writer.
func (e *Emitter) settleWrite(b *batch, index int, err *error) {
	if !b.complete {
		e.sink.panicked(b, recover())
	}
	e.settle(b, index, err)
}

// settle counts what became of b, tells those who wait, and hands on the
// turn.
func (e *Emitter) settle(b *batch, index int, err *error) {
	e.mu.Lock()
	e.stats.Written += int64(b.good)
	e.stats.Bytes += b.bytes
	e.stats.Writes += b.writes
	if b.err != nil || b.syncErr != nil {
		e.fault(b)
		*err = b.result(index)
	}
	followed := b.followers > 0
	if b.led {
		e.crowd = max(e.crowd-1, 0)
		if followed {
			e.crowd = crowdBatches
		}
	}
	if !followed {
		e.giveBack(b)
	}
	if e.next.led || e.opts.Queue > 0 {
		e.passTurn()
	} else {
		e.turn = false
	}
	e.mu.Unlock()
	if followed {
		b.finish()
	}
}

// fault counts and keeps what went wrong with b. The lock is held.
func (e *Emitter) fault(b *batch) {
	e.stats.Failed += int64(b.lines - b.good)
	for _, err := range [...]error{b.err, b.syncErr} {
		if e.first == nil {
			e.first = err
		}
		if e.late == nil && e.lazy {
			e.late = err
		}
	}
	for _, n := range b.notices {
		if n.line >= b.good {
			e.lost += n.count // to be announced again
		}
	}
}

// passTurn gives the turn to the first of those who wait, if any. The lock is
// held.
func (e *Emitter) passTurn() {
	switch {
	case e.next.led:
		e.next.lead <- struct{}{}
	case e.opts.Queue > 0 && e.next.lines > 0:
		go e.drain()
	default:
		e.turn = false
	}
}

// drain writes one batch of the queue; it has the turn, and gives it away
// when a Flush or Close has come that waits for it.
func (e *Emitter) drain() {
	e.mu.Lock()
	b := e.next
	if b.led {
		b.lead <- struct{}{}
		e.mu.Unlock()
		return
	}
	e.take()
	e.mu.Unlock()
	_ = e.write(b, -1) // kept for Flush and Close
}
