package buildlog

import "github.com/linefeed-go/linefeed/message"

// UnitRegistered introduces a unit: one target of one package, to be
// compiled, checked, tested or run in one way.
type UnitRegistered struct {
	Header
	_ message.Reason `reason:"unit-registered,inplace"`
	// PackageID identifies the package, as in the messages of package cargo.
	PackageID string `json:"package_id"`
	// Target is the target.
	Target Target `json:"target"`
	// Mode is what is done: "build", "check", "test", "doc", "doctest",
	// "docscrape", "run-custom-build".
	Mode string `json:"mode"`
	// Platform is the target triple, or the file name of a custom target.
	Platform string `json:"platform"`
	// Index is what the other messages call the unit, from 0.
	Index uint64 `json:"index"`
	// Features are the enabled features, absent when there are none.
	Features []string `json:"features,omitempty"`
	// Requested tells whether the user asked for it, by -p or as a member of
	// the workspace; absent when not.
	Requested bool `json:"requested,omitempty"`
	// Dependencies are the indices of the units it needs, absent when there
	// are none.
	Dependencies []uint64 `json:"dependencies,omitempty"`
}

// Target is a target as the log names it. Its kind is one string, where
// cargo's messages have a list.
type Target struct {
	// Name is the target's name.
	Name string `json:"name"`
	// Kind is "lib", "bin", "test", "bench", "example" or "build-script".
	Kind string `json:"kind"`
}

// UnitStarted says that a unit is being worked on.
type UnitStarted struct {
	Header
	_ message.Reason `reason:"unit-started,inplace"`
	// Index is that of the unit's [UnitRegistered].
	Index uint64 `json:"index"`
	// Elapsed is in seconds since the start of the build.
	Elapsed float64 `json:"elapsed"`
}

// UnitRmetaFinished says that a unit's metadata is ready, so that units that
// need no more than that can start.
type UnitRmetaFinished struct {
	Header
	_ message.Reason `reason:"unit-rmeta-finished,inplace"`
	// Index is that of the unit's [UnitRegistered].
	Index uint64 `json:"index"`
	// Elapsed is in seconds since the start of the build.
	Elapsed float64 `json:"elapsed"`
	// Unblocked are the indices of the units that can start now, absent when
	// there are none.
	Unblocked []uint64 `json:"unblocked,omitempty"`
}

// UnitSectionStarted says that a part of a unit begins. Only with
// -Zsection-timings.
type UnitSectionStarted struct {
	Header
	_ message.Reason `reason:"unit-section-started,inplace"`
	// Index is that of the unit's [UnitRegistered].
	Index uint64 `json:"index"`
	// Elapsed is in seconds since the start of the build.
	Elapsed float64 `json:"elapsed"`
	// Section is the part's name as rustc gives it: "codegen", "link".
	Section string `json:"section"`
}

// UnitSectionFinished says that a part of a unit is done. Only with
// -Zsection-timings.
type UnitSectionFinished struct {
	Header
	_ message.Reason `reason:"unit-section-finished,inplace"`
	// Index is that of the unit's [UnitRegistered].
	Index uint64 `json:"index"`
	// Elapsed is in seconds since the start of the build.
	Elapsed float64 `json:"elapsed"`
	// Section is the part's name as rustc gives it.
	Section string `json:"section"`
}

// UnitFinished says that a unit is done.
type UnitFinished struct {
	Header
	_ message.Reason `reason:"unit-finished,inplace"`
	// Index is that of the unit's [UnitRegistered].
	Index uint64 `json:"index"`
	// Elapsed is in seconds since the start of the build.
	Elapsed float64 `json:"elapsed"`
	// Unblocked are the indices of the units that can start now, absent when
	// there are none.
	Unblocked []uint64 `json:"unblocked,omitempty"`
}
