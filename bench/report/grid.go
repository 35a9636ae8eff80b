// Package report puts what was measured into tables for people, lines for
// programs, the README's chapters and a chart.
package report

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"
)

// grid is a table of texts. The first column stands left, the others right,
// but for those named in left.
type grid struct {
	head []string
	left map[int]bool
	rows [][]string
}

func newGrid(head ...string) *grid {
	return &grid{head: head, left: map[int]bool{0: true}}
}

func (g *grid) add(cells ...string) { g.rows = append(g.rows, cells) }

// writeText prints the grid with aligned columns.
func (g *grid) writeText(w io.Writer) error {
	widths := make([]int, len(g.head))
	for _, row := range append([][]string{g.head}, g.rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range append([][]string{g.head}, g.rows...) {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if g.left[i] {
				line.WriteString("  " + cell + pad)
			} else {
				line.WriteString("  " + pad + cell)
			}
		}
		if _, err := fmt.Fprintln(w, strings.TrimRight(line.String(), " ")); err != nil {
			return err
		}
	}
	return nil
}

// markdown returns the grid as a Markdown table.
func (g *grid) markdown() string {
	var b strings.Builder
	row := func(cells []string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	row(g.head)
	rule := make([]string, len(g.head))
	for i := range rule {
		rule[i] = "--:"
		if g.left[i] {
			rule[i] = "---"
		}
	}
	row(rule)
	for _, cells := range g.rows {
		escaped := make([]string, len(cells))
		for i, cell := range cells {
			escaped[i] = strings.ReplaceAll(cell, "|", `\|`)
		}
		row(escaped)
	}
	return b.String()
}

// number prints a figure with three digits that matter, large ones whole and
// with thousands apart.
func number(x float64) string {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return "-"
	case math.Abs(x) < 1:
		return fmt.Sprintf("%.3g", x)
	case math.Abs(x) < 10:
		return fmt.Sprintf("%.2f", x)
	case math.Abs(x) < 100:
		return fmt.Sprintf("%.1f", x)
	}
	digits := fmt.Sprintf("%.0f", x)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// count prints a figure that is exact: a whole one whole.
func count(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return number(x)
}

// share prints a ratio.
func share(x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	if x >= 100 {
		return number(x)
	}
	return fmt.Sprintf("%.3f", x)
}
