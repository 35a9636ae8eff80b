package main

import (
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// sourceRoot is the name by which SARIF calls the directory that relative paths
// are relative to.
const sourceRoot = "%SRCROOT%"

// sarifPrinter gathers the problems and prints one SARIF 2.1.0 document at the
// end of the stream, with a run for each tool. Columns count UTF-16 units.
type sarifPrinter struct {
	out   *output
	paths paths
	src   *sources
	runs  []*sarif.Run
	tools map[string]*sarifTool
}

// sarifTool is the run of one tool, with the index of each rule.
type sarifTool struct {
	run   *sarif.Run
	rules map[string]int
}

func newSARIFPrinter(out *output, p paths, src *sources) *sarifPrinter {
	return &sarifPrinter{out: out, paths: p, src: src, tools: map[string]*sarifTool{}}
}

func (s *sarifPrinter) print(p *problem) {
	name := p.source
	if name == "" {
		name = "build"
	}
	t := s.tool(name)
	r := sarif.NewResult().
		WithLevel(string(p.level)).
		WithMessage(sarif.NewTextMessage(p.message))
	if p.code != "" {
		r.WithRuleID(p.code).WithRuleIndex(t.rule(p.code))
	}
	if p.at.file != "" {
		r.AddLocation(s.location(&p.at))
	}
	for i := range p.remarks {
		m := &p.remarks[i]
		l := sarif.NewLocation()
		if m.at.file != "" {
			l = s.location(&m.at)
		}
		r.AddRelatedLocation(l.WithMessage(sarif.NewTextMessage(m.message)))
	}
	t.run.AddResult(r)
}

func (s *sarifPrinter) tool(name string) *sarifTool {
	t := s.tools[name]
	if t == nil {
		run := sarif.NewRun().
			WithTool(sarif.NewTool().WithDriver(sarif.NewToolComponent().WithName(name))).
			WithColumnKind("utf16CodeUnits")
		run.WithOriginalUriBaseIds(map[string]sarif.ArtifactLocation{
			sourceRoot: *sarif.NewSimpleArtifactLocation(strings.TrimSuffix(fileURI(s.paths.base), "/") + "/"),
		})
		t = &sarifTool{run: run, rules: map[string]int{}}
		s.tools[name], s.runs = t, append(s.runs, run)
	}
	return t
}

// rule returns the index of a code in the tool's list. The library looks for
// it from the front each time.
func (t *sarifTool) rule(code string) int {
	i, ok := t.rules[code]
	if !ok {
		i = len(t.rules)
		t.rules[code] = i
		t.run.Tool.Driver.Rules = append(t.run.Tool.Driver.Rules, sarif.NewRule(code))
	}
	return i
}

func (s *sarifPrinter) location(at *place) *sarif.Location {
	file := sarif.NewSimpleArtifactLocation(fileURI(at.file))
	if name := s.paths.name(at.file); !filepath.IsAbs(name) {
		relative := url.URL{Path: filepath.ToSlash(name)}
		file = sarif.NewSimpleArtifactLocation(relative.String()).WithURIBaseID(sourceRoot)
	}
	physical := sarif.NewPhysicalLocation().WithArtifactLocation(file)
	if at.start.line > 0 {
		physical.WithRegion(s.region(at))
	}
	return sarif.NewLocationWithPhysicalLocation(physical)
}

func (s *sarifPrinter) region(at *place) *sarif.Region {
	r := sarif.NewRegion().WithStartLine(at.start.line)
	if at.start.column > 0 {
		r.WithStartColumn(s.src.utf16Column(at, at.start) + 1)
	}
	if at.end.line > 0 {
		r.WithEndLine(at.end.line)
		if at.end.column > 0 && at.start.column > 0 {
			r.WithEndColumn(s.src.utf16Column(at, at.end) + 1)
		}
	}
	return r
}

func (s *sarifPrinter) flush()  {}
func (s *sarifPrinter) endRun() {}

// close prints the document. A stream without problems has a run without
// results.
func (s *sarifPrinter) close() {
	if len(s.runs) == 0 {
		s.tool("problems")
	}
	report := sarif.NewReport()
	for _, run := range s.runs {
		report.AddRun(run)
	}
	if err := report.PrettyWrite(s.out); err != nil {
		if s.out.err == nil {
			s.out.err = err
		}
		return
	}
	io.WriteString(s.out, "\n")
}
