package build

import (
	"time"

	"github.com/linefeed-go/linefeed/message"
)

// BuildStarted is the first message of a run.
type BuildStarted struct {
	_ message.Reason `reason:"build-started"`

	// Version is the version of the vocabulary that the messages of this run
	// keep: [Version] of the package that wrote them, such as "1.0".
	Version string `json:"version"`
	// Tool is the name of the program that writes the stream, such as
	// "gobuild". Never empty.
	Tool string `json:"tool"`
	// Arguments are what the tool was called with, without its own name and
	// not quoted for any shell; empty for none, never null.
	Arguments []string `json:"arguments"`
	// Directory is the absolute path of the tool's working directory. Relative
	// paths in the stream, if a tool writes any, are relative to it. It is
	// null when the directory is not known, for instance because it was
	// removed under the tool.
	Directory *string `json:"directory"`
	// RunID tells this run from every other; opaque, never empty, at most 64
	// bytes of ASCII letters, digits and hyphens.
	RunID string `json:"run_id"`
	// StartTime is when the run began, by the writer's clock, in UTC.
	StartTime time.Time `json:"start_time"`
}

// BuildFinished is the last message of a run. After it the stream is complete.
type BuildFinished struct {
	_ message.Reason `reason:"build-finished"`

	// Success says whether everything that was asked for is in order. It is
	// the verdict: a reader need not look at the counts.
	Success bool `json:"success"`
	// Interrupted says that the run was asked to end early, by Ctrl-C or
	// another signal to the tool itself. Success is false then.
	Interrupted bool `json:"interrupted"`
	// ElapsedSeconds is how long the run took, by a monotonic clock.
	ElapsedSeconds float64 `json:"elapsed_seconds"`
	// Tasks counts the task-finished messages of the run by outcome.
	Tasks TaskCounts `json:"tasks"`
	// Diagnostics counts the diagnostic messages of the run by level; children
	// are not counted.
	Diagnostics DiagnosticCounts `json:"diagnostics"`
	// Artifacts counts the artifact messages of the run.
	Artifacts int64 `json:"artifacts"`
}

// TaskCounts counts tasks by [Outcome]. Every member is always there. An
// outcome added later gets a member of its own.
type TaskCounts struct {
	OK       int64 `json:"ok"`
	Failed   int64 `json:"failed"`
	Skipped  int64 `json:"skipped"`
	Cached   int64 `json:"cached"`
	Canceled int64 `json:"canceled"`
}

// Add counts one task. An outcome without a member is not counted.
func (c *TaskCounts) Add(o Outcome) {
	switch o {
	case OutcomeOK:
		c.OK++
	case OutcomeFailed:
		c.Failed++
	case OutcomeSkipped:
		c.Skipped++
	case OutcomeCached:
		c.Cached++
	case OutcomeCanceled:
		c.Canceled++
	}
}

// DiagnosticCounts counts diagnostics by [Level]. Every member is always
// there. A level added later gets a member of its own.
type DiagnosticCounts struct {
	Error   int64 `json:"error"`
	Warning int64 `json:"warning"`
	Note    int64 `json:"note"`
}

// Add counts one diagnostic. A level without a member is not counted.
func (c *DiagnosticCounts) Add(l Level) {
	switch l {
	case LevelError:
		c.Error++
	case LevelWarning:
		c.Warning++
	case LevelNote:
		c.Note++
	}
}
