package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

// The program and the modules that the tests run it on, made once.
var (
	binary     string
	faults     string // testdata/faults.txtar, unpacked; nobody writes into it
	unloadable string
	caches     string // a user's cache directory
	goCache    string
)

func TestMain(m *testing.M) {
	os.Exit(testMain(m))
}

func testMain(m *testing.M) int {
	dir, err := os.MkdirTemp("", "gobuild-test-")
	if err == nil {
		defer os.RemoveAll(dir)
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err == nil {
		err = prepare(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gobuild's tests can't be prepared:", err)
		return 1
	}
	return m.Run()
}

func prepare(dir string) (err error) {
	binary = filepath.Join(dir, "gobuild")
	faults, unloadable = filepath.Join(dir, "faults"), filepath.Join(dir, "unloadable")
	caches = filepath.Join(dir, "cache")
	out, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		return err
	}
	goCache = strings.TrimSpace(string(out))
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	for _, to := range []string{faults, unloadable} {
		if err := unpack(filepath.Join("testdata", filepath.Base(to)+".txtar"), to); err != nil {
			return err
		}
	}
	return nil
}

// unpack writes the files of an archive below dir.
func unpack(archive, dir string) error {
	a, err := txtar.ParseFile(archive)
	if err != nil {
		return err
	}
	for _, f := range a.Files {
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// environment is what children of the tests get: no network, no settings of the
// machine, the machine's build cache.
func environment() []string {
	var env []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GO") {
			env = append(env, v)
		}
	}
	return append(env, "GOPROXY=off", "GOFLAGS=-mod=mod", "GOWORK=off", "GOTOOLCHAIN=local",
		"GOCACHE="+goCache, "XDG_CACHE_HOME="+caches)
}

// gobuild returns a command that runs the program in dir.
func gobuild(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command(binary, args...)
	cmd.Dir = dir
	cmd.Env = environment()
	return cmd
}

// result is a run that has ended.
type result struct {
	*recording
	code           int
	stdout, stderr string
}

// finish runs cmd to its end and checks what every run has to keep.
func finish(t *testing.T, cmd *exec.Cmd) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	require.NotNil(t, cmd.ProcessState, "%v", err)
	r := result{code: cmd.ProcessState.ExitCode(), stdout: stdout.String(), stderr: stderr.String()}
	r.recording = readStream(t, stdout.Bytes())
	r.checkVerdict(t)
	assert.Empty(t, r.stderr)
	assert.Equal(t, r.code == 0, r.finished().Success, "exit status %d and success", r.code)
	return r
}

// goStatus returns the exit status of the go command itself.
func goStatus(t *testing.T, dir string, args ...string) int {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = dir, environment()
	err := cmd.Run()
	require.NotNil(t, cmd.ProcessState, "%v", err)
	return cmd.ProcessState.ExitCode()
}

// brief returns the diagnostics as "level code file:line:column message", the
// file relative to dir, the first line of the message only.
func (r *recording) brief(dir string) []string {
	var all []string
	for _, e := range r.of("diagnostic") {
		s := e.Level
		if e.Code != nil {
			s += " " + *e.Code
		}
		if e.File != nil {
			file, err := filepath.Rel(dir, *e.File)
			if err != nil {
				file = *e.File
			}
			s += " " + filepath.ToSlash(file)
			if e.Range != nil {
				s += fmt.Sprintf(":%d:%d", e.Range.Start.Line, e.Range.Start.Column)
			}
		}
		text, _, _ := strings.Cut(e.Message, "\n")
		all = append(all, s+" "+text)
	}
	return all
}

