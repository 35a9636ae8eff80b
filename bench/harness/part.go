package harness

import (
	"fmt"
	"regexp"
	"time"

	"github.com/linefeed-go/linefeed/message"
)

// Part is one subject of the program: cases measured side by side, the bars they
// are held to, and numbers that are not a table of ways.
type Part struct {
	Name, Title string
	// About is a sentence or two for the reader of the table.
	About string
	// Cases makes the cases; may be nil. Those that the filter leaves out are
	// made but not run, so making one must be cheap.
	Cases func(*Session) ([]*Case, error)
	Bars  []Bar
	// Values finds out exact numbers and judges them; may be nil.
	Values func(*Session) ([]Verdict, error)
	// Survey finds out numbers that make a table of their own, and judges them;
	// may be nil.
	Survey func(*Session) (*Survey, error)
	// Matrix prints the part as one table, a row per case and a column per way.
	Matrix bool
	// Chart draws the part's tables into results/NAME.svg.
	Chart bool
}

// Session is one run of the program.
type Session struct {
	// Quick asks for the least that still gives verdicts.
	Quick bool
	Plan  Plan
	// Filter picks cases by full name, and values by their part's name.
	Filter *regexp.Regexp
	// Rust is the running baseline; nil where it does not run.
	Rust *Baseline
	// Dir is a folder for files, on a real disk; it is empty at the start.
	Dir string
	// Progress tells a person what is being done.
	Progress func(format string, args ...any)
}

// Outcome is what a part has brought.
type Outcome struct {
	Part     *Part
	Tables   []*Table
	Survey   *Survey // nil if the part makes none
	Verdicts []Verdict
}

// Survey is a table of numbers that are no times, with the verdicts on them.
type Survey struct {
	Head     []string
	Rows     [][]string
	Lines    []message.Message // the same for programs
	Verdicts []Verdict
}

// Wants says whether the filter picks a name.
func (s *Session) Wants(name string) bool { return s.Filter == nil || s.Filter.MatchString(name) }

// cases returns the part's cases that the filter picks.
func (s *Session) cases(p *Part) ([]*Case, error) {
	if p.Cases == nil {
		return nil, nil
	}
	all, err := p.Cases(s)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	var picked []*Case
	for _, c := range all {
		if s.Wants(c.FullName()) {
			picked = append(picked, c)
		} else if err := closeCase(c); err != nil {
			return nil, err
		}
	}
	return picked, nil
}

func closeCase(c *Case) error {
	if c.Close == nil {
		return nil
	}
	if err := c.Close(); err != nil {
		return fmt.Errorf("%s: %w", c.FullName(), err)
	}
	return nil
}

// Check compares every way's bytes and measures nothing.
func (s *Session) Check(p *Part) (checked int, err error) {
	picked, err := s.cases(p)
	for _, c := range picked {
		if err == nil {
			err = c.Check()
			checked++
		}
		if closing := closeCase(c); err == nil {
			err = closing
		}
	}
	return checked, err
}

// Run measures the part and judges it. done is told each table when its bars
// have been judged.
func (s *Session) Run(p *Part, done func(*Table, []Verdict)) (*Outcome, error) {
	picked, err := s.cases(p)
	if err != nil {
		return nil, err
	}
	out := &Outcome{Part: p}
	for _, c := range picked {
		t, verdicts, err := s.measure(p, c)
		if err != nil {
			return nil, err
		}
		out.Tables, out.Verdicts = append(out.Tables, t), append(out.Verdicts, verdicts...)
		done(t, verdicts)
	}
	if p.Values != nil && s.Wants(p.Name) {
		s.Progress("%s", p.Name)
		values, err := p.Values(s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		out.Verdicts = append(out.Verdicts, values...)
		done(nil, values)
	}
	if p.Survey != nil && s.Wants(p.Name) {
		s.Progress("%s", p.Name)
		if out.Survey, err = p.Survey(s); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		out.Verdicts = append(out.Verdicts, out.Survey.Verdicts...)
		done(nil, out.Survey.Verdicts)
	}
	return out, nil
}

func (s *Session) measure(p *Part, c *Case) (t *Table, verdicts []Verdict, err error) {
	defer func() {
		if closing := closeCase(c); err == nil {
			err = closing
		}
	}()
	s.Progress("%s: %d ways", c.FullName(), len(c.Ways))
	if err := c.Check(); err != nil {
		return nil, nil, err
	}
	plan := s.Plan
	if c.Rounds > 0 {
		plan.Rounds = c.Rounds
	}
	if c.Batch > 0 {
		plan.Batch = c.Batch
	}
	if c.Batches > 0 {
		plan.Batches = c.Batches
	}
	if t, err = NewTable(c, plan); err != nil {
		return nil, nil, err
	}
	if err := t.Measure(plan.Rounds); err != nil {
		return nil, nil, err
	}
	for _, b := range barsOf(p, c) {
		v, err := Judge(t, b)
		if err != nil {
			return nil, nil, err
		}
		verdicts = append(verdicts, v)
	}
	return t, verdicts, nil
}

// barsOf are the part's bars on a case, and the case's own.
func barsOf(p *Part, c *Case) []Bar {
	var bars []Bar
	for _, b := range p.Bars {
		if b.Case == c.FullName() {
			bars = append(bars, b)
		}
	}
	return append(bars, c.Bars...)
}

// DefaultPlan is the plan of a full or a quick run. The quick one has fewer
// batches, not shorter ones: in those the ways that allocate least would not see a
// single collection, and what the runtime does behind one would be much of others.
func DefaultPlan(quick bool) Plan {
	if quick {
		return Plan{Rounds: 8, Batch: 2 * time.Millisecond, Batches: 2, Retry: 2 * time.Second}
	}
	return Plan{Rounds: 31, Batch: 2 * time.Millisecond, Batches: 3, Retry: 10 * time.Second}
}
