package build

import "github.com/linefeed-go/linefeed/message"

// TaskStarted says that a piece of work has begun.
//
// Work that turns out to be done already (a package that is up to date) is
// started and finished too, one message behind the other, so that a reader
// meets every task in the same way.
type TaskStarted struct {
	_ message.Reason `reason:"task-started"`

	// ID names the task in this run: opaque, never empty, unique in the run.
	// Two runs may use the same ids.
	ID string `json:"id"`
	// Parent is the id of the task that this one is a part of, or null at the
	// top. The parent is running when its parts start, and ends after them.
	Parent *string `json:"parent"`
	// Kind is what sort of work it is.
	Kind TaskKind `json:"kind"`
	// Name is for people: the package's import path, the test's full name,
	// the command. Not unique: a test that is run three times starts three
	// tasks of one name.
	Name string `json:"name"`
	// Package is the import path of the package that the task is about, or null
	// if it is about none or several.
	Package *string `json:"package"`
}

// TaskProgress says how far a running task is. It is sent as often as the
// writer likes, also never; each one replaces the one before it.
type TaskProgress struct {
	_ message.Reason `reason:"task-progress"`

	// ID is the task's id.
	ID string `json:"id"`
	// Done counts what is behind the task, in Unit. It does not go down.
	Done int64 `json:"done"`
	// Total counts all of it, in Unit. It is null when that is not known yet
	// and may be corrected in both directions, but is never below Done.
	Total *int64 `json:"total"`
	// Unit is what Done and Total count.
	Unit Unit `json:"unit"`
	// Text says for people what was reached, or null. It is one line.
	Text *string `json:"text"`
}

// TaskFinished says that a task is over.
type TaskFinished struct {
	_ message.Reason `reason:"task-finished"`

	// ID is the task's id.
	ID string `json:"id"`
	// Outcome is how the task ended.
	Outcome Outcome `json:"outcome"`
	// ElapsedSeconds is how long the task took, or null if that was not
	// measured. The parts of a task may run at the same time, so they may add
	// up to more than the whole.
	ElapsedSeconds *float64 `json:"elapsed_seconds"`
	// Cause says for people why the task failed, was skipped or canceled. It
	// is null for ok and cached, and may have several lines.
	Cause *string `json:"cause"`
}
