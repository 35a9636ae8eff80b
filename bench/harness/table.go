package harness

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"
)

// Plan says how much is measured.
type Plan struct {
	// Rounds is how many paired samples each way gives.
	Rounds int
	// Batch is how long one batch should take; Batches of them make a sample,
	// which is the quickest of them: a disturbance only ever adds time.
	Batch   time.Duration
	Batches int
	// Retry is how long a bar may go on sampling while its range does not lie
	// below the requirement.
	Retry time.Duration
}

const (
	warmUpRounds = 1
	// An allocating way's batch is made long enough to hold some collections,
	// each due after about 4 MiB, so that every sample pays its share of them.
	collectedBytes = 12 << 20
	// By wall time a sample is the quickest of so many batches more: other
	// programs disturb it.
	wallBatches = 3
	// Batches run at this many depths of the stack in turn. A frame that happens
	// to lie across two pages makes some stores many times slower (measured: 28
	// instead of 22 ns for a message); no way shall be stuck with one.
	stackDepths = 5
	// But no batch is stretched further than this.
	batchStretch = 4
)

// Table holds the samples of a case: ns[way][round], NaN where a way was not
// part of a round. It measures on request.
type Table struct {
	Case   *Case
	plan   Plan
	counts []int
	allocs []Allocs
	alone  []bool // it allocates nothing: the time of its own thread counts
	// figures[way] has what Way.Figures says, in the order of Case.Figures.
	figures [][]float64
	ns      [][]float64
	other   [][]float64 // the clock that the case is not judged by
	rounds  int
	cores   []int // that the rounds take in turn; nil: any at any time
	// batches counts all that were run here.
	batches int
}

// NewTable counts the allocations of every way and finds out how many
// operations make a batch. The case has been checked before.
func NewTable(c *Case, plan Plan) (*Table, error) {
	if c.Clock == "" {
		c.Clock = CPU
	}
	t := &Table{
		Case: c, plan: plan,
		counts: make([]int, len(c.Ways)), alone: make([]bool, len(c.Ways)), allocs: make([]Allocs, len(c.Ways)), figures: make([][]float64, len(c.Ways)),
		ns: make([][]float64, len(c.Ways)), other: make([][]float64, len(c.Ways)),
	}
	if c.Clock == CPU && !c.Slow && !c.Shared {
		t.cores = cores()
	}
	for i := range c.Ways {
		if err := t.prepare(i); err != nil {
			return nil, fmt.Errorf("%s: %w", c.FullName(), err)
		}
	}
	return t, nil
}

func (t *Table) prepare(i int) (err error) {
	t.counts[i] = 1
	w := &t.Case.Ways[i]
	if w.Figures != nil {
		if t.figures[i], err = w.Figures(); err != nil {
			return fmt.Errorf("%s: %w", w.Name, err)
		}
	}
	if w.Allocs != nil || !t.Case.Slow && !t.Case.Shared {
		if t.allocs[i], err = countAllocs(w, t.Case.Size); err != nil {
			return err
		}
		t.alone[i] = w.Allocs == nil && t.allocs[i] == Allocs{}
	}
	if t.Case.Slow {
		return nil
	}
	t.counts[i], err = t.batchSize(i)
	return err
}

// batchSize doubles the count until a batch is long enough to be scaled.
func (t *Table) batchSize(i int) (int, error) {
	least := max(1, t.Case.Ways[i].Least)
	for n := least; ; n *= 2 {
		e, err := t.batch(i, n)
		if err != nil {
			return 0, err
		}
		took := e.By(t.Case.Clock)
		if took < t.plan.Batch/4 && n < 1<<30 {
			continue
		}
		count := float64(n) * float64(t.plan.Batch) / float64(max(took, 1))
		if t.Case.Ways[i].Remote == nil {
			count = stretched(count, t.allocs[i].Bytes)
		}
		return max(least, int(math.Ceil(count))), nil
	}
}

// stretched makes a batch of count operations, each allocating heap bytes, long
// enough to hold some collections.
func stretched(count float64, heap uint64) float64 {
	if heap == 0 {
		return count
	}
	return max(count, min(collectedBytes/float64(heap), count*batchStretch))
}

