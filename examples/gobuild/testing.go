package main

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/linefeed-go/linefeed/message/build"
)

// tester follows go test -json.
type tester struct {
	*job
	text *buildText
	open map[string]*testedPackage // by import path
}

// testedPackage is a package whose test is running.
type testedPackage struct {
	path  string
	task  *task
	log   testLog // of the package itself: what stands in no test
	tests []*runningTest
	// mute are tests that have failed without a word: what made them fail may
	// still come, for a panic is printed after the test has ended. They are
	// finished by the next event that can't bring it.
	mute []*runningTest
	// crash is the first panic or fatal error in its output, wherever in it.
	crash   *crash
	signal  string // "signal: killed", if the output says so
	failed  int    // tests that failed
	cached  bool
	crashed bool // the crash has been sent as a diagnostic
}

// runningTest is a test that has begun. A test that is over is forgotten.
type runningTest struct {
	name    string
	task    *task
	log     testLog
	crashed bool     // the crash was printed by this test
	failed  int      // of its subtests
	elapsed *float64 // of a mute test
	result  bool     // a benchmark that has printed its figures
}

// test runs tests and returns how go test ended.
func (j *job) test() (exit, error) {
	t := &tester{job: j, open: map[string]*testedPackage{}}
	t.text = newBuildText(j)
	t.text.failed = t.buildFailed
	args := append([]string{"test", "-json"}, j.opts.flags...)
	x, err := j.child(append(args, j.opts.patterns...), t.line)
	if err == nil {
		t.end()
	}
	return x, err
}

// end is called when go test has ended: what it has told is complete.
func (t *tester) end() {
	t.text.end()
	for _, importPath := range slices.Sorted(maps.Keys(t.open)) {
		p := t.open[importPath]
		p.log.flush()
		t.endMuteNow(p)
	}
}

// line takes a line that go test printed on stdout.
func (t *tester) line(line []byte) {
	e, ok := parseEvent(line)
	switch {
	case !ok:
		t.output(t.root, build.StreamStdout, line)
	case e.isBuild():
		t.text.event(e)
	case e.Package == "": // of a later go command: not known yet
		t.output(t.root, build.StreamStdout, line)
	case e.Test == "":
		t.packageEvent(t.of(e.Package), e)
	default:
		t.testEvent(t.of(e.Package), e)
	}
}

// of returns the package, whose task is started if need be.
func (t *tester) of(importPath string) *testedPackage {
	p := t.open[importPath]
	if p == nil {
		if task := t.packages[importPath]; task != nil && task.over {
			delete(t.packages, importPath) // it is tested again
		}
		p = &testedPackage{path: importPath, task: t.packageTask(importPath)}
		p.log.line = func(s string) { t.packageLine(p, s) }
		t.open[importPath] = p
	}
	return p
}

// buildFailed ends the tasks of packages that are not tested themselves; those
// that are tested get an event of their own.
func (t *tester) buildFailed() {
	for _, importPath := range slices.Sorted(maps.Keys(t.failed)) {
		tested := t.list.byPath[importPath] != nil || t.open[importPath] != nil
		if task := t.packages[importPath]; !tested && task != nil && !task.over {
			t.finishPackage(importPath, build.OutcomeFailed, t.elapsed(task), t.cause(importPath))
		}
	}
}

// packageEvent takes an event of the package itself.
func (t *tester) packageEvent(p *testedPackage, e goEvent) {
	switch e.Action {
	case "output":
		t.output(p.task, build.StreamMerged, []byte(e.Output))
		p.log.write(e.Output)
	case "pass", "fail", "skip":
		p.log.flush()
		t.endPackage(p, e)
	}
}

// packageLine takes a line of output that stands in no test.
func (t *tester) packageLine(p *testedPackage, s string) {
	p.watch(s)
	if strings.HasPrefix(s, "ok ") && strings.HasSuffix(s, "\t(cached)") {
		p.cached = true
	}
}

// watch looks for what ends the process of a test.
func (p *testedPackage) watch(s string) (begun bool) {
	if strings.HasPrefix(s, "signal: ") || strings.HasPrefix(s, "*** Test killed with ") {
		p.signal = s
	}
	if p.crash != nil {
		p.crash.add(s)
		return false
	}
	p.crash = startCrash(s)
	return p.crash != nil
}

