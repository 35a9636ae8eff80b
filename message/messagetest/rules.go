package messagetest

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

// whole: a message is encoded completely before its first byte is written.
func (k *kit) whole() {
	k.begin("messages that cannot be encoded")
	end := &tape{}
	e := k.newWriter(end)
	panics := func() error { panic("a probe that panics") }
	fails := func() error { return errProbe }
	for n, before := range []func() error{nil, fails, panics, fails, nil} {
		err := emit(e, &probe{n: n, before: before})
		var panicked panicError
		switch {
		case errors.As(err, &panicked):
			k.failf("message %d: Emit panicked: %v; want the panic of a marshaler as an error", n, panicked.value)
		case before == nil && err != nil:
			k.failf("message %d after messages that could not be encoded: %v; the stream must go on", n, err)
		case before != nil && err == nil:
			k.failf("message %d cannot be encoded: Emit returned nil; want an error", n)
		}
	}
	if err := caught(e.Flush); err != nil {
		k.failf("Flush after messages that could not be encoded: %v; their errors belong to their Emits", err)
	}
	probes, _, broken := readable(end.output())
	if len(broken) > 0 {
		k.failf("of messages that cannot be encoded this was written: %s; want nothing", clip(strings.Join(broken, "\n")))
	}
	k.wantNumbers("good messages around bad ones", probes, []int{0, 4})
	if s := e.Stats(); s.Sent != 5 || s.Written != 2 || s.Failed != 3 {
		k.failf("5 messages, 3 that cannot be encoded: Sent %d, Written %d, Failed %d; want 5, 2, 3", s.Sent, s.Written, s.Failed)
	}
	shut(e)
}

// oneWrite: line and newline leave in one Write, never split over two.
func (k *kit) oneWrite() {
	k.begin("messages of one goroutine and of several")
	end := &tape{}
	e := k.newWriter(end)
	k.send(e, 0, 50, 0)
	k.concurrently(e, 4, 50)
	shut(e)
	for i, p := range end.calls() {
		if !strings.HasSuffix(p, "\n") {
			k.failf("Write %d ends inside a line: ...%s", i+1, clip(p[max(0, len(p)-40):]))
		}
		if !strings.HasPrefix(strings.TrimLeft(p, "\n"), "{") {
			k.failf("Write %d begins inside a line: %s", i+1, clip(p))
		}
	}
}

// order: Emits of one goroutine keep their order, and an Emit that returned
// stands before one that starts later.
func (k *kit) order() {
	k.begin("messages of one goroutine and of several")
	const workers, each = 8, 100
	end := &tape{}
	e := k.newWriter(end)
	k.send(e, workers, each, 0)
	k.concurrently(e, workers, each)
	k.send(e, workers+1, each, 0)
	for _, err := range shut(e) {
		k.failf("a writer that never fails: %v", err)
	}
	probes, _, broken := readable(end.output())
	if len(broken) > 0 {
		k.failf("%d lines are broken, the first is %s", len(broken), clip(broken[0]))
	}
	next := make([]int, workers+2)
	for i, p := range probes {
		if p.Worker >= len(next) || p.Text != (&probe{n: p.N}).text() {
			k.failf("line %d is not as it was sent: %s", i+1, clip(fmt.Sprint(p)))
			return
		}
		if p.N != next[p.Worker] {
			k.failf("line %d: goroutine %d's message %d, want its %d", i+1, p.Worker, p.N, next[p.Worker])
			return
		}
		next[p.Worker]++
		if first, last := i < each, i >= (workers+1)*each; first != (p.Worker == workers) || last != (p.Worker == workers+1) {
			k.failf("line %d, of goroutine %d: a message that was emitted after another had returned stands before it", i+1, p.Worker)
			return
		}
	}
	if want := (workers + 2) * each; len(probes) != want {
		k.failf("%d messages arrived, %d were emitted", len(probes), want)
	}
}

// accounting: the counts are what happened.
func (k *kit) accounting() {
	k.begin("messages of one goroutine and of several")
	end := &tape{}
	e := k.newWriter(end)
	k.send(e, 0, 10, 100)
	k.concurrently(e, 4, 25)
	shut(e)
	s, out := e.Stats(), end.output()
	if s.Sent != 110 || s.Written != 110 || s.Failed != 0 || s.Dropped != 0 {
		k.failf("110 messages: Sent %d, Written %d, Failed %d, Dropped %d; want 110, 110, 0, 0", s.Sent, s.Written, s.Failed, s.Dropped)
	}
	if s.Bytes != int64(len(out)) {
		k.failf("Stats.Bytes is %d, %d bytes arrived", s.Bytes, len(out))
	}
	if s.Writes != int64(len(end.calls())) {
		k.failf("Stats.Writes is %d, Write was called %d times", s.Writes, len(end.calls()))
	}
}

