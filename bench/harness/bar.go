package harness

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"
)

// Kind is what a bar compares.
type Kind string

const (
	Ratio      Kind = "ratio"  // time of Ours / time of Against
	Difference Kind = "ns"     // time of Ours - time of Against, per operation
	Count      Kind = "allocs" // heap calls of Ours per operation
	Bytes      Kind = "bytes"  // a number of bytes that a part has found out
	Heap       Kind = "B/op"   // heap bytes that Ours requests per operation
	Figure     Kind = "figure" // a figure of the case's, which Bar.Figure names
)

// Bar is a requirement: the value must be at most Max.
type Bar struct {
	Name string
	Case string // full name of the case, "part/case"
	Ours string // the way that is judged
	Kind Kind
	// Against names the way that Ours is held against. Empty: the best of all
	// ways with AgainstRole, which is the one with the highest ratio.
	Against     string
	AgainstRole Role
	Max         float64
	// Figure, for a Figure, is which one.
	Figure string
	// Unit, for a Difference, names a way whose time it is also told in.
	Unit string
}

// Status is the outcome of a bar.
type Status string

const (
	Pass    Status = "PASS"
	Miss    Status = "MISS"
	Skipped Status = "SKIPPED" // what it is held against cannot run here
)

// Verdict is a bar with what was measured.
type Verdict struct {
	Bar     Bar
	Against string // the way it was held against
	Value   Range
	Status  Status
	// Note tells of a range that straddles the requirement, or why it was skipped.
	Note string
}

// straddles says that the samples do not decide the bar: the requirement lies
// within the median's confidence range.
func straddles(r Range, limit float64) bool { return r.Low <= limit && limit < r.High }

// Judge holds the table against the bar. While the range does not lie below the
// requirement, it measures more rounds of the ways concerned, as long as the
// plan's retry time lasts, so that what else a machine did for a while is
// outvoted; then the median of all samples decides, and the verdict says if the
// range straddles the requirement.
func Judge(t *Table, b Bar) (Verdict, error) {
	if b.Kind == Count || b.Kind == Heap || b.Kind == Figure {
		return judgeFigure(t, b)
	}
	v := Verdict{Bar: b}
	op := t.Ratio
	if b.Kind == Difference {
		op = t.Difference
	}
	for deadline := time.Now().Add(t.plan.Retry); ; {
		var err error
		if v.Against, v.Value, err = strictest(t, b, op); err != nil {
			return v, err
		}
		if v.Against == "" {
			v.Value, v.Status, v.Note = Range{}, Skipped, fmt.Sprintf("no %s here", cmp.Or(b.Against, string(b.AgainstRole)))
			return v, nil
		}
		if v.Value.High <= b.Max || !time.Now().Before(deadline) {
			break
		}
		if err := t.Measure(max(4, t.plan.Rounds/3), b.Ours, v.Against); err != nil {
			return v, err
		}
	}
	v.settle()
	if b.Unit != "" {
		i := t.index(b.Unit)
		if i < 0 {
			return v, fmt.Errorf("%s has no way %q", t.Case.FullName(), b.Unit)
		}
		unit := Summarize(t.ns[i]).Median
		v.addNote(fmt.Sprintf("%.1f times %s (%.1f ns)", v.Value.Median/unit, b.Unit, unit))
	}
	return v, nil
}

func (v *Verdict) addNote(note string) {
	if v.Note != "" {
		v.Note += "; "
	}
	v.Note += note
}

// settle decides by the median.
func (v *Verdict) settle() {
	v.Status = Miss
	if v.Value.Median <= v.Bar.Max {
		v.Status = Pass
	}
	if straddles(v.Value, v.Bar.Max) {
		v.addNote("within noise: the range straddles the requirement")
	}
}

// strictest finds the way that makes the bar hardest.
func strictest(t *Table, b Bar, op func(a, b string) (Range, error)) (string, Range, error) {
	rivals := []string{b.Against}
	if b.Against == "" {
		rivals = t.names(b.AgainstRole)
	} else if t.index(b.Against) < 0 {
		return "", Range{}, nil
	}
	var against string
	hardest := Range{Median: math.Inf(-1)}
	for _, rival := range rivals {
		r, err := op(b.Ours, rival)
		if err != nil {
			return "", Range{}, err
		}
		if r.Median > hardest.Median {
			against, hardest = rival, r
		}
	}
	return against, hardest, nil
}

// judgeFigure holds one of the exact figures of a way against the bar.
func judgeFigure(t *Table, b Bar) (Verdict, error) {
	i := t.index(b.Ours)
	if i < 0 {
		return Verdict{}, fmt.Errorf("%s has no way %q", t.Case.FullName(), b.Ours)
	}
	switch b.Kind {
	case Count:
		return JudgeValue(b, float64(t.allocs[i].Calls)), nil
	case Heap:
		return JudgeValue(b, float64(t.allocs[i].Bytes)), nil
	}
	k := slices.Index(t.Case.Figures, b.Figure)
	if k < 0 || t.figures[i] == nil {
		return Verdict{}, fmt.Errorf("%s: %s has no figure %q", t.Case.FullName(), b.Ours, b.Figure)
	}
	if value := t.figures[i][k]; !math.IsNaN(value) {
		return JudgeValue(b, value), nil
	}
	return Verdict{Bar: b, Status: Skipped, Note: "it cannot be found out here"}, nil
}

// JudgeValue is the verdict on a single exact number.
func JudgeValue(b Bar, value float64) Verdict {
	v := Verdict{Bar: b, Value: Range{Median: value, Low: value, High: value, Min: value, Samples: 1}}
	v.settle()
	return v
}
