package gotest

// TestEvent is an event of go test -json or go tool test2json. Since Go 1.10.
type TestEvent struct {
	// Time is when it happened; absent (empty) from test2json without -t, and
	// by convention for results from the cache.
	Time Timestamp `json:"Time,omitempty"`
	// Action says what happened. Never empty.
	Action Action `json:"Action" reason:"start,run,pause,cont,output,attr,artifacts,pass,fail,skip,bench,inplace"`
	// Package is the import path of the package under test; absent (empty)
	// from test2json without -p.
	Package string `json:"Package,omitempty"`
	// Test is the test, subtest ("TestA/case"), example, fuzz test or
	// benchmark it is about; absent (empty) when it is about the package.
	Test string `json:"Test,omitempty"`
	// Elapsed is the time taken in seconds, in steps of 0.01 for a test and
	// 0.001 for a package. For pass, fail, skip and bench, where Time is
	// present too; not nil then, also when 0. Absent (nil) else.
	Elapsed *float64 `json:"Elapsed,omitempty"`
	// Output is, for output, a piece of what was printed, standard output and
	// error together: mostly one line with its \n, without \n when the line is
	// cut (over 1,024 bytes, or a process that ended in it). All pieces joined
	// are the whole output, except that bytes that are not UTF-8 are U+FFFD.
	Output string `json:"Output,omitempty"`
	// FailedBuild is, for fail, the ImportPath of the [BuildEvent]s that tell
	// why the package could not be built; absent (empty) else. Since Go 1.24.
	FailedBuild string `json:"FailedBuild,omitempty"`
	// Key is, for attr, the name given to T.Attr; absent (empty) else. Since
	// Go 1.25.
	Key string `json:"Key,omitempty"`
	// Value is, for attr, the value given to T.Attr; absent when empty. Since
	// Go 1.25.
	Value string `json:"Value,omitempty"`
	// Path is, for artifacts, the directory of the test's artifacts. Since
	// Go 1.26.
	Path string `json:"Path,omitempty"`
}

// Action says what an event is about. Further values may come; a reader that
// does not know one hands the event out as unknown.
type Action string

// The actions of a [TestEvent].
const (
	ActionStart     Action = "start"     // the test binary is about to run (since Go 1.20)
	ActionRun       Action = "run"       // a test began
	ActionPause     Action = "pause"     // a test waits for its turn (T.Parallel)
	ActionCont      Action = "cont"      // and goes on
	ActionOutput    Action = "output"    // something was printed
	ActionAttr      Action = "attr"      // T.Attr was called
	ActionArtifacts Action = "artifacts" // the directory of T.ArtifactDir, with go test -artifacts
	ActionPass      Action = "pass"      // a test or a package passed
	ActionFail      Action = "fail"      // it failed
	ActionSkip      Action = "skip"      // a test was skipped, or a package has no tests
	ActionBench     Action = "bench"     // a benchmark that printed something is done
)

// The actions of a [BuildEvent].
const (
	ActionBuildOutput Action = "build-output" // the toolchain printed something
	ActionBuildFail   Action = "build-fail"   // a package could not be built
)
