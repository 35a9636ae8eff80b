package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/linefeed-go/linefeed/message/gotest"
)

// suite is what is known of a run of go test. It belongs to one goroutine.
type suite struct {
	view     view
	budget   budget           // for what tests print
	building budget           // for what the toolchain prints: a build that succeeds has no end
	packages map[string]*pkg  // that run
	builds   map[string]*kept // what the toolchain printed, by import path
	broken   map[string]bool  // builds that failed
	failures failures
	tally    tally
}

// tally counts what has ended.
type tally struct {
	events                       int64
	passed, failed, skipped      int64 // tests; those that never ended are among the failed
	never                        int64 // tests that never ended
	stray                        int64 // tests without an end in packages that passed
	packagesOK, packagesFailed   int64
	packagesEmpty, packagesNever int64 // without tests; those that never ended are among the failed
	buildsFailed                 int64
}

// packages returns how many packages have ended.
func (t *tally) packages() int64 { return t.packagesOK + t.packagesFailed + t.packagesEmpty }

// pkg is a package under test.
type pkg struct {
	name                    string
	tests                   map[string]*test // that run
	out                     kept             // what was printed outside of tests
	last                    string           // the test that began last
	passed, failed, skipped int64
	listed                  int    // failures of it that are in the report
	said                    bool   // it printed more than go test's own words
	cached                  bool   // its results are those of an earlier run
	wellEnded               bool   // it printed PASS: all its tests came to their end
	exitedIn                string // the test in whose output go test's verdict on the package stands
}

// test is a test that runs.
type test struct {
	out         kept
	begun       bool // there was a run event: an end has to come
	childFailed bool
	measured    bool // a benchmark that printed its result
}

func newSuite(v view) *suite {
	return &suite{
		view:     v,
		budget:   budget{most: maxBudget},
		building: budget{most: maxBudget},
		packages: map[string]*pkg{},
		builds:   map[string]*kept{},
		broken:   map[string]bool{},
	}
}

// buildEvent takes an event of a build.
func (s *suite) buildEvent(e *gotest.BuildEvent) {
	s.tally.events++
	k := s.builds[e.ImportPath]
	if k == nil {
		k = &kept{budget: &s.building}
		s.builds[strings.Clone(e.ImportPath)] = k // strings of an event hold its whole line
	}
	if e.Action != gotest.ActionBuildFail {
		k.write(e.Output)
		return
	}
	delete(s.builds, e.ImportPath)
	if !s.broken[e.ImportPath] {
		s.broken[strings.Clone(e.ImportPath)] = true
		s.tally.buildsFailed++
		s.failures.add(&failure{what: "build failed", name: e.ImportPath, out: k})
	}
}

// testEvent takes an event of go test.
func (s *suite) testEvent(e *gotest.TestEvent) {
	s.tally.events++
	p := s.packages[e.Package]
	if p == nil {
		p = &pkg{name: strings.Clone(e.Package), tests: map[string]*test{}, out: kept{budget: &s.budget}}
		s.packages[p.name] = p
		s.view.packageStarted(p)
	}
	if e.Test == "" {
		s.packageEvent(p, e)
		return
	}
	t := p.tests[e.Test]
	if t == nil {
		t = &test{out: kept{budget: &s.budget}}
		p.tests[strings.Clone(e.Test)] = t
	}
	switch e.Action {
	case gotest.ActionRun:
		p.last, t.begun = strings.Clone(e.Test), true
		s.view.changed(p, &s.tally)
	case gotest.ActionOutput:
		if strings.HasPrefix(e.Output, "ok  \t"+e.Package+"\t") {
			p.exitedIn = strings.Clone(e.Test)
		}
		t.measured = t.measured || strings.Contains(e.Output, "/op")
		if !isFraming(e.Output, e.Test) {
			t.out.write(e.Output)
		}
	case gotest.ActionPass, gotest.ActionFail, gotest.ActionSkip, gotest.ActionBench:
		s.endTest(p, t, e)
		s.view.changed(p, &s.tally)
	}
}

// isFraming says whether a line of output is go test's own: the events say the
// same.
func isFraming(line, test string) bool {
	line = strings.TrimLeft(line, " ")
	for _, mark := range []string{"=== RUN   ", "=== PAUSE ", "=== CONT  ", "=== NAME  "} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	for _, mark := range []string{"--- FAIL: ", "--- PASS: ", "--- SKIP: "} {
		if rest, ok := strings.CutPrefix(line, mark); ok {
			return strings.HasPrefix(rest, test+" (") || rest == test+"\n"
		}
	}
	return false
}

func (s *suite) endTest(p *pkg, t *test, e *gotest.TestEvent) {
	delete(p.tests, e.Test)
	switch e.Action {
	case gotest.ActionFail:
		p.failed++
		s.tally.failed++
		s.markParent(p, e.Test)
		if t.childFailed && t.out.total == 0 {
			return // its subtests say why
		}
		s.view.testFailed(p, e.Test, e.Elapsed)
		p.listed++
		s.failures.add(&failure{what: "FAIL", name: p.name, test: e.Test, seconds: e.Elapsed, out: &t.out})
		return
	case gotest.ActionSkip:
		p.skipped++
		s.tally.skipped++
	default:
		p.passed++
		s.tally.passed++
	}
	t.out.release()
}

