package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

const (
	maxFailures = 1000 // failures that are reported with name and output
	maxName     = 300  // bytes of a name
)

// failure is something that failed, with what it printed.
type failure struct {
	what    string // "FAIL", "never ended", "build failed", ...
	name    string // of the package
	test    string // "" for the package itself
	seconds *float64
	out     *kept
}

// failures are the first ones of a run, in order.
type failures struct {
	list []*failure
	more int64 // that are only counted
}

// add takes a failure, with its output, into the report.
func (f *failures) add(x *failure) {
	if len(f.list) >= maxFailures {
		x.out.release()
		f.more++
		return
	}
	x.name, x.test = strings.Clone(shown(x.name)), strings.Clone(shown(x.test))
	x.out.seal()
	f.list = append(f.list, x)
}

// report prints what failed, and why.
func (s *suite) report(w io.Writer) {
	for _, f := range s.failures.list {
		title := f.what + "  " + f.name
		if f.test != "" {
			title += " " + f.test
		}
		fmt.Fprintf(w, "\n=== %s%s\n", title, elapsed(f.seconds))
		out := strings.TrimRight(harmless(f.out.String()), "\n")
		if out == "" {
			continue
		}
		for line := range strings.Lines(out + "\n") {
			io.WriteString(w, "    "+line)
		}
	}
	if s.failures.more > 0 {
		fmt.Fprintf(w, "\n=== and %d more\n", s.failures.more)
	}
}

// closing returns the last line, which says how the run ended. It begins with
// "tests: N passed, N failed, N skipped" whatever happened.
func (s *suite) closing(took time.Duration) string {
	t := &s.tally
	line := fmt.Sprintf("tests: %d passed, %d failed, %d skipped", t.passed, t.failed, t.skipped)
	if t.never > 0 {
		line += fmt.Sprintf(" (%d of the failed never ended)", t.never)
	}
	line += fmt.Sprintf("; packages: %d passed, %d failed", t.packagesOK, t.packagesFailed)
	if t.packagesNever > 0 {
		line += fmt.Sprintf(" (%d of them never ended)", t.packagesNever)
	}
	if t.packagesEmpty > 0 {
		line += fmt.Sprintf(", %d without tests", t.packagesEmpty)
	}
	if t.buildsFailed > 0 {
		line += "; " + count(t.buildsFailed, "failed build")
	}
	if t.stray > 0 {
		line += fmt.Sprintf("; %s without an end in packages that passed", count(t.stray, "test"))
	}
	return line + fmt.Sprintf("; %.1fs", took.Seconds())
}
