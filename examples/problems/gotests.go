package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linefeed-go/linefeed/examples/internal/gotext"
	"github.com/linefeed-go/linefeed/message/gotest"
)

// maxLog bounds, in bytes, what is remembered of the output of one test.
const maxLog = 8 << 10

// goPackage is a package under test that has not ended.
type goPackage struct {
	tests    map[string]*goTest // that have not ended
	log      goTest             // what was printed outside of tests
	problems int                // that tests of it were
	exitedIn string             // the test in whose output go test's verdict on the package stands
}

// goTest is what is remembered of a test: what it logged, and how its process
// crashed.
type goTest struct {
	pieces gotext.Lines
	logged []string // "file:line: text" and the lines below, without indent
	crash  []string // from "panic: " or "fatal error: " on
	size   int
	begun  bool // there was a run event: an end has to come
	failed bool // a subtest has failed
}

// testEvent takes an event of go test -json.
func (c *collector) testEvent(e *gotest.TestEvent) {
	if e.Action == gotest.ActionStart {
		c.startPackage(e.Package)
		return
	}
	p := c.packages[e.Package]
	if p == nil {
		p = c.startPackage(e.Package)
	}
	t := &p.log
	if e.Test != "" {
		if t = p.tests[e.Test]; t == nil {
			t = &goTest{}
			p.tests[e.Test] = t
		}
	}
	switch e.Action {
	case gotest.ActionRun:
		t.begun = true
	case gotest.ActionOutput:
		if e.Test != "" && strings.HasPrefix(e.Output, "ok  \t"+e.Package+"\t") {
			p.exitedIn = e.Test
		}
		t.write(e.Output)
	case gotest.ActionFail, gotest.ActionPass, gotest.ActionSkip, gotest.ActionBench:
		if e.Test == "" {
			c.endPackage(e, p)
			return
		}
		delete(p.tests, e.Test)
		if e.Action == gotest.ActionFail {
			c.testFailed(e, p, t)
		}
	}
}

func (c *collector) startPackage(name string) *goPackage {
	c.goRun(c.ended[name])
	p := &goPackage{tests: map[string]*goTest{}}
	c.packages[name] = p
	return p
}

// goRun begins a new run in a file that is followed, if something has come
// again that comes once in a run: the go command marks no runs.
func (c *collector) goRun(again bool) {
	if !again || !c.follow {
		return
	}
	c.printer.endRun()
	c.beginRun()
	clear(c.ended)
	clear(c.failedBuilds)
}

// testFailed makes the problem of a failed test. One that failed only because
// of its subtests is none.
func (c *collector) testFailed(e *gotest.TestEvent, p *goPackage, t *goTest) {
	if i := strings.LastIndexByte(e.Test, '/'); i > 0 {
		if parent := p.tests[e.Test[:i]]; parent != nil {
			parent.failed = true
		}
	}
	if t.failed && len(t.logged) == 0 && len(t.crash) == 0 {
		return
	}
	p.problems++
	c.found(c.testProblem(e.Package, e.Test+" failed", t))
}

// testProblem makes a problem of what a test logged, or of how it crashed. It
// names the package if there is no file to tell it.
func (c *collector) testProblem(pkg, what string, t *goTest) *problem {
	t.flush()
	p := &problem{level: levelError, source: "go test", code: "test", message: what}
	switch {
	case len(t.crash) > 0:
		p.code = "panic"
		if strings.HasPrefix(t.crash[0], "panic: test timed out") {
			p.code = "timeout"
		}
		p.message += ": " + t.crash[0]
		p.at = c.crashPlace(pkg, t.crash)
	case len(t.logged) > 0:
		at, text, _ := cutPlace(t.logged[0])
		if at.file = c.testFile(pkg, at.file); at.file == "" {
			text = t.logged[0]
			at = place{}
		}
		p.at = at
		p.message += ": " + strings.Join(append([]string{text}, t.logged[1:]...), "\n")
	}
	if p.at.file == "" {
		p.message = pkg + ": " + p.message
	}
	return p
}

// endPackage takes the last event of a package. Tests that have not ended by
// then never will: their process has exited or was killed.
func (c *collector) endPackage(e *gotest.TestEvent, p *goPackage) {
	delete(c.packages, e.Package)
	c.ended[e.Package] = true
	defer c.printer.flush()
	if e.Action != gotest.ActionFail {
		return
	}
	if e.FailedBuild != "" {
		if !c.failedBuilds[e.FailedBuild] {
			c.found(&problem{level: levelError, source: "go test", code: "build-failed",
				message: e.Package + ": its tests could not be built"})
		}
		return
	}
	c.neverEnded(e.Package, p, "never ended: the process of its package exited or was killed")
	if p.problems == 0 {
		c.found(c.testProblem(e.Package, "its tests failed", &p.log))
	}
}

