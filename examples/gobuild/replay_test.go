package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/build"
)

var (
	record = flag.Bool("record", false, "run the real go command and record it in testdata/recorded")
	update = flag.Bool("update", false, "write the messages that the recordings give into them")
)

// replays are runs of the go command that were recorded. The files in
// testdata/recorded have what its children printed and the messages wanted.
var replays = []struct {
	name   string
	module string // archive in testdata
	args   []string
}{
	{"build-errors", "faults", []string{"build", "./lib", "./many", "./bad", "./user", "./broken"}},
	{"build-programs", "faults", []string{"build", "./lib", "./cmd/app", "./other/app", "./link", "./cmd/lost"}},
	{"build-unloadable", "unloadable", []string{"build", "./..."}},
	{"build-nothing", "faults", []string{"build", "example.com/m/nothing/..."}},
	{"build-flag", "faults", []string{"build", "./lib", "--", "-nosuchflag"}},
	{"vet", "faults", []string{"vet", "./vetted", "./lib", "./bad"}},
	{"vet-unloadable", "unloadable", []string{"vet", "./..."}},
	{"test", "faults", []string{"test", "./pass", "./fail", "./pan", "./exits", "./inits", "./lib", "./bad", "./vetted"}},
	{"test-benchmark", "faults", []string{"test", "./pass", "--", "-run=^$", "-bench=.", "-benchtime=10x"}},
	{"test-timeout", "faults", []string{"test", "./slow", "--", "-timeout=200ms"}},
	{"test-repeated", "faults", []string{"test", "./pass", "--", "-count=2", "-run=TestSubs", "-v"}},
	{"test-unloadable", "unloadable", []string{"test", "./..."}},
}

// cuts are the ways in which the children's output comes: all must give the
// same messages.
var cuts = []struct {
	name  string
	bytes func([]byte) []byte
	size  func(rest []byte) int // of the next piece
}{
	{"whole", same, func(b []byte) int { return len(b) }},
	{"by line", same, func(b []byte) int { return bytes.IndexByte(b, '\n') + 1 }},
	{"by byte", same, func([]byte) int { return 1 }},
	{"by 7", same, func([]byte) int { return 7 }},
	{"by 1021", same, func([]byte) int { return 1021 }},
	{"CRLF", func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")) }, func([]byte) int { return 100 }},
	{"no last newline", func(b []byte) []byte { return bytes.TrimSuffix(b, []byte("\n")) }, func(b []byte) int { return len(b) }},
}

func same(b []byte) []byte { return b }

// feed gives b to w in pieces. The piece is overwritten afterwards, so that
// nothing can have kept it.
func feed(b []byte, size func([]byte) int, w *lines) {
	for len(b) > 0 {
		n := size(b)
		if n <= 0 || n > len(b) {
			n = len(b)
		}
		piece := bytes.Clone(b[:n])
		w.Write(piece)
		for i := range piece {
			piece[i] = '#'
		}
		b = b[n:]
	}
	w.end()
}

func TestReplay(t *testing.T) {
	for _, r := range replays {
		t.Run(r.name, func(t *testing.T) {
			file, err := filepath.Abs(filepath.Join("testdata", "recorded", r.name+".txtar"))
			require.NoError(t, err)
			if *record {
				recordRun(t, file, r.module, r.args)
			}
			a, err := txtar.ParseFile(file)
			require.NoError(t, err)
			parts := map[string][]byte{}
			for _, f := range a.Files {
				parts[f.Name] = f.Data
			}
			for i, cut := range cuts {
				got := replay(t, r.args, &player{parts: parts, bytes: cut.bytes, size: cut.size})
				if i == 0 && (*update || *record) {
					parts["messages"] = got
					writeRecording(t, file, a, got)
				}
				require.Equal(t, string(parts["messages"]), string(got), cut.name)
				readStream(t, got).checkVerdict(t)
			}
		})
	}
}

func writeRecording(t *testing.T, file string, a *txtar.Archive, messages []byte) {
	t.Helper()
	if n := len(a.Files); n > 0 && a.Files[n-1].Name == "messages" {
		a.Files = a.Files[:n-1]
	}
	a.Files = append(a.Files, txtar.File{Name: "messages", Data: messages})
	require.NoError(t, os.WriteFile(file, txtar.Format(a), 0o666))
}

// replay runs a job with a clock that stands still, on the children of p, in
// directory /ws/m.
func replay(t checker, args []string, p *player) []byte {
	t.Helper()
	o, err := parseOptions(args)
	require.NoError(t, err)
	o.bin = filepath.Join(filepath.Dir(binary), "programs")
	var out bytes.Buffer
	e := message.NewEmitter(&out, nil)
	s := &session{emit: e.Emit, broken: func(err error) { assert.NoError(t, err) }, dir: "/ws/m"}
	s.now = func() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) }
	s.begin(args, "replay")
	j := newJob(s, &runner{}, o)
	j.command = p.run
	j.size = func(string) (int64, error) { return 1000, nil }
	status, cause := j.run()
	s.end(status == 0, false, cause)
	require.NoError(t, e.Close())
	return out.Bytes()
}

