package message_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
)

// fault is one way in which a Write goes wrong.
type fault struct {
	name string
	// take returns how many of n bytes are taken before it goes wrong.
	take func(n int) int
	err  error // nil is a short write without a word
	// panics says that err is the panic's value; ends that the goroutine ends.
	panics bool
	want   error
}

var errDisk = errors.New("disk on fire")

func none(int) int      { return 0 }
func half(n int) int    { return n / 2 }
func butLast(n int) int { return n - 1 }

// faults are all of them: the table that every writer test runs through.
var faults = []fault{
	{name: "0 bytes and error", take: none, err: syscall.ENOSPC, want: syscall.ENOSPC},
	{name: "half and error", take: half, err: errDisk, want: errDisk},
	{name: "half and nil", take: half, want: io.ErrShortWrite},
	{name: "0 bytes and nil", take: none, want: io.ErrShortWrite},
	{name: "all but one and error", take: butLast, err: syscall.EFBIG, want: syscall.EFBIG},
	{name: "all but one and nil", take: butLast, want: io.ErrShortWrite},
	{name: "0 bytes and EAGAIN", take: none, err: syscall.EAGAIN, want: syscall.EAGAIN},
	{name: "half and EAGAIN", take: half, err: syscall.EAGAIN, want: syscall.EAGAIN},
	{name: "0 bytes and EPIPE", take: none, err: syscall.EPIPE, want: syscall.EPIPE},
	{name: "half and EPIPE", take: half, err: syscall.EPIPE, want: syscall.EPIPE},
	{name: "panic before", take: none, err: errDisk, panics: true, want: errDisk},
	{name: "panic half way", take: half, err: errDisk, panics: true, want: errDisk},
	{name: "count below zero", take: func(int) int { return -1 }, err: errDisk, want: errDisk},
}

// faultyWriter keeps what it is given, but its k-th Write, and after it every
// further k-th one when again is set, goes wrong. It must not be called by
// two goroutines at once, and notices.
type faultyWriter struct {
	fault
	k     int
	again bool

	turn   sync.Mutex
	out    bytes.Buffer
	writes int
	went   int // how many went wrong
	syncs  int
	misuse []string
}

func (w *faultyWriter) Write(p []byte) (int, error) {
	if !w.turn.TryLock() {
		panic("two Writes at once")
	}
	defer w.turn.Unlock()
	w.writes++
	if len(p) == 0 || p[len(p)-1] != '\n' {
		w.misuse = append(w.misuse, fmt.Sprintf("write %d does not end a line", w.writes))
	}
	if w.k == 0 || w.writes%w.k != 0 || (w.writes > w.k && !w.again) {
		return w.out.Write(p)
	}
	w.went++
	n := w.take(len(p))
	w.out.Write(p[:max(n, 0)])
	if w.panics {
		panic(w.err)
	}
	return n, w.err
}

func (w *faultyWriter) Sync() error {
	w.syncs++
	return nil
}

// emitMany sends count artifacts from each of the goroutines and returns how
// many Emits failed; each error must be wanted.
func emitMany(t *testing.T, e *message.Emitter, goroutines, count int, wanted error) int64 {
	t.Helper()
	var wg sync.WaitGroup
	failed := make([]int64, goroutines)
	for g := range goroutines {
		wg.Go(func() {
			for i := range count {
				m := &artifact{Name: "g" + strconv.Itoa(g), Size: int64(i), Tags: []string{"one", "two"}}
				if err := e.Emit(m); err != nil {
					failed[g]++
					assert.ErrorIs(t, err, wanted)
				}
			}
		})
	}
	wg.Wait()
	var all int64
	for _, n := range failed {
		all += n
	}
	return all
}

// durabilities are the options under which every fault is tried.
var durabilities = []struct {
	name string
	opts message.EmitterOptions
}{
	{"written", message.EmitterOptions{}},
	{"buffered", message.EmitterOptions{Durability: message.Buffered, BufferSize: 200}},
	{"synced", message.EmitterOptions{Durability: message.Synced}},
	{"queued", message.EmitterOptions{Queue: 1000}},
	{"stamped", message.EmitterOptions{Seq: true, Time: true, Run: "r1"}},
}

// TestEveryWriteFails lets each single Write of a run fail in each way, until
// a run has no such Write, and demands after each that nothing is lost
// without being counted and nothing but the torn message is unreadable.
func TestEveryWriteFails(t *testing.T) {
	for _, d := range durabilities {
		for _, f := range faults {
			for _, goroutines := range []int{1, 8} {
				t.Run(fmt.Sprintf("%s/%s/%d goroutines", d.name, f.name, goroutines), func(t *testing.T) {
					for k := 1; ; k++ {
						w := &faultyWriter{fault: f, k: k}
						runFaulty(t, w, d.opts, goroutines)
						if w.went == 0 {
							break
						}
						require.Less(t, k, 1000)
					}
				})
			}
		}
	}
}

