package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

// binary is the program, built once for the tests that need it as a process.
var binary string

func TestMain(m *testing.M) {
	os.Exit(testMain(m))
}

func testMain(m *testing.M) int {
	os.Unsetenv("GITHUB_WORKSPACE") // set where GitHub runs these tests; the tests that want it set it
	dir, err := os.MkdirTemp("", "problems-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "problems.exe")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "the program can't be built: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// TestClosedPipe writes messages without end into the program, whose reader takes
// one line of the output and goes away. It has to end by that alone, in silence.
func TestClosedPipe(t *testing.T) {
	for _, format := range []string{"table", "line", "lsp", "github"} {
		t.Run(format, func(t *testing.T) {
			cmd := exec.Command(binary, "-format", format, "-all")
			stdin, err := cmd.StdinPipe()
			require.NoError(t, err)
			stdout, err := cmd.StdoutPipe()
			require.NoError(t, err)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			require.NoError(t, cmd.Start())
			written := make(chan struct{})
			go func() { // ends with the program, which closes the pipe
				defer close(written)
				w := bufio.NewWriter(stdin)
				for i := 0; ; i++ {
					fmt.Fprintf(w, `{"ImportPath":"p%d","Action":"build-output","Output":"a%d.go:1:2: wrong\n"}`+"\n", i, i)
					if _, err := fmt.Fprintf(w, `{"ImportPath":"p%d","Action":"build-fail"}`+"\n", i); err != nil {
						return
					}
				}
			}()
			line, err := bufio.NewReader(stdout).ReadString('\n')
			require.NoError(t, err)
			assert.NotEmpty(t, line)
			require.NoError(t, stdout.Close())
			<-written
			assert.Error(t, cmd.Wait(), "it ends by the signal, or with status 141")
			assert.Empty(t, stderr.String())
		})
	}
}

// TestGoModule runs the go command on a module with faults, and the program on
// its output: the columns are those of the source files.
func TestGoModule(t *testing.T) {
	dir := unpack(t, "testdata/module.txtar")
	for _, c := range []struct {
		name string
		cmd  []string
		want string
	}{
		{"build", []string{"go", "build", "-json", "./..."}, `
bad/bad.go:3:8: error: "strconv" imported and not used
bad/bad.go:6:15: error: cannot use "größe" (untyped string constant) as int value in variable declaration
bad/bad.go:6:36: error: undefined: undefined
`},
		{"test", []string{"go", "test", "-json", "./good"}, `
good/good_test.go:6: error: TestSum failed: 1+1 is; 3 [test]
`},
		{"vet", []string{"go", "vet", "-json", "./vetted"}, `
vetted/vetted.go:5:43: error: fmt.Sprintf format %d has arg "three" of wrong type string [printf]
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			stream := goCommand(t, dir, c.cmd...)
			cmd := exec.Command(binary, "-format", "line")
			cmd.Dir, cmd.Stdin = dir, bytes.NewReader(stream)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			assert.Equal(t, 1, cmd.ProcessState.ExitCode(), "%v", err)
			assert.Equal(t, strings.TrimPrefix(c.want, "\n"), filepath.ToSlash(string(out)), "from:\n%s", stream)
			assert.Contains(t, stderr.String(), ", 0 text, 0 damaged\n")
		})
	}
	t.Run("positions for editors", func(t *testing.T) {
		cmd := exec.Command(binary, "-format", "lsp")
		cmd.Dir, cmd.Stdin = dir, bytes.NewReader(goCommand(t, dir, "go", "build", "-json", "./..."))
		out, _ := cmd.Output()
		// λ and ö have two bytes and one unit of UTF-16; the word that begins
		// there is marked.
		assert.Contains(t, string(out), `"range":{"start":{"line":5,"character":13},"end":{"line":5,"character":14}}`)
		assert.Contains(t, string(out), `"range":{"start":{"line":5,"character":31},"end":{"line":5,"character":40}}`)
	})
}

func unpack(t *testing.T, archive string) string {
	t.Helper()
	a, err := txtar.ParseFile(archive)
	require.NoError(t, err)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for _, f := range a.Files {
		name := filepath.Join(dir, f.Name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, f.Data, 0o666))
	}
	return dir
}

// goCommand returns what a go command that fails prints on standard output.
func goCommand(t *testing.T, dir string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off", "GOTOOLCHAIN=local")
	out, err := cmd.Output()
	if err != nil {
		require.NotNil(t, cmd.ProcessState, "%v", err)
	}
	return out
}

// TestFollow reads a file while it grows, until it is interrupted.
func TestFollow(t *testing.T) {
	if os.PathSeparator == '\\' {
		t.Skip("a process can't be interrupted on Windows")
	}
	path := filepath.Join(t.TempDir(), "log.ndjson")
	log, err := os.Create(path)
	require.NoError(t, err)
	defer log.Close()
	cmd := exec.Command(binary, "-format", "line", "-follow", path)
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	require.NoError(t, cmd.Start())
	out := bufio.NewReader(stdout)
	const started = `{"reason":"build-started","version":"1.0","tool":"t","arguments":[],"directory":null,"run_id":"r","start_time":"2026-11-30T00:00:00.000000000Z"}` + "\n"
	const finding = `{"reason":"diagnostic","task":null,"level":"error","code":null,"message":"wrong","file":"/a.go","range":{"start":{"line":1,"column":2},"end":null},"children":null,"rendered":null}` + "\n"
	const finished = `{"reason":"build-finished","success":false,"interrupted":false,"elapsed_seconds":1,"tasks":{},"diagnostics":{},"artifacts":0}` + "\n"
	for range 2 { // in each run the same is told again
		_, err = io.WriteString(log, started+finding[:40])
		require.NoError(t, err)
		_, err = io.WriteString(log, finding[40:]+finding+finished)
		require.NoError(t, err)
		line, err := out.ReadString('\n')
		require.NoError(t, err)
		assert.Equal(t, "/a.go:1:2: error: wrong\n", line)
	}
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	rest, err := io.ReadAll(out)
	require.NoError(t, err)
	assert.Empty(t, string(rest))
	assert.Error(t, cmd.Wait())
	assert.Equal(t, 1, cmd.ProcessState.ExitCode())
	assert.Contains(t, stderr.String(), "problems: 2 errors, 0 warnings, 0 notes (and 2 repeated); read ")
}

func TestUsage(t *testing.T) {
	out, err := exec.Command(binary, "-h").Output()
	require.NoError(t, err)
	assert.Equal(t, usage, string(out))
	cmd := exec.Command(binary, "-format", "xml")
	text, err := cmd.CombinedOutput()
	assert.Error(t, err)
	assert.Equal(t, 2, cmd.ProcessState.ExitCode())
	assert.Equal(t, "problems: unknown format \"xml\", it must be one of table, line, lsp, github, sarif\nRun problems -h for help.\n", string(text))
}
