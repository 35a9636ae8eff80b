package cargo_test

import (
	"bytes"
	"testing"

	"github.com/linefeed-go/linefeed/message/cargo"
	"github.com/linefeed-go/linefeed/message/internal/recorded"
)

// FuzzMessages: no line makes the Reader panic, and a message it accepts comes
// back from the wire as it was.
func FuzzMessages(f *testing.F) {
	for _, s := range recorded.Files(f, "testdata/*.ndjson") {
		for line := range bytes.Lines(s.Data) {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, line []byte) { recorded.Stable(t, line, cargo.Messages) })
}
