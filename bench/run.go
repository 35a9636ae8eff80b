package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/linefeed-go/linefeed/bench/harness"
	"github.com/linefeed-go/linefeed/bench/record"
	"github.com/linefeed-go/linefeed/bench/report"
	"github.com/linefeed-go/linefeed/message"
)

const (
	readmeFile = "README.md"
	fullFile   = "results/full.ndjson"
)

// measure runs every part, prints and writes what it brings.
func measure(s *harness.Session, o options) (missed bool, err error) {
	start := time.Now()
	open, err := regexp.Compile(o.open)
	if err != nil {
		return false, fmt.Errorf("-open: %w", err)
	}
	lines, closeLines, err := resultLines(o)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, closeLines()) }()
	about := started(s)
	if err := about.EmitTo(lines); err != nil {
		return false, err
	}
	fmt.Println(machine(about))

	var outcomes []*harness.Outcome
	var verdicts []harness.Verdict
	for _, p := range parts() {
		outcome, err := runPart(s, p, lines)
		if err != nil {
			return false, err
		}
		outcomes, verdicts = append(outcomes, outcome), append(verdicts, outcome.Verdicts...)
	}
	if err := report.Verdicts(os.Stdout, verdicts); err != nil {
		return false, err
	}
	finished := count(verdicts, time.Since(start))
	fmt.Printf("\n%d passed, %d missed, %d skipped in %.1f s\n", finished.Passed, finished.Missed, finished.Skipped, finished.ElapsedSeconds)
	if err := finished.EmitTo(lines); err != nil {
		return false, err
	}
	if o.readme {
		err = writeReadme(about, outcomes)
	}
	return o.fails(open, verdicts), err
}

// fails reports whether a bar is missed that is not known to be open.
func (o options) fails(open *regexp.Regexp, verdicts []harness.Verdict) bool {
	return slices.ContainsFunc(verdicts, func(v harness.Verdict) bool {
		return v.Status == harness.Miss && (o.open == "" || !open.MatchString(v.Bar.Name))
	})
}

// resultLines opens the emitter for the results: -o appends, -readme writes the
// committed file anew, neither means nowhere.
func resultLines(o options) (*message.Emitter, func() error, error) {
	path, flags := o.out, os.O_APPEND
	if path == "" && o.readme {
		path, flags = fullFile, os.O_TRUNC
	}
	if path == "" {
		path, flags = os.DevNull, 0
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|flags, 0o644)
	if err != nil {
		return nil, nil, fmt.Errorf("results: %w", err)
	}
	e := message.NewEmitter(f, nil)
	return e, func() error { return errors.Join(e.Close(), f.Close()) }, nil
}

// runPart runs one part: each table is printed when it is done, a matrix at the
// end of its part.
func runPart(s *harness.Session, p *harness.Part, lines *message.Emitter) (*harness.Outcome, error) {
	var failed error
	outcome, err := s.Run(p, func(t *harness.Table, verdicts []harness.Verdict) {
		if t != nil {
			failed = errors.Join(failed, report.TableLines(lines, t))
			if !p.Matrix {
				failed = errors.Join(failed, report.Table(os.Stdout, t))
			}
		}
		failed = errors.Join(failed, report.VerdictLines(lines, verdicts))
	})
	if err == nil && p.Matrix {
		failed = errors.Join(failed, report.Matrix(os.Stdout, outcome))
	}
	if err == nil && outcome.Survey != nil {
		failed = errors.Join(failed, report.SurveyLines(lines, outcome.Survey), report.Survey(os.Stdout, p.Name, outcome.Survey))
	}
	return outcome, errors.Join(err, failed)
}

func count(verdicts []harness.Verdict, took time.Duration) record.RunFinished {
	f := record.RunFinished{ElapsedSeconds: took.Seconds()}
	for _, v := range verdicts {
		switch v.Status {
		case harness.Pass:
			f.Passed++
		case harness.Miss:
			f.Missed++
		default:
			f.Skipped++
		}
	}
	return f
}

// started says where and with what the run is made.
func started(s *harness.Session) record.RunStarted {
	r := record.RunStarted{
		Command: "go -C bench run . " + strings.Join(os.Args[1:], " "), Time: time.Now().UTC(),
		Machine: cpuModel(), CPUs: runtime.NumCPU(), System: system(s.Dir), Go: runtime.Version(),
		Modules: map[string]string{}, Rounds: s.Plan.Rounds,
	}
	r.Command = strings.TrimSpace(r.Command)
	if s.Rust != nil {
		r.Rust = s.Rust.Version
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			for _, peer := range peerModules {
				if m.Path == peer {
					r.Modules[m.Path] = m.Version
				}
			}
		}
	}
	return r
}

var peerModules = []string{
	"github.com/mailru/easyjson", "github.com/bytedance/sonic", "github.com/goccy/go-json",
	"github.com/segmentio/encoding", "github.com/rs/zerolog", "go.uber.org/zap",
}

// machine is the same as a sentence for people.
func machine(r record.RunStarted) string {
	var peers []string
	for _, path := range peerModules {
		if v, ok := r.Modules[path]; ok {
			peers = append(peers, filepath.Base(path)+" "+v)
		}
	}
	rust := "no Rust side"
	if r.Rust != "" {
		rust = r.Rust
	}
	return fmt.Sprintf("%s, %d CPUs, %s, %s; %s; %s.\nMeasured %s by `%s`, %d rounds.\n", r.Machine, r.CPUs, r.System, r.Go,
		strings.Join(peers, ", "), rust, r.Time.Format(time.DateOnly), r.Command, r.Rounds)
}

// writeReadme rewrites the README's chapters and the chart.
func writeReadme(about record.RunStarted, outcomes []*harness.Outcome) error {
	for _, o := range outcomes {
		if o.Part.Chart && len(o.Tables) > 0 {
			if err := report.Chart("results/"+o.Part.Name+".svg", o.Tables); err != nil {
				return err
			}
		}
	}
	return report.Rewrite(readmeFile, report.MakeChapters(machine(about), outcomes))
}
