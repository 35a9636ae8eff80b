package messagetest

import (
	"fmt"
	"strings"
	"sync"
)

// faults: for each way of failing and each Write, what came before and after
// arrives, what did not arrive is counted and was told, nothing comes twice,
// and at most one line a fault is unreadable.
func (k *kit) faults() {
	const messages = 6
	clean := &tape{}
	e := k.newWriter(clean)
	k.send(e, 0, messages, 0)
	shut(e)
	for _, f := range tapeFaults {
		for at := 1; at <= len(clean.calls()); at++ {
			k.tryFault(f, at, 1, messages)
			k.tryFault(f, at, 2, messages)
		}
	}
}

// tryFault emits messages to a tape of which as many Writes as times says, from
// number at on, fail by f.
func (k *kit) tryFault(f fault, at, times, messages int) {
	where := fmt.Sprintf("Write %d of %d messages %s", at, messages, f.name)
	if times > 1 {
		where += ", and so does the next"
	}
	end := &tape{at: at, times: times, fault: f}
	e := k.newWriter(end)
	told := map[int]error{}
	for n := range messages {
		k.begin(fmt.Sprintf("%s: Emit of message %d", where, n))
		if err := emit(e, numbered(0, n, 0)); err != nil {
			told[n] = err
		}
	}
	k.begin(where + ": Flush and Close")
	late := shut(e)
	k.judge(where, times, e, end.output(), told, late, messages)
}

// judge compares what arrived with what the emitter said: told are the errors
// of its Emits by message, late those of Flush and Close.
func (k *kit) judge(where string, faults int, e Emitter, out string, told map[int]error, late []error, sent int) {
	probes, whole, broken := readable(out)
	if len(broken) > faults {
		k.failf("%s: %d lines are unreadable, want at most %d: %s", where, len(broken), faults, clip(strings.Join(broken, "\n")))
	}
	last := -1
	arrived := map[int]bool{}
	for _, p := range probes {
		if p.N <= last || p.Text != (&probe{n: p.N}).text() {
			k.failf("%s: message %d arrived twice, out of order, or changed", where, p.N)
		}
		last = max(last, p.N)
		arrived[p.N] = true
	}
	for n := range sent {
		if !arrived[n] && told[n] == nil && len(late) == 0 {
			k.failf("%s: message %d is lost and neither Emit nor Flush nor Close returned an error", where, n)
		}
	}
	s := e.Stats()
	if s.Sent != s.Written+s.Failed+s.Dropped || s.Sent < int64(sent) {
		k.failf("%s: Sent %d, Written %d, Failed %d, Dropped %d; want Sent = Written + Failed + Dropped = %d", where, s.Sent, s.Written, s.Failed, s.Dropped, sent)
	}
	if s.Written != int64(whole) {
		k.failf("%s: Written is %d, %d readable lines arrived", where, s.Written, whole)
	}
}

// backPressure: Emit blocks while the reader is slow; nothing is dropped
// uncounted.
func (k *kit) backPressure() {
	const workers, each = 4, 5
	end := &tape{gate: make(chan struct{}), inside: make(chan struct{}, 1)}
	e := k.newWriter(end)
	told := make(chan error, workers*each)
	var all sync.WaitGroup
	first := make(chan struct{})
	all.Go(func() {
		defer close(first)
		sendAll(e, 0, each, told, nil)
	})
	k.begin("a slow writer: the first Write")
	select { // a buffered emitter writes at Flush only
	case <-end.inside:
	case <-first:
	}
	var begun sync.WaitGroup
	for worker := 1; worker < workers; worker++ {
		begun.Add(1)
		all.Go(func() { sendAll(e, worker, each, told, sync.OnceFunc(begun.Done)) })
	}
	k.begin("a slow writer: other goroutines encode their messages")
	begun.Wait()
	close(end.gate)
	k.begin("a writer that was slow: the Emits that waited")
	all.Wait()
	k.begin("a writer that was slow: Flush and Close")
	shut(e)
	k.judgeSlow(e, end.output(), workers*each, len(told))
}

// sendAll emits n messages as one goroutine and hands on the errors. begun is
// called when the first is being encoded, or at the end.
func sendAll(e Emitter, worker, n int, told chan<- error, begun func()) {
	if begun == nil {
		begun = func() {}
	}
	defer begun()
	for i := range n {
		p := &probe{worker: worker, n: i, before: func() error { begun(); return nil }}
		if err := emit(e, p); err != nil {
			told <- err
		}
	}
}

// judgeSlow compares what arrived of the sent messages with the counts and the
// number of Emits that returned an error.
func (k *kit) judgeSlow(e Emitter, out string, sent, told int) {
	probes, whole, broken := readable(out)
	s := e.Stats()
	lost := sent - len(probes)
	if lost != int(s.Dropped) || told != lost || len(broken) > 0 {
		k.failf("a slow writer, %d messages: %d arrived, %d lines broken, Stats.Dropped is %d, %d Emits returned an error; what does not arrive must be counted and told",
			sent, len(probes), len(broken), s.Dropped, told)
	}
	if s.Sent != s.Written+s.Failed+s.Dropped || s.Written != int64(whole) {
		k.failf("a slow writer: Sent %d, Written %d, Failed %d, Dropped %d, readable lines %d", s.Sent, s.Written, s.Failed, s.Dropped, whole)
	}
}
