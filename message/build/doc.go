// Package build is the vocabulary of builds: what a tool that compiles, tests
// or checks something says while it works, and what it says at the end.
//
// # Overview
//
// One run of a tool is one stream of messages:
//
//	{"reason":"build-started", ...}      once, first
//	{"reason":"task-started", ...}       a piece of work begins
//	{"reason":"task-progress", ...}      how far a running task is
//	{"reason":"diagnostic", ...}         an error, a warning, a note
//	{"reason":"output", ...}             what a child process printed
//	{"reason":"artifact", ...}           a file that the build made or found up to date
//	{"reason":"task-finished", ...}      that piece of work is over
//	{"reason":"build-finished", ...}     once, last
//
// Messages are sent while the work goes on, not when it is over.
//
// # Order
//
// A writer keeps these rules, and a reader may rely on them:
//
//  1. The first message of a run is build-started. Nothing of the run stands
//     before it.
//  2. The last message of a run is build-finished, whatever happened: an
//     error, a missing tool, an interrupt. A stream without it was cut, by a
//     kill of the writer itself or by a full disk.
//  3. A task id is started once and finished once in a run, in this order,
//     and never used again. All tasks are finished before build-finished.
//  4. A task's parent was started before it and is finished after it.
//  5. Messages that name a task stand between the task's start and its end.
//     Messages of different tasks may interleave.
//  6. The counts of build-finished are what a reader gets by counting the
//     messages of the run.
//
// Several runs may stand one behind the other in a file that is appended to:
// each begins with its own build-started, whose RunID tells them apart.
//
// # Evolution
//
// The vocabulary has a version, [Version], which every build-started carries.
// A minor version may add reasons, fields, and values of the open enums
// ([TaskKind], [Outcome], [Unit], [Level], [ArtifactKind], [Stream]); a reader
// ignores the fields and passes over the reasons that it does not know, and
// treats an unknown value as the enum's doc says. Removing or renaming a field,
// changing its type, or letting null stand where it could not, is a major
// version.
//
// # Absent values
//
// Every field is always on the wire. What is not known or does not apply is
// null where the field's Go type is a pointer or a slice, never an empty
// string or a zero with a second meaning; the one exception is
// [Position].Column.
//
// Paths are those of the machine that builds, with its separators. Times are
// RFC 3339 with nine fraction digits. Durations are seconds as a float.
package build

//go:generate go tool linefeed gen

// Version is the version of the vocabulary that this package writes, as
// major.minor. A reader refuses a major version that it does not know and
// reads every minor version of a major one that it knows.
const Version = "1.0"
