package documents

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/linefeed-go/linefeed/bench/harness"
)

// ChildCommand is the program's first argument in a process that writes one list
// of a million items; the second is the way's name.
const ChildCommand = "write-a-million"

// atMostGrowth is by how much a list in constant memory may raise the peak of
// resident memory.
const atMostGrowth = 2 << 20

// The runtime allocates a little beside a long operation. Where a list took few
// allocations they are counted again, and the least counts.
const (
	few        = 100
	morePasses = 3
)

// millionCase has each way in a process of its own, for the peak of resident
// memory is a process's.
func millionCase(s *harness.Session) *harness.Case {
	c := &harness.Case{
		Part: listPart, Name: fmt.Sprint(million), Slow: true, Rounds: 1, // no bar of time
		Figures: []string{"output", "writes", "RSS growth"},
	}
	l := &lists{n: million}
	ways := l.ways()
	if s.Quick {
		ways = l.ours()[:len(oursLists)]
	}
	for _, w := range ways {
		c.Ways = append(c.Ways, childWay(w))
	}
	size := listSize(million)
	c.Size = size
	for _, o := range oursLists {
		name := listName(million, o.name)
		c.Bars = append(c.Bars,
			harness.Bar{Name: name + ", heap", Kind: harness.Heap, Ours: o.name, Max: o.bytes},
			writesBar(name, o.name, size),
			harness.Bar{Name: name, Kind: harness.Figure, Figure: "RSS growth", Ours: o.name, Max: atMostGrowth - 1})
	}
	return c
}

// listSize is how long the document of n items is.
func listSize(n int) int {
	l := &lists{n: distinct}
	l.addValues()
	var all, none counter
	_, _ = l.values.WriteList(context.Background(), &all, nil) // neither the items nor the counter can fail
	l.values.Items = l.values.Items[:0]
	_, _ = l.values.WriteList(context.Background(), &none, nil)
	perThousand := int(all.bytes-none.bytes) + 1 // and the comma behind
	return int(none.bytes) + perThousand*(n/distinct) - 1
}

// childWay runs a way in a process of its own: once for its figures, whose time
// is the first sample too, and once for each sample after that.
func childWay(l listWriter) harness.Way {
	var last *childResult
	w := harness.Way{Name: l.name, Role: l.role, Note: l.note, Allocs: new(harness.Allocs)}
	w.Figures = func() ([]float64, error) {
		got, err := runChild(l.name)
		if err != nil {
			return nil, err
		}
		last = got
		*w.Allocs = harness.Allocs{Calls: got.Calls, Bytes: got.Heap}
		growth := math.NaN()
		if got.Growth >= 0 {
			growth = float64(got.Growth)
		}
		return []float64{float64(got.Bytes), float64(got.Writes), growth}, nil
	}
	w.Remote = func(n int) (took time.Duration, err error) {
		for range n {
			got := last
			if last = nil; got == nil {
				if got, err = runChild(l.name); err != nil {
					return 0, err
				}
			}
			took += time.Duration(got.CPU)
		}
		return took, nil
	}
	return w
}

// childResult is what the process tells on its standard output.
type childResult struct {
	CPU    int64  `json:"cpu_ns"`
	Calls  uint64 `json:"calls"`
	Heap   uint64 `json:"heap_bytes"`
	Bytes  int64  `json:"bytes"`
	Writes int64  `json:"writes"`
	// Growth is of the peak of resident memory, in bytes; -1 where the system
	// does not tell.
	Growth int64 `json:"rss_growth"`
}

func runChild(way string) (*childResult, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	out, err := exec.Command(program, ChildCommand, way).Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, exit.Stderr)
		}
		return nil, fmt.Errorf("%s %s: %w", ChildCommand, way, err)
	}
	got := new(childResult)
	if err := json.Unmarshal(out, got); err != nil {
		return nil, fmt.Errorf("%s %s prints %q: %w", ChildCommand, way, out, err)
	}
	return got, nil
}

// Child is the process: it makes the way's list, writes it once and tells to out
// what that took. A short list before fills the pools and loads the code.
func Child(way string, out io.Writer) error {
	harness.FixCollector()
	short, long := &lists{n: 1}, &lists{n: million}
	warm, err := prepared(short, way)
	if err != nil {
		return err
	}
	do, err := prepared(long, way)
	if err != nil {
		return err
	}
	if err := warm.write(io.Discard); err != nil {
		return err
	}
	debug.FreeOSMemory()
	if err := warm.write(io.Discard); err != nil { // the pools have been emptied
		return err
	}
	got, err := observe(do.write)
	if err != nil {
		return err
	}
	for pass := 0; pass < morePasses && got.Calls > 0 && got.Calls < few; pass++ {
		again, err := observe(do.write)
		if err != nil {
			return err
		}
		got.Calls, got.Heap = min(got.Calls, again.Calls), min(got.Heap, again.Heap)
	}
	runtime.KeepAlive(long)
	return json.NewEncoder(out).Encode(got)
}

// prepared finds a way and makes its list.
func prepared(l *lists, name string) (listWriter, error) {
	for _, w := range l.ways() {
		if w.name == name {
			w.prepare()
			return w, nil
		}
	}
	return listWriter{}, fmt.Errorf("there is no way %q to write a list", name)
}

func observe(write func(io.Writer) error) (*childResult, error) {
	var to counter
	var before, after runtime.MemStats
	base, known := resetPeak()
	runtime.ReadMemStats(&before)
	start := harness.CPUTime()
	err := write(&to)
	took := harness.CPUTime() - start
	runtime.ReadMemStats(&after)
	growth := int64(-1)
	if peak, ok := peakResident(); known && ok {
		growth = max(0, peak-base)
	}
	return &childResult{
		CPU: int64(took), Calls: after.Mallocs - before.Mallocs, Heap: after.TotalAlloc - before.TotalAlloc,
		Bytes: to.bytes, Writes: to.writes, Growth: growth,
	}, err
}
