// Package problem holds what the generator finds wrong with its input: each
// fault with its place, its cause and its remedy, all of them in one list.
package problem

import (
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"sort"
	"strconv"
	"strings"
)

// Problem is one fault of the input.
type Problem struct {
	// Pos is where it is; its Filename is absolute.
	Pos token.Position
	// What is wrong, why it is, and what to do about it.
	What, Why, Do string
}

// Error gives `file:line:column: what; why; what to do` in one line.
func (p *Problem) Error() string {
	text := p.What + "; " + p.Why + "; " + p.Do
	text = strings.Join(strings.Fields(text), " ")
	if !p.Pos.IsValid() && p.Pos.Filename == "" {
		return text
	}
	return p.Pos.String() + ": " + text
}

// List collects problems. Its zero value is empty and ready to use.
type List struct {
	problems []*Problem
	seen     map[string]bool
}

// Add notes a problem; a second one with the same place and words is dropped.
func (l *List) Add(pos token.Position, what, why, do string) {
	p := &Problem{Pos: pos, What: what, Why: why, Do: do}
	key := p.Error()
	if l.seen[key] {
		return
	}
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	l.seen[key] = true
	l.problems = append(l.problems, p)
}

// AddError notes err; a list of scanner errors becomes a problem for each.
func (l *List) AddError(err error, why, do string) {
	var list scanner.ErrorList
	if !errors.As(err, &list) {
		l.Add(token.Position{}, err.Error(), why, do)
		return
	}
	for _, e := range list {
		l.Add(e.Pos, e.Msg, why, do)
	}
}

// Join adds the problems of other.
func (l *List) Join(other List) {
	for _, p := range other.problems {
		l.Add(p.Pos, p.What, p.Why, p.Do)
	}
}

// Err returns nil when there is no problem, and else an error that holds them
// all, sorted by place. errors.As finds a *Problem in it.
func (l *List) Err() error {
	if len(l.problems) == 0 {
		return nil
	}
	sorted := append([]*Problem(nil), l.problems...)
	sort.SliceStable(sorted, func(i, j int) bool { return before(sorted[i].Pos, sorted[j].Pos) })
	return &Error{Problems: sorted}
}

// Error is a non-empty list of problems as an error: one line each.
type Error struct {
	// Problems are sorted by file, line and column.
	Problems []*Problem
}

// Error returns one line for each problem.
func (e *Error) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the problems to errors.Is and errors.As.
func (e *Error) Unwrap() []error {
	errs := make([]error, len(e.Problems))
	for i, p := range e.Problems {
		errs[i] = p
	}
	return errs
}

func before(a, b token.Position) bool {
	if a.Filename != b.Filename {
		return a.Filename < b.Filename
	}
	if a.Line != b.Line {
		return a.Line < b.Line
	}
	return a.Column < b.Column
}

// ParsePosition reads `file:line:column`, as the go command prints places.
// What it cannot read becomes the file name.
func ParsePosition(s string) token.Position {
	var pos token.Position
	if s == "" || s == "-" {
		return pos
	}
	rest, last, ok := cutNumber(s)
	if !ok {
		return token.Position{Filename: s}
	}
	if file, line, ok := cutNumber(rest); ok {
		return token.Position{Filename: file, Line: line, Column: last}
	}
	return token.Position{Filename: rest, Line: last}
}

func cutNumber(s string) (string, int, bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	if err != nil {
		return s, 0, false
	}
	return s[:i], n, true
}

// Quote puts input into a message: quoted, and cut when it is long.
func Quote(s string) string {
	const most = 60
	if len(s) > most {
		s = s[:most] + "..."
	}
	return fmt.Sprintf("%q", s)
}