// player is the go command as it was recorded.
type player struct {
	parts map[string][]byte
	bytes func([]byte) []byte
	size  func([]byte) int
	n     int
}

func (p *player) run(args []string, line func(build.Stream, []byte)) (exit, error) {
	p.n++
	part := func(name string) []byte { return p.parts[strconv.Itoa(p.n)+"."+name] }
	if part("exit") == nil {
		return exit{}, fmt.Errorf("run %d was not recorded: %q", p.n, args)
	}
	for _, of := range []build.Stream{build.StreamStdout, build.StreamStderr} {
		feed(p.bytes(part(string(of))), p.size, &lines{line: func(b []byte) { line(of, b) }})
	}
	if graph := graphFile(args); graph != "" && part("graph") != nil {
		if err := os.WriteFile(graph, part("graph"), 0o666); err != nil {
			return exit{}, err
		}
	}
	code, err := strconv.Atoi(strings.TrimSpace(string(part("exit"))))
	return exit{code: code}, err
}

func graphFile(args []string) string {
	for _, a := range args {
		if file, ok := strings.CutPrefix(a, "-debug-actiongraph="); ok {
			return file
		}
	}
	return ""
}

// recordRun runs a job on the real go command and writes what its children
// print, with the directories of this machine replaced, to file.
func recordRun(t *testing.T, file, module string, args []string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, unpack(filepath.Join("testdata", module+".txtar"), dir))
	t.Chdir(dir)
	for _, v := range environment() {
		name, value, _ := strings.Cut(v, "=")
		t.Setenv(name, value)
	}
	o, err := parseOptions(args)
	require.NoError(t, err)
	o.bin = filepath.Join(dir, "bin")
	s := &session{emit: func(message.Message) error { return nil }, now: time.Now, dir: dir}
	rec := &recorder{
		runner:  &runner{},
		archive: &txtar.Archive{Comment: []byte("gobuild " + strings.Join(args, " ") + "\n\n")},
	}
	rec.clean = strings.NewReplacer(dir, "/ws/m", goCache, "/ws/cache", goRoot(t), "/ws/go", os.TempDir()+"/", "/ws/tmp/")
	j := newJob(s, rec.runner, o)
	j.command = rec.run
	j.run()
	require.NoError(t, os.WriteFile(file, txtar.Format(rec.archive), 0o666))
}

// recorder runs the go command and keeps what it prints.
type recorder struct {
	runner  *runner
	archive *txtar.Archive
	clean   *strings.Replacer
	n       int
}

func (r *recorder) run(args []string, line func(build.Stream, []byte)) (exit, error) {
	var stdout, stderr bytes.Buffer
	x, err := r.runner.run(args, func(of build.Stream, b []byte) {
		if of == build.StreamStdout {
			stdout.Write(b)
		} else {
			stderr.Write(b)
		}
		line(of, b)
	})
	r.n++
	out := stdout.Bytes()
	if args[1] == "list" {
		out = slimListing(out)
	}
	r.keep("stdout", out)
	r.keep("stderr", stderr.Bytes())
	if graph := graphFile(args); graph != "" {
		b, _ := os.ReadFile(graph) // there is none after an early error
		r.keep("graph", slimGraph(b))
	}
	r.keep("exit", []byte(strconv.Itoa(x.code)+"\n"))
	return x, err
}

func (r *recorder) keep(name string, data []byte) {
	if len(data) > 0 {
		data = []byte(r.clean.Replace(string(data)))
		r.archive.Files = append(r.archive.Files, txtar.File{Name: strconv.Itoa(r.n) + "." + name, Data: data})
	}
}

// slimListing leaves the standard library's packages out of a listing.
func slimListing(b []byte) []byte {
	var out bytes.Buffer
	for dec := json.NewDecoder(bytes.NewReader(b)); ; {
		var p map[string]any
		if dec.Decode(&p) != nil {
			return out.Bytes()
		}
		if p["Standard"] == nil {
			text, _ := json.MarshalIndent(p, "", "\t")
			out.Write(append(text, '\n'))
		}
	}
}

// slimGraph leaves the standard library's actions out of an action graph.
func slimGraph(b []byte) []byte {
	var nodes, kept []map[string]any
	if json.Unmarshal(b, &nodes) != nil {
		return nil
	}
	for _, n := range nodes {
		if name, _ := n["Package"].(string); strings.HasPrefix(name, "example.com/") {
			delete(n, "Deps")
			kept = append(kept, n)
		}
	}
	text, _ := json.MarshalIndent(kept, "", "\t")
	return append(text, '\n')
}

// goRoot returns the folder of the go command that the tests run.
func goRoot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	return strings.TrimSpace(string(out))
}
