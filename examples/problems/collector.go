package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/build"
	"github.com/linefeed-go/linefeed/message/cargo"
	"github.com/linefeed-go/linefeed/message/gotest"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// maxShown is how many text lines, and how many damaged ones, are shown. The
// others are only counted.
const maxShown = 20

// known is what the reader has to know of streams with reasons: ours and
// cargo's. Both have a build-started and a build-finished; cargo's members are
// among ours, so that one type reads either.
var known = message.NewRegistry("reason",
	message.Entry{Reasons: []string{"build-started"}, New: func() message.Message { return new(build.BuildStarted) }},
	message.Entry{Reasons: []string{"task-finished"}, New: func() message.Message { return new(build.TaskFinished) }},
	message.Entry{Reasons: []string{"diagnostic"}, New: func() message.Message { return new(build.Diagnostic) }},
	message.Entry{Reasons: []string{"build-finished"}, New: func() message.Message { return new(build.BuildFinished) }},
	message.Entry{Reasons: []string{"compiler-message"}, New: func() message.Message { return new(cargo.CompilerMessage) }},
)

// collector finds the problems in a stream and hands each to the printer. It
// remembers one hash per problem of the current run, and of go's events the
// packages and tests that have not ended.
type collector struct {
	printer  printer
	notes    io.Writer // for what is no problem
	dir      string    // what relative paths are relative to; absolute
	dirGiven bool      // dir is the user's word, not to be bettered by the stream
	all      bool      // repeated problems too
	follow   bool      // the stream has no end
	github   bool      // notes are read by the runner: no foreign text in them

	tool      string // of the run, from build-started
	workspace string // of the run, from cargo's messages
	ours      bool   // a run of ours has begun and not ended
	cause     string // why the last failed task failed
	runErrors int
	seen      map[[sha256.Size]byte]struct{}

	builds       map[string]*goBuild
	failedBuilds map[string]bool
	packages     map[string]*goPackage
	ended        map[string]bool // packages that have been tested
	module       module

	document vetDocument
	tally    tally
}

// tally counts what was found and what was read.
type tally struct {
	errors, warnings, notes, repeated     int64
	messages, others, text, damaged, loud int64
}

func newCollector(p printer, notes io.Writer) *collector {
	return &collector{
		printer:      p,
		notes:        notes,
		seen:         map[[sha256.Size]byte]struct{}{},
		builds:       map[string]*goBuild{},
		failedBuilds: map[string]bool{},
		packages:     map[string]*goPackage{},
		ended:        map[string]bool{},
	}
}

// found counts a problem and prints it, if it is not a repetition.
func (c *collector) found(p *problem) {
	if p.level == levelError {
		c.runErrors++
	}
	if key := p.key(); !c.all {
		if _, again := c.seen[key]; again {
			c.tally.repeated++
			return
		}
		c.seen[key] = struct{}{}
	}
	switch p.level {
	case levelError:
		c.tally.errors++
	case levelWarning:
		c.tally.warnings++
	default:
		c.tally.notes++
	}
	p.own()
	c.printer.print(p)
}

func (c *collector) beginRun() {
	c.tool, c.workspace, c.ours, c.cause, c.runErrors = "", "", false, "", 0
	clear(c.seen)
}

// absolute returns the path as seen from the directory of the run.
func (c *collector) absolute(path string) string {
	if filepath.IsAbs(path) || c.dir == "" {
		return filepath.Clean(path)
	}
	return filepath.Join(c.dir, path)
}

// take deals with one result of the reader.
func (c *collector) take(r result) {
	switch {
	case c.document.take(r):
		if c.document.complete() {
			text, held := c.document.drop()
			if c.vet(text) {
				c.tally.messages += int64(len(held))
				return
			}
			c.takeAll(held)
		}
		return
	case len(c.document.held) > 0:
		_, held := c.document.drop()
		c.takeAll(append(held, r))
		return
	}
	c.takeAll([]result{r})
}

// finish deals with the end of the stream.
func (c *collector) finish() {
	_, held := c.document.drop()
	c.takeAll(held)
	c.streamEnded()
	c.printer.flush()
	c.printer.close()
}

func (c *collector) takeAll(results []result) {
	for _, r := range results {
		switch m := r.m.(type) {
		case nil:
			c.fault(r)
		case *message.Text:
			c.tally.text++
			c.show(r.line, "text", m.Line)
		case *message.Untagged:
			c.untagged(r.line, m.Raw)
		default:
			c.message(m)
		}
	}
}

func (c *collector) message(m message.Message) {
	c.tally.messages++
	switch m := m.(type) {
	case *build.BuildStarted:
		c.buildStarted(m)
	case *build.Diagnostic:
		c.buildDiagnostic(m)
	case *build.TaskFinished:
		c.taskFinished(m)
	case *build.BuildFinished:
		c.buildFinished(m)
	case *cargo.CompilerMessage:
		c.compilerMessage(m)
	case *gotest.TestEvent:
		c.testEvent(m)
	case *gotest.BuildEvent:
		c.buildEvent(m)
	default: // another message of the same streams, of no interest here
	}
}

// untagged takes an object without a reason: an event of the go command, or
// another program's.
func (c *collector) untagged(line int64, raw []byte) {
	m, err := goEvent(raw)
	switch {
	case err != nil:
		c.tally.damaged++
		c.show(line, "damaged", err.Error())
	case m != nil:
		c.message(m)
	default:
		c.tally.others++
	}
}

// goEvent reads an event of the go command. It returns nil if the object is
// none that is known.
func goEvent(raw []byte) (message.Message, error) {
	var d jsonwire.Decoder
	d.Reset(raw)
	action, ok := d.FindReason(gotest.Messages.Key())
	if !ok {
		return nil, nil
	}
	m := gotest.Messages.New(action)
	if m == nil {
		return nil, nil
	}
	return m, m.(json.Unmarshaler).UnmarshalJSON(raw)
}

// fault deals with a line that could not be read, or with news of the file
// that is followed.
func (c *collector) fault(r result) {
	var line *message.LineError
	if errors.As(r.err, &line) {
		c.tally.damaged++
		c.show(line.Line, "damaged", fmt.Sprintf("%v: %s", line.Err, clip(string(line.Raw), 200)))
		return
	}
	fmt.Fprintf(c.notes, "problems: %s\n", plain(r.err.Error()))
}

// show shows a line that is no message.
func (c *collector) show(line int64, what, text string) {
	if c.tally.loud++; c.tally.loud > maxShown || c.github {
		return
	}
	fmt.Fprintf(c.notes, "problems: line %d: %s: %s\n", line, what, plain(clip(text, 2000)))
}

// summary returns one line that counts what was found and what was read.
func (c *collector) summary(read message.ReaderStats) string {
	t := &c.tally
	s := fmt.Sprintf("problems: %s, %s, %s", count(t.errors, "error"), count(t.warnings, "warning"), count(t.notes, "note"))
	if t.repeated > 0 {
		s += fmt.Sprintf(" (and %d repeated)", t.repeated)
	}
	s += fmt.Sprintf("; read %s: %s, %d text, %d damaged", count(read.Lines, "line"), count(t.messages, "message"), t.text, t.damaged)
	if t.others > 0 {
		s += fmt.Sprintf(", %d of other programs", t.others)
	}
	if read.Blank > 0 {
		s += fmt.Sprintf(", %d blank", read.Blank)
	}
	return s
}

func count(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