// batch runs way i n times.
func (t *Table) batch(i, n int) (Elapsed, error) {
	w := &t.Case.Ways[i]
	core, pinned := t.core()
	if w.Remote != nil {
		if pinned && w.Process != 0 {
			pin(w.Process, core)
			defer pin(w.Process, t.cores...)
		}
		took, err := w.Remote(n)
		if err != nil {
			return Elapsed{}, fmt.Errorf("%s: %w", w.Name, err)
		}
		return Elapsed{CPU: took, Wall: took}, nil
	}
	if pinned {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		pin(0, core)
		defer pin(0, t.cores...)
	}
	cpuTime := CPUTime
	if t.alone[i] && pinned {
		cpuTime = threadTime
	}
	t.batches++
	var e Elapsed
	err := atDepth(t.batches%stackDepths, func() error {
		watch := startWatch(cpuTime)
		err := w.Run(n)
		e = watch.stop()
		return err
	})
	if err != nil {
		return Elapsed{}, fmt.Errorf("%s: %w", w.Name, err)
	}
	return e, nil
}

// core returns the core on which all ways run in this round, and whether there
// is one. Cores are not alike: that of a virtual machine shares its caches with
// whatever its host runs beside it. They take turns, each for a round forwards
// and one backwards.
func (t *Table) core() (core int, ok bool) {
	if len(t.cores) == 0 {
		return 0, false
	}
	return t.cores[t.rounds/2%len(t.cores)], true
}

// sample is the quickest of a few batches, in nanoseconds per operation by the
// case's clock and by the other one. The heap is collected before: no way pays
// for the garbage of the one before it.
func (t *Table) sample(i int) (ns, other float64, err error) {
	if t.Case.Ways[i].Remote == nil && !t.Case.Slow {
		runtime.GC()
	}
	batches := t.plan.Batches
	switch {
	case t.Case.Slow:
		batches = 1
	case t.Case.Clock == Wall:
		batches += wallBatches
	}
	ns = math.Inf(1)
	for range batches {
		e, err := t.batch(i, t.counts[i])
		if err != nil {
			return 0, 0, err
		}
		n := float64(t.counts[i])
		if got := float64(e.By(t.Case.Clock)) / n; got < ns {
			ns, other = got, float64(e.CPU+e.Wall-e.By(t.Case.Clock))/n
		}
	}
	return ns, other, nil
}

// Measure adds rounds of the named ways, or of all. In each round every way
// gives one sample; every other round goes through them backwards.
func (t *Table) Measure(rounds int, names ...string) error {
	var ways []int
	for i := range t.Case.Ways {
		if len(names) == 0 || slices.Contains(names, t.Case.Ways[i].Name) {
			ways = append(ways, i)
		}
	}
	if t.rounds == 0 && !t.Case.Slow {
		for range warmUpRounds {
			if err := t.round(ways, false); err != nil {
				return err
			}
		}
	}
	for range rounds {
		if err := t.round(ways, true); err != nil {
			return err
		}
	}
	return nil
}

func (t *Table) round(ways []int, keep bool) error {
	order := slices.Clone(ways)
	if t.rounds%2 == 1 {
		slices.Reverse(order)
	}
	ns := make(map[int][2]float64, len(order))
	for _, i := range order {
		own, other, err := t.sample(i)
		if err != nil {
			return fmt.Errorf("%s: %w", t.Case.FullName(), err)
		}
		ns[i] = [2]float64{own, other}
	}
	if !keep {
		return nil
	}
	t.rounds++
	for i := range t.ns {
		got, ok := ns[i]
		if !ok {
			got = [2]float64{math.NaN(), math.NaN()}
		}
		t.ns[i] = append(t.ns[i], got[0])
		t.other[i] = append(t.other[i], got[1])
	}
	return nil
}

// atDepth calls f with so many frames more on the stack.
//
//go:noinline
func atDepth(depth int, f func() error) error {
	var frame [104]byte
	if depth > 0 {
		frame[depth] = 1 // keeps the frame
		err := atDepth(depth-1, f)
		if frame[depth] == 0 {
			return nil
		}
		return err
	}
	return f()
}
