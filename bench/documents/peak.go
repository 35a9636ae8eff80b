package documents

import (
	"io"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	exact      = 1 << 20 // requests up to here are told as they are
	peakPasses = 3
	poll       = 100 * time.Microsecond
)

// peakHeap returns how many bytes one operation holds at most on the heap. All
// that it requests bounds that; where it is much, most of it may be dead by the
// time that more is requested, so that what a collector finds alive is looked at.
func peakHeap(once func(w io.Writer) error) (float64, error) {
	requested, err := requests(func() error { return once(io.Discard) })
	if err != nil || requested <= exact {
		return float64(requested), err
	}
	alive, err := mostAlive(once, requested)
	return float64(min(requested, alive)), err
}

// requests counts the bytes that one operation asks for with empty pools and
// without a collector.
func requests(once func() error) (uint64, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	emptyPools()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := once()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, err
}

// emptyPools collects twice: a sync.Pool gives up what it has with the second.
func emptyPools() {
	runtime.GC()
	runtime.GC()
}

// mostAlive lets the collector run whenever a sixteenth of the operation's
// requests has been made and when the document is written, and returns the most
// that it found alive beyond what was alive before. What is requested while it
// marks counts as alive.
func mostAlive(once func(w io.Writer) error, requested uint64) (uint64, error) {
	emptyPools()
	start := alive()
	percent := max(1, int(100*(requested/16)/max(start, 1)))
	defer debug.SetGCPercent(debug.SetGCPercent(percent))
	var most uint64
	for range peakPasses {
		emptyPools()
		stop, done := make(chan struct{}), make(chan struct{})
		var seen uint64
		go func() {
			defer close(done)
			for {
				seen = max(seen, alive())
				select {
				case <-stop: // the collection while the document was written counts in any case
					seen = max(seen, alive())
					return
				case <-time.After(poll):
				}
			}
		}()
		err := once(writerFunc(func(b []byte) (int, error) {
			runtime.GC()
			return len(b), nil
		}))
		close(stop)
		<-done
		if err != nil {
			return 0, err
		}
		most = max(most, seen)
	}
	return most - min(most, start), nil
}

// alive is what the last collection found alive.
func alive() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
