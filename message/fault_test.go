package message_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/build"
	"github.com/linefeed-go/linefeed/message/internal/kinds"
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
	endOff int // how many of them took a line without its newline
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
	if n > 0 && n < len(p) && p[n] == '\n' {
		w.endOff++
	}
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
	var failed atomic.Int64
	inParallel(goroutines, func(g int) {
		for i := range count {
			m := &artifact{Name: "g" + strconv.Itoa(g), Size: int64(i), Tags: []string{"one", "two"}}
			if err := e.Emit(m); err != nil {
				failed.Add(1)
				assert.ErrorIs(t, err, wanted)
			}
		}
	})
	return failed.Load()
}

func inParallel(goroutines int, run func(g int)) {
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() { run(g) })
	}
	wg.Wait()
}

// anyMessage returns message i of goroutine g, by turns of every kind that an
// Emitter treats in a way of its own. All of them say g and i.
func anyMessage(g, i int) message.Message {
	name := "g" + strconv.Itoa(g)
	switch i % 6 {
	case 0:
		return &artifact{Name: name, Size: int64(i)}
	case 1: // generated, pure
		return &build.Artifact{Task: &name, Path: name, SizeBytes: int64(i)}
	case 2: // generated, by value
		return build.Artifact{Package: &name, Path: strings.Repeat("<&>", i*20), SizeBytes: int64(i)}
	case 3: // generated, runs foreign code
		return &kinds.Library{Version: json.Number(strconv.Itoa(i)), Any: name, URL: url.URL{Path: name}}
	case 4:
		return &foreign{"foreign", fmt.Sprintf(`{ "name" : %q, "size" : %d }`, name, i)}
	default:
		return &message.Unknown{Name: "unknown", Raw: fmt.Appendf(nil, `{"name":%q, "size": %d}`, name, i)}
	}
}

// keyOf returns what the line of anyMessage(g, i) holds and no other does.
func keyOf(g, i int) string {
	name := "g" + strconv.Itoa(g)
	switch i % 6 {
	case 1:
		return fmt.Sprintf(`"path":"%s","kind":"","size_bytes":%d,`, name, i)
	case 2:
		return fmt.Sprintf(`"package":"%s","path":"%s","kind":"","size_bytes":%d,`, name, strings.Repeat("<&>", i*20), i)
	case 3:
		return fmt.Sprintf(`"version":%d,"raw":null,"wire":null,"any":"%s",`, i, name)
	}
	return fmt.Sprintf(`"name":"%s","size":%d`, name, i)
}

// durabilities are the options under which nothing is lost without a fault.
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

// combined are all options together, under which every fault is tried too.
var combined = append(slices.Clip(durabilities), []struct {
	name string
	opts message.EmitterOptions
}{
	{"short queue", message.EmitterOptions{Queue: 3, Seq: true}},
	{"escaped", message.EmitterOptions{EscapeHTML: true, MaxLine: 400, Seq: true, Durability: message.Buffered, BufferSize: 500}},
	{"synced and stamped", message.EmitterOptions{Durability: message.Synced, Seq: true, EscapeHTML: true, Run: "r2", Exclusive: true, KeepRunning: true}},
}...)

