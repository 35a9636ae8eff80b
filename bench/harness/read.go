package harness

import (
	"fmt"
	"math"
	"slices"
)

// Row is what a table has to say of one way.
type Row struct {
	Way   *Way
	Batch int
	// NS is nanoseconds per operation by the case's clock, Other by the other.
	NS, Other Range
	P25, P75  float64
	Allocs    Allocs
	// Figures are those that the case names; nil if the way has none.
	Figures []float64
	// Ratio is the reference way's time over this way's, paired by round: below
	// 1 linefeed is ahead. For the reference itself it is 1.
	Ratio Range
}

// Rows returns the rows in the order of the case's ways.
func (t *Table) Rows() []Row {
	rows := make([]Row, len(t.Case.Ways))
	ref := t.index(t.Case.Reference())
	for i := range rows {
		sorted := slices.DeleteFunc(slices.Clone(t.ns[i]), math.IsNaN)
		slices.Sort(sorted)
		rows[i] = Row{
			Way: &t.Case.Ways[i], Batch: t.counts[i], Allocs: t.allocs[i], Figures: t.figures[i],
			NS: Summarize(t.ns[i]), Other: Summarize(t.other[i]),
		}
		if len(sorted) > 0 {
			rows[i].P25, rows[i].P75 = quantile(sorted, 0.25), quantile(sorted, 0.75)
		}
		if ref >= 0 {
			rows[i].Ratio = Summarize(t.pairs(ref, i, ratio))
		}
	}
	return rows
}

// Ratio returns the paired ratios of way a to way b.
func (t *Table) Ratio(a, b string) (Range, error) { return t.compare(a, b, ratio) }

// Difference returns the paired differences of way a and way b, in nanoseconds
// per operation.
func (t *Table) Difference(a, b string) (Range, error) { return t.compare(a, b, minus) }

func ratio(a, b float64) float64 { return a / b }
func minus(a, b float64) float64 { return a - b }

func (t *Table) compare(a, b string, op func(a, b float64) float64) (Range, error) {
	i, j := t.index(a), t.index(b)
	if i < 0 || j < 0 {
		return Range{}, fmt.Errorf("%s has no way %q or no way %q", t.Case.FullName(), a, b)
	}
	return Summarize(t.pairs(i, j, op)), nil
}

func (t *Table) pairs(i, j int, op func(a, b float64) float64) []float64 {
	out := make([]float64, len(t.ns[i]))
	for round := range out {
		out[round] = op(t.ns[i][round], t.ns[j][round])
	}
	return out
}

func (t *Table) index(name string) int {
	return slices.IndexFunc(t.Case.Ways, func(w Way) bool { return w.Name == name })
}

// names returns the names of the ways with a role.
func (t *Table) names(role Role) []string {
	var out []string
	for _, w := range t.Case.Ways {
		if w.Role == role {
			out = append(out, w.Name)
		}
	}
	return out
}
