package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/linefeed-go/linefeed/message/gotest"
)

// view shows a run while it goes on.
type view interface {
	packageStarted(p *pkg)
	changed(p *pkg, t *tally) // a test of it has begun or ended
	testFailed(p *pkg, test string, seconds *float64)
	packageEnded(p *pkg, e *gotest.TestEvent, never int64, t *tally) // e is nil if there was no such event
	line(s string)                                                   // a line to be shown as it is
	close()
}

// plainView prints a line for each failed test and for each package that has
// ended.
type plainView struct {
	w io.Writer
}

func (v *plainView) packageStarted(*pkg)  {}
func (v *plainView) changed(*pkg, *tally) {}
func (v *plainView) close()               {}

func (v *plainView) testFailed(p *pkg, test string, seconds *float64) {
	v.line(fmt.Sprintf("FAIL  %s %s%s", shown(p.name), shown(test), elapsed(seconds)))
}

func (v *plainView) packageEnded(p *pkg, e *gotest.TestEvent, never int64, _ *tally) {
	v.line(packageLine(p, e, never))
}

func (v *plainView) line(s string) { io.WriteString(v.w, s+"\n") }

// packageLine tells how a package ended.
func packageLine(p *pkg, e *gotest.TestEvent, never int64) string {
	all := p.passed + p.failed + p.skipped
	var seconds *float64
	if e != nil {
		seconds = e.Elapsed
	}
	switch {
	case e == nil:
		return fmt.Sprintf("FAIL  %s never ended", shown(p.name))
	case e.Action == gotest.ActionFail && e.FailedBuild != "":
		return fmt.Sprintf("FAIL  %s could not be built", shown(p.name))
	case never > 0:
		return fmt.Sprintf("FAIL  %s: %s never ended%s", shown(p.name), count(never, "test"), elapsed(seconds))
	case e.Action == gotest.ActionFail && p.failed == 0:
		return fmt.Sprintf("FAIL  %s failed%s", shown(p.name), elapsed(seconds))
	case e.Action == gotest.ActionFail:
		return fmt.Sprintf("FAIL  %s: %d of %s failed%s", shown(p.name), p.failed, count(all, "test"), elapsed(seconds))
	case e.Action == gotest.ActionSkip, all == 0:
		return fmt.Sprintf("ok    %s: no tests", shown(p.name))
	case p.cached:
		return fmt.Sprintf("ok    %s: %s (cached)", shown(p.name), count(all, "test"))
	}
	return fmt.Sprintf("ok    %s: %s%s", shown(p.name), count(all, "test"), elapsed(seconds))
}

func elapsed(seconds *float64) string {
	if seconds == nil {
		return ""
	}
	return fmt.Sprintf(" (%.2fs)", *seconds)
}

func count(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// shown returns a name as it may be shown: short, on one line, without what
// steers a terminal.
func shown(name string) string {
	if len(name) > maxName {
		name = strings.ToValidUTF8(name[:maxName], "") + "..."
	}
	return harmless(strings.ReplaceAll(name, "\n", " "))
}
