package build

// TaskKind says what sort of work a task is. It is open: a reader treats a
// kind that it does not know as a task like any other.
type TaskKind string

// The kinds of tasks.
const (
	KindCommand   TaskKind = "command"   // a run of another program; the parent of what it does
	KindPackage   TaskKind = "package"   // building, checking or testing one package
	KindTest      TaskKind = "test"      // one test, example or fuzz target
	KindSubtest   TaskKind = "subtest"   // a test inside a test or a benchmark inside a benchmark
	KindBenchmark TaskKind = "benchmark" // one benchmark
)

// Outcome is how a task ended. It is open: a reader treats an outcome that it
// does not know as neither good nor bad, and takes the verdict over the whole
// from [BuildFinished].Success.
type Outcome string

// The outcomes of tasks.
const (
	OutcomeOK       Outcome = "ok"       // done, and in order
	OutcomeFailed   Outcome = "failed"   // done or given up, because of a fault of its own
	OutcomeSkipped  Outcome = "skipped"  // not done on purpose, or not possible because of another task
	OutcomeCached   Outcome = "cached"   // in order without work: an earlier result is still valid
	OutcomeCanceled Outcome = "canceled" // begun and never ended: interrupted, killed, torn down by something else
)

// Unit is what a [TaskProgress] counts. It is open: a reader prints a unit that
// it does not know as it stands.
type Unit string

// The units of progress.
const (
	UnitBytes    Unit = "bytes"
	UnitFiles    Unit = "files"
	UnitPackages Unit = "packages"
	UnitTests    Unit = "tests"
	UnitTasks    Unit = "tasks"
)

// Level is how serious a [Diagnostic] is. It is open: a reader treats a level
// that it does not know as a warning.
type Level string

// The levels of diagnostics.
const (
	LevelError   Level = "error"   // something has to be changed before the run can succeed
	LevelWarning Level = "warning" // worth a look; the run can succeed with it
	LevelNote    Level = "note"    // explains another diagnostic, or only informs
)

// ArtifactKind is what an [Artifact] is. It is open: a reader treats a kind that
// it does not know as a file.
type ArtifactKind string

// The kinds of artifacts.
const (
	ArtifactExecutable ArtifactKind = "executable" // a program that can be run
	ArtifactArchive    ArtifactKind = "archive"    // compiled code of one package, as the linker takes it
	ArtifactFile       ArtifactKind = "file"       // anything else
)

// Stream is where a child process printed an [Output]. It is open: a reader
// treats a stream that it does not know as stdout.
type Stream string

// The streams of a child process.
const (
	StreamStdout Stream = "stdout"
	StreamStderr Stream = "stderr"
	StreamMerged Stream = "merged" // stdout and stderr on one pipe: which of them is not known
)
