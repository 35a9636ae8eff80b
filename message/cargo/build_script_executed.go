package cargo

import "github.com/linefeed-go/linefeed/message"

// BuildScriptExecuted is sent when a build script has run, with what it told
// cargo, also when it did not have to run again. A build script that fails
// sends none. Since 1.15.
type BuildScriptExecuted struct {
	_ message.Reason `reason:"build-script-executed"`
	// PackageID identifies the package; see [CompilerMessage]. There is no
	// manifest_path and no target in this message.
	PackageID string `json:"package_id"`
	// LinkedLibs are the libraries to link (rustc-link-lib), with their kind
	// in front where one was given ("static=foo"). Empty, not null, when there
	// are none, as are the lists below.
	LinkedLibs []string `json:"linked_libs"`
	// LinkedPaths are the directories to search (rustc-link-search), with
	// their kind in front where one was given ("native=/lib"). A path that is
	// not UTF-8 has U+FFFD in it.
	LinkedPaths []string `json:"linked_paths"`
	// Cfgs are the cfg values it set (rustc-cfg).
	Cfgs []string `json:"cfgs"`
	// Env are the environment variables it set (rustc-env), name and value, in
	// its order; a name can come twice. On the wire a list of two-element
	// lists. Since 1.19.
	Env [][2]string `json:"env"`
	// OutDir is the absolute path of the script's OUT_DIR. Since 1.41.
	OutDir string `json:"out_dir"`
}
