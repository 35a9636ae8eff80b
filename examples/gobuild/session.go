package main

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/build"
)

// session is one run as it is told in the stream: it numbers the tasks, keeps
// the rules of the vocabulary (every task that was started is finished, parts
// before the whole) and counts. It is used by one goroutine.
type session struct {
	// emit writes a message. After its first error nothing more is sent.
	emit func(message.Message) error
	// broken is called once, with that error.
	broken func(error)
	now    func() time.Time
	dir    string // working directory, or ""

	err       error
	begun     time.Time
	next      int
	running   []*task // in the order of their start
	tasks     build.TaskCounts
	diags     build.DiagnosticCounts
	artifacts int64
}

// task is a piece of work that is running or over.
type task struct {
	id     string
	parent *task
	name   string
	pkg    string
	since  time.Time
	over   bool
}

// in says whether t is a part of outer, at any depth.
func (t *task) in(outer *task) bool {
	for p := t.parent; p != nil; p = p.parent {
		if p == outer {
			return true
		}
	}
	return false
}

func (s *session) send(m message.Message) {
	if s.err != nil {
		return
	}
	if s.err = s.emit(m); s.err != nil {
		s.broken(s.err)
	}
}

// begin sends build-started.
func (s *session) begin(arguments []string, runID string) {
	s.begun = s.now()
	m := &build.BuildStarted{
		Version:   build.Version,
		Tool:      "gobuild",
		Arguments: append([]string{}, arguments...),
		RunID:     runID,
		StartTime: s.begun.UTC(),
	}
	if s.dir != "" {
		m.Directory = &s.dir
	}
	s.send(m)
}

// end finishes what is still running and sends build-finished.
func (s *session) end(success, interrupted bool, cause string) {
	s.cancel(cause)
	s.send(&build.BuildFinished{
		Success:        success,
		Interrupted:    interrupted,
		ElapsedSeconds: s.now().Sub(s.begun).Seconds(),
		Tasks:          s.tasks,
		Diagnostics:    s.diags,
		Artifacts:      s.artifacts,
	})
}

// start begins a task under parent, or under the innermost task around it that
// still runs; parent may be nil. pkg may be empty.
func (s *session) start(parent *task, kind build.TaskKind, name, pkg string) *task {
	for parent != nil && parent.over {
		parent = parent.parent
	}
	s.next++
	t := &task{id: strconv.Itoa(s.next), parent: parent, name: name, pkg: pkg, since: s.now()}
	m := &build.TaskStarted{ID: t.id, Kind: kind, Name: name}
	if parent != nil {
		m.Parent = &parent.id
	}
	if pkg != "" {
		m.Package = &t.pkg
	}
	s.running = append(s.running, t)
	s.send(m)
	return t
}

// finish ends t after elapsed seconds, nil if that is not known, and before it
// the parts of it that still run. A task that is over stays as it is.
func (s *session) finish(t *task, outcome build.Outcome, elapsed *float64, cause string) {
	if t.over {
		return
	}
	for i := len(s.running) - 1; s.running[i] != t; i-- {
		if part := s.running[i]; part.in(t) {
			s.finishOne(part, build.OutcomeCanceled, s.elapsed(part), "the task around it ended")
		}
	}
	s.finishOne(t, outcome, elapsed, cause)
}

// finishOne ends a task without parts.
func (s *session) finishOne(t *task, outcome build.Outcome, elapsed *float64, cause string) {
	t.over = true
	i := slices.Index(s.running, t)
	s.running = slices.Delete(s.running, i, i+1)
	m := &build.TaskFinished{ID: t.id, Outcome: outcome, ElapsedSeconds: elapsed}
	if cause != "" && outcome != build.OutcomeOK && outcome != build.OutcomeCached {
		m.Cause = &cause
	}
	s.tasks.Add(outcome)
	s.send(m)
}

// elapsed returns the seconds since t was started.
func (s *session) elapsed(t *task) *float64 {
	return new(s.now().Sub(t.since).Seconds())
}

// cancel ends all that is running, parts before the whole.
func (s *session) cancel(cause string) {
	for len(s.running) > 0 {
		t := s.running[len(s.running)-1]
		s.finish(t, build.OutcomeCanceled, s.elapsed(t), cause)
	}
}

// progress tells how far t is.
func (s *session) progress(t *task, done, total int, unit build.Unit, text string) {
	m := &build.TaskProgress{ID: t.id, Done: int64(done), Total: new(int64(total)), Unit: unit}
	if text != "" {
		m.Text = &text
	}
	s.send(m)
}

// diagnostic sends d as found by t.
func (s *session) diagnostic(t *task, d *build.Diagnostic) {
	d.Task = taskID(t)
	s.diags.Add(d.Level)
	s.send(d)
}

// fault sends an error that gobuild itself has met.
func (s *session) fault(t *task, text string) {
	s.diagnostic(t, &build.Diagnostic{Level: build.LevelError, Message: strings.TrimSpace(text)})
}

// artifact sends a file.
func (s *session) artifact(t *task, a *build.Artifact) {
	a.Task = taskID(t)
	s.artifacts++
	s.send(a)
}

// output sends what a child has printed.
func (s *session) output(t *task, stream build.Stream, p []byte) {
	if len(p) > 0 {
		s.send(build.NewOutput(taskID(t), stream, p))
	}
}

// taskID returns the id of a running task, else nil.
func taskID(t *task) *string {
	if t == nil || t.over {
		return nil
	}
	return &t.id
}
