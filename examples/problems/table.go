package main

import (
	"io"
	"strings"
	"unicode/utf8"
)

// maxRows is how many rows a table gathers to find the width of its columns.
const maxRows = 500

// tablePrinter prints a table: level, place, code, message. Remarks are left
// out.
type tablePrinter struct {
	out   *output
	paths paths
	src   *sources
	live  bool // show what there is at every flush
	rows  [][4]string
	begun bool
	width [3]int
}

func (t *tablePrinter) print(p *problem) {
	place := placeName(&p.at, t.paths, t.src)
	if place == "" {
		place = "-"
	}
	code := p.code
	if code == "" {
		code = "-"
	}
	if !t.begun {
		t.begun = true
		t.rows = append(t.rows, [4]string{"LEVEL", "PLACE", "CODE", "MESSAGE"})
	}
	t.rows = append(t.rows, [4]string{string(p.level), plain(place), plain(code), plain(oneLine(p.message))})
	if len(t.rows) >= maxRows {
		t.write()
	}
}

// write prints the rows that are there. Columns only get wider.
func (t *tablePrinter) write() {
	for _, row := range t.rows {
		for i := range t.width {
			t.width[i] = max(t.width[i], min(utf8.RuneCountInString(row[i]), 60))
		}
	}
	var b strings.Builder
	for _, row := range t.rows {
		for i, cell := range row[:3] {
			b.WriteString(cell)
			b.WriteString(strings.Repeat(" ", max(t.width[i]-utf8.RuneCountInString(cell), 0)+2))
		}
		b.WriteString(row[3] + "\n")
	}
	t.rows = t.rows[:0]
	io.WriteString(t.out, b.String())
}

func (t *tablePrinter) flush() {
	if t.live && len(t.rows) > 0 {
		t.write()
	}
}

func (t *tablePrinter) endRun() { t.flush() }

func (t *tablePrinter) close() {
	if len(t.rows) > 0 {
		t.write()
	}
}