// neverEnded makes a problem of each test of a package that has no end, except
// of parents of such a test.
func (c *collector) neverEnded(pkg string, p *goPackage, what string) {
	names := slices.Sorted(maps.Keys(p.tests))
	for i, name := range names {
		t := p.tests[name]
		if !t.begun || i+1 < len(names) && strings.HasPrefix(names[i+1], name+"/") || strings.HasPrefix(name, "Benchmark") && len(t.crash) == 0 {
			continue
		}
		if len(t.crash) == 0 && len(t.logged) == 0 && len(p.log.crash) > 0 {
			t = &p.log
		}
		p.problems++
		c.found(c.testProblem(pkg, name+" "+what, t))
	}
}

// streamEnded tells of the packages whose end is not in the stream.
func (c *collector) streamEnded() {
	for _, name := range slices.Sorted(maps.Keys(c.builds)) {
		c.endBuild(name, false)
	}
	for _, name := range slices.Sorted(maps.Keys(c.packages)) {
		p := c.packages[name]
		c.neverEnded(name, p, "never ended: the stream of go test was cut short")
		switch {
		case p.exitedIn != "":
			// go test takes status 0 for success, and its verdict for the
			// test's own output and end.
			c.found(c.testProblem(name, p.exitedIn+" never ended: the process of its package exited with status 0", &goTest{}))
		case p.problems == 0:
			c.found(&problem{level: levelError, source: "go test", code: "cut-short",
				message: name + " never ended: the stream of go test was cut short"})
		}
	}
	clear(c.packages)
	c.cutShort()
}

// write takes a piece of output. go test cuts it into lines, and long lines into
// pieces.
func (t *goTest) write(text string) {
	t.pieces.Max = maxLog
	t.pieces.Write(text, t.line)
}

func (t *goTest) flush() { t.pieces.Flush(t.line) }

func (t *goTest) line(s string) {
	if t.size += len(s); t.size > maxLog {
		return
	}
	switch {
	case len(t.crash) > 0 || strings.HasPrefix(s, "panic: ") || strings.HasPrefix(s, "fatal error: "):
		t.crash = append(t.crash, s)
	case strings.HasPrefix(s, "    ") && !strings.HasPrefix(strings.TrimSpace(s), "--- "):
		text := s[4:]
		if at, _, ok := cutPlace(text); len(t.logged) > 0 || ok && strings.HasSuffix(at.file, ".go") {
			t.logged = append(t.logged, text)
		}
	default:
		t.size -= len(s)
	}
}

// crashPlace returns the first call in the package itself that a stack names.
// Above its place stands the function, which begins with the import path.
func (c *collector) crashPlace(pkg string, crash []string) place {
	for i, s := range crash {
		if i == 0 || !strings.HasPrefix(s, "\t") ||
			!strings.HasPrefix(crash[i-1], pkg+".") && !strings.HasPrefix(crash[i-1], pkg+"_test.") {
			continue
		}
		text, _, _ := strings.Cut(s[1:], " +0x")
		if at, _, ok := cutPlace(text + ": "); ok {
			return at
		}
	}
	return place{}
}

// testFile returns the path of a file that a test of a package names: by its
// last element only, whatever directory it is in. It returns "" if there is no
// such file in the directory of the package.
func (c *collector) testFile(pkg, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	dir := c.packageDir(strings.TrimSuffix(pkg, "_test"))
	if dir == "" || !exists(filepath.Join(dir, name)) {
		return ""
	}
	return filepath.Join(dir, name)
}

// packageDir returns the directory of a package of the module that the
// directory of the run is in, or "".
func (c *collector) packageDir(pkg string) string {
	if c.module.root == "" && !c.module.none {
		c.module = findModule(c.dir)
	}
	rest, ok := strings.CutPrefix(pkg, c.module.path)
	if c.module.none || !ok || rest != "" && rest[0] != '/' {
		return ""
	}
	return filepath.Join(c.module.root, filepath.FromSlash(rest))
}

// module is the Go module of a directory; none says that there is none.
type module struct {
	root, path string
	none       bool
}

// findModule looks for a go.mod in dir and in the directories above.
func findModule(dir string) module {
	for {
		if text, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil {
			for line := range strings.Lines(string(text)) {
				if f := strings.Fields(line); len(f) >= 2 && f[0] == "module" {
					return module{root: dir, path: strings.Trim(f[1], `"`)}
				}
			}
			return module{none: true}
		}
		if dir == filepath.Dir(dir) || !filepath.IsAbs(dir) {
			return module{none: true}
		}
		dir = filepath.Dir(dir)
	}
}
