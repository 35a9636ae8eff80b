//go:build !race && !purego

package gotest_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/gotest"
)

// TestAllocations: reading an output event makes the event and one copy of the
// line; emitting a fresh one makes nothing.
func TestAllocations(t *testing.T) {
	line := `{"Time":"2026-11-30T18:25:32.1Z","Action":"output","Package":"a","Test":"TestA","Output":"ok\n"}` + "\n"
	const runs = 1000
	r := message.NewReader(bytes.NewReader(bytes.Repeat([]byte(line), runs+2)), gotest.Messages, nil)
	_, err := r.Next() // makes the Reader's buffer
	require.NoError(t, err)
	assert.LessOrEqual(t, testing.AllocsPerRun(runs, func() {
		if _, err := r.Next(); err != nil {
			t.Fatal(err)
		}
	}), 2.0)
	e := message.NewEmitter(io.Discard, nil)
	output := string(bytes.Repeat([]byte("x"), 100))
	assert.Zero(t, testing.AllocsPerRun(runs, func() {
		if err := (&gotest.TestEvent{Action: gotest.ActionOutput, Package: "a", Output: output}).EmitTo(e); err != nil {
			t.Fatal(err)
		}
	}))
}
