// Package cargo has the messages that cargo prints on standard output with
// --message-format=json, as message types: read them with
// [github.com/linefeed-go/linefeed/message.NewReader] and this package's
// Messages registry, or emit them and be read by what reads cargo.
//
//	reason                 type                   sent
//	compiler-message       [CompilerMessage]      for every diagnostic of rustc
//	compiler-artifact      [CompilerArtifact]     when a unit has produced its files
//	build-script-executed  [BuildScriptExecuted]  when a build script has run
//	build-finished         [BuildFinished]        once, at the end of the build
//	build-started          [BuildStarted]         once, at the start (unstable)
//	timing-info            [TimingInfo]           after each unit (until 1.93, unstable)
//
// The log that -Zbuild-analysis keeps in $CARGO_HOME/log uses the reason
// build-started for another shape; its messages are in the package
// [github.com/linefeed-go/linefeed/message/cargo/buildlog].
//
// # What a stream of cargo promises, and what not
//
// Only build-finished has a place: it is the last message of the build, and
// it is missing when cargo fails before it compiles anything. The text a
// program prints under cargo run or cargo test follows it. Messages of a
// dependent may come before those of its dependency (pipelining). Build
// scripts and procedural macros write to the same standard output, so a
// stream holds text lines, and may hold lines that only look like cargo's.
// With several targets the same diagnostic comes once for each of them.
//
// # The order of the fields
//
// Fields are declared in the order in which cargo 1.95 writes them, so that
// a line that is read and emitted again has the same bytes. The one place
// where cargo itself has two orders is the diagnostic inside a
// compiler-message; see [Diagnostic]. Reading does not depend on any order.
// A number that Rust prints in another form than Go, such as 0.0, comes back
// as the same value in Go's form.
//
// "Since" in a field's documentation is the first release of cargo with it;
// a field that an older cargo did not write is read as its zero value and is
// written by us.
package cargo

//go:generate go tool linefeed gen
