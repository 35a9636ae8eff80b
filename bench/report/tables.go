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
	return "CPU time"
}

// tableGrid is the table of one case: a row per way.
func tableGrid(t *harness.Table) *grid {
	head := slices.Concat([]string{"way", "ns/op", "other clock", "MB/s", "allocs/op", "B/op"}, t.Case.Figures, []string{"ours/way", "range", ""})
	g := newGrid(head...)
	g.left[len(head)-1] = true
	for _, r := range t.Rows() {
		calls, bytes := fmt.Sprint(r.Allocs.Calls), number(float64(r.Allocs.Bytes))
		if (t.Case.Shared || t.Case.Slow) && r.Way.Allocs == nil {
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
		cells := []string{r.Way.Name, number(r.NS.Median), other, speed, calls, bytes}
		for i := range t.Case.Figures {
			cell := "-"
			if r.Figures != nil {
				cell = count(r.Figures[i])
			}
			cells = append(cells, cell)
		}
		g.add(append(cells, share(r.Ratio.Median), share(r.Ratio.Low)+" to "+share(r.Ratio.High), r.Way.Note)...)
	}
	return g
}

// matrixGrid is the table of a whole part: a row per case, a column per way with
// nanoseconds per operation, and a column per comparison.
func matrixGrid(tables []*harness.Table) *grid {
	var ways, pairs []string
	for _, t := range tables {
		for _, w := range t.Case.Ways {
			ways = appendNew(ways, w.Name)
		}
		for _, p := range comparisons(t) {
			pairs = appendNew(pairs, p.name)
		}
	}
	g := newGrid(slices.Concat([]string{"ns/op"}, ways, pairs)...)
	for _, t := range tables {
		cells := make([]string, len(g.head))
		cells[0] = t.Case.Name
		for _, r := range t.Rows() {
			cells[1+slices.Index(ways, r.Way.Name)] = number(r.NS.Median)
		}
		for _, p := range comparisons(t) {
			cells[1+len(ways)+slices.Index(pairs, p.name)] = fmt.Sprintf("%s (%s to %s)", share(p.Median), share(p.Low), share(p.High))
		}
		g.add(cells...)
	}
	return g
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// comparison is a ratio with its name.
type comparison struct {
	name string
	harness.Range
}

// comparisons are the pairs of a case, or its reference with the best peer.
func comparisons(t *harness.Table) []comparison {
	var out []comparison
	for _, p := range t.Case.Pairs {
		if r, err := t.Ratio(p.Ours, p.Theirs); err == nil {
			out = append(out, comparison{p.String(), r})
		}
	}
	if len(t.Case.Pairs) > 0 {
		return out
	}
	best := comparison{"ours/best peer", harness.Range{Median: math.Inf(-1)}}
	for _, r := range t.Rows() {
		if r.Way.Role == harness.Peer && r.Ratio.Median > best.Median {
			best.Range = r.Ratio
		}
	}
	if math.IsInf(best.Median, -1) {
		return nil
	}
	return []comparison{best}
}

// verdictGrid is the table of verdicts.
func verdictGrid(verdicts []harness.Verdict) *grid {
	g := newGrid("bar", "median", "95 % range", "required", "verdict", "")
	g.left[4], g.left[5] = true, true
	for _, v := range verdicts {
		show, unit := share, ""
		switch v.Bar.Kind {
		case harness.Ratio:
		case harness.Figure:
			show, unit = count, " "+v.Bar.Figure
		case harness.Count, harness.Heap, harness.Bytes:
			show, unit = count, " "+string(v.Bar.Kind)
		default:
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
		g.add(v.Bar.Name, median, span, "<= "+limit(v)+unit, string(v.Status), note)
	}
	return g
}

// limit prints a requirement.
func limit(v harness.Verdict) string {
	if v.Bar.Kind == harness.Ratio || v.Bar.Kind == harness.Difference {
		return number(v.Bar.Max)
	}
	return count(v.Bar.Max)
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

// surveyGrid is a survey's table.
func surveyGrid(s *harness.Survey) *grid {
	g := newGrid(s.Head...)
	for _, row := range s.Rows {
		g.add(row...)
	}
	return g
}

// Survey prints a survey for people.
func Survey(w io.Writer, part string, s *harness.Survey) error {
	if len(s.Rows) == 0 {
		return nil
	}
	if _, err := fmt.Fprintf(w, "\n%s\n", part); err != nil {
		return err
	}
	return surveyGrid(s).writeText(w)
}

// Verdicts prints the bars for people.
func Verdicts(w io.Writer, verdicts []harness.Verdict) error {
	if _, err := fmt.Fprintf(w, "\nbars (ours / theirs; the median of paired ratios with its range)\n"); err != nil {
		return err
	}
	return verdictGrid(verdicts).writeText(w)
}
