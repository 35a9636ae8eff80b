package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/vbauerster/mpb/v8"
	"golang.org/x/tools/txtar"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/gotest"
)

// binary is the program, built once for the tests that need it as a process.
var binary string

func TestMain(m *testing.M) {
	os.Exit(testMain(m))
}

func testMain(m *testing.M) int {
	dir, err := os.MkdirTemp("", "testwatch-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "testwatch.exe")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "the program can't be built: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// TestGoTest runs go test on a module, and the program beside it.
func TestGoTest(t *testing.T) {
	a, err := txtar.ParseFile("testdata/module.txtar")
	require.NoError(t, err)
	dir := t.TempDir()
	for _, f := range a.Files {
		name := filepath.Join(dir, f.Name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, f.Data, 0o666))
	}
	tests := exec.Command("go", "test", "-json", "./...")
	tests.Dir = dir
	tests.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off", "GOTOOLCHAIN=local")
	pipe, err := tests.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, tests.Start())
	cmd := exec.Command(binary)
	cmd.Stdin = pipe
	out, err := cmd.Output()
	assert.Error(t, tests.Wait())
	assert.Equal(t, 1, cmd.ProcessState.ExitCode(), "%v", err)
	text := string(out)
	assert.Contains(t, text, "ok    example.com/m/fine: 1 test (")
	assert.Contains(t, text, "FAIL  example.com/m/broken could not be built\n")
	assert.Contains(t, text, "=== never ended  example.com/m/quits TestQuits\n    leaving\n")
	assert.Contains(t, text, "broken.go:3:9: syntax error")
	last := text[strings.LastIndex(strings.TrimSuffix(text, "\n"), "\n")+1:]
	assert.True(t, strings.HasPrefix(last, "tests: 1 passed, 1 failed, 0 skipped (1 of the failed never ended); packages: 1 passed, 2 failed; 1 failed build; "), last)
}

// TestInterrupt: Ctrl-C reaches the tests and testwatch; what the tests say
// because of it is still shown.
func TestInterrupt(t *testing.T) {
	if os.PathSeparator == '\\' {
		t.Skip("a process can't be interrupted on Windows")
	}
	cmd := exec.Command(binary)
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	_, err = io.WriteString(stdin, event("run", "T", "")+"ready\n")
	require.NoError(t, err)
	ready := make([]byte, len("ready\n"))
	_, err = io.ReadFull(stdout, ready)
	require.NoError(t, err)
	require.Equal(t, "ready\n", string(ready))
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	_, err = io.WriteString(stdin, event("output", "T", "signal: interrupt\n")+`{"Action":"fail","Package":"p"}`+"\n")
	require.NoError(t, err)
	require.NoError(t, stdin.Close())
	out, err := io.ReadAll(stdout)
	require.NoError(t, err)
	assert.Error(t, cmd.Wait())
	assert.Equal(t, 1, cmd.ProcessState.ExitCode())
	assert.Contains(t, string(out), "=== never ended  p T\n    signal: interrupt\n")
}

func TestClosedPipe(t *testing.T) {
	cmd := exec.Command(binary)
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	require.NoError(t, cmd.Start())
	require.NoError(t, stdout.Close())
	for range 100_000 {
		if _, err := io.WriteString(stdin, "a line of text\n"); err != nil {
			break // the program has ended
		}
	}
	assert.Error(t, cmd.Wait(), "it ends by the signal")
	assert.Empty(t, stderr.String())
}

func TestUsage(t *testing.T) {
	out, err := exec.Command(binary, "-h").Output()
	require.NoError(t, err)
	assert.Equal(t, usage, string(out))
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-x"}, "testwatch: flag provided but not defined: -x\nRun testwatch -h for help.\n"},
		{[]string{"file"}, "testwatch: unexpected argument \"file\": events are read from standard input\nRun testwatch -h for help.\n"},
	} {
		cmd := exec.Command(binary, c.args...)
		text, err := cmd.CombinedOutput()
		assert.Error(t, err)
		assert.Equal(t, 2, cmd.ProcessState.ExitCode())
		assert.Equal(t, c.want, string(text))
	}
}

// screen is a place to draw on that is no terminal.
type screen struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

// drawn returns what was drawn since the last call.
func (s *screen) drawn() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := s.text.String()
	s.text.Reset()
	return text
}

// TestBars draws on something as wide as a terminal, one picture after the
// other.
func TestBars(t *testing.T) {
	out := &screen{}
	refresh := make(chan any)
	v := newBarView(out, mpb.WithWidth(100), mpb.WithManualRefresh(refresh))
	s := newSuite(v)
	picture := func() string {
		refresh <- nil  // is asked for
		refresh <- nil  // the one before is being drawn
		v.line("drawn") // and is there
		return out.drawn()
	}
	feed := func(events ...string) {
		require.NoError(t, s.read(readerOf(strings.Join(events, ""))))
	}
	pkgEvent := func(action, pkg string) string { return fmt.Sprintf(`{"Action":%q,"Package":%q}`+"\n", action, pkg) }

	feed(pkgEvent("start", "example.com/one"), pkgEvent("start", "p"), event("run", "TestA", ""))
	got := picture()
	assert.Contains(t, got, "example.com/one\n")
	assert.Contains(t, got, "p: 0 done, running TestA\n")
	assert.Contains(t, got, "packages 0/2 ")
	assert.Contains(t, got, "tests: 0 passed, 0 failed, 0 skipped")

	feed(event("pass", "TestA", ""), event("run", "TestB", ""), event("fail", "TestB", ""), pkgEvent("fail", "p"))
	got = picture()
	assert.Contains(t, got, "FAIL  p TestB\nFAIL  p: 1 of 2 tests failed\n")
	got = picture()
	assert.NotContains(t, got, "running")
	assert.Contains(t, got, "packages 1/2 ")
	assert.Contains(t, got, "tests: 1 passed, 1 failed, 0 skipped")

	var many []string
	for i := range 3 * maxBars {
		many = append(many, pkgEvent("start", fmt.Sprintf("example.com/m%02d", i)))
	}
	feed(many...)
	assert.Len(t, v.bars, maxBars)
	feed(pkgEvent("pass", "example.com/m00"))
	assert.Len(t, v.bars, maxBars, "a package that waits takes the line of one that has ended")
	assert.NotContains(t, v.bars, "example.com/m00")
	s.end()
	v.close()
	assert.Contains(t, out.drawn(), "FAIL  example.com/m35 never ended\n")
	v.line("behind the end")
	assert.Equal(t, "behind the end\n", out.drawn())
}

func readerOf(text string) *message.Reader {
	return message.NewReader(strings.NewReader(text), gotest.Messages, nil)
}
