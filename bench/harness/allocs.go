package harness

import (
	"fmt"
	"runtime"
)

// Allocs is what one operation asks of the heap, in whole calls and bytes.
type Allocs struct {
	Calls, Bytes uint64
}

const (
	allocPasses = 5
	allocOps    = 200
	allocBytes  = 1 << 20 // operations on many bytes are done less often
)

// countAllocs counts heap allocations apart from timing: the least of a few
// passes on one processor, for the runtime may allocate beside a pass. Counts
// are averages over a pass rounded down, as testing.AllocsPerRun's are. size is
// the bytes of an operation.
func countAllocs(w *Way, size int) (Allocs, error) {
	ops := max(3, min(allocOps, allocBytes/max(size, 1)))
	if w.Allocs != nil {
		return *w.Allocs, nil
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if err := w.Run(ops); err != nil { // buffers have grown, pools are filled
		return Allocs{}, fmt.Errorf("%s: %w", w.Name, err)
	}
	var least Allocs
	for pass := range allocPasses {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := w.Run(ops)
		runtime.ReadMemStats(&after)
		if err != nil {
			return Allocs{}, fmt.Errorf("%s: %w", w.Name, err)
		}
		got := Allocs{Calls: (after.Mallocs - before.Mallocs) / uint64(ops), Bytes: (after.TotalAlloc - before.TotalAlloc) / uint64(ops)}
		if pass == 0 || got.Calls < least.Calls || got.Calls == least.Calls && got.Bytes < least.Bytes {
			least = got
		}
	}
	return least, nil
}

// LiveHeap returns how many bytes of the heap are in use. It collects twice, for a
// sync.Pool gives up what it keeps with the second collection.
func LiveHeap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