func (s *suite) markParent(p *pkg, name string) {
	if i := strings.LastIndexByte(name, '/'); i > 0 {
		if parent := p.tests[name[:i]]; parent != nil {
			parent.childFailed = true
		}
	}
}

// packageEvent takes an event that is about the package itself.
func (s *suite) packageEvent(p *pkg, e *gotest.TestEvent) {
	switch e.Action {
	case gotest.ActionOutput:
		p.wellEnded = p.wellEnded || e.Output == "PASS\n"
		p.cached = p.cached || strings.HasSuffix(e.Output, "\t(cached)\n")
		if !isVerdict(e.Output) {
			p.said = p.said || !isHeading(e.Output)
			p.out.write(e.Output)
		}
	case gotest.ActionPass, gotest.ActionFail, gotest.ActionSkip:
		s.endPackage(p, e)
	}
}

// isVerdict says whether a line of output says only how the package ended.
func isVerdict(line string) bool {
	return line == "PASS\n" || line == "FAIL\n" || strings.HasPrefix(line, "ok  \t") ||
		strings.HasPrefix(line, "FAIL\t") || strings.HasPrefix(line, "?   \t")
}

// isHeading says whether a line of output is what go test prints around the
// tests of every package.
func isHeading(line string) bool {
	for _, word := range []string{"exit status ", "coverage: ", "goos: ", "goarch: ", "pkg: ", "cpu: "} {
		if strings.HasPrefix(line, word) {
			return true
		}
	}
	return false
}

func (s *suite) endPackage(p *pkg, e *gotest.TestEvent) {
	delete(s.packages, p.name)
	s.endBenchmarks(p, e.Action == gotest.ActionPass)
	if e.Action == gotest.ActionPass && p.wellEnded {
		s.tally.stray += s.forget(p) // what a package prints can look like a test that begins
	}
	never := s.neverEnded(p)
	switch {
	case e.Action == gotest.ActionFail || never > 0:
		s.tally.packagesFailed++
		s.failPackage(p, e)
	case e.Action == gotest.ActionSkip:
		s.tally.packagesEmpty++
		p.out.release()
	default:
		s.tally.packagesOK++
		p.out.release()
	}
	s.view.packageEnded(p, e, never, &s.tally)
}

// failPackage puts what the package itself printed into the report, if that is
// all there is to say why it failed.
func (s *suite) failPackage(p *pkg, e *gotest.TestEvent) {
	if p.listed > 0 && !p.said || s.broken[e.FailedBuild] {
		p.out.release()
		return
	}
	what := "package failed"
	if e.FailedBuild != "" {
		what = "build failed"
	} else if p.listed > 0 {
		what = "package printed"
	}
	s.failures.add(&failure{what: what, name: p.name, seconds: e.Elapsed, out: &p.out})
}

// endBenchmarks ends the benchmarks of a package: they get no event of their
// own when they are done, unless they printed something else than the result.
func (s *suite) endBenchmarks(p *pkg, passed bool) {
	for name, t := range p.tests {
		if strings.HasPrefix(name, "Benchmark") && (passed || t.measured || name != p.last) {
			delete(p.tests, name)
			t.out.release()
			p.passed++
			s.tally.passed++
		}
	}
}

// neverEnded puts the tests of a package that have no end into the report and
// returns how many there are.
func (s *suite) neverEnded(p *pkg) int64 {
	var n int64
	for _, name := range slices.Sorted(maps.Keys(p.tests)) {
		t := p.tests[name]
		if !t.begun {
			continue
		}
		n++
		p.listed++
		s.failures.add(&failure{what: "never ended", name: p.name, test: name, out: &t.out})
		delete(p.tests, name)
	}
	p.failed += n
	s.tally.failed += n
	s.tally.never += n
	s.forget(p)
	return n
}

// forget drops the tests of a package that have no end and returns how many
// of them had a beginning.
func (s *suite) forget(p *pkg) int64 {
	var begun int64
	for _, t := range p.tests {
		t.out.release()
		if t.begun {
			begun++
		}
	}
	clear(p.tests)
	return begun
}

// end ends the stream: what runs now has no end.
func (s *suite) end() {
	for _, name := range slices.Sorted(maps.Keys(s.packages)) {
		p := s.packages[name]
		s.endBenchmarks(p, false)
		never := s.neverEnded(p)
		s.tally.packagesFailed++
		s.tally.packagesNever++
		if p.exitedIn != "" {
			never += s.exited(p)
		}
		if never == 0 {
			s.failures.add(&failure{what: "never ended", name: p.name, out: &p.out})
		}
		s.view.packageEnded(p, nil, never, &s.tally)
	}
	clear(s.packages)
}

// exited takes a test back that ended its process with status 0. go test takes
// that for success, and writes its verdict on the package as the output and
// the end of the test.
func (s *suite) exited(p *pkg) int64 {
	p.passed--
	p.failed++
	s.tally.passed--
	s.tally.failed++
	s.tally.never++
	s.failures.add(&failure{what: "never ended", name: p.name, test: p.exitedIn, out: &kept{budget: &s.budget}})
	return 1
}

// ok says whether everything ended, and nothing failed.
func (s *suite) ok() bool {
	t := &s.tally
	return t.failed == 0 && t.packagesFailed == 0 && t.buildsFailed == 0
}
