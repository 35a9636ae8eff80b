package cargo

import "github.com/linefeed-go/linefeed/message"

// TimingInfo was sent after each unit with cargo -Zunstable-options
// --timings=json. From 1.39 to 1.93; later releases have no such message.
type TimingInfo struct {
	_ message.Reason `reason:"timing-info"`
	// PackageID identifies the package; see [CompilerMessage].
	PackageID string `json:"package_id"`
	// Target is the target that was compiled.
	Target Target `json:"target"`
	// Mode is what was done: "build", "check", "test", "doc", "doctest",
	// "docscrape", "run-custom-build".
	Mode string `json:"mode"`
	// Duration is the unit's time in seconds.
	Duration float64 `json:"duration"`
	// RmetaTime is when the metadata was ready, in seconds after the unit's
	// start; absent (nil) when there was none.
	RmetaTime *float64 `json:"rmeta_time,omitempty"`
	// Sections are the parts of the unit's time, absent (empty) without
	// -Zsection-timings. Since 1.91.
	Sections []TimingSection `json:"sections,omitempty"`
}