// large: a message of a megabyte is one line, its neighbours too.
func (k *kit) large() {
	k.begin("a message of 1 MiB")
	end := &tape{}
	e := k.newWriter(end)
	for n, size := range []int{0, 1 << 20, 1 << 20, 65_536, 0} {
		k.steps.Add(1)
		if err := e.Emit(numbered(0, n, size)); err != nil {
			k.failf("message of %d bytes: %v", size, err)
		}
	}
	shut(e)
	probes, _, broken := readable(end.output())
	if len(broken) > 0 {
		k.failf("%d lines are broken, the first is %s", len(broken), clip(broken[0]))
	}
	k.wantNumbers("messages around one of 1 MiB", probes, []int{0, 1, 2, 3, 4})
}

// close: final, idempotent, and nothing comes after it.
func (k *kit) close() {
	k.begin("Close, and Emit after it")
	end := &tape{}
	e := k.newWriter(end)
	k.send(e, 0, 3, 0)
	if err := e.Close(); err != nil {
		k.failf("Close: %v", err)
	}
	before := end.output()
	if probes, _, _ := readable(before); len(probes) != 3 {
		k.failf("when Close returned, %d of 3 messages had arrived", len(probes))
	}
	if err := e.Emit(&probe{n: 3}); err == nil {
		k.failf("Emit after Close returned nil; want an error")
	}
	shut(e)
	if after := end.output(); after != before {
		k.failf("after Close this was written: %s", clip(after[len(before):]))
	}
	if s := e.Stats(); s.Sent != 4 || s.Written != 3 || s.Failed != 1 {
		k.failf("3 messages and one after Close: Sent %d, Written %d, Failed %d; want 4, 3, 1", s.Sent, s.Written, s.Failed)
	}
	k.closeTellsFirstError()
}

func (k *kit) closeTellsFirstError() {
	e := k.newWriter(&tape{at: 1, times: 1, fault: fault{take: none, err: errTape}})
	failed := emit(e, &probe{}) != nil
	later := emit(e, &probe{n: 1}) != nil
	if errs := shut(e); len(errs) == 0 {
		k.failf("a Write failed (Emit returned an error: %v, and the next: %v) and Close returned nil; want the first error", failed, later)
	}
}

// reentry: no lock is held while a message's own code runs.
func (k *kit) reentry() {
	end := &tape{}
	e := k.newWriter(end)
	k.begin("a message that emits another while it is encoded")
	var inner error
	err := emit(e, &probe{n: 1, before: func() error {
		inner = e.Emit(&probe{n: 0})
		return nil
	}})
	if err != nil || inner != nil {
		k.failf("a message that emits another while it is encoded: %v, the other: %v", err, inner)
	}
	shut(e)
	probes, _, _ := readable(end.output())
	k.wantNumbers("a message and the one it emitted", probes, []int{0, 1})
}

// send emits n messages as one goroutine.
func (k *kit) send(e Emitter, worker, n, size int) {
	for i := range n {
		if err := e.Emit(numbered(worker, i, size)); err != nil {
			k.failf("message %d of goroutine %d: %v", i, worker, err)
			return
		}
		k.steps.Add(1)
	}
}

// concurrently emits n messages from each of some goroutines at once.
func (k *kit) concurrently(e Emitter, workers, n int) {
	var wg sync.WaitGroup
	errs := make([]error, workers)
	for worker := range workers {
		wg.Go(func() {
			for i := range n {
				if err := e.Emit(numbered(worker, i, 0)); err != nil {
					errs[worker] = err
					return
				}
				k.steps.Add(1)
			}
		})
	}
	wg.Wait()
	for worker, err := range errs {
		if err != nil {
			k.failf("goroutine %d of %d at once: %v", worker, workers, err)
		}
	}
}

// wantNumbers checks which messages arrived, and in which order.
func (k *kit) wantNumbers(what string, probes []received, want []int) {
	got := make([]int, 0, len(probes))
	for _, p := range probes {
		got = append(got, p.N)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		k.failf("%s: messages %v arrived, want %v", what, got, want)
	}
}
