// Command bench measures linefeed beside its peers and the Rust baseline, in one
// run on the same bytes, and holds the result against the required bars.
//
//	go -C bench run . [-quick] [-run REGEXP] [-check] [-o FILE] [-readme] [-open REGEXP]
//
// A table for people goes to standard output, results as lines to the file of
// -o. The exit status is 1 when a bar is missed, 2 when something failed. A
// bar named by -open is known to be missed at times: its MISS is printed and
// counted as any other, but leaves the exit status alone.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/linefeed-go/linefeed/bench/decode"
	"github.com/linefeed-go/linefeed/bench/documents"
	"github.com/linefeed-go/linefeed/bench/encode"
	"github.com/linefeed-go/linefeed/bench/ends"
	"github.com/linefeed-go/linefeed/bench/generator"
	"github.com/linefeed-go/linefeed/bench/harness"
	"github.com/linefeed-go/linefeed/bench/memory"
	"github.com/linefeed-go/linefeed/bench/scan"
)

// parts are the subjects in the order in which they run. A new table is one more
// line here.
func parts() []*harness.Part {
	return []*harness.Part{
		encode.Part(),
		decode.Part(),
		decode.StreamPart(),
		decode.PeakPart(),
		documents.Part(),
		documents.ListPart(),
		ends.OverheadPart(),
		scan.Part(),
		ends.Part(),
		ends.SyncedPart(),
		memory.Part(),
		generator.Part(),
	}
}

// options are the flags.
type options struct {
	quick, check, readme bool
	run, out, open       string
	rounds               int
}

func main() {
	if len(os.Args) == 3 && os.Args[1] == documents.ChildCommand {
		if err := documents.Child(os.Args[2], os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(2)
		}
		return
	}
	var o options
	flag.BoolVar(&o.quick, "quick", false, "few samples: every verdict in about a minute")
	flag.StringVar(&o.run, "run", "", "only the cases whose name (part/case) matches this `regexp`")
	flag.BoolVar(&o.check, "check", false, "compare the bytes of every way, measure nothing")
	flag.StringVar(&o.out, "o", "", "append the results to this `file`, one JSON line each")
	flag.BoolVar(&o.readme, "readme", false, "rewrite the tables and the chart of README.md, and results/full.ndjson")
	flag.StringVar(&o.open, "open", "", "bars whose name matches this `regexp` may miss: it is told, and the exit status stays 0")
	flag.IntVar(&o.rounds, "rounds", 0, "paired samples per way; 0 means the plan's")
	flag.Parse()
	missed, err := run(o)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	case missed:
		os.Exit(1)
	}
}

// run does one run; missed tells that a bar was missed.
func run(o options) (missed bool, err error) {
	s, err := newSession(o)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, s.Rust.Close(), os.RemoveAll(s.Dir)) }()
	if o.check {
		return false, check(s)
	}
	return measure(s, o)
}

// newSession looks for the Rust side and makes the folder for files.
func newSession(o options) (*harness.Session, error) {
	if _, err := os.Stat("rust/Cargo.toml"); err != nil {
		return nil, errors.New("rust/Cargo.toml is not here; run it in its own folder, as in: go -C bench run . -quick")
	}
	harness.FixCollector()
	s := &harness.Session{Quick: o.quick, Plan: harness.DefaultPlan(o.quick), Progress: progress(time.Now())}
	if o.rounds > 0 {
		s.Plan.Rounds = o.rounds
	}
	var err error
	if o.run != "" {
		if s.Filter, err = regexp.Compile(o.run); err != nil {
			return nil, fmt.Errorf("-run: %w", err)
		}
	}
	if s.Dir, err = scratch(); err != nil {
		return nil, err
	}
	s.Progress("building the Rust side")
	if s.Rust, err = harness.StartBaseline("rust"); err != nil {
		s.Rust = nil
		fmt.Printf("The Rust side is skipped: %s. Its bars have no verdict.\n", strings.TrimSpace(err.Error()))
	}
	return s, nil
}

// scratch makes a folder beside the program, which is on a real disk more often
// than the system's temporary folder.
func scratch() (string, error) {
	if err := os.MkdirAll(".cache", 0o755); err != nil {
		return "", fmt.Errorf("a folder for files: %w", err)
	}
	dir, err := os.MkdirTemp(".cache", "run-")
	if err != nil {
		return "", fmt.Errorf("a folder for files: %w", err)
	}
	return dir, nil
}

// progress tells on standard error what is being done, and since when.
func progress(start time.Time) func(string, ...any) {
	return func(format string, args ...any) {
		fmt.Fprintf(os.Stderr, "%5.1fs %s\n", time.Since(start).Seconds(), fmt.Sprintf(format, args...))
	}
}

func check(s *harness.Session) error {
	total := 0
	for _, p := range parts() {
		n, err := s.Check(p)
		if err != nil {
			return err
		}
		total += n
	}
	fmt.Printf("check: every way of %d cases prints the wanted bytes\n", total)
	return nil
}