// goesOn forgets a crash when tests run on after it: it was only printed.
func (p *testedPackage) goesOn(action string) {
	switch action {
	case "run", "pass", "skip", "bench", "cont":
		p.crash, p.crashed = nil, false
		for _, r := range p.tests {
			r.crashed = false
		}
	}
}

// testEvent takes an event of a test in the package.
func (t *tester) testEvent(p *testedPackage, e goEvent) {
	t.endMute(p, e)
	p.goesOn(e.Action)
	r := p.find(e.Test)
	if r == nil {
		r = t.startTest(p, e.Test)
	}
	switch e.Action {
	case "output":
		t.output(r.task, build.StreamMerged, []byte(e.Output))
		r.log.write(e.Output)
	case "pass", "bench":
		t.endTest(p, r, build.OutcomeOK, e.Elapsed, "")
	case "skip":
		r.log.flush()
		t.endTest(p, r, build.OutcomeSkipped, e.Elapsed, cmp.Or(r.log.words(), "it gave no reason"))
	case "fail":
		t.failTest(p, r, e)
	}
}

// find returns the running test of that name, or nil.
func (p *testedPackage) find(name string) *runningTest {
	for i := len(p.tests) - 1; i >= 0; i-- {
		if p.tests[i].name == name {
			return p.tests[i]
		}
	}
	return nil
}

// parent returns the innermost running test that the test of that name is in,
// or nil. The slash alone does not tell: a subtest's own name may have one.
func (p *testedPackage) parent(name string) *runningTest {
	for i := strings.LastIndexByte(name, '/'); i > 0; i = strings.LastIndexByte(name[:i], '/') {
		if r := p.find(name[:i]); r != nil {
			return r
		}
	}
	return nil
}

func (t *tester) startTest(p *testedPackage, name string) *runningTest {
	r := &runningTest{name: name}
	parent, kind := p.task, build.KindTest
	if strings.HasPrefix(name, "Benchmark") {
		kind = build.KindBenchmark
	}
	if outer := p.parent(name); outer != nil {
		parent, kind = outer.task, build.KindSubtest
	}
	r.task = t.start(parent, kind, name, p.path)
	r.log.line = func(s string) {
		r.crashed = p.watch(s) || r.crashed
		r.result = r.result || kind != build.KindTest && strings.Contains(s, " ns/op")
	}
	p.tests = append(p.tests, r)
	return r
}

// failTest ends a test that failed.
func (t *tester) failTest(p *testedPackage, r *runningTest, e goEvent) {
	r.log.flush()
	p.failed++
	outer := p.parent(r.name)
	if outer != nil {
		outer.failed++
	}
	r.elapsed = e.Elapsed
	words := r.log.words()
	switch {
	case r.crashed:
		t.endMuteNow(p)
		t.sendCrash(p, r.task)
		t.endTest(p, r, build.OutcomeFailed, e.Elapsed, p.crash.message)
	case words == "" && outer != nil && (r.failed == 0 || len(p.mute) > 0):
		p.mute = append(p.mute, r)
		p.forget(r)
	case r.failed > 0:
		t.endMuteNow(p)
		if words == "" {
			words = count(r.failed, "subtest") + " failed"
		}
		t.endTest(p, r, build.OutcomeFailed, e.Elapsed, words)
	default:
		t.failWithWords(p, r, words)
	}
}

// failWithWords ends a test that failed because of what it says itself.
func (t *tester) failWithWords(p *testedPackage, r *runningTest, words string) {
	t.diagnostic(r.task, r.log.diagnostic(r.name, t.list.dir(p.path), t.exists))
	t.endTest(p, r, build.OutcomeFailed, r.elapsed, cmp.Or(words, "it failed without a word"))
}

// endMute ends the mute tests unless e may still bring what they failed of: it
// belongs to a test that they are in.
func (t *tester) endMute(p *testedPackage, e goEvent) {
	if len(p.mute) == 0 {
		return
	}
	within := strings.HasPrefix(p.mute[0].name, e.Test+"/")
	if within && (e.Action == "output" || e.Action == "fail") {
		return
	}
	t.endMuteNow(p)
}

