package main

import (
	"bytes"
	"encoding/json"
	"path"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message/messagetest"
)

// checker is a *testing.T or a *rapid.T.
type checker interface {
	require.TestingT
	Helper()
}

// event is any message of the vocabulary, read back.
type event struct {
	Reason      string
	Version     string
	ID          string
	Parent      *string
	Kind        string
	Name        string
	Package     *string
	Done, Total *int64
	Outcome     string
	Cause       *string
	Task        *string
	Level       string
	Code        *string
	Message     string
	File        *string
	Range       *struct {
		Start struct{ Line, Column int }
		End   *struct{ Line, Column int }
	}
	Children []struct {
		Message string
		File    *string
	}
	Rendered    *string
	Path        string
	SizeBytes   int64 `json:"size_bytes"`
	Fresh       bool
	Stream      string
	Text        string
	Base64      []byte
	Directory   *string
	RunID       string `json:"run_id"`
	Success     bool
	Interrupted bool
	Tasks       json.RawMessage // counts, in build-finished
	Diagnostics json.RawMessage
	Artifacts   int64
	Seq         int64  `json:"@seq"`
	Time        string `json:"@time"`
}

// recording is a whole run, as a reader sees it.
type recording struct {
	events []event
	tasks  map[string]*event // task-started by id
	ends   map[string]*event // task-finished by id
}

// readStream checks the rules of the vocabulary on a whole run and returns it.
func readStream(t checker, out []byte) *recording {
	t.Helper()
	require.True(t, bytes.HasSuffix(out, []byte("\n")), "the stream ends in the middle of a line: %q", tail(out))
	assert.NoError(t, messagetest.CheckStream(bytes.NewReader(out), nil).Err())
	r := &recording{tasks: map[string]*event{}, ends: map[string]*event{}}
	for i, line := range bytes.Split(bytes.TrimSuffix(out, []byte("\n")), []byte("\n")) {
		var e event
		require.NoError(t, json.Unmarshal(line, &e), "line %d: %s", i+1, line)
		assert.True(t, bytes.HasPrefix(line, []byte(`{"reason":"`)), "line %d: reason is not first: %s", i+1, line)
		r.events = append(r.events, e)
	}
	assert.Equal(t, "build-started", r.events[0].Reason)
	last := r.events[len(r.events)-1]
	require.Equal(t, "build-finished", last.Reason)
	r.checkTasks(t)
	r.checkCounts(t, &last)
	return r
}

func tail(b []byte) []byte { return b[max(0, len(b)-200):] }

// checkTasks checks that tasks are paired, parents around their parts, and
// that messages name running tasks only.
func (r *recording) checkTasks(t checker) {
	running := map[string]int{} // id -> running parts
	for i := range r.events {
		e := &r.events[i]
		switch e.Reason {
		case "task-started":
			assert.NotContains(t, r.tasks, e.ID, "message %d starts a task again", i+1)
			r.tasks[e.ID] = e
			running[e.ID] = 0
			if e.Parent != nil {
				assert.Contains(t, running, *e.Parent, "message %d: the parent of %s does not run", i+1, e.Name)
				running[*e.Parent]++
			}
		case "task-finished":
			parts, ok := running[e.ID]
			assert.True(t, ok, "message %d ends a task that does not run", i+1)
			assert.Zero(t, parts, "message %d ends a task before its parts", i+1)
			delete(running, e.ID)
			r.ends[e.ID] = e
			if s := r.tasks[e.ID]; s != nil && s.Parent != nil {
				running[*s.Parent]--
			}
			assert.Equal(t, e.Outcome != "ok" && e.Outcome != "cached", e.Cause != nil, "message %d: cause and outcome", i+1)
		case "task-progress":
			assert.Contains(t, running, e.ID, "message %d: progress of a task that does not run", i+1)
			assert.LessOrEqual(t, *e.Done, *e.Total, "message %d", i+1)
		case "diagnostic", "artifact", "output":
			if e.Task != nil {
				assert.Contains(t, running, *e.Task, "message %d names a task that does not run", i+1)
			}
		case "build-started":
			assert.Zero(t, i, "message %d", i+1)
		case "build-finished":
			assert.Equal(t, len(r.events)-1, i, "message %d", i+1)
			assert.Empty(t, running, "tasks run at the end")
		default:
			assert.Fail(t, "unknown reason "+e.Reason)
		}
	}
}

// checkCounts counts what build-finished counts.
func (r *recording) checkCounts(t checker, last *event) {
	outcomes := map[string]int64{"ok": 0, "failed": 0, "skipped": 0, "cached": 0, "canceled": 0}
	levels := map[string]int64{"error": 0, "warning": 0, "note": 0}
	var artifacts int64
	for _, e := range r.events {
		switch e.Reason {
		case "task-finished":
			outcomes[e.Outcome]++
		case "diagnostic":
			levels[e.Level]++
		case "artifact":
			artifacts++
		}
	}
	for what, got := range map[string]json.RawMessage{"tasks": last.Tasks, "diagnostics": last.Diagnostics} {
		want := map[string]map[string]int64{"tasks": outcomes, "diagnostics": levels}[what]
		var counts map[string]int64
		require.NoError(t, json.Unmarshal(got, &counts))
		assert.Equal(t, want, counts, what)
	}
	assert.Equal(t, artifacts, last.Artifacts)
}

// checkVerdict checks that what the run says of its parts fits the whole.
func (r *recording) checkVerdict(t checker) {
	if !r.finished().Success {
		return
	}
	for _, e := range r.events {
		assert.NotEqual(t, "error", e.Level, "success with an error: %s", e.Message)
		assert.NotContains(t, []string{"failed", "canceled"}, e.Outcome, "success with a task that was not")
	}
}

// finished returns build-finished.
func (r *recording) finished() event { return r.events[len(r.events)-1] }

// outcome returns "outcome" or "outcome: cause" of the task of that name.
func (r *recording) outcome(t *testing.T, name string) string {
	t.Helper()
	e, ok := r.outcomes()[name]
	require.True(t, ok, "no task %s among %v", name, r.outcomes())
	return e
}

// outcomes returns the outcome of each task by its name; the name of a test has
// the last element of the package's path in front: "pass TestOne".
func (r *recording) outcomes() map[string]string {
	all := map[string]string{}
	for id, s := range r.tasks {
		e := r.ends[id]
		name := s.Name
		if s.Package != nil && s.Name != *s.Package {
			name = path.Base(*s.Package) + " " + name
		}
		all[name] = e.Outcome
		if e.Cause != nil {
			all[name] += ": " + *e.Cause
		}
	}
	return all
}

// of returns the messages of one reason.
func (r *recording) of(reason string) []event {
	var some []event
	for _, e := range r.events {
		if e.Reason == reason {
			some = append(some, e)
		}
	}
	return some
}
