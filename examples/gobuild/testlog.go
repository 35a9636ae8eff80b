package main

import (
	"path/filepath"
	"strings"

	"github.com/linefeed-go/linefeed/examples/internal/gotext"
	"github.com/linefeed-go/linefeed/message/build"
)

// The codes of diagnostics that tests give.
const (
	codeTest    = "test"    // a test that failed
	codePanic   = "panic"   // a panic or a fatal error of the runtime
	codeTimeout = "timeout" // go test -timeout
)

// maxLog bounds, in bytes, what is remembered of a test's output, which is in
// the stream anyway.
const maxLog = 8 << 10

// testLog picks out of a test's output what it has logged, which is what it has
// to say when it fails.
type testLog struct {
	line   func(string) // gets each line, without its newline
	pieces gotext.Lines
	logged []string // lines of t.Log, t.Error and the like, without indent
	size   int
}

// write takes a piece of output. go test cuts it into lines, and long lines
// into pieces.
func (l *testLog) write(text string) {
	l.pieces.Max = maxLog
	l.pieces.Write(text, l.take)
}

func (l *testLog) flush() { l.pieces.Flush(l.take) }

func (l *testLog) take(s string) {
	if l.line != nil {
		l.line(s)
	}
	text, ok := strings.CutPrefix(s, "    ")
	if !ok || strings.HasPrefix(text, "--- ") || l.size+len(text) > maxLog {
		return
	}
	at, _, isPlace := cutPlace(text)
	if isPlace && strings.HasSuffix(at.File, ".go") || len(l.logged) > 0 {
		l.logged = append(l.logged, text)
		l.size += len(text)
	}
}

// words returns what was logged, or "".
func (l *testLog) words() string {
	return strings.Join(l.logged, "\n")
}

// diagnostic returns the message for the failed test of that name in the
// package in directory dir. Its place is that of the first thing logged.
func (l *testLog) diagnostic(name, dir string, exists func(string) bool) *build.Diagnostic {
	d := &build.Diagnostic{Level: build.LevelError, Code: new(codeTest), Message: name + " failed"}
	if len(l.logged) == 0 {
		return d
	}
	at, text, _ := cutPlace(l.logged[0])
	d.Message += ": " + strings.Join(append([]string{text}, l.logged[1:]...), "\n")
	d.Rendered = new(l.words() + "\n")
	if !filepath.IsAbs(at.File) {
		// The testing package prints the last element only, also of files
		// in other packages.
		if at.File = filepath.Join(dir, at.File); dir == "" || !exists(at.File) {
			return d
		}
	}
	d.File, d.Range = at.locate("")
	return d
}

// crash is a panic or a fatal error in the output of a test process.
type crash struct {
	message string
	timeout bool
	ended   bool
	lines   []string
	size    int
}

// startCrash returns the crash that line s begins, or nil.
func startCrash(s string) *crash {
	if !strings.HasPrefix(s, "panic: ") && !strings.HasPrefix(s, "fatal error: ") {
		return nil
	}
	c := &crash{message: s}
	if text, ok := strings.CutPrefix(s, "panic: test timed out "); ok {
		c.message, c.timeout = "test timed out "+text, true
	}
	c.message = strings.TrimSuffix(c.message, " [recovered, repanicked]")
	c.message = strings.TrimSuffix(c.message, " [recovered]")
	c.add(s)
	return c
}

func (c *crash) add(s string) {
	if c.ended = c.ended || strings.HasPrefix(s, "FAIL") || strings.HasPrefix(s, "exit status "); c.ended {
		return // go test goes on talking
	}
	if c.size += len(s); c.size <= maxLog {
		c.lines = append(c.lines, s)
	}
}

// diagnostic returns the message for a crash in a test of the package in
// directory dir. Its place is the innermost call in that directory: of the
// goroutine that panicked, which stands first, or, after a timeout, of the last
// one, which is that of the innermost test.
func (c *crash) diagnostic(dir string) *build.Diagnostic {
	code := codePanic
	if c.timeout {
		code = codeTimeout
	}
	d := &build.Diagnostic{
		Level:    build.LevelError,
		Code:     &code,
		Message:  c.message,
		Rendered: new(strings.Join(c.lines, "\n") + "\n"),
	}
	inner := true
	for _, s := range c.lines {
		inner = inner || strings.HasPrefix(s, "goroutine ")
		at, ok := frame(s)
		if !inner || !ok || dir == "" || filepath.Dir(at.File) != dir {
			continue
		}
		d.File, d.Range = at.locate("")
		if inner = false; !c.timeout {
			break
		}
	}
	return d
}

// frame takes the position from a line of a stack: "\tfile:line +0x1d".
func frame(s string) (place, bool) {
	s, ok := strings.CutPrefix(s, "\t")
	if !ok {
		return place{}, false
	}
	if i := strings.LastIndex(s, " +0x"); i >= 0 {
		s = s[:i]
	}
	at, _, ok := cutPlace(s + ": ")
	return at, ok
}