// TestWritesFailAgainAndAgain lets every second and third Write fail.
func TestWritesFailAgainAndAgain(t *testing.T) {
	for _, d := range durabilities {
		for _, f := range faults {
			for _, k := range []int{1, 2, 3} {
				t.Run(fmt.Sprintf("%s/%s/every %d", d.name, f.name, k), func(t *testing.T) {
					runFaulty(t, &faultyWriter{fault: f, k: k, again: true}, d.opts, 4)
				})
			}
		}
	}
}

func runFaulty(t *testing.T, w *faultyWriter, opts message.EmitterOptions, goroutines int) {
	t.Helper()
	const count = 6
	e := message.NewEmitter(w, &opts)
	failed := emitMany(t, e, goroutines, count, w.want)
	closeErr := e.Close()
	s, got := e.Stats(), readStream(w.out.Bytes())

	require.Equal(t, s.Sent, s.Written+s.Failed+s.Dropped, "%+v", s)
	require.EqualValues(t, goroutines*count, s.Sent)
	if w.panics { // a batch may have been taken in part: nobody can know
		require.GreaterOrEqual(t, len(got.lines), int(s.Written))
		require.LessOrEqual(t, len(got.lines), int(s.Written+s.Failed))
	} else {
		require.EqualValues(t, s.Written, len(got.lines), "readable lines; %+v\n%q", s, w.out.String())
	}
	require.LessOrEqual(t, got.bad, w.went, "unreadable lines\n%q", w.out.String())
	require.EqualValues(t, w.writes, s.Writes)
	require.Empty(t, w.misuse)
	if opts.Durability != message.Buffered && opts.Queue == 0 {
		require.Equal(t, s.Failed, failed, "errors returned")
	}
	if w.went > 0 {
		require.ErrorIs(t, closeErr, w.want)
	} else {
		require.NoError(t, closeErr)
	}
	if !w.panics {
		require.EqualValues(t, w.out.Len(), s.Bytes)
	}
	if opts.Durability == message.Synced {
		require.GreaterOrEqual(t, w.syncs, min(1, len(got.lines)))
	}
	requireOrder(t, got.artifacts(t))
}

// failingSync is a writer whose Sync goes wrong.
type failingSync struct{ bytes.Buffer }

func (*failingSync) Sync() error { return errDisk }

func TestSyncFails(t *testing.T) {
	var w failingSync
	e := message.NewEmitter(&w, &message.EmitterOptions{Durability: message.Synced})
	require.ErrorIs(t, e.Emit(&buildFinished{}), errDisk, "written, but not known to be on the disk")
	assert.Equal(t, message.Stats{Sent: 1, Written: 1, Bytes: 44, Writes: 1}, e.Stats())
	assert.ErrorIs(t, e.Close(), errDisk)
}

// endingWriter ends the goroutine that calls it, once.
type endingWriter struct {
	bytes.Buffer
	ended bool
}

func (w *endingWriter) Write(p []byte) (int, error) {
	if !w.ended {
		w.ended = true
		endGoroutine()
	}
	return w.Buffer.Write(p)
}

func TestWriterEndsTheGoroutine(t *testing.T) {
	var w endingWriter
	e := message.NewEmitter(&w, nil)
	var wg sync.WaitGroup
	wg.Go(func() { _ = e.Emit(&buildFinished{Success: true}) })
	wg.Wait()
	require.NoError(t, e.Emit(&buildFinished{Success: true}), "the turn was given back")
	assert.Equal(t, "\n{\"reason\":\"build-finished\",\"success\":true}\n", w.String())
	s := e.Stats()
	assert.EqualValues(t, 1, s.Failed)
	assert.EqualValues(t, 1, s.Written)
	assert.Error(t, e.Close())
}

// TestLineEndMissing: a message of which only the line end was not taken is
// whole to any reader, so it counts as written; the error is kept for Close.
func TestLineEndMissing(t *testing.T) {
	w := &faultyWriter{fault: fault{take: butLast, err: syscall.EFBIG}, k: 1}
	e := message.NewEmitter(w, nil)
	require.NoError(t, e.Emit(&buildFinished{Success: true}))
	assert.Equal(t, `{"reason":"build-finished","success":true}`, w.out.String())
	require.NoError(t, e.Emit(&buildFinished{}))
	assert.Equal(t, "{\"reason\":\"build-finished\",\"success\":true}\n{\"reason\":\"build-finished\",\"success\":false}\n", w.out.String())
	assert.Equal(t, message.Stats{Sent: 2, Written: 2, Bytes: 87, Writes: 2}, e.Stats())
	assert.ErrorIs(t, e.Close(), syscall.EFBIG)
}
