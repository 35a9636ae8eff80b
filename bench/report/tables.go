package report

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/linefeed-go/linefeed/bench/harness"
)

// clockNote says what the times of a case are.
func clockNote(c *harness.Case) string {
	if c.Clock == harness.Wall {
		return "wall time"
	}
	return "CPU time of the process"
}

// tableGrid is the table of one case: a row per way.
func tableGrid(t *harness.Table) *grid {
	g := newGrid("way", "ns/op", "other clock", "MB/s", "allocs/op", "B/op", "ours/way", "range", "")
	g.left[8] = true
	for _, r := range t.Rows() {
		calls, bytes := fmt.Sprint(r.Allocs.Calls), number(float64(r.Allocs.Bytes))
		if t.Case.Shared || t.Case.Slow {
			calls, bytes = "-", "-"
		}
		speed := "-"
		if t.Case.Size > 0 {
			speed = number(float64(t.Case.Size) * 1e3 / r.NS.Median)
		}
		other := number(r.Other.Median)
		if r.Way.Remote != nil {
			other = "-"
		}
		g.add(r.Way.Name, number(r.NS.Median), other, speed, calls, bytes,
			share(r.Ratio.Median), share(r.Ratio.Low)+" to "+share(r.Ratio.High), r.Way.Note)
	}
	return g
}

// matrixGrid is the table of a whole part: a row per case, a column per way with
// nanoseconds per operation, and the ratio to the best peer.
func matrixGrid(tables []*harness.Table) *grid {
	var ways []string
	for _, t := range tables {
		for _, w := range t.Case.Ways {
			if !slices.Contains(ways, w.Name) {
				ways = append(ways, w.Name)
			}
		}
	}
	g := newGrid(append(append([]string{"ns/op"}, ways...), "ours/best peer", "range")...)
	for _, t := range tables {
		cells := make([]string, len(g.head))
		cells[0] = t.Case.Name
		best := harness.Range{Median: math.Inf(-1)}
		for _, r := range t.Rows() {
			cells[1+slices.Index(ways, r.Way.Name)] = number(r.NS.Median)
			if r.Way.Role == harness.Peer && r.Ratio.Median > best.Median {
				best = r.Ratio
			}
		}
		if !math.IsInf(best.Median, 0) {
			cells[len(cells)-2], cells[len(cells)-1] = share(best.Median), share(best.Low)+" to "+share(best.High)
		}
		g.add(cells...)
	}
	return g
}

// verdictGrid is the table of verdicts.
func verdictGrid(verdicts []harness.Verdict) *grid {
	g := newGrid("bar", "median", "95 % range", "required", "verdict", "")
	g.left[4], g.left[5] = true, true
	for _, v := range verdicts {
		show, unit := share, ""
		if v.Bar.Kind != harness.Ratio {
			show, unit = number, " "+string(v.Bar.Kind)
		}
		median, span := show(v.Value.Median)+unit, show(v.Value.Low)+" to "+show(v.Value.High)
		if v.Value.Samples < 2 {
			span = ""
		}
		if v.Status == harness.Skipped {
			median, span = "", ""
		}
		note := v.Note
		if v.Bar.Against == "" && v.Against != "" {
			note = join(v.Against, note)
		}
		g.add(v.Bar.Name, median, span, "<= "+number(v.Bar.Max)+unit, string(v.Status), note)
	}
	return g
}

func join(a, b string) string {
	if b == "" {
		return a
	}
	return a + "; " + b
}

// Table prints one case for people.
func Table(w io.Writer, t *harness.Table) error {
	if _, err := fmt.Fprintf(w, "\n%s (%s)\n", t.Case.FullName(), clockNote(t.Case)); err != nil {
		return err
	}
	return tableGrid(t).writeText(w)
}

// Matrix prints a whole part for people.
func Matrix(w io.Writer, o *harness.Outcome) error {
	if len(o.Tables) == 0 {
		return nil
	}
	if _, err := fmt.Fprintf(w, "\n%s (%s)\n", o.Part.Name, clockNote(o.Tables[0].Case)); err != nil {
		return err
	}
	return matrixGrid(o.Tables).writeText(w)
}

// Verdicts prints the bars for people.
func Verdicts(w io.Writer, verdicts []harness.Verdict) error {
	if _, err := fmt.Fprintf(w, "\nbars (ours / theirs; the median of paired ratios with its range)\n"); err != nil {
		return err
	}
	return verdictGrid(verdicts).writeText(w)
}
