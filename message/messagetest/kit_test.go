package messagetest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mailru/easyjson/jwriter"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
)

// flaw is a way in which a sketch breaks the contract.
type flaw string

const (
	writesHalfEncoded flaw = "writes what a message that fails had encoded"
	panicsThrough     flaw = "does not recover a marshaler's panic"
	stopsAfterBad     flaw = "refuses everything after a message that cannot be encoded"
	splitsNewline     flaw = "writes the newline apart"
	splitsLine        flaw = "writes a line in halves"
	reorders          flaw = "holds one message back"
	repeats           flaw = "writes some messages twice"
	loses             flaw = "loses some messages"
	alters            flaw = "alters some messages"
	miscounts         flaw = "does not count what was sent"
	miscountsBytes    flaw = "does not count bytes"
	miscountsWrites   flaw = "does not count writes"
	ignoresErrors     flaw = "ignores errors of the writer"
	ignoresShort      flaw = "ignores short writes"
	noResync          flaw = "continues a torn line"
	resends           flaw = "sends a failed line again"
	dropsBusy         flaw = "drops uncounted while the writer is busy"
	locksEncoding     flaw = "encodes under its lock"
	cutsLarge         flaw = "cuts large lines"
	closesEarly       flaw = "does not write at Close what it held back"
	neverCloses       flaw = "goes on after Close"
	closeForgets      flaw = "does not tell the first error at Close"
)

// sketch is the simplest emitter that keeps the contract, apart from a flaw.
type sketch struct {
	flaw   flaw
	w      io.Writer
	mu     sync.Mutex
	stats  message.Stats
	torn   bool
	closed bool
	bad    bool
	first  error
	held   []byte
	count  int
	busy   atomic.Bool
}

var errBad = errors.New("sketch: cannot be encoded")

func (s *sketch) encode(m message.Message) (line []byte, err error) {
	if s.flaw != panicsThrough {
		defer func() {
			if r := recover(); r != nil {
				err = errBad
			}
		}()
	}
	var w jwriter.Writer
	m.MarshalEasyJSON(&w)
	failed := w.Error
	w.Error = nil
	line, err = w.BuildBytes()
	if err != nil {
		return nil, err
	}
	return append(line, '\n'), failed
}

func (s *sketch) Emit(m message.Message) error {
	if s.flaw == locksEncoding {
		s.mu.Lock()
		defer s.mu.Unlock()
		line, err := s.encode(m)
		return s.emit(line, err)
	}
	if s.flaw == dropsBusy && s.busy.Load() {
		return nil
	}
	line, err := s.encode(m)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy.Store(true)
	defer s.busy.Store(false)
	return s.emit(line, err)
}

func (s *sketch) emit(line []byte, err error) error {
	if s.flaw != miscounts {
		s.stats.Sent++
	}
	if s.closed && s.flaw != neverCloses {
		s.stats.Failed++
		return message.ErrClosed
	}
	if s.flaw == stopsAfterBad && s.bad {
		s.stats.Failed++
		return errBad
	}
	if err != nil {
		s.bad = true
		s.stats.Failed++
		if s.flaw == writesHalfEncoded {
			s.write(line)
		}
		return err
	}
	s.count++
	return s.shape(line)
}

// shape puts the line through the flaws that concern whole lines.
func (s *sketch) shape(line []byte) error {
	switch {
	case s.flaw == loses && s.count%20 == 0:
		s.stats.Written++
		return nil
	case s.flaw == alters && s.count%20 == 0:
		line = []byte(strings.Replace(string(line), "plain", "plane", 1))
	case s.flaw == repeats && s.count%20 == 0:
		s.write(line)
	case s.flaw == cutsLarge && len(line) > 65_536:
		line = append(append(line[:65_536:65_536], '\n'), line[65_536:]...)
	case s.flaw == closesEarly || s.flaw == reorders && s.held == nil && s.count%20 == 0:
		s.held = line
		s.stats.Written++
		return nil
	}
	return s.deliver(line)
}

func (s *sketch) deliver(line []byte) error {
	if s.torn && s.flaw != noResync {
		line = append([]byte{'\n'}, line...)
	}
	n, err := s.write(line)
	if err == nil && n < len(line) && s.flaw != ignoresShort {
		err = io.ErrShortWrite
	}
	if err != nil && s.flaw == resends {
		line = append([]byte{'\n'}, line...)
		if n, err = s.write(line); err == nil && n < len(line) {
			err = io.ErrShortWrite
		}
	}
	n = max(n, 0)
	s.torn = n < len(line) && (n > 0 || s.torn)
	if s.held != nil && s.flaw == reorders {
		held := s.held
		s.held = nil
		_, _ = s.write(held)
	}
	if err == nil || s.flaw == ignoresErrors || n >= len(line)-1 {
		s.stats.Written++
		return nil
	}
	s.stats.Failed++
	if s.first == nil {
		s.first = err
	}
	return err
}