func TestBuild(t *testing.T) {
	tests := []struct {
		name        string
		args        []string
		dir         string
		diagnostics []string
		outcomes    map[string]string // of packages
	}{
		{
			name: "compile errors, and what needs the package",
			args: []string{"build", "./bad", "./user", "./cmd/lost", "./lib"}, dir: faults,
			diagnostics: []string{
				"error bad/bad.go:11:11 cannot use T{} (value of struct type T) as I value in variable declaration: T does not implement I (wrong type for method M)",
				`error bad/bad.go:13:23 cannot use "x" (untyped string constant) as int value in return statement`,
				"error bad/bad.go:15:16 undefined: fmt.Printl",
				"error bad/bad.go:15:23 undefined: undefinedThing",
				"error bad/bad.go:17:6 F redeclared in this block",
			},
			outcomes: map[string]string{
				"example.com/m/bad":      "failed: cannot use T{} (value of struct type T) as I value in variable declaration: T does not implement I (wrong type for method M) (and 4 more)",
				"example.com/m/user":     "skipped: it needs example.com/m/bad, which failed",
				"example.com/m/cmd/lost": "skipped: it needs example.com/m/bad, which failed",
			},
		},
		{
			name: "too many errors",
			args: []string{"./many"}, dir: faults,
			diagnostics: append(tenErrors(), "note too-many-errors many/many.go:3:91 too many errors"),
		},
		{
			name: "syntax error",
			args: []string{"build", "./broken"}, dir: faults,
			diagnostics: []string{"error syntax broken/broken.go:3:9 syntax error: unexpected {, expected )"},
			outcomes:    map[string]string{"example.com/m/broken": "failed: syntax error: unexpected {, expected )"},
		},
		{
			name: "linker error",
			args: []string{"build", "./link"}, dir: faults,
			diagnostics: []string{"error link main.main: relocation target main.ext not defined"},
			outcomes:    map[string]string{"example.com/m/link": "failed: main.main: relocation target main.ext not defined"},
		},
		{
			name: "unloadable packages stop the others",
			args: []string{"build", "./..."}, dir: unloadable,
			diagnostics: []string{
				"error import-cycle cyc/a/a.go import cycle not allowed",
				"error embeds/embeds.go:5:12 pattern nofile*: no matching files found",
				"error missing-package gone/gone.go:3:8 cannot find module providing package example.com/nope/x: module lookup disabled by GOPROXY=off",
			},
			outcomes: map[string]string{
				"example.com/u/lib":    "skipped: go build ended before it: another package could not be loaded",
				"example.com/u/cyc/a":  "failed: import cycle not allowed",
				"example.com/u/cyc/b":  "skipped: it needs example.com/u/cyc/a, which failed",
				"example.com/u/gone":   "failed: cannot find module providing package example.com/nope/x: module lookup disabled by GOPROXY=off",
				"example.com/u/embeds": "failed: pattern nofile*: no matching files found",
			},
		},
		{
			name: "packages with test files only",
			args: []string{"build", "./lib/...", "./pass/...", "./cmd/app"}, dir: faults,
			outcomes: map[string]string{
				"example.com/m/pass": "skipped: it has test files only",
			},
		},
		{
			name: "such a package by name",
			args: []string{"build", "./lib", "./pass", "./cmd/app"}, dir: faults,
			diagnostics: []string{"error example.com/m/pass: no non-test Go files in " + filepath.Join("$DIR", "pass")},
		},
		{
			name: "no such package",
			args: []string{"build", "./nosuch", "./lib"}, dir: faults,
			diagnostics: []string{"error stat " + filepath.Join("$DIR", "nosuch") + ": directory not found"},
			outcomes:    map[string]string{"./nosuch": "failed: stat " + filepath.Join("$DIR", "nosuch") + ": directory not found"},
		},
		{
			name: "no module",
			args: []string{"build"}, dir: t.TempDir(),
			diagnostics: []string{"error go.mod file not found in current directory or any parent directory; see 'go help modules'"},
		},
		{
			name: "a wrong flag for go build",
			args: []string{"build", "./lib", "--", "-nosuchflag"}, dir: faults,
			diagnostics: []string{"error flag provided but not defined: -nosuchflag"},
		},
		{
			name: "nothing to build",
			args: []string{"build", "example.com/m/nothing/..."}, dir: faults,
			diagnostics: []string{`warning "example.com/m/nothing/..." matched no packages`},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := finish(t, gobuild(test.dir, test.args...))
			want := make([]string, len(test.diagnostics))
			for i, d := range test.diagnostics {
				want[i] = strings.ReplaceAll(d, "$DIR", test.dir)
			}
			assert.ElementsMatch(t, want, r.brief(test.dir))
			for name, outcome := range test.outcomes {
				assert.Equal(t, strings.ReplaceAll(outcome, "$DIR", test.dir), r.outcome(t, name))
			}
			assert.Equal(t, goStatus(t, test.dir, goArgs(test.args)...), r.code)
		})
	}
}

func tenErrors() []string {
	var all []string
	for i := range 9 {
		all = append(all, fmt.Sprintf("error many/many.go:3:%d cannot use \"%d\" (untyped string constant) as int value in variable declaration", 46+5*i, i+1))
	}
	return append(all, `error many/many.go:3:91 cannot use "10" (untyped string constant) as int value in variable declaration`)
}

