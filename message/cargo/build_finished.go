package cargo

import "github.com/linefeed-go/linefeed/message"

// BuildFinished is the last message of a build. What a program prints under
// cargo run, cargo test or cargo bench comes after it. It is not sent when
// cargo fails before compiling (a broken Cargo.toml). Since 1.44.
type BuildFinished struct {
	_ message.Reason `reason:"build-finished"`
	// Success tells whether everything was compiled; the result of a program
	// or test that runs afterwards is not in it.
	Success bool `json:"success"`
}

// BuildStarted is the first message of a build when -Zbuild-analysis is on.
// In the development branch of cargo in August 2026, in no release up to
// 1.95.
type BuildStarted struct {
	_ message.Reason `reason:"build-started"`
	// RunID names the log of this run: $CARGO_HOME/log/<run_id>.jsonl, whose
	// lines are in package buildlog.
	RunID string `json:"run_id"`
}
