package buildlog

import (
	"encoding/json"
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
	// several types ("old" is a string, a list or a number); [Cause] reads
	// what is common to all.
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

// Cause is why a unit is dirty, as far as it is the same for all reasons.
type Cause struct {
	// DirtyReason is the reason: "rustc-changed", "features-changed",
	// "env-var-changed", "fs-status-outdated", "forced", ...
	DirtyReason string `json:"dirty_reason"`
	// FsStatus is, for "fs-status-outdated", what is out of date: "stale",
	// "stale-item", "stale-dependency", "stale-dep-fingerprint". Else empty.
	FsStatus string `json:"fs_status"`
	// StaleItem is, for "stale-item", what it is: "missing-file",
	// "changed-file", "changed-env", ... Else empty.
	StaleItem string `json:"stale_item"`
	// Reference is, for "changed-file", the file that marks the last build.
	Reference string `json:"reference"`
	// Stale is, for "changed-file", the file that is newer.
	Stale string `json:"stale"`
}

// ParseCause reads the Cause of a dirty unit; without one it returns the zero
// Cause. Members it does not name stay in m.Cause.
func (m *UnitFingerprint) ParseCause() (Cause, error) {
	raw, err := m.Cause.MarshalJSON()
	if err != nil {
		return Cause{}, fmt.Errorf("buildlog: cause: %w", err)
	}
	var c Cause
	if err := json.Unmarshal(raw, &c); err != nil {
		return Cause{}, fmt.Errorf("buildlog: cause: %w", err)
	}
	return c, nil
}
