package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestTestEvents is for orders of events that no recording has. An event is
// "action test output"; all are of package m/p.
func TestTestEvents(t *testing.T) {
	tests := []struct {
		name   string
		events []string
		want   map[string]string
	}{
		{
			name:   "a panic that is only printed",
			events: []string{"run A", "output A panic: printed\n", "pass A", "run B", "output B     b_test.go:1: wrong\n", "fail B", "fail "},
			want:   map[string]string{"p A": "ok", "p B": "failed: b_test.go:1: wrong", "m/p": "failed: 1 test failed"},
		},
		{
			name:   "an end that was lost in a package that passed",
			events: []string{"run A", "output A text without newline--- PASS: A (0.00s)\n", "run B", "pass B", "pass "},
			want:   map[string]string{"p A": "ok", "p B": "ok", "m/p": "ok"},
		},
		{
			name:   "killed",
			events: []string{"run A", "run A/b", "output A/b signal: killed\n", "fail "},
			want:   map[string]string{"p A": "canceled: signal: killed", "p A/b": "canceled: signal: killed", "m/p": "failed: signal: killed"},
		},
		{
			name:   "go test itself was cut off",
			events: []string{"run A", "run A/b", "fail A/b"},
			want:   map[string]string{"p A": "canceled: exit status 1", "p A/b": "failed: it failed without a word", "m/p": "canceled: exit status 1"},
		},
		{
			name:   "a benchmark in a package that failed",
			events: []string{"run BenchmarkA", "output BenchmarkA BenchmarkA-2 10 8 ns/op\n", "run BenchmarkB", "fail BenchmarkB", "fail "},
			want:   map[string]string{"p BenchmarkA": "ok", "p BenchmarkB": "failed: it failed without a word", "m/p": "failed: 1 test failed"},
		},
		{
			name:   "a subtest whose name has a slash, then one inside it",
			events: []string{"run A", "run A/b/c", "run A/b/c/d", "pass A/b/c/d", "pass A/b/c", "pass A", "pass "},
			want:   map[string]string{"p A": "ok", "p A/b/c": "ok", "p A/b/c/d": "ok", "m/p": "ok"},
		},
		{
			name:   "two parallel subtests, one ends its test's life",
			events: []string{"run A", "run A/b", "run A/c", "pause A/b", "cont A/b", "output A/c fatal error: all goroutines are asleep - deadlock!\n", "output A/c \n", "fail "},
			want:   map[string]string{"p A": "canceled: fatal error: all goroutines are asleep - deadlock!", "p A/b": "canceled: fatal error: all goroutines are asleep - deadlock!", "m/p": "failed: fatal error: all goroutines are asleep - deadlock!"},
		},
		{
			name:   "a long line in pieces",
			events: []string{"run A", "output A     a_test", "output A .go:7: bro", "output A ken\n", "fail A", "fail "},
			want:   map[string]string{"p A": "failed: a_test.go:7: broken"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var stdout strings.Builder
			for _, s := range test.events {
				action, rest, _ := strings.Cut(s, " ")
				name, output, _ := strings.Cut(rest, " ")
				writeEvent(&stdout, goEvent{Action: action, Package: "m/p", Test: name, Output: output})
			}
			failed := strings.Contains(stdout.String(), `"fail"`)
			r := readStream(t, replay(t, []string{"test", "m/p"}, anything(stdout.String(), "", failed)))
			got := r.outcomes()
			for name, want := range test.want {
				assert.Equal(t, want, got[name], name)
			}
		})
	}
}
