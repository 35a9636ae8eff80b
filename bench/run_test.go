package main

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/linefeed-go/linefeed/bench/harness"
)

// Only a miss that nobody knows of makes the run fail.
func TestFails(t *testing.T) {
	miss := harness.Verdict{Bar: harness.Bar{Name: "read cargo_stream / Scanner"}, Status: harness.Miss}
	other := harness.Verdict{Bar: harness.Bar{Name: "artifact / best Go peer"}, Status: harness.Miss}
	passed := harness.Verdict{Bar: harness.Bar{Name: "build_finished / Rust shared"}, Status: harness.Pass}
	for name, c := range map[string]struct {
		open     string
		verdicts []harness.Verdict
		want     bool
	}{
		"all passed":               {"", []harness.Verdict{passed}, false},
		"a miss":                   {"", []harness.Verdict{passed, miss}, true},
		"a miss known to be open":  {"^read cargo_stream", []harness.Verdict{passed, miss}, false},
		"another beside an open":   {"^read cargo_stream", []harness.Verdict{miss, other}, true},
		"nothing named, all empty": {"", nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			o := options{open: c.open}
			assert.Equal(t, c.want, o.fails(regexp.MustCompile(c.open), c.verdicts))
		})
	}
}