func (s *sketch) write(p []byte) (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			s.torn = true
			n, err = 0, fmt.Errorf("sketch: the writer panicked: %v", r)
		}
	}()
	parts := [][]byte{p}
	switch s.flaw {
	case splitsNewline:
		parts = [][]byte{p[:len(p)-1], p[len(p)-1:]}
	case splitsLine:
		parts = [][]byte{p[:len(p)/2], p[len(p)/2:]}
	}
	for _, part := range parts {
		k, err := s.w.Write(part)
		n += k
		if s.flaw != miscountsWrites {
			s.stats.Writes++
		}
		if s.flaw != miscountsBytes {
			s.stats.Bytes += int64(max(k, 0))
		}
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

func (s *sketch) Flush() error { return nil }

func (s *sketch) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.flaw == closeForgets {
		return nil
	}
	return s.first
}

func (s *sketch) Stats() message.Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stats
}

func newSketch(f flaw) func(w io.Writer) Emitter {
	return func(w io.Writer) Emitter { return &sketch{flaw: f, w: w} }
}

func TestKitAcceptsTheSimplestEmitter(t *testing.T) {
	TestEmitter(t, newSketch(""))
}

// TestKitFindsEachFlaw tells which rules find a flaw; others may as well.
func TestKitFindsEachFlaw(t *testing.T) {
	t.Parallel()
	tests := map[flaw]struct {
		rule string
		want string // in a failure
	}{
		writesHalfEncoded: {"whole", `this was written: "{\"reason\":\"probe\"`},
		panicsThrough:     {"whole", "message 2: Emit panicked: a probe that panics"},
		stopsAfterBad:     {"whole", "message 4 after messages that could not be encoded: sketch: cannot be encoded"},
		splitsNewline:     {"one-write", "Write 1 ends inside a line"},
		splitsLine:        {"one-write", "Write 2 begins inside a line"},
		reorders:          {"order", "want its"},
		repeats:           {"order", "goroutine 8's message 19, want its 20"},
		loses:             {"order", "goroutine 8's message 20, want its 19"},
		alters:            {"order", "is not as it was sent"},
		miscounts:         {"accounting", "110 messages: Sent 0, Written 110"},
		miscountsBytes:    {"accounting", "Stats.Bytes is 0"},
		miscountsWrites:   {"accounting", "Stats.Writes is 0, Write was called 110 times"},
		ignoresErrors:     {"faults", "message 0 is lost and neither Emit nor Flush nor Close returned an error"},
		ignoresShort:      {"faults", "Written is 6, 5 readable lines arrived"},
		noResync:          {"faults", "Written is 5, 4 readable lines arrived"},
		resends:           {"faults", "message 0 arrived twice"},
		dropsBusy:         {"back-pressure", "what does not arrive must be counted and told"},
		locksEncoding:     {"re-entry", "still waiting after"},
		cutsLarge:         {"large", "lines are broken"},
		closesEarly:       {"close", "when Close returned, 0 of 3 messages had arrived"},
		neverCloses:       {"close", "Emit after Close returned nil"},
		closeForgets:      {"close", "Close returned nil; want the first error"},
	}
	for f, tc := range tests {
		t.Run(string(f), func(t *testing.T) {
			t.Parallel()
			wait := patience
			if f == locksEncoding {
				wait = 100 * time.Millisecond // it is stuck for good
			}
			got := failuresOf(t, tc.rule, newSketch(f), wait)
			assert.Contains(t, strings.Join(got, "\n"), tc.want)
		})
	}
}

func failuresOf(t *testing.T, name string, newWriter func(w io.Writer) Emitter, wait time.Duration) []string {
	t.Helper()
	for _, r := range rules {
		if r.name == name {
			return r.failures(newWriter, wait)
		}
	}
	require.Fail(t, "no such rule", name)
	return nil
}

// TestKitFindsABufferBetween: a bufio.Writer behind an emitter takes what the
// emitter counts as written, and nobody flushes it.
func TestKitFindsABufferBetween(t *testing.T) {
	t.Parallel()
	behindBuffer := func(w io.Writer) Emitter { return message.NewEmitter(bufio.NewWriter(w), nil) }
	// How many lines share a Write depends on who comes when.
	assert.Regexp(t, `Stats\.Writes is \d+, Write was called 1 times`, strings.Join(failuresOf(t, "accounting", behindBuffer, patience), "\n"))
	assert.Contains(t, failuresOf(t, "close", behindBuffer, patience), "when Close returned, 0 of 3 messages had arrived")
}
