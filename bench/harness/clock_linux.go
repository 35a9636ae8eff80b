package harness

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadTime is the processor time of the calling thread.
func threadTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		return 0 // it fails for wrong arguments only
	}
	return time.Duration(t.Nano())
}

// cores are those that this process may run on.
func cores() []int {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil
	}
	var list []int
	for core := 0; len(list) < set.Count(); core++ {
		if set.IsSet(core) {
			list = append(list, core)
		}
	}
	return list
}

// pin lets a thread run on the given cores only; 0 is the calling one. Where
// that is not allowed it goes on running anywhere.
func pin(thread int, on ...int) {
	var set unix.CPUSet
	for _, core := range on {
		set.Set(core)
	}
	_ = unix.SchedSetaffinity(thread, &set)
}
