package build_test

import (
	"testing"

	"github.com/linefeed-go/linefeed/message/build"
	"github.com/linefeed-go/linefeed/message/internal/recorded"
)

// FuzzMessages: no line makes the Reader panic, and a message it accepts comes
// back from the wire as it was.
func FuzzMessages(f *testing.F) {
	for _, reason := range build.Messages.Reasons() {
		f.Add([]byte(`{"reason":"` + reason + `"}`))
	}
	f.Add([]byte(`{"reason":"artifact","task":null,"package":"p","path":"a","kind":"program","size_bytes":1,"fresh":true}`))
	f.Add([]byte(`{"reason":"output","task":"t","stream":"stderr","text":"\u00e4\n","base64":"AAE="}`))
	f.Fuzz(func(t *testing.T, line []byte) { recorded.Stable(t, line, build.Messages) })
}