// goArgs returns the go command's arguments for gobuild's.
func goArgs(args []string) []string {
	if args[0] != "build" && args[0] != "test" && args[0] != "vet" {
		args = append([]string{"build"}, args...)
	}
	for i, a := range args {
		if a == "--" {
			return append(append([]string{args[0]}, args[i+1:]...), args[1:i]...)
		}
	}
	return args
}

func TestBuildArtifacts(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, unpack("testdata/faults.txtar", dir))
	bin := filepath.Join(t.TempDir(), "bin")
	args := []string{"build", "-bin", bin, "./lib", "./cmd/app", "./other/app"}
	for _, outcome := range []string{"ok", "cached"} {
		r := finish(t, gobuild(dir, args...))
		require.Zero(t, r.code)
		kinds := map[string]string{}
		for _, a := range r.of("artifact") {
			info, err := os.Stat(a.Path)
			require.NoError(t, err)
			assert.Equal(t, info.Size(), a.SizeBytes, a.Path)
			assert.Equal(t, outcome == "cached", a.Fresh, a.Path)
			kinds[*a.Package] = a.Kind
		}
		assert.Equal(t, map[string]string{
			"example.com/m/lib":       "archive",
			"example.com/m/cmd/app":   "executable",
			"example.com/m/other/app": "executable",
		}, kinds)
		for name := range kinds {
			assert.Equal(t, outcome, r.outcome(t, name), name)
		}
	}
	out, err := exec.Command(filepath.Join(bin, "app")).CombinedOutput()
	require.NoError(t, err)
	assert.Equal(t, "42\n", string(out))
	out, err = exec.Command(filepath.Join(bin, "2", "app")).CombinedOutput()
	require.NoError(t, err)
	assert.Equal(t, "43\n", string(out))
}

func TestBuildFiles(t *testing.T) {
	r := finish(t, gobuild(faults, filepath.Join("cmd", "app", "main.go")))
	require.Zero(t, r.code)
	artifacts := r.of("artifact")
	require.Len(t, artifacts, 1)
	assert.Equal(t, "executable", artifacts[0].Kind)
	assert.Equal(t, "main", filepath.Base(artifacts[0].Path))
	assert.True(t, strings.HasPrefix(artifacts[0].Path, caches), artifacts[0].Path)
}

func TestVet(t *testing.T) {
	r := finish(t, gobuild(faults, "vet", "./vetted", "./lib", "./bad"))
	assert.Equal(t, goStatus(t, faults, "vet", "./vetted", "./lib", "./bad"), r.code)
	assert.ElementsMatch(t, []string{
		"error assign vetted/vetted.go:7:2 self-assignment of x",
		"error printf vetted/vetted.go:8:14 fmt.Printf format %d has arg \"x\" of wrong type string",
		"error printf vetted/ext_test.go:8:40 fmt.Printf format %s has arg 1 of wrong type int",
		"error vet bad/bad.go:17:6 F redeclared in this block",
	}, r.brief(faults))
	assert.Equal(t, "failed: 3 findings", r.outcome(t, "example.com/m/vetted"))
	assert.Equal(t, "ok", r.outcome(t, "example.com/m/lib"))

	r = finish(t, gobuild(faults, "vet", "./vetted"))
	assert.Equal(t, goStatus(t, faults, "vet", "./vetted"), r.code, "findings alone")
	r = finish(t, gobuild(unloadable, "vet", "./..."))
	assert.Equal(t, goStatus(t, unloadable, "vet", "./..."), r.code)
	assert.Equal(t, "skipped: go vet ended before it: another package could not be loaded", r.outcome(t, "example.com/u/lib"))
}

