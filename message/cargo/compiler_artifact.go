package cargo

import "github.com/linefeed-go/linefeed/message"

// CompilerArtifact is sent when a compilation unit has produced its files, or
// when they were up to date. A unit that fails sends none. Since 1.15, for
// fresh units since 1.17.
type CompilerArtifact struct {
	_ message.Reason `reason:"compiler-artifact"`
	// PackageID identifies the package; see [CompilerMessage].
	PackageID string `json:"package_id"`
	// ManifestPath is the absolute path of the package's Cargo.toml. Since
	// 1.52.
	ManifestPath string `json:"manifest_path"`
	// Target is the target that was compiled.
	Target Target `json:"target"`
	// Profile is what of the profile it was compiled with.
	Profile Profile `json:"profile"`
	// Features are the enabled features, sorted; empty, not null, when there
	// are none.
	Features []string `json:"features"`
	// Filenames are the absolute paths of the files, in the order of the crate
	// types. For a library the copy without a hash in its name when it was
	// asked for, the one in deps/ when it is only a dependency.
	Filenames []string `json:"filenames"`
	// Executable is the absolute path of the program, null (nil) when the unit
	// makes none that is to be run (a build script's program does not count).
	// Since 1.33.
	Executable *string `json:"executable"`
	// Fresh tells that nothing had to be done.
	Fresh bool `json:"fresh"`
}

// Profile is the part of a profile that [CompilerArtifact] tells.
type Profile struct {
	// OptLevel is "0", "1", "2", "3", "s" or "z"; a string also where it is a
	// number.
	OptLevel string `json:"opt_level"`
	// DebugInfo is how much debug information there is.
	DebugInfo DebugInfo `json:"debuginfo"`
	// DebugAssertions tells whether debug_assert! is compiled in.
	DebugAssertions bool `json:"debug_assertions"`
	// OverflowChecks tells whether arithmetic is checked for overflow.
	OverflowChecks bool `json:"overflow_checks"`
	// Test tells whether the unit is a test harness (rustc --test).
	Test bool `json:"test"`
}
