package buildlog

import "github.com/linefeed-go/linefeed/message"

// BuildStarted is the first line of a log.
type BuildStarted struct {
	Header
	_ message.Reason `reason:"build-started,inplace"`
	// Command is cargo's path and arguments. Since 1.95.
	Command []string `json:"command"`
	// Cwd is the working directory, absolute.
	Cwd string `json:"cwd"`
	// Host is the host's target triple.
	Host string `json:"host"`
	// Jobs is the number of parallel jobs (-j).
	Jobs uint32 `json:"jobs"`
	// NumCPUs is how many threads the machine can run at once, null (nil) when
	// unknown.
	NumCPUs *uint64 `json:"num_cpus"`
	// Profile is the profile's name: "dev", "release".
	Profile string `json:"profile"`
	// RustcVersion is the version alone: "1.95.0".
	RustcVersion string `json:"rustc_version"`
	// RustcVersionVerbose is what rustc -vV prints, several lines.
	RustcVersionVerbose string `json:"rustc_version_verbose"`
	// TargetDir is the directory of what is built, absolute.
	TargetDir string `json:"target_dir"`
	// WorkspaceRoot is the workspace's directory, absolute.
	WorkspaceRoot string `json:"workspace_root"`
}

// ResolutionStarted says that cargo begins to resolve the dependencies.
type ResolutionStarted struct {
	Header
	_ message.Reason `reason:"resolution-started,inplace"`
	// Elapsed is in seconds since the start of the build, as in all messages
	// of this package.
	Elapsed float64 `json:"elapsed"`
}

// ResolutionFinished says that the dependencies are resolved.
type ResolutionFinished struct {
	Header
	_ message.Reason `reason:"resolution-finished,inplace"`
	// Elapsed is in seconds since the start of the build.
	Elapsed float64 `json:"elapsed"`
}

// UnitGraphStarted says that cargo begins to make the graph of units.
type UnitGraphStarted struct {
	Header
	_ message.Reason `reason:"unit-graph-started,inplace"`
	// Elapsed is in seconds since the start of the build.
	Elapsed float64 `json:"elapsed"`
}

// UnitGraphFinished says that the graph is there; every unit has been
// registered.
type UnitGraphFinished struct {
	Header
	_ message.Reason `reason:"unit-graph-finished,inplace"`
	// Elapsed is in seconds since the start of the build.
	Elapsed float64 `json:"elapsed"`
}
