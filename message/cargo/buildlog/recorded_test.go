package buildlog_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/cargo"
	"github.com/linefeed-go/linefeed/message/cargo/buildlog"
	"github.com/linefeed-go/linefeed/message/internal/recorded"
	"github.com/linefeed-go/linefeed/message/messagetest"
)

func TestRecorded(t *testing.T) {
	t.Parallel()
	for _, s := range recorded.Files(t, "testdata/*.ndjson") {
		reasons := map[string]int{}
		got := recorded.RoundTrip(t, s, buildlog.Messages, nil, func(m message.Message, _, _ []byte) {
			reasons[m.Reason()]++
			if m, ok := m.(*buildlog.UnitFingerprint); ok {
				cause, err := m.ParseCause()
				assert.NoError(t, err)
				assert.Equal(t, m.Status == buildlog.StatusDirty, cause.DirtyReason != "", m.Cause.String())
			}
		})
		assert.Equal(t, recorded.Counts{Messages: 27, Same: 27}, got, s.Name)
		assert.Equal(t, map[string]int{
			"build-started": 1, "resolution-started": 1, "resolution-finished": 1, "unit-graph-started": 1, "unit-graph-finished": 1,
			"unit-registered": 4, "unit-fingerprint": 4, "unit-started": 3, "unit-finished": 3,
			"unit-section-started": 4, "unit-section-finished": 4,
		}, reasons)
	}
}

func TestCorpus(t *testing.T) {
	t.Parallel()
	var sum recorded.Counts
	for _, s := range recorded.Shared(t, "cargo/build_analysis_log_*.ndjson") {
		sum = sum.Add(recorded.RoundTrip(t, s, buildlog.Messages, nil, nil))
		opts := &messagetest.Options{Registry: buildlog.Messages, AnyPlace: true, Final: []string{}}
		assert.NoError(t, messagetest.CheckStream(bytes.NewReader(s.Data), opts).Err(), s.Name)
	}
	assert.Equal(t, recorded.Counts{Messages: 111, Same: 111}, sum)
}

// TestNotOneRegistry: build-started has two shapes, so no reader can know both.
func TestNotOneRegistry(t *testing.T) {
	t.Parallel()
	_, err := message.Merge(cargo.Messages, buildlog.Messages)
	assert.EqualError(t, err, `message: reason "build-started" has two types, *cargo.BuildStarted and *buildlog.BuildStarted; a reader could not tell them apart`)
}