func TestTest(t *testing.T) {
	r := finish(t, gobuild(faults, "test", "./pass", "./fail", "./pan", "./exits", "./inits", "./lib", "./bad", "--", "-count=1"))
	assert.Equal(t, 1, r.code)
	for name, outcome := range map[string]string{
		"example.com/m/pass":        "ok",
		"pass TestSubs/c/d/e":       "ok",
		"pass TestSubs/never":       "skipped: it gave no reason",
		"pass TestSubs/later":       "skipped: pass_test.go:10: not today",
		"pass Example":              "ok",
		"pass FuzzOne/seed#0":       "ok",
		"example.com/m/fail":        "failed: 4 tests failed",
		"fail TestFail":             "failed: fail_test.go:9: got 1\n    want 2\nfail_test.go:10: more",
		"fail TestSubs/bad":         "failed: fail_test.go:14: no",
		"fail TestSubs/mute":        "failed: it failed without a word",
		"fail TestSubs/good":        "ok",
		"example.com/m/pan":         "failed: panic: assignment to entry in nil map",
		"pan TestOuter/sub/deep/er": "failed: panic: assignment to entry in nil map",
		"example.com/m/exits":       "failed: the test process ended before its tests did, as by os.Exit",
		"example.com/m/inits":       "failed: panic: no way in",
		"example.com/m/lib":         "skipped: no test files",
		"example.com/m/bad":         "failed: build failed: cannot use T{} (value of struct type T) as I value in variable declaration: T does not implement I (wrong type for method M) (and 4 more)",
	} {
		assert.Equal(t, outcome, r.outcome(t, name), name)
	}
	assert.NotContains(t, r.outcomes(), "pan TestNever")
	found := r.brief(faults)
	for _, want := range []string{
		"error test fail/fail_test.go:9:0 TestFail failed: got 1",
		"error test fail/fail_test.go:14:0 TestSubs/bad failed: no",
		"error test TestSubs/mute failed",
		"error panic pan/pan_test.go:11:0 panic: assignment to entry in nil map",
		"error panic inits/inits_test.go:5:0 panic: no way in",
		"error bad/bad.go:15:16 undefined: fmt.Printl",
	} {
		assert.Contains(t, found, want)
	}
	r.checkParents(t)
}

// checkParents checks that each subtest is a part of the test it is in.
func (r *recording) checkParents(t *testing.T) {
	for _, s := range r.of("task-started") {
		switch s.Kind {
		case "test", "benchmark":
			assert.Equal(t, *s.Package, r.tasks[*s.Parent].Name, s.Name)
		case "subtest":
			assert.True(t, strings.HasPrefix(s.Name, r.tasks[*s.Parent].Name+"/"), s.Name)
		case "package":
			assert.Equal(t, "command", r.tasks[*s.Parent].Kind, s.Name)
		}
	}
	assert.Equal(t, "TestSubs/c/d", r.parentOf(t, "TestSubs/c/d/e"))
	assert.Equal(t, "TestOuter/sub", r.parentOf(t, "TestOuter/sub/deep/er"))
}

func (r *recording) parentOf(t *testing.T, name string) string {
	for _, s := range r.tasks {
		if s.Name == name {
			return r.tasks[*s.Parent].Name
		}
	}
	require.Fail(t, "no task "+name)
	return ""
}

func TestTestBenchmark(t *testing.T) {
	r := finish(t, gobuild(faults, "test", "./pass", "--", "-count=1", "-run=^$", "-bench=.", "-benchtime=10x"))
	assert.Zero(t, r.code)
	assert.Equal(t, "ok", r.outcome(t, "pass BenchmarkOne"))
}

// TestTestTimeout gives the tests a time in which they certainly come to the one
// that sleeps: it begins when their process has started.
func TestTestTimeout(t *testing.T) {
	r := finish(t, gobuild(faults, "test", "./slow", "--", "-timeout=5s"))
	assert.Equal(t, 1, r.code)
	assert.Equal(t, "canceled: test timed out after 5s", r.outcome(t, "slow TestSlow"))
	assert.Equal(t, "canceled: test timed out after 5s", r.outcome(t, "slow TestSlow/sub"))
	assert.Equal(t, "failed: test timed out after 5s", r.outcome(t, "example.com/m/slow"))
	assert.Contains(t, r.brief(faults), "error timeout slow/slow_test.go:13:0 test timed out after 5s")
}

func TestTestCached(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, unpack("testdata/faults.txtar", dir))
	assert.Equal(t, "ok", finish(t, gobuild(dir, "test", "./pass")).outcome(t, "example.com/m/pass"))
	r := finish(t, gobuild(dir, "test", "./pass"))
	assert.Equal(t, "cached", r.outcome(t, "example.com/m/pass"))
	assert.Equal(t, "ok", r.outcome(t, "pass TestOne"))
	assert.Zero(t, r.code)
}

func TestTestUnloadable(t *testing.T) {
	r := finish(t, gobuild(unloadable, "test", "./..."))
	assert.Equal(t, goStatus(t, unloadable, "test", "./..."), r.code)
	assert.Equal(t, "failed: build failed: import cycle not allowed", r.outcome(t, "example.com/u/cyc/a"))
	assert.Equal(t, "skipped: no test files", r.outcome(t, "example.com/u/lib"))
}
