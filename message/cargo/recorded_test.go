package cargo_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/cargo"
	"github.com/linefeed-go/linefeed/message/internal/recorded"
	"github.com/linefeed-go/linefeed/message/messagetest"
)

// sameBytes checks that only diagnostics in rustc's own order come back in
// other bytes than they came.
func sameBytes(t *testing.T, name string) func(m message.Message, line, emitted []byte) {
	return func(m message.Message, line, emitted []byte) {
		_, diagnostic := m.(*cargo.CompilerMessage)
		rustcOrder := bytes.Contains(line, []byte(`,"message":{"$message_type":`))
		assert.Equal(t, diagnostic && rustcOrder, !bytes.Equal(line, emitted), "%s: %s", name, line)
	}
}

func TestRecorded(t *testing.T) {
	t.Parallel()
	want := map[string]recorded.Counts{
		"run.ndjson":            {Messages: 8, Same: 8, Unknown: 1, Text: 2},
		"examples_fresh.ndjson": {Messages: 8, Same: 8},
		"check_ansi.ndjson":     {Messages: 8, Same: 5},
		"check_broken.ndjson":   {Messages: 4, Same: 4},
	}
	for _, s := range recorded.Files(t, "testdata/*.ndjson") {
		got := recorded.RoundTrip(t, s, cargo.Messages, nil, sameBytes(t, s.Name))
		assert.Equal(t, want[s.Name], got, s.Name)
	}
}

// TestCorpus reads every stream of cargo there is. The logs of the build
// analysis are in it too: their kinds are unknown here but for build-started,
// so they are left to package buildlog.
func TestCorpus(t *testing.T) {
	t.Parallel()
	var sum recorded.Counts
	for _, s := range recorded.Shared(t, "cargo/*.ndjson") {
		if strings.HasPrefix(s.Name, "build_analysis_log_") {
			continue
		}
		sum = sum.Add(recorded.RoundTrip(t, s, cargo.Messages, nil, sameBytes(t, s.Name)))
	}
	// 98 compiler-message, of which 12 in rustc's order, 93 compiler-artifact,
	// 6 build-script-executed, 36 build-finished.
	assert.Equal(t, recorded.Counts{Messages: 233, Same: 221, Unknown: 2, Untagged: 124, Text: 80, Blank: 13, Damaged: 2}, sum)
}

// TestBothOrders: what rustc's order brings is what cargo's order brings.
func TestBothOrders(t *testing.T) {
	t.Parallel()
	read := func(name string) (all []cargo.Diagnostic) {
		for _, s := range recorded.Files(t, name) {
			recorded.RoundTrip(t, s, cargo.Messages, nil, func(m message.Message, _, _ []byte) {
				if m, ok := m.(*cargo.CompilerMessage); ok {
					m.Message.Rendered = "" // with colours in one, without in the other
					all = append(all, m.Message)
				}
			})
		}
		return all
	}
	one, other := read("testdata/run.ndjson"), read("testdata/check_ansi.ndjson")
	require.Len(t, one, 3)
	assert.Equal(t, one, other)
	assert.Equal(t, "unused_mut", one[0].Code.Code)
	assert.Equal(t, cargo.MachineApplicable, *one[0].Children[1].Spans[0].SuggestionApplicability)
}

// TestCheckStream: what the kit has to say about cargo.
func TestCheckStream(t *testing.T) {
	t.Parallel()
	opts := &messagetest.Options{Registry: cargo.Messages}
	for _, s := range recorded.Files(t, "testdata/*.ndjson") {
		got := messagetest.CheckStream(bytes.NewReader(s.Data), opts)
		if s.Name != "run.ndjson" {
			assert.NoError(t, got.Err(), s.Name)
			continue
		}
		var kinds []messagetest.Kind
		for _, f := range got.Findings {
			kinds = append(kinds, f.Kind)
		}
		// The program prints text, and an object of its own, after the build.
		assert.Equal(t, []messagetest.Kind{messagetest.KindText, messagetest.KindAfterFinal, messagetest.KindUnknownReason, messagetest.KindText}, kinds)
	}
}
