package gotest

// BuildEvent is an event of go build -json and of the builds inside of go
// test -json. A build that prints nothing and succeeds has no events at all.
// Since Go 1.24.
type BuildEvent struct {
	// ImportPath is the package being built, for a test's variant in the form
	// "example.com/m/a [example.com/m/a.test]". Always present, empty when the
	// event belongs to no package.
	ImportPath string `json:"ImportPath"`
	// Action is build-output or build-fail.
	Action Action `json:"Action" reason:"build-output,build-fail,inplace"`
	// Output is, for build-output, a piece of what the toolchain printed, one
	// or more lines; absent (empty) else.
	Output string `json:"Output,omitempty"`
}
