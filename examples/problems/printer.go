package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// printer prints problems in one format. Its errors are those of its output.
type printer interface {
	print(*problem)
	flush()  // nothing more is known to come soon
	endRun() // a run has ended: what comes later is about another one
	close()
}

// output is where a printer writes. After the first error it writes nothing.
type output struct {
	w   io.Writer
	err error
}

// Write is for printers that need an io.Writer.
func (o *output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	o.err = err
	return n, err
}

// paths says how files are named in the output.
type paths struct {
	base string // absolute
}

// name returns the file relative to the base if it is below it, with the
// system's separators.
func (p paths) name(file string) string {
	rel, err := filepath.Rel(p.base, file)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return file
	}
	return rel
}

// newPrinter returns the printer for a format, nil for one that is none.
func newPrinter(format string, out *output, p paths, live bool) printer {
	src := &sources{}
	switch format {
	case "table":
		return &tablePrinter{out: out, paths: p, src: src, live: live}
	case "line":
		return &linePrinter{out: out, paths: p, src: src}
	case "lsp":
		return newLSPPrinter(out, src)
	case "github":
		return &githubPrinter{out: out, paths: p, src: src}
	case "sarif":
		return newSARIFPrinter(out, p, src)
	}
	return nil
}

// linePrinter prints "file:line:column: level: message [code]", which vim's
// quickfix list and the problem matchers of VS Code read, as compilers do:
// columns count bytes, and what is not known is left out. Remarks follow as
// notes.
type linePrinter struct {
	out   *output
	paths paths
	src   *sources
}

func (l *linePrinter) print(p *problem) {
	var b strings.Builder
	text := p.message
	if p.code != "" {
		text += " [" + p.code + "]"
	}
	l.line(&b, &p.at, p.level, text)
	for i := range p.remarks {
		r := &p.remarks[i]
		at := &r.at
		if at.file == "" {
			at = &p.at
		}
		l.line(&b, at, r.level, r.message)
	}
	io.WriteString(l.out, b.String())
}

func (l *linePrinter) line(b *strings.Builder, at *place, lv level, text string) {
	if s := placeName(at, l.paths, l.src); s != "" {
		b.WriteString(plain(s) + ": ")
	}
	fmt.Fprintf(b, "%s: %s\n", lv, plain(oneLine(text)))
}

func (l *linePrinter) flush()  {}
func (l *linePrinter) endRun() {}
func (l *linePrinter) close()  {}

// placeName returns "file:line:column", with what is known of it.
func placeName(at *place, p paths, src *sources) string {
	if at.file == "" {
		return ""
	}
	s := p.name(at.file)
	if at.start.line > 0 {
		s += fmt.Sprintf(":%d", at.start.line)
		if column := src.byteColumn(at, at.start); column > 0 {
			s += fmt.Sprintf(":%d", column)
		}
	}
	return s
}
