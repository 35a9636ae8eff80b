package cargo

import "github.com/linefeed-go/linefeed/message"

// CompilerMessage is sent for every diagnostic of rustc: an error, a
// warning, or what belongs to one. Since 1.15.
//
// cargo leaves out rustc's summaries ("aborting due to ...", "3 warnings
// emitted"). For a unit that is fresh the diagnostics of the build that made
// it are sent again, with the rendering of that build. The same diagnostic
// comes once for each target it was found in (lib and lib test, say), and
// nothing in the message tells these apart.
type CompilerMessage struct {
	_ message.Reason `reason:"compiler-message"`
	// PackageID identifies the package, since 1.77 as a package id
	// specification ("path+file:///ws/app#0.1.0"), before in the form
	// "app 0.1.0 (path+file:///ws/app)". Opaque: compare, do not parse.
	PackageID string `json:"package_id"`
	// ManifestPath is the absolute path of the package's Cargo.toml. Since
	// 1.52.
	ManifestPath string `json:"manifest_path"`
	// Target is the target that was compiled.
	Target Target `json:"target"`
	// Message is the diagnostic itself.
	Message Diagnostic `json:"message"`
}
