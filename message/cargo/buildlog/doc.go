// Package buildlog has the lines of the log that cargo keeps of each build
// with -Zbuild-analysis (unstable), in $CARGO_HOME/log/<run id>.jsonl, as
// message types.
//
//	reason                 type                   tells
//	build-started          [BuildStarted]         the command and its surroundings
//	resolution-started     [ResolutionStarted]    dependencies are being resolved
//	resolution-finished    [ResolutionFinished]
//	unit-graph-started     [UnitGraphStarted]     the graph of units is being made
//	unit-graph-finished    [UnitGraphFinished]
//	unit-registered        [UnitRegistered]       a unit and its index
//	unit-fingerprint       [UnitFingerprint]      whether it has to be built, and why
//	unit-started           [UnitStarted]
//	unit-rmeta-finished    [UnitRmetaFinished]    its metadata is ready
//	unit-section-started   [UnitSectionStarted]   a part of it, such as linking
//	unit-section-finished  [UnitSectionFinished]
//	unit-finished          [UnitFinished]
//
// Here reason is the third member of a line: run_id and timestamp stand
// before it ([Header]). The reason build-started is also one of cargo's
// standard output, with another shape; that is why these types have a package
// and a Messages registry of their own.
//
// The log is written by a thread of cargo through a buffer: a build that is
// killed leaves a log without its end, and a last line that may be cut.
// Timestamps are those of writing; the elapsed fields are those of the event.
//
// The shapes are those of cargo 1.95 (recorded) and of its source,
// src/util/log_message.rs. They are unstable and may change.
package buildlog

//go:generate go tool linefeed gen
