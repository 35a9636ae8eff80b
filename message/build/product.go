package build

import (
	"unicode/utf8"

	"github.com/linefeed-go/linefeed/message"
)

// Artifact is a file that the run made, or found up to date. The file is
// complete when the message is sent.
type Artifact struct {
	_ message.Reason `reason:"artifact"`

	// Task is the id of the task that made it, or null.
	Task *string `json:"task"`
	// Package is the import path of the package that it was made from, or
	// null.
	Package *string `json:"package"`
	// Path is the file's absolute path. How long the file stays there is the
	// tool's affair.
	Path string `json:"path"`
	// Kind is what sort of file it is.
	Kind ArtifactKind `json:"kind"`
	// SizeBytes is the file's size when the message was sent.
	SizeBytes int64 `json:"size_bytes"`
	// Fresh says that the file was up to date and the run did not have to
	// make it.
	Fresh bool `json:"fresh"`
}

// Output is a piece of what a child process printed. Pieces of one task and
// stream, put one behind the other, are what was printed, apart from what went
// into other messages, diagnostics for instance. A piece ends wherever the
// writer cut it: usually behind a newline, but a character may be split too.
type Output struct {
	_ message.Reason `reason:"output"`

	// Task is the id of the task that it belongs to, or null.
	Task *string `json:"task"`
	// Stream is where the child printed it.
	Stream Stream `json:"stream"`
	// Text is the piece, with its newline if it has one. If the bytes are not
	// valid UTF-8, each bad one is U+FFFD here and Bytes has the truth.
	Text string `json:"text"`
	// Bytes are the exact bytes, base64 on the wire, if Text can't hold them;
	// else null.
	Bytes []byte `json:"base64"`
}

// NewOutput returns the message for a piece of output as it was read. It keeps
// a copy of p only if p is not valid UTF-8.
func NewOutput(task *string, stream Stream, p []byte) *Output {
	o := &Output{Task: task, Stream: stream, Text: string(p)}
	if !utf8.ValidString(o.Text) {
		o.Bytes = []byte(o.Text)
		o.Text = string([]rune(o.Text))
	}
	return o
}
