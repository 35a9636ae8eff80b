package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linefeed-go/linefeed/message/build"
)

// buildText turns the build-output and build-fail events of go build -json and
// go test -json into diagnostics. Events of different packages interleave, so
// each package has its own text.
type buildText struct {
	job  *job
	text map[string]*findings
	// failed is called after a build-fail, when job.failed is up to date.
	failed func()
}

func newBuildText(j *job) *buildText {
	return &buildText{job: j, text: map[string]*findings{}}
}

// of returns the text of a package id.
func (b *buildText) of(id string) *findings {
	f := b.text[id]
	if f == nil {
		f = &findings{
			dir:        b.job.dir,
			packageDir: b.job.list.dir,
			found:      func(header string, d *build.Diagnostic) { b.job.found(header, id, d) },
			text: func(header, text string) {
				t := b.job.runningPackage(b.job.owner(header, id, nil))
				b.job.output(t, build.StreamMerged, []byte(text))
			},
		}
		b.text[id] = f
	}
	return f
}

// event takes a build event.
func (b *buildText) event(e goEvent) {
	if e.Action == "build-output" {
		b.of(e.ImportPath).write(e.Output)
		return
	}
	b.of(e.ImportPath).flush(true)
	if len(b.job.failed) == 0 { // it failed without a word
		b.job.failed[b.job.owner("", e.ImportPath, nil)] = true
	}
	b.failed()
}

// end flushes what no build-fail has ended.
func (b *buildText) end() {
	for _, id := range slices.Sorted(maps.Keys(b.text)) {
		b.text[id].flush(false)
	}
}

// builder follows one run of go build.
type builder struct {
	*job
	text *buildText
	ok   []string // import paths of libraries that are in order, for their archives
	// fresh says of these which did not have to be compiled.
	fresh map[string]bool
}

// build builds what was asked for and returns how the first go build ended that
// did not succeed.
func (j *job) build() (exit, error) {
	b := &builder{job: j, fresh: map[string]bool{}}
	b.text = newBuildText(j)
	b.text.failed = b.buildFailed
	var first exit
	for _, run := range plan(j.opts.patterns, j.list, j.opts.bin) {
		run.packages = slices.DeleteFunc(run.packages, b.hopeless)
		if len(run.packages) == 0 {
			continue
		}
		x, err := b.goBuild(run)
		if err != nil {
			return x, err
		}
		if first.ok() {
			first = x
		}
		if x.signal != "" || j.runner.interrupted() != nil {
			return x, nil
		}
	}
	b.settleRest(first)
	if err := b.archives(); err != nil {
		return exit{}, err
	}
	return first, nil
}

// hopeless says whether a program needs a package that did not compile in an
// earlier run, whose errors go build would only repeat.
func (b *builder) hopeless(importPath string) bool {
	p := b.list.byPath[importPath]
	return p != nil && b.brokenNeed(p, map[*pkg]bool{}) != ""
}

// goBuild runs go build once.
func (b *builder) goBuild(run invocation) (exit, error) {
	temp, err := os.MkdirTemp("", "gobuild-")
	if err != nil {
		return exit{}, err
	}
	defer os.RemoveAll(temp)
	graph := filepath.Join(temp, "actions.json")
	args := []string{"build", "-json", "-v", "-debug-actiongraph=" + graph}
	if run.bin != "" {
		if err := os.MkdirAll(run.bin, 0o777); err != nil {
			return exit{}, fmt.Errorf("no place for the programs: %w", err)
		}
		args = append(args, "-o", run.bin+string(filepath.Separator))
	}
	args = append(append(args, b.opts.flags...), "--")
	x, err := b.child(append(args, run.packages...), b.line)
	if err != nil {
		return x, err
	}
	b.text.end()
	if x.signal == "" && b.runner.interrupted() == nil {
		b.settle(readActions(graph))
	}
	return x, nil
}

// line takes a line that go build printed on stdout.
func (b *builder) line(line []byte) {
	e, ok := parseEvent(line)
	if !ok || !e.isBuild() {
		b.output(b.root, build.StreamStdout, line)
		return
	}
	if e.Action == "build-output" && e.ImportPath != "" && strings.TrimRight(e.Output, "\r\n") == e.ImportPath {
		b.compiling(e.ImportPath) // go build -v names what it compiles
		return
	}
	b.text.event(e)
}

// compiling starts the task of a package. What it imports is compiled by now.
func (b *builder) compiling(importPath string) {
	if p := b.list.byPath[importPath]; p != nil {
		b.settleImports(p)
	}
	b.packageTask(importPath)
}

// settleImports ends the tasks of all that p needs.
func (b *builder) settleImports(p *pkg) {
	for _, q := range b.list.imports(p) {
		t := b.packages[q.ImportPath]
		if t != nil && t.over || t == nil && !b.wanted(q) || b.failed[q.ImportPath] {
			continue
		}
		b.settleImports(q)
		if t == nil {
			b.compiled(q, build.OutcomeCached, new(0.0))
			continue
		}
		b.compiled(q, build.OutcomeOK, b.elapsed(t))
	}
}