// TestEveryWriteFails lets each single Write of a run fail in each way, until
// a run has no such Write, and demands after each that nothing is lost
// without being counted and nothing but the torn message is unreadable.
func TestEveryWriteFails(t *testing.T) {
	for _, d := range combined {
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
	for _, d := range combined {
		for _, f := range faults {
			for _, k := range []int{1, 2, 3} {
				t.Run(fmt.Sprintf("%s/%s/every %d", d.name, f.name, k), func(t *testing.T) {
					runFaulty(t, &faultyWriter{fault: f, k: k, again: true}, d.opts, 4)
				})
			}
		}
	}
}

// runFaulty emits into w and compares what each Emit returned with what is in
// the stream.
func runFaulty(t *testing.T, w *faultyWriter, opts message.EmitterOptions, goroutines int) {
	t.Helper()
	const count = 6
	e := message.NewEmitter(w, &opts)
	results := make([][]error, goroutines)
	inParallel(goroutines, func(g int) {
		for i := range count {
			results[g] = append(results[g], e.Emit(anyMessage(g, i)))
		}
	})
	closeErr := e.Close()
	s, got := e.Stats(), readStream(w.out.Bytes())

	require.Equal(t, s.Sent, s.Written+s.Failed+s.Dropped, "%+v", s)
	if opts.Queue == 0 {
		require.EqualValues(t, goroutines*count, s.Sent)
	}
	if w.panics { // a batch may have been taken in part: nobody can know
		require.GreaterOrEqual(t, len(got.lines), int(s.Written))
		require.LessOrEqual(t, len(got.lines), int(s.Written+s.Failed))
	} else {
		require.EqualValues(t, s.Written, len(got.lines), "readable lines; %+v\n%q", s, w.out.String())
		require.EqualValues(t, w.out.Len(), s.Bytes)
	}
	require.LessOrEqual(t, got.bad, w.went, "unreadable lines\n%q", w.out.String())
	require.EqualValues(t, w.writes, s.Writes)
	require.Empty(t, w.misuse)
	switch {
	case opts.MaxLine > 0: // one message of anyMessage is too long
		require.Error(t, closeErr)
	case w.went > 0:
		require.ErrorIs(t, closeErr, w.want)
	default:
		require.NoError(t, closeErr)
	}
	if opts.Durability == message.Synced {
		require.GreaterOrEqual(t, w.syncs, min(1, int(s.Written)))
	}
	requireResults(t, w, opts, results)
	requireStamps(t, opts, w, got)
}

// requireResults holds the result of every Emit against the stream: a message
// that is not there in one line of its own is an error, and an error is one
// of those that there were, of a message that is not there.
func requireResults(t *testing.T, w *faultyWriter, opts message.EmitterOptions, results [][]error) {
	t.Helper()
	at := map[string]int{} // where the lines of g begin
	stream := w.out.String()
	if opts.EscapeHTML {
		stream = strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(stream)
	}
	lazy, unended := opts.Durability == message.Buffered || opts.Queue > 0, 0
	for g, errs := range results {
		name := strconv.Itoa(g)
		for i, err := range errs {
			times := 0
			for line := range strings.Lines(stream) {
				if strings.Contains(line, keyOf(g, i)) && json.Valid([]byte(line)) {
					times++
				}
			}
			require.LessOrEqual(t, times, 1, "%s of goroutine %d twice\n%q", keyOf(g, i), g, stream)
			place := strings.Index(stream, keyOf(g, i))
			switch {
			case err == nil && !lazy:
				require.Equal(t, 1, times, "%s returned nil\n%q", keyOf(g, i), stream)
			case err == nil:
			case errors.Is(err, message.ErrLineTooLong), errors.Is(err, message.ErrDropped), errors.Is(err, message.ErrClosed):
				require.Zero(t, times, "%v", err)
			default:
				require.ErrorIs(t, err, w.want)
				unended += times
			}
			if times == 1 {
				require.GreaterOrEqual(t, place, at[name], "order of goroutine %d", g)
				at[name] = place
			}
		}
	}
	if !w.panics {
		require.LessOrEqual(t, unended, w.endOff, "an error, but the line is there with its end\n%q", stream)
	}
}

// requireStamps checks that the stamps of the readable lines are as asked
// for: numbers rise, and only lines that went wrong are missing.
func requireStamps(t *testing.T, opts message.EmitterOptions, w *faultyWriter, got stream) {
	t.Helper()
	var last int64
	for _, line := range got.lines {
		var a artifactLine
		require.NoError(t, json.Unmarshal(line, &a))
		require.Equal(t, opts.Run, a.Run)
		if opts.MaxLine > 0 {
			require.LessOrEqual(t, len(line)+1, opts.MaxLine)
		}
		if opts.EscapeHTML {
			require.NotContains(t, string(line), "<")
		}
		if !opts.Seq {
			continue
		}
		require.Greater(t, a.Seq, last)
		if w.went == 0 {
			require.Equal(t, last+1, a.Seq, "no gaps")
		}
		last = a.Seq
	}
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

// panickingSync is a writer whose Sync panics.
type panickingSync struct{ bytes.Buffer }

func (*panickingSync) Sync() error { panic(errDisk) }

func TestSyncPanics(t *testing.T) {
	var w panickingSync
	e := message.NewEmitter(&w, &message.EmitterOptions{Durability: message.Synced})
	for range 2 {
		err := e.Emit(&buildFinished{})
		require.ErrorIs(t, err, errDisk)
		require.ErrorContains(t, err, "written but not synced")
	}
	assert.Equal(t, message.Stats{Sent: 2, Written: 2, Bytes: 88, Writes: 2}, e.Stats())
	assert.Len(t, readStream(w.Bytes()).lines, 2)
	assert.NotContains(t, w.String(), "\n\n", "no line was torn")
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
// whole to any reader, so it counts as written; its Emit is an error still.
func TestLineEndMissing(t *testing.T) {
	w := &faultyWriter{fault: fault{take: butLast, err: syscall.EFBIG}, k: 1}
	e := message.NewEmitter(w, nil)
	require.ErrorIs(t, e.Emit(&buildFinished{Success: true}), syscall.EFBIG)
	assert.Equal(t, `{"reason":"build-finished","success":true}`, w.out.String())
	require.NoError(t, e.Emit(&buildFinished{}))
	assert.Equal(t, "{\"reason\":\"build-finished\",\"success\":true}\n{\"reason\":\"build-finished\",\"success\":false}\n", w.out.String())
	assert.Equal(t, message.Stats{Sent: 2, Written: 2, Bytes: 87, Writes: 2}, e.Stats())
	assert.ErrorIs(t, e.Close(), syscall.EFBIG)
}
