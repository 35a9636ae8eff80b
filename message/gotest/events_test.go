package gotest_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/gotest"
)

var events = map[string]struct {
	event message.Message
	wire  string
}{
	"start": {
		&gotest.TestEvent{Time: "2026-11-30T17:25:32.34005309Z", Action: gotest.ActionStart, Package: "example.com/a"},
		`{"Time":"2026-11-30T17:25:32.34005309Z","Action":"start","Package":"example.com/a"}`,
	},
	"of test2json without flags": {&gotest.TestEvent{Action: gotest.ActionStart}, `{"Action":"start"}`},
	"output": {
		&gotest.TestEvent{Time: "2026-11-30T18:25:32+01:00", Action: gotest.ActionOutput, Package: "a", Test: "TestA/b", Output: "x < y\t日本\n"},
		`{"Time":"2026-11-30T18:25:32+01:00","Action":"output","Package":"a","Test":"TestA/b","Output":"x < y\t日本\n"}`,
	},
	"pass in no time": {
		&gotest.TestEvent{Action: gotest.ActionPass, Package: "a", Test: "T", Elapsed: new(0.0)},
		`{"Action":"pass","Package":"a","Test":"T","Elapsed":0}`,
	},
	"package that does not build": {
		&gotest.TestEvent{Action: gotest.ActionFail, Package: "a", Elapsed: new(0.01), FailedBuild: "a [a.test]"},
		`{"Action":"fail","Package":"a","Elapsed":0.01,"FailedBuild":"a [a.test]"}`,
	},
	"attribute": {
		&gotest.TestEvent{Action: gotest.ActionAttr, Package: "a", Test: "T", Key: "k", Value: "v w"},
		`{"Action":"attr","Package":"a","Test":"T","Key":"k","Value":"v w"}`,
	},
	"artifacts": {
		&gotest.TestEvent{Action: gotest.ActionArtifacts, Package: "a", Test: "T", Path: "/out/1"},
		`{"Action":"artifacts","Package":"a","Test":"T","Path":"/out/1"}`,
	},
	"build output": {
		&gotest.BuildEvent{ImportPath: "a [a.test]", Action: gotest.ActionBuildOutput, Output: "# a\n"},
		`{"ImportPath":"a [a.test]","Action":"build-output","Output":"# a\n"}`,
	},
	"build that belongs to no package": {&gotest.BuildEvent{Action: gotest.ActionBuildFail}, `{"ImportPath":"","Action":"build-fail"}`},
}

func TestEventsOnTheWire(t *testing.T) {
	t.Parallel()
	for name, tc := range events {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var wire bytes.Buffer
			require.NoError(t, message.NewEmitter(&wire, nil).Emit(tc.event))
			assert.Equal(t, tc.wire+"\n", wire.String())
			back := reflect.New(reflect.TypeOf(tc.event).Elem()).Interface()
			require.NoError(t, json.Unmarshal([]byte(tc.wire), back))
			assert.Equal(t, tc.event, back)
		})
	}
}

func TestEventsRefuseOtherActions(t *testing.T) {
	t.Parallel()
	for name, event := range map[string]json.Marshaler{
		"none":                         gotest.TestEvent{},
		"unknown":                      gotest.TestEvent{Action: "explode"},
		"of a build, in a test event":  gotest.TestEvent{Action: gotest.ActionBuildFail},
		"of a test, in a build event":  gotest.BuildEvent{Action: gotest.ActionPass},
		"in letters of another height": gotest.BuildEvent{Action: "Build-Fail"},
	} {
		_, err := event.MarshalJSON()
		assert.ErrorContains(t, err, "is not one of", name)
	}
}

func TestTimestamp(t *testing.T) {
	t.Parallel()
	tests := map[gotest.Timestamp]time.Time{
		"2026-11-30T17:25:32.34005309Z":  time.Date(2026, 11, 30, 17, 25, 32, 340_053_090, time.UTC),
		"2026-11-30T17:25:32Z":           time.Date(2026, 11, 30, 17, 25, 32, 0, time.UTC),
		"2026-11-30T18:25:32.1+01:00":    time.Date(2026, 11, 30, 17, 25, 32, 100_000_000, time.UTC),
		"2026-11-30T17:25:32.999999999Z": time.Date(2026, 11, 30, 17, 25, 32, 999_999_999, time.UTC),
	}
	for text, want := range tests {
		got, err := text.Time()
		require.NoError(t, err, text)
		assert.True(t, want.Equal(got), "%s: %s", text, got)
	}
	for _, text := range []gotest.Timestamp{"", "yesterday", "2026-11-30", "2026-11-30 17:25:32Z"} {
		_, err := text.Time()
		assert.ErrorContains(t, err, "gotest: time: want RFC 3339 such as 2026-11-30T17:25:32.3Z, got ", text)
	}
}
