package messagetest

import (
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/linefeed-go/linefeed/message"
)

// patience is how long an emitter may take without coming a step further.
const patience = time.Minute

// Emitter is what [TestEmitter] tests: *[message.Emitter], or another type
// that promises the same.
type Emitter interface {
	Emit(m message.Message) error
	Flush() error
	Close() error
	Stats() message.Stats
}

// TestEmitter puts an emitter through the delivery contract of
// [message.Emitter], each rule as a subtest:
//
//	whole         a message that cannot be encoded writes nothing, is an error, and the stream goes on
//	one-write     a line and its newline leave in one Write
//	order         the messages of one goroutine keep their order; none comes twice
//	accounting    Stats tell what happened: messages, bytes, writes
//	faults        whatever a Write does, no more than one line is unreadable for it, and no loss is silent
//	back-pressure a slow writer makes Emit wait; what is dropped is counted
//	re-entry      a message may emit through the same emitter while it is encoded
//	large         a message of a megabyte is one line
//	close         Close is final; an Emit after it is an error and writes nothing
//
// newWriter returns a new emitter that writes to w. To test a writer W that
// stands between an emitter and its end (a compressor, a tee, a queue to a
// broker), return an emitter over it, and let w be its end:
//
//	messagetest.TestEmitter(t, func(w io.Writer) messagetest.Emitter {
//		return message.NewEmitter(NewW(w), nil)
//	})
//
// An emitter that keeps lines back (Buffered, or with a Queue) is told by
// Flush and Close to write them, and its losses may come out there. w may be
// called by one goroutine at a time, or by several. A Queue must have room for
// 1,000 messages.
func TestEmitter(t *testing.T, newWriter func(w io.Writer) Emitter) {
	t.Helper()
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) {
			for _, failure := range r.failures(newWriter, patience) {
				t.Error(failure)
			}
		})
	}
}

// rule is one sentence of the contract and how it is tried.
type rule struct {
	name string
	try  func(k *kit)
}

var rules = []rule{
	{"whole", (*kit).whole},
	{"one-write", (*kit).oneWrite},
	{"order", (*kit).order},
	{"accounting", (*kit).accounting},
	{"faults", (*kit).faults},
	{"back-pressure", (*kit).backPressure},
	{"re-entry", (*kit).reentry},
	{"large", (*kit).large},
	{"close", (*kit).close},
}

// failures returns how the emitters that newWriter makes break the rule. When
// there is no step for as long as patience, the emitter is stuck: the goroutine
// is left to itself. All of a rule may take any time, on a slow machine for
// instance.
func (r rule) failures(newWriter func(w io.Writer) Emitter, patience time.Duration) []string {
	k := &kit{newWriter: newWriter}
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.try(k)
	}()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for steps, going := k.steps.Load(), true; going; {
		select {
		case <-done:
			going = false
		case <-timer.C:
			now := k.steps.Load()
			if going = now != steps; !going {
				k.failf("%s: still waiting after %s; is a lock held while foreign code or the writer runs?", k.current(), patience)
			}
			steps = now
			timer.Reset(patience)
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.failures)
}

// kit is one rule's trial.
type kit struct {
	newWriter func(w io.Writer) Emitter
	steps     atomic.Int64 // what has been done, to tell slow from stuck

	mu       sync.Mutex
	step     string // what is going on
	failures []string
}

// begin says what is going on from here, for the case that it gets stuck.
func (k *kit) begin(step string) {
	k.steps.Add(1)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.step = step
}

func (k *kit) current() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.step
}

// failf records how the rule is broken; only the first few are kept, as one
// fault mostly shows in many ways.
func (k *kit) failf(format string, args ...any) {
	const kept = 10
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.failures) < kept {
		k.failures = append(k.failures, fmt.Sprintf(format, args...))
	}
}

// panicError is a panic that came out of the emitter.
type panicError struct{ value any }

func (e panicError) Error() string { return fmt.Sprintf("panicked: %v", e.value) }

// caught runs f and returns its error, or its panic as one.
func caught(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicError{r}
		}
	}()
	return f()
}

// emit emits m; a panic is returned as an error.
func emit(e Emitter, m message.Message) error {
	return caught(func() error { return e.Emit(m) })
}

// shut flushes and closes e and returns their errors.
func shut(e Emitter) (errs []error) {
	for _, f := range []func() error{e.Flush, e.Close} {
		if err := caught(f); err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}
