package messagetest

import (
	"fmt"
	"strings"
)

// faults: for each way of failing and each Write, what came before and after
// arrives, what did not arrive is counted and was told, nothing comes twice,
// and at most one line is unreadable.
func (k *kit) faults() {
	const messages = 6
	clean := &tape{}
	e := k.newWriter(clean)
	k.send(e, 0, messages, 0)
	shut(e)
	for _, f := range tapeFaults {
		for at := 1; at <= len(clean.calls()); at++ {
			k.oneFault(f, at, messages)
		}
	}
}

// oneFault emits messages to a tape whose Write number at fails by f.
func (k *kit) oneFault(f fault, at, messages int) {
	where := fmt.Sprintf("Write %d of %d messages %s", at, messages, f.name)
	end := &tape{at: at, fault: f}
	e := k.newWriter(end)
	told := map[int]error{}
	finished := k.inTime(where, func() {
		for n := range messages {
			if err := emit(e, &probe{n: n}); err != nil {
				told[n] = err
			}
		}
	})
	if !finished {
		return
	}
	var late []error
	if !k.inTime(where+": Flush and Close", func() { late = shut(e) }) {
		return
	}
	k.judge(where, e, end.output(), told, late, messages)
}

// judge compares what arrived with what the emitter said: told are the errors
// of its Emits by message, late those of Flush and Close.
func (k *kit) judge(where string, e Emitter, out string, told map[int]error, late []error, sent int) {
	probes, whole, broken := readable(out)
	if len(broken) > 1 {
		k.failf("%s: %d lines are unreadable, want at most one: %s", where, len(broken), clip(strings.Join(broken, "\n")))
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
	done := make(chan struct{})
	go func() {
		defer close(done)
		k.pushThrough(e, workers, each, told)
	}()
	begun := k.inTime("a slow writer: the first Write", func() {
		select { // a buffered emitter writes at Flush only
		case <-end.inside:
		case <-done:
		}
	})
	close(end.gate)
	if !begun || !k.inTime("a slow writer", func() { <-done; shut(e) }) {
		return
	}
	probes, whole, broken := readable(end.output())
	s := e.Stats()
	lost := workers*each - len(probes)
	if lost != int(s.Dropped) || len(told) != lost || len(broken) > 0 {
		k.failf("a slow writer, %d messages: %d arrived, %d lines broken, Stats.Dropped is %d, %d Emits returned an error; what does not arrive must be counted and told",
			workers*each, len(probes), len(broken), s.Dropped, len(told))
	}
	if s.Sent != s.Written+s.Failed+s.Dropped || s.Written != int64(whole) {
		k.failf("a slow writer: Sent %d, Written %d, Failed %d, Dropped %d, readable lines %d", s.Sent, s.Written, s.Failed, s.Dropped, whole)
	}
}

// pushThrough emits from several goroutines at once and hands on the errors.
func (k *kit) pushThrough(e Emitter, workers, each int, told chan<- error) {
	finished := make(chan struct{}, workers)
	for worker := range workers {
		go func() {
			for n := range each {
				if err := emit(e, &probe{worker: worker, n: n}); err != nil {
					told <- err
				}
			}
			finished <- struct{}{}
		}()
	}
	for range workers {
		<-finished
	}
}