// compiled ends the task of a package that is in order.
func (b *builder) compiled(p *pkg, outcome build.Outcome, elapsed *float64) {
	if !p.DepOnly && p.Name != "main" && p.ImportPath != "unsafe" {
		b.ok = append(b.ok, p.ImportPath)
		b.fresh[p.ImportPath] = outcome == build.OutcomeCached
	}
	b.finishPackage(p.ImportPath, outcome, elapsed, "")
}

// buildFailed ends the tasks of the packages whose errors are known now.
func (b *builder) buildFailed() {
	for _, importPath := range slices.Sorted(maps.Keys(b.failed)) {
		if t := b.packages[importPath]; t == nil || !t.over {
			b.finishPackage(importPath, build.OutcomeFailed, b.elapsed(b.packageTask(importPath)), b.cause(importPath))
		}
	}
}

// settle ends the tasks of the packages that a run of go build has done, with
// the times that its action graph gives.
func (b *builder) settle(done actions) {
	for _, p := range b.list.packages {
		t := b.packages[p.ImportPath]
		a := done[p.ImportPath]
		if a == nil || t == nil && !b.wanted(p) || t != nil && t.over || b.failed[p.ImportPath] {
			continue
		}
		if b.brokenNeed(p, map[*pkg]bool{}) != "" || !a.finished {
			continue
		}
		if a.program != "" && !b.program(p, a) {
			continue
		}
		outcome := build.OutcomeCached
		if t != nil || a.worked {
			outcome = build.OutcomeOK
		}
		b.compiled(p, outcome, &a.seconds)
	}
}

// program sends the artifact of a program. It reports false if there is none
// where go build says it is.
func (b *builder) program(p *pkg, a *action) bool {
	size, err := b.size(a.program)
	if err != nil {
		b.fault(b.packageTask(p.ImportPath), fmt.Sprintf("go build did not leave the program: %v", err))
		b.finishPackage(p.ImportPath, build.OutcomeFailed, &a.seconds, "go build did not leave the program")
		return false
	}
	b.artifact(b.packageTask(p.ImportPath), &build.Artifact{
		Package:   &p.ImportPath,
		Path:      a.program,
		Kind:      build.ArtifactExecutable,
		SizeBytes: size,
		Fresh:     !a.linked,
	})
	return true
}

// settleRest ends the tasks of the packages that the action graphs did not tell
// of. all is how go build ended.
func (b *builder) settleRest(all exit) {
	for _, p := range b.list.packages {
		t := b.packages[p.ImportPath]
		if t == nil && !b.wanted(p) || t != nil && t.over {
			continue
		}
		need := b.brokenNeed(p, map[*pkg]bool{})
		switch {
		case p.passedOver():
			b.finishPackage(p.ImportPath, build.OutcomeSkipped, nil, "it has test files only")
		case need != "":
			b.finishPackage(p.ImportPath, build.OutcomeSkipped, nil, "it needs "+need+", which failed")
		case all.ok() && t == nil:
			b.compiled(p, build.OutcomeCached, nil)
		case all.ok():
			b.compiled(p, build.OutcomeOK, b.elapsed(t))
		case slices.ContainsFunc(b.list.packages, (*pkg).unloadable):
			b.finishPackage(p.ImportPath, build.OutcomeSkipped, nil, "go build ended before it: another package could not be loaded")
		default:
			b.finishPackage(p.ImportPath, build.OutcomeSkipped, nil, "go build ended before it")
		}
	}
}

// brokenNeed returns the import path of a package that failed among those that
// p needs, or "".
func (b *builder) brokenNeed(p *pkg, seen map[*pkg]bool) string {
	for _, q := range b.list.imports(p) {
		if b.failed[q.ImportPath] {
			return q.ImportPath
		}
		if !seen[q] {
			seen[q] = true
			if need := b.brokenNeed(q, seen); need != "" {
				return need
			}
		}
	}
	return ""
}

// archives sends the compiled code of the libraries that were asked for: go
// build leaves it in the build cache only, where go list -export finds it.
func (b *builder) archives() error {
	if len(b.ok) == 0 {
		return nil
	}
	var out bytes.Buffer
	args := append([]string{"list", "-e", "-export", "-json=ImportPath,Export"}, b.opts.flags...)
	args = append(append(args, "--"), b.ok...)
	if strings.HasSuffix(b.opts.patterns[0], ".go") {
		args = append(args[:len(args)-len(b.ok)], b.opts.patterns...)
	}
	x, err := b.child(args, func(line []byte) { out.Write(line) })
	if err != nil || !x.ok() {
		return err
	}
	exported, err := parseListing(out.Bytes())
	if err != nil {
		return err
	}
	for _, p := range exported.packages {
		size, err := b.size(p.Export)
		if err != nil {
			continue // the cache was trimmed meanwhile: there is no file to tell
		}
		b.artifact(b.root, &build.Artifact{
			Package:   &p.ImportPath,
			Path:      p.Export,
			Kind:      build.ArtifactArchive,
			SizeBytes: size,
			Fresh:     b.fresh[p.ImportPath],
		})
	}
	return nil
}
