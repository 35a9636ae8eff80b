package build_test

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/build"
)

// TestFields holds the names and the order of what is on the wire: changing one
// is a change of the vocabulary, and of its version.
func TestFields(t *testing.T) {
	tests := []struct {
		message message.Message
		want    string
	}{
		{&build.BuildStarted{}, "reason version tool arguments directory run_id start_time"},
		{&build.TaskStarted{}, "reason id parent kind name package"},
		{&build.TaskProgress{}, "reason id done total unit text"},
		{&build.TaskFinished{}, "reason id outcome elapsed_seconds cause"},
		{&build.Diagnostic{}, "reason task level code message file range children rendered"},
		{&build.Artifact{}, "reason task package path kind size_bytes fresh"},
		{&build.Output{}, "reason task stream text base64"},
		{&build.BuildFinished{}, "reason success interrupted elapsed_seconds tasks diagnostics artifacts"},
	}
	for _, test := range tests {
		t.Run(test.message.Reason(), func(t *testing.T) {
			b, err := json.Marshal(test.message)
			require.NoError(t, err)
			assert.Equal(t, test.want, strings.Join(members(t, b), " "))
		})
	}
}

// members returns the names of an object's members in their order.
func members(t *testing.T, object []byte) []string {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(string(object)))
	_, err := dec.Token()
	require.NoError(t, err)
	var names []string
	for dec.More() {
		name, err := dec.Token()
		require.NoError(t, err)
		names = append(names, name.(string))
		var value json.RawMessage
		require.NoError(t, dec.Decode(&value))
	}
	return names
}

func TestNewOutput(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")
		given := string(p)
		o := build.NewOutput(nil, build.StreamStdout, p)
		for i := range p { // the message has its own copy
			p[i] = 'x'
		}
		b, err := o.AppendJSON(nil)
		require.NoError(t, err)
		var got struct {
			Text   string
			Base64 *string
		}
		require.NoError(t, json.Unmarshal(b, &got))
		if utf8.ValidString(given) {
			assert.Equal(t, given, got.Text)
			assert.Nil(t, got.Base64)
			return
		}
		assert.Equal(t, string([]rune(given)), got.Text)
		require.NotNil(t, got.Base64)
		exact, err := base64.StdEncoding.DecodeString(*got.Base64)
		require.NoError(t, err)
		assert.Equal(t, given, string(exact))
	})
}

func TestCounts(t *testing.T) {
	var tasks build.TaskCounts
	for i, o := range []build.Outcome{
		build.OutcomeOK, build.OutcomeFailed, build.OutcomeSkipped, build.OutcomeCached, build.OutcomeCanceled, "of the future",
	} {
		for range i + 1 {
			tasks.Add(o)
		}
	}
	assert.Equal(t, build.TaskCounts{OK: 1, Failed: 2, Skipped: 3, Cached: 4, Canceled: 5}, tasks)

	var levels build.DiagnosticCounts
	for i, l := range []build.Level{build.LevelError, build.LevelWarning, build.LevelNote, "of the future"} {
		for range i + 1 {
			levels.Add(l)
		}
	}
	assert.Equal(t, build.DiagnosticCounts{Error: 1, Warning: 2, Note: 3}, levels)
}

// TestAllocations: emitting a fresh literal costs no allocation. Pointers to
// variables of the caller stay on its stack.
func TestAllocations(t *testing.T) {
	e := message.NewEmitter(io.Discard, nil)
	task, total, elapsed, at := "7", int64(20), 0.25, build.Range{Start: build.Position{Line: 5, Column: 6}}
	when := time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)
	tests := []struct {
		name string
		emit func() error
	}{
		{"build-started", func() error {
			m := build.BuildStarted{Version: build.Version, Tool: "mk", Directory: &task, RunID: "1", StartTime: when}
			return m.EmitTo(e)
		}},
		{"task-started", func() error {
			m := build.TaskStarted{ID: task, Parent: &task, Kind: build.KindPackage, Name: "p", Package: &task}
			return m.EmitTo(e)
		}},
		{"task-progress", func() error {
			m := build.TaskProgress{ID: task, Done: 7, Total: &total, Unit: build.UnitPackages}
			return m.EmitTo(e)
		}},
		{"task-finished", func() error {
			m := build.TaskFinished{ID: task, Outcome: build.OutcomeOK, ElapsedSeconds: &elapsed}
			return m.EmitTo(e)
		}},
		{"diagnostic", func() error {
			m := build.Diagnostic{Task: &task, Level: build.LevelError, Message: "undefined: x", File: &task, Range: &at}
			return m.EmitTo(e)
		}},
		{"artifact", func() error {
			m := build.Artifact{Task: &task, Path: "/bin/app", Kind: build.ArtifactExecutable, SizeBytes: 2048}
			return m.EmitTo(e)
		}},
		{"output", func() error {
			m := build.Output{Task: &task, Stream: build.StreamMerged, Text: "=== RUN\n"}
			return m.EmitTo(e)
		}},
		{"build-finished", func() error {
			m := build.BuildFinished{Success: true, ElapsedSeconds: elapsed}
			return m.EmitTo(e)
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			require.NoError(t, test.emit()) // the buffer grows
			assert.Zero(t, testing.AllocsPerRun(100, func() {
				if err := test.emit(); err != nil {
					panic(err)
				}
			}))
		})
	}
}
