package main

import (
	"encoding/json"
)

// goEvent is a line of go build -json (see "go help buildjson") or of go test
// -json (see "go doc test2json"): the two are told apart by their actions.
type goEvent struct {
	Action      string
	ImportPath  string   // build-output, build-fail: the id of the package
	Package     string   // all others
	Test        string   // empty for the package itself
	Elapsed     *float64 // seconds
	Output      string
	FailedBuild string
}

// parseEvent takes a line apart. It reports false for a line that is not an
// event: text that got between, or another program's JSON.
func parseEvent(line []byte) (goEvent, bool) {
	var e goEvent
	if line = chomp(line); len(line) == 0 || line[0] != '{' {
		return e, false
	}
	if json.Unmarshal(line, &e) != nil || e.Action == "" {
		return goEvent{}, false
	}
	return e, true
}

func (e goEvent) isBuild() bool {
	return e.Action == "build-output" || e.Action == "build-fail"
}