// endMuteNow ends the mute tests, which are in order: parts before the whole.
func (t *tester) endMuteNow(p *testedPackage) {
	mute := p.mute
	p.mute = nil
	for _, r := range mute {
		switch {
		case p.crash != nil:
			t.endTest(p, r, build.OutcomeFailed, r.elapsed, p.crash.message)
		case r.failed > 0:
			t.endTest(p, r, build.OutcomeFailed, r.elapsed, count(r.failed, "subtest")+" failed")
		default:
			t.failWithWords(p, r, "")
		}
	}
}

// endTest ends a test, and before it the subtests in it that have not ended:
// for a test that is over they can't be running.
func (t *tester) endTest(p *testedPackage, r *runningTest, outcome build.Outcome, elapsed *float64, cause string) {
	r.log.flush()
	for i := len(p.tests) - 1; i >= 0; i-- {
		if in := p.tests[i]; strings.HasPrefix(in.name, r.name+"/") {
			t.endUnended(p, in, outcome == build.OutcomeOK, "the test around it ended before it did")
		}
	}
	t.finish(r.task, outcome, elapsed, cause)
	p.forget(r)
}

func (p *testedPackage) forget(r *runningTest) {
	for i, q := range p.tests {
		if q == r {
			p.tests = append(p.tests[:i], p.tests[i+1:]...)
			return
		}
	}
}

// endUnended ends a test that go test has told no end of. In what was in order
// it was in order too: the end of a benchmark is not told, and that of a test
// can be lost among its output.
func (t *tester) endUnended(p *testedPackage, r *runningTest, outerOK bool, cause string) {
	r.log.flush()
	p.forget(r)
	if outerOK || r.result {
		t.finish(r.task, build.OutcomeOK, nil, "")
		return
	}
	if r.crashed {
		t.sendCrash(p, r.task)
	}
	t.finish(r.task, build.OutcomeCanceled, t.elapsed(r.task), cause)
}

// endPackage ends the package and all that is still running in it.
func (t *tester) endPackage(p *testedPackage, e goEvent) {
	outcome, cause := build.OutcomeOK, ""
	switch {
	case e.Action == "skip":
		outcome, cause = build.OutcomeSkipped, "no test files"
	case e.Action == "fail" && p.signal != "" && t.runner.interrupted() != nil:
		outcome, cause = build.OutcomeCanceled, p.signal
	case e.Action == "fail":
		outcome, cause = build.OutcomeFailed, t.packageCause(p, e)
	case p.cached:
		outcome = build.OutcomeCached
	}
	t.endMuteNow(p)
	for i := len(p.tests) - 1; i >= 0; i-- {
		t.endUnended(p, p.tests[i], e.Action != "fail", p.lastWord())
	}
	if p.crash != nil && outcome == build.OutcomeFailed {
		t.sendCrash(p, p.task)
	}
	t.finishPackage(p.path, outcome, e.Elapsed, cause)
	delete(t.open, p.path)
}

// packageCause says why the package failed.
func (t *tester) packageCause(p *testedPackage, e goEvent) string {
	switch {
	case e.FailedBuild != "":
		if failed := plainPath(e.FailedBuild); t.errors[p.path] == 0 {
			return "build failed: " + t.cause(failed)
		}
		return "build failed: " + t.cause(p.path)
	case p.failed > 0 && p.crash == nil:
		return count(p.failed, "test") + " failed"
	}
	return p.lastWord()
}

// lastWord says what ended the process of the tests.
func (p *testedPackage) lastWord() string {
	switch {
	case p.crash != nil:
		return p.crash.message
	case p.signal != "":
		return p.signal
	}
	return "the test process ended before its tests did, as by os.Exit"
}

// sendCrash sends the crash, once, as found by task.
func (t *tester) sendCrash(p *testedPackage, by *task) {
	if p.crashed {
		return
	}
	p.crashed = true
	t.diagnostic(by, p.crash.diagnostic(t.list.dir(p.path)))
}
