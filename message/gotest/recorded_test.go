package gotest_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/gotest"
	"github.com/linefeed-go/linefeed/message/internal/recorded"
	"github.com/linefeed-go/linefeed/message/messagetest"
)

// html makes an Emitter escape as the go command does.
var html = &message.EmitterOptions{EscapeHTML: true}

// sameBytes checks that only output that was not UTF-8 comes back in other
// bytes than it came: the go command writes \ufffd, we write U+FFFD itself.
func sameBytes(t *testing.T, name string) func(m message.Message, line, emitted []byte) {
	return func(_ message.Message, line, emitted []byte) {
		assert.Equal(t, bytes.Contains(line, []byte(`\ufffd`)), !bytes.Equal(line, emitted), "%s: %s", name, line)
	}
}

func TestRecorded(t *testing.T) {
	t.Parallel()
	want := map[string]recorded.Counts{
		"bench.ndjson":            {Messages: 13, Same: 13},
		"build.ndjson":            {Messages: 3, Same: 3},
		"test.ndjson":             {Messages: 47, Same: 46},
		"test2json.ndjson":        {Messages: 17, Same: 16},
		"test_build_fails.ndjson": {Messages: 9, Same: 9},
	}
	for _, s := range recorded.Files(t, "testdata/*.ndjson") {
		got := recorded.RoundTrip(t, s, gotest.Messages, html, sameBytes(t, s.Name))
		assert.Equal(t, want[s.Name], got, s.Name)
		opts := &messagetest.Options{Registry: gotest.Messages, AnyPlace: true, Final: []string{}}
		assert.NoError(t, messagetest.CheckStream(bytes.NewReader(s.Data), opts).Err(), s.Name)
	}
}

func TestCorpus(t *testing.T) {
	t.Parallel()
	// Of test2json most is 300 KB of random bytes.
	tests := map[string]recorded.Counts{
		"go-test/*.ndjson":   {Messages: 22_173, Same: 22_169},
		"go-build/*.ndjson":  {Messages: 48, Same: 48},
		"test2json/*.ndjson": {Messages: 2_412, Same: 89},
		"gotestsum/*.ndjson": {Messages: 77, Same: 77},
		"go-build/vet.json":  {Untagged: 1, Text: 9, Damaged: 2}, // a document
	}
	for pattern, want := range tests {
		var sum recorded.Counts
		for _, s := range recorded.Shared(t, pattern) {
			sum = sum.Add(recorded.RoundTrip(t, s, gotest.Messages, html, sameBytes(t, s.Name)))
		}
		assert.Equal(t, want, sum, pattern)
	}
}
