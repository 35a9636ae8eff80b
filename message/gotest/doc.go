// Package gotest has the events that the go command prints with -json, as
// message types: [TestEvent] for go test -json and go tool test2json,
// [BuildEvent] for go build -json, go vet -json, go install -json and, since
// Go 1.24, the builds inside of go test -json. The member that tells what an
// event is about, their discriminator, is called Action.
//
//	Action                                               type
//	start run pause cont output attr artifacts           [TestEvent]
//	pass fail skip bench                                 [TestEvent]
//	build-output build-fail                              [BuildEvent]
//
// # What a stream of go test promises, and what not
//
// The events of several packages are mixed; Package tells them apart. A
// package's first event is start and its last is pass, fail or skip without a
// Test. A test whose process dies (os.Exit, a signal, a timeout) has a run
// and no end; only the package's fail comes. A package that does not compile
// has build-output and build-fail events under the ImportPath that its own
// fail event names in FailedBuild. Events are made from the test's printed
// output: a test can print what looks like the go command's framing and so
// make events up.
//
// Standard error of the go command itself is not in the stream; errors that
// stop it early (a missing module, a bad flag) are printed there as text.
// go vet -json prints documents of another shape, in lines that are not
// events.
//
// # The order of the fields
//
// Fields are declared in the order in which the go command writes them. It
// escapes < > & as encoding/json does and writes bytes that are not UTF-8 as
// \ufffd: a line that is read and emitted again is the same value, and has
// the same bytes with the Emitter's option EscapeHTML, unless such bytes were
// in it.
package gotest

//go:generate go tool linefeed gen
