package main

import (
	"maps"
	"math"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linefeed-go/linefeed/message"
)

// lspPrinter prints one notification per line, for an editor's plug-in to hand
// on. What a file's problems are is known at flush; a file that had some in the
// last run and has none in this one is cleared at its end. Problems that are in
// no file have no place in this protocol: they go to notes.
//
// Positions need the text of the line, to count UTF-16 units: the one cargo has
// sent, or that of the file on this machine. Where there is none the tool's
// column stands as it is, which is right for lines in ASCII.
type lspPrinter struct {
	emitter *message.Emitter
	src     *sources
	notes   *linePrinter
	files   map[string][]Diagnostic // of this run
	changed map[string]bool         // files that have new ones
	before  map[string]bool         // files with problems in the last run
}

func newLSPPrinter(out *output, src *sources) *lspPrinter {
	return &lspPrinter{
		emitter: message.NewEmitter(out, nil),
		src:     src,
		files:   map[string][]Diagnostic{},
		changed: map[string]bool{},
		before:  map[string]bool{},
	}
}

func (l *lspPrinter) print(p *problem) {
	if p.at.file == "" {
		if l.notes != nil {
			l.notes.print(p)
		}
		return
	}
	d := Diagnostic{
		Range:    l.textRange(&p.at),
		Severity: lspSeverity(p.level),
		Code:     p.code,
		Source:   p.source,
		Message:  p.message,
	}
	for i := range p.remarks {
		r := &p.remarks[i]
		if r.at.file == "" {
			d.Message += "\n" + r.message
			continue
		}
		d.RelatedInformation = append(d.RelatedInformation, RelatedInformation{
			Location: Location{URI: fileURI(r.at.file), Range: l.textRange(&r.at)},
			Message:  r.message,
		})
	}
	l.files[p.at.file] = append(l.files[p.at.file], d)
	l.changed[p.at.file] = true
}

func lspSeverity(l level) int {
	switch l {
	case levelError:
		return 1
	case levelWarning:
		return 2
	}
	return 3
}

// textRange returns the range of a place. A place without a column is the whole
// line, one without a line the start of the file.
func (l *lspPrinter) textRange(at *place) Range {
	if at.start.line < 1 {
		return Range{}
	}
	from := Position{Line: at.start.line - 1}
	to := Position{Line: from.Line, Character: math.MaxInt32} // clients take the end of the line for it
	if at.start.column > 0 {
		from.Character = l.src.utf16Column(at, at.start)
		to.Character = l.src.wordEnd(at, at.start)
	}
	if at.end.line > 0 && at.end.column > 0 {
		to = Position{at.end.line - 1, l.src.utf16Column(at, at.end)}
	}
	return Range{from, to}
}

func (l *lspPrinter) flush() {
	for _, file := range slices.Sorted(maps.Keys(l.changed)) {
		l.publish(file, l.files[file])
	}
	clear(l.changed)
}

func (l *lspPrinter) endRun() {
	l.flush()
	for _, file := range slices.Sorted(maps.Keys(l.before)) {
		if _, still := l.files[file]; !still {
			l.publish(file, []Diagnostic{})
		}
	}
	clear(l.before)
	for file := range l.files {
		l.before[file] = true
	}
	clear(l.files)
}

// publish's errors are those of the output, which keeps the first.
func (l *lspPrinter) publish(file string, list []Diagnostic) {
	_ = l.emitter.Emit(&PublishDiagnostics{JSONRPC: "2.0", Params: PublishParams{URI: fileURI(file), Diagnostics: list}})
}

func (l *lspPrinter) close() { _ = l.emitter.Close() }

// fileURI returns the file: URI of an absolute path.
func fileURI(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/...
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
