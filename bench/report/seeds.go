package report

import (
	"fmt"
	"slices"

	"github.com/linefeed-go/linefeed/bench/harness"
)

// A seed is a measured change elsewhere that linefeed grew from. Its figures
// stand as they were reported; beside them stand the same change measured here,
// as far as its program can run here, and what linefeed makes of it.
type seedFigure struct {
	change, subject string
	part, name      string // the case that measures it here
	what            quantity
	before, after   float64 // as reported
	theirs, ours    [2]string
}

// quantity is what a figure counts.
type quantity int

const (
	times quantity = iota
	calls
	heap
	peak // of the heap
)

const (
	reasonSeed   = "[cargo #16130](https://github.com/rust-lang/cargo/pull/16130): the reason inside of one serialisation"
	envelopeSeed = "oxidezap: a borrowed envelope instead of a tree"
	listSeed     = "Kubernetes: a streamed list without a slice of interfaces"
)

var (
	rustSplice   = [2]string{"rust-splice", "rust-flatten"}
	goSplice     = [2]string{"splice", "ours"}
	rustEnvelope = [2]string{"rust-base", "rust-head"}
	goEnvelope   = [2]string{"base", "ours-pretty"}
	kubeList     = [2]string{"kube-stream-values", ""}
	goList       = [2]string{"adapter", "ours-values"}
)

var seedFigures = []seedFigure{
	{reasonSeed, "BuildFinished", "encode", "build_finished", times, 173.91, 89.814, rustSplice, goSplice},
	{reasonSeed, "Artifact", "encode", "artifact", times, 1_495.3, 1_351.5, rustSplice, goSplice},
	{envelopeSeed, "1x100", "documents", "1x100", times, 3_370, 800, rustEnvelope, goEnvelope},
	{envelopeSeed, "200x100", "documents", "200x100", times, 726_000, 134_000, rustEnvelope, goEnvelope},
	{envelopeSeed, "5000x100", "documents", "5000x100", times, 25_700_000, 3_240_000, rustEnvelope, goEnvelope},
	{envelopeSeed, "200x16000", "documents", "200x16000", times, 8_090_000, 7_270_000, rustEnvelope, goEnvelope},
	{envelopeSeed, "1x100", "documents", "1x100", calls, 51, 4, rustEnvelope, goEnvelope},
	{envelopeSeed, "200x100", "documents", "200x100", calls, 8_416, 11, rustEnvelope, goEnvelope},
	{envelopeSeed, "5000x100", "documents", "5000x100", calls, 210_021, 16, rustEnvelope, goEnvelope},
	{envelopeSeed, "200x16000", "documents", "200x16000", calls, 8_422, 17, rustEnvelope, goEnvelope},
	{envelopeSeed, "5000x100", "documents", "5000x100", peak, 27.0e6, 4.2e6, rustEnvelope, goEnvelope},
	{listSeed, "1 item", "lists", "1", heap, 624, 608, kubeList, goList},
	{listSeed, "100 items", "lists", "100", heap, 2_407, 614, kubeList, goList},
	{listSeed, "1,000 items", "lists", "1000", heap, 17_478, 1_098, kubeList, goList},
}

// seedsChapter is the table of the seeds, "" unless every case was measured.
func seedsChapter(outcomes []*harness.Outcome) string {
	g := newGrid("change", "case", "figure", "reported there", "their programs, here", "linefeed, here")
	g.left[1], g.left[2] = true, true
	last := ""
	for _, f := range seedFigures {
		t := tableOf(outcomes, f.part, f.name)
		if t == nil {
			return ""
		}
		change := f.change
		if change == last {
			change = ""
		}
		last = f.change
		g.add(change, f.subject, f.what.name(), fromTo(f.what, f.before, f.after),
			fromTo(f.what, f.figure(t, f.theirs[0]), f.figure(t, f.theirs[1])),
			fromTo(f.what, f.figure(t, f.ours[0]), f.figure(t, f.ours[1])))
	}
	return g.markdown()
}

func tableOf(outcomes []*harness.Outcome, part, name string) *harness.Table {
	for _, o := range outcomes {
		for _, t := range o.Tables {
			if t.Case.Part == part && t.Case.Name == name {
				return t
			}
		}
	}
	return nil
}

// absent marks a figure that there is not.
const absent = -1

// figure is what the way took, absent where it has not run.
func (f seedFigure) figure(t *harness.Table, way string) float64 {
	for _, r := range t.Rows() {
		if r.Way.Name != way {
			continue
		}
		switch f.what {
		case times:
			return r.NS.Median
		case calls:
			return float64(r.Allocs.Calls)
		case heap:
			return float64(r.Allocs.Bytes)
		}
		if i := slices.Index(t.Case.Figures, f.what.name()); i >= 0 && r.Figures != nil {
			return r.Figures[i]
		}
	}
	return absent
}

func (q quantity) name() string { return [...]string{"time", "allocations", "B/op", "peak heap"}[q] }

// fromTo prints a change: both figures, and by how much the second is less.
func fromTo(q quantity, before, after float64) string {
	if before == absent && after == absent {
		return "-"
	}
	text := q.show(before) + " → " + q.show(after)
	if before > 0 && after != absent {
		text += fmt.Sprintf(" (%+.1f %%)", (after/before-1)*100)
	}
	return text
}

func (q quantity) show(x float64) string {
	switch {
	case x == absent:
		return "-"
	case q == calls:
		return count(x)
	case q != times && x < 1e5:
		return count(x) + " B"
	case q != times:
		return fmt.Sprintf("%.1f MB", x/1e6)
	case x < 1e3:
		return number(x) + " ns"
	case x < 1e6:
		return number(x/1e3) + " µs"
	}
	return number(x/1e6) + " ms"
}
