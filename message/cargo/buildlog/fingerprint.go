package buildlog

import (
	"fmt"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// UnitFingerprint says whether a unit has to be built.
type UnitFingerprint struct {
	Header
	_ message.Reason `reason:"unit-fingerprint,inplace"`
	// Index is that of the unit's [UnitRegistered].
	Index uint64 `json:"index"`
	// Status is what comparing the fingerprints gave.
	Status FingerprintStatus `json:"status"`
	// Cause is why a dirty unit is dirty; absent (nil) otherwise. It is kept
	// as JSON because its members depend on the reason, one name having
	// several types ("old" is a string, a list or a number); ParseCause
	// reads what is common to all.
	Cause jsonwire.Raw `json:"cause,omitzero"`
}

// FingerprintStatus is the state of a unit before the build. Further values
// may come.
type FingerprintStatus string

// The states of a unit.
const (
	StatusNew   FingerprintStatus = "new"   // never built before
	StatusDirty FingerprintStatus = "dirty" // has to be built again
	StatusFresh FingerprintStatus = "fresh" // nothing to do
)

// Cause is why a unit is dirty, as far as it has the same form for all
// reasons. A member that the reason does not have is empty.
type Cause struct {
	// DirtyReason is the reason: "rustc-changed", "features-changed",
	// "env-var-changed", "fs-status-outdated", "forced", ...
	DirtyReason string
	// FsStatus is, for "fs-status-outdated", what is out of date: "stale",
	// "stale-item", "stale-dependency", "stale-dep-fingerprint".
	FsStatus string
	// StaleItem is, for "stale-item", what it is: "missing-file",
	// "changed-file", "changed-env", ...
	StaleItem string
	// Path is, for "missing-file" and its like, the file.
	Path string
	// Reference is, for "changed-file", the file that marks the last build.
	Reference string
	// Stale is, for "changed-file", the file that is newer.
	Stale string
}

// ParseCause reads the Cause of a dirty unit; without one it returns the zero
// Cause. What it does not read, times and old and new values, is in m.Cause.
func (m *UnitFingerprint) ParseCause() (Cause, error) {
	var in jsonwire.Decoder
	in.Reset([]byte(m.Cause.String()))
	var c Cause
	_, more := in.OpenObject()
	for ; more; more = in.NextMember() {
		switch in.Name() {
		case "dirty_reason":
			c.DirtyReason = in.String()
		case "fs_status":
			c.FsStatus = in.String()
		case "stale_item":
			c.StaleItem = in.String()
		case "path":
			c.Path = in.String()
		case "reference":
			c.Reference = in.String()
		case "stale":
			c.Stale = in.String()
		default:
			in.Skip()
		}
	}
	if err := in.End(); err != nil {
		return Cause{}, fmt.Errorf("buildlog: cause: %w", err)
	}
	return c, nil
}
