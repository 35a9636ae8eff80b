// Package harness measures ways of doing the same thing side by side: they take
// turns in one run, samples pair up by round, and a bar is judged by the median
// of the paired ratios and its confidence range.
package harness

import (
	"runtime/debug"
	"syscall"
	"time"
)

// Clock says which time a case is judged by.
type Clock string

const (
	// CPU is the processor time of this process: all its threads, so that the
	// collector's work is on the bill of the way that caused it. Of a way that
	// allocates nothing it is that of its own thread, where the system tells it:
	// what the runtime does elsewhere meanwhile is not this way's doing. Waiting
	// for a core is not in it, which makes it robust on a shared machine.
	CPU Clock = "cpu"
	// Wall is the time that passes. Cases that wait (for a disk, for a pipe's
	// reader, for child processes) are judged by it.
	Wall Clock = "wall"
)

// Elapsed is what a batch took by both clocks. CPU includes finished children.
type Elapsed struct {
	CPU, Wall time.Duration
}

// By returns the time of the given clock.
func (e Elapsed) By(c Clock) time.Duration {
	if c == Wall {
		return e.Wall
	}
	return e.CPU
}

// stopwatch reads both clocks at its start.
type stopwatch struct {
	cpuTime func() time.Duration
	cpu     time.Duration
	wall    time.Time
}

func startWatch(cpuTime func() time.Duration) stopwatch {
	return stopwatch{cpuTime: cpuTime, cpu: cpuTime(), wall: time.Now()}
}

func (s stopwatch) stop() Elapsed {
	wall := time.Since(s.wall)
	return Elapsed{CPU: s.cpuTime() - s.cpu, Wall: wall}
}

// CPUTime is the user and system time of this process and of its children that
// have ended, as getrusage tells it.
func CPUTime() time.Duration {
	return rusage(syscall.RUSAGE_SELF) + rusage(syscall.RUSAGE_CHILDREN)
}

func rusage(who int) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		return 0 // it fails for wrong arguments only
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// FixCollector sets the collector to Go's defaults whatever the environment
// says, so that runs are comparable.
func FixCollector() {
	debug.SetGCPercent(100)
	debug.SetMemoryLimit(1<<63 - 1)
}
