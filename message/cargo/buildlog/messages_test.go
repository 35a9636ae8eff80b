package buildlog_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/cargo/buildlog"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

var head = buildlog.Header{RunID: "r-1", Timestamp: "2026-11-30T17:24:09.51980902Z"}

const headWire = `{"run_id":"r-1","timestamp":"2026-11-30T17:24:09.51980902Z","reason":`

const cause = `{"dirty_reason":"fs-status-outdated","fs_status":"stale-item","stale_item":"changed-file","reference":"/t/dep","reference_mtime":1796059449524.509,"stale":"/a.rs","stale_mtime":1796059545932.5066}`

func raw(t *testing.T, text string) jsonwire.Raw {
	t.Helper()
	r, err := jsonwire.NewRaw([]byte(text))
	require.NoError(t, err)
	return r
}

func TestMessagesOnTheWire(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		message message.Message
		wire    string
	}{
		"build-started": {
			&buildlog.BuildStarted{
				Header: head, Command: []string{"cargo", "build"}, Cwd: "/ws", Host: "x", Jobs: 2, NumCPUs: new(uint64(4)), Profile: "dev",
				RustcVersion: "1.95.0", RustcVersionVerbose: "rustc 1.95.0\n", TargetDir: "/ws/t", WorkspaceRoot: "/ws",
			},
			headWire + `"build-started","command":["cargo","build"],"cwd":"/ws","host":"x","jobs":2,"num_cpus":4,"profile":"dev","rustc_version":"1.95.0","rustc_version_verbose":"rustc 1.95.0\n","target_dir":"/ws/t","workspace_root":"/ws"}`,
		},
		"resolution-started":  {&buildlog.ResolutionStarted{Header: head, Elapsed: 0.062908427}, headWire + `"resolution-started","elapsed":0.062908427}`},
		"resolution-finished": {&buildlog.ResolutionFinished{Header: head}, headWire + `"resolution-finished","elapsed":0}`},
		"unit-graph-started":  {&buildlog.UnitGraphStarted{Header: head, Elapsed: 12.5}, headWire + `"unit-graph-started","elapsed":12.5}`},
		"unit-graph-finished": {&buildlog.UnitGraphFinished{Header: head, Elapsed: 3}, headWire + `"unit-graph-finished","elapsed":3}`},
		"unit-registered with everything": {
			&buildlog.UnitRegistered{
				Header: head, PackageID: "p", Target: buildlog.Target{Name: "app", Kind: "bin"}, Mode: "build", Platform: "x", Index: 1,
				Features: []string{"fast"}, Requested: true, Dependencies: []uint64{0, 3},
			},
			headWire + `"unit-registered","package_id":"p","target":{"name":"app","kind":"bin"},"mode":"build","platform":"x","index":1,"features":["fast"],"requested":true,"dependencies":[0,3]}`,
		},
		"unit-registered with nothing": {
			&buildlog.UnitRegistered{Header: head},
			headWire + `"unit-registered","package_id":"","target":{"name":"","kind":""},"mode":"","platform":"","index":0}`,
		},
		"unit-started":          {&buildlog.UnitStarted{Header: head, Index: 2, Elapsed: 0.1}, headWire + `"unit-started","index":2,"elapsed":0.1}`},
		"unit-rmeta-finished":   {&buildlog.UnitRmetaFinished{Header: head, Index: 2, Elapsed: 0.1, Unblocked: []uint64{7}}, headWire + `"unit-rmeta-finished","index":2,"elapsed":0.1,"unblocked":[7]}`},
		"unit-section-started":  {&buildlog.UnitSectionStarted{Header: head, Section: "codegen"}, headWire + `"unit-section-started","index":0,"elapsed":0,"section":"codegen"}`},
		"unit-section-finished": {&buildlog.UnitSectionFinished{Header: head, Section: "link"}, headWire + `"unit-section-finished","index":0,"elapsed":0,"section":"link"}`},
		"unit-finished":         {&buildlog.UnitFinished{Header: head, Index: 1 << 53}, headWire + `"unit-finished","index":9007199254740992,"elapsed":0}`},
		"unit-fingerprint":      {&buildlog.UnitFingerprint{Header: head, Index: 3, Status: buildlog.StatusNew}, headWire + `"unit-fingerprint","index":3,"status":"new"}`},
		"unit-fingerprint with a cause": {
			&buildlog.UnitFingerprint{Header: head, Status: buildlog.StatusDirty, Cause: raw(t, cause)},
			headWire + `"unit-fingerprint","index":0,"status":"dirty","cause":` + cause + `}`,
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var wire bytes.Buffer
			require.NoError(t, message.NewEmitter(&wire, nil).Emit(tc.message))
			assert.Equal(t, tc.wire+"\n", wire.String())
			back := reflect.New(reflect.TypeOf(tc.message).Elem()).Interface()
			require.NoError(t, json.Unmarshal([]byte(tc.wire), back))
			assert.Equal(t, tc.message, back)
		})
	}
}

func TestParseCause(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		cause string
		want  buildlog.Cause
	}{
		"none":          {`null`, buildlog.Cause{}},
		"a word":        {`{"dirty_reason":"forced"}`, buildlog.Cause{DirtyReason: "forced"}},
		"a list":        {`{"dirty_reason":"rustflags-changed","old":["-g"],"new":[]}`, buildlog.Cause{DirtyReason: "rustflags-changed"}},
		"a file":        {cause, buildlog.Cause{DirtyReason: "fs-status-outdated", FsStatus: "stale-item", StaleItem: "changed-file", Reference: "/t/dep", Stale: "/a.rs"}},
		"a lost file":   {`{"dirty_reason":"fs-status-outdated","fs_status":"stale-item","stale_item":"missing-file","path":"/x"}`, buildlog.Cause{DirtyReason: "fs-status-outdated", FsStatus: "stale-item", StaleItem: "missing-file", Path: "/x"}},
		"a dependency":  {`{"dirty_reason":"fs-status-outdated","fs_status":"stale-dep-fingerprint","unit":4}`, buildlog.Cause{DirtyReason: "fs-status-outdated", FsStatus: "stale-dep-fingerprint"}},
		"of the future": {`{"dirty_reason":"moon-phase","phase":{"full":true}}`, buildlog.Cause{DirtyReason: "moon-phase"}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := &buildlog.UnitFingerprint{Cause: raw(t, tc.cause)}
			got, err := m.ParseCause()
			require.NoError(t, err)
			assert.Equal(t, tc.want, got)
		})
	}
	for _, bad := range []string{`1`, `"forced"`, `[]`, `{"dirty_reason":1}`, `{"dirty_reason":"x","fs_status":[]}`} {
		m := &buildlog.UnitFingerprint{Cause: raw(t, bad)}
		_, err := m.ParseCause()
		assert.ErrorContains(t, err, "buildlog: cause: ", bad)
	}
}

func TestTimestamp(t *testing.T) {
	t.Parallel()
	got, err := head.Timestamp.Time()
	require.NoError(t, err)
	assert.True(t, time.Date(2026, 11, 30, 17, 24, 9, 519_809_020, time.UTC).Equal(got), got)
	_, err = buildlog.Timestamp("1796059449").Time()
	assert.EqualError(t, err, `buildlog: timestamp: want RFC 3339 such as 2026-11-30T17:24:09.5Z, got "1796059449"`)
}
