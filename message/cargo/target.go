package cargo

// Target is a target of a package: what a [lib], [[bin]] or other such table
// of Cargo.toml describes, or what cargo finds in its usual place.
type Target struct {
	// Kind says what the target is: "lib", "bin", "example", "test", "bench",
	// "custom-build" (a build script), or for a library its crate types, such
	// as "proc-macro" or "cdylib". One element, several only for libraries.
	// Never null or empty.
	Kind []string `json:"kind"`
	// CrateTypes are the crate types rustc makes: "bin", "lib", "rlib",
	// "dylib", "cdylib", "staticlib", "proc-macro". Never null or empty. Since
	// 1.17.
	CrateTypes []string `json:"crate_types"`
	// Name is the target's name, for a library with "-" replaced by "_".
	Name string `json:"name"`
	// SrcPath is the absolute path of the root source file, null (nil) for a
	// target whose source cargo makes itself (metabuild, unstable).
	SrcPath *string `json:"src_path"`
	// Edition is the Rust edition, such as "2021". Since 1.29.
	Edition string `json:"edition"`
	// RequiredFeatures are the features without which the target is not
	// built. Absent (nil) when Cargo.toml does not name any, never null. The
	// one key with a hyphen. Since 1.30.
	RequiredFeatures []string `json:"required-features,omitzero"`
	// Doc tells whether cargo doc documents the target. Since 1.50.
	Doc bool `json:"doc"`
	// Doctest tells whether the target's documentation tests run. Since 1.37.
	Doctest bool `json:"doctest"`
	// Test tells whether the target is built and run by cargo test. Since
	// 1.37.
	Test bool `json:"test"`
}
