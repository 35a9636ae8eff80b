package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/linefeed-go/linefeed/message/build"
)

// FuzzFindings: whatever a tool prints, each of its lines is in a diagnostic or
// in the text, once, apart from the headers.
func FuzzFindings(f *testing.F) {
	for _, s := range []string{
		"# p\na.go:1:2: x\n\thave F()\n\tb.go:3:4: other\n",
		"# p\nc.c:7:2: warning: w\n    7 |\nc.c:6:1: note: n\n",
		"package a\n\timports b from a.go\n\timports a from b.go: import cycle not allowed\n",
		"go: errors parsing go.mod:\n/src/go.mod:3: unknown\ngo: warning: w\ngo: downloading x\n",
		"main.main: relocation target main.ext not defined\ntoo many errors\nvet: a.go:1:1: y\n",
		"# [p]\r\na.go:1:2: x\r\n\r\n",
	} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, s string, failed bool) {
		var out strings.Builder
		parse := &findings{
			live:  len(s)%2 == 0,
			found: func(_ string, d *build.Diagnostic) { out.WriteString(*d.Rendered) },
			text:  func(_, text string) { out.WriteString(text) },
		}
		parse.write(s)
		parse.flush(failed)
		got := map[string]int{}
		for line := range strings.Lines(out.String()) {
			got[line]++
		}
		want := map[string]int{}
		for line := range strings.Lines(s) {
			line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
			if !strings.HasPrefix(line, "# ") {
				want[line+"\n"]++
			}
		}
		assert.Equal(t, want, got)
	})
}

// FuzzStream: whatever the go command prints, the messages keep the rules of
// the vocabulary.
func FuzzStream(f *testing.F) {
	for _, r := range replays {
		a, err := txtar.ParseFile(filepath.Join("testdata", "recorded", r.name+".txtar"))
		require.NoError(f, err)
		parts := map[string]string{}
		for _, file := range a.Files {
			parts[file.Name] = string(file.Data)
		}
		f.Add(r.args[0], parts["2.stdout"], parts["2.stderr"], parts["2.exit"] != "0\n")
	}
	f.Fuzz(func(t *testing.T, command, stdout, stderr string, failed bool) {
		if command != "build" && command != "test" && command != "vet" {
			return
		}
		readStream(t, replay(t, []string{command, "./..."}, anything(stdout, stderr, failed)))
	})
}

// anything plays a go list of two packages, then for all that follows the same.
func anything(stdout, stderr string, failed bool) *player {
	code := "0\n"
	if failed {
		code = "1\n"
	}
	parts := map[string][]byte{
		"1.exit": []byte("0\n"),
		"1.stdout": []byte(`{"ImportPath":"m/p","Name":"p","GoFiles":["p.go"],"Dir":"/ws/m/p"}
			{"ImportPath":"m/q","Name":"q","GoFiles":["q.go"],"Dir":"/ws/m/q","Imports":["m/p"]}`),
	}
	for _, n := range []string{"2.", "3."} {
		parts[n+"stdout"], parts[n+"stderr"], parts[n+"exit"] = []byte(stdout), []byte(stderr), []byte(code)
	}
	return &player{parts: parts, bytes: cuts[0].bytes, size: cuts[0].size}
}

// TestAnyOrder gives events in an order that the go command would hardly print.
func TestAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		one := func(from ...string) string { return rapid.SampledFrom(from).Draw(t, "") }
		var stdout, stderr strings.Builder
		for range rapid.IntRange(0, 60).Draw(t, "events") {
			switch rapid.IntRange(0, 9).Draw(t, "sort") {
			case 0:
				stderr.WriteString(one("go: downloading x\n", "go: no such y\n", "# m/p\n", "p/p.go:1:2: z\n", "\tmore\n", "half", "vet: q/q.go:1: v\n"))
			case 1:
				stdout.WriteString(one("{}\n", "text\n", "{\n\t\"m/q\": {\"printf\": [{\"posn\": \"/ws/m/q/q.go:1:2\", \"message\": \"f\"}]}\n}\n", "{\n"))
			case 2, 3:
				e := goEvent{Action: one("build-output", "build-output", "build-fail"), ImportPath: one("m/p", "m/q", "m/q [m/q.test]", "m/r", "")}
				if e.Action == "build-output" {
					e.Output = one("# m/p\n", "# m/r\n", "# [m/q]\n", "p/p.go:1:2: z\n", "\thave\n", "m/p\n", "m/q\n", "loose\n", "half")
				}
				writeEvent(&stdout, e)
			default:
				e := goEvent{
					Action:  one("start", "run", "run", "run", "output", "output", "pass", "fail", "fail", "skip", "bench", "pause"),
					Package: one("m/p", "m/p", "m/q", "m/r"),
					Test:    one("", "A", "A/b", "A/b/c", "A/b/c/d", "B", "BenchmarkC", "BenchmarkC/d"),
				}
				if e.Action == "output" {
					e.Output = one("panic: boom\n", "    a_test.go:3: log\n", "\t/ws/m/p/p.go:7 +0x1\n", "signal: killed\n", "10 ns/op\n", "FAIL\n", "half", "ok  \tm/p\t(cached)\n")
				}
				writeEvent(&stdout, e)
			}
		}
		command := one("build", "test", "vet")
		readStream(t, replay(t, []string{command, "./..."}, anything(stdout.String(), stderr.String(), rapid.Bool().Draw(t, "failed"))))
	})
}

func writeEvent(w *strings.Builder, e goEvent) {
	b, err := json.Marshal(e)
	if err != nil {
		panic(err) // it has strings only
	}
	w.Write(append(b, '\n'))
}
