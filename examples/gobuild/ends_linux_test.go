package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// asleep is a run of gobuild test that has come to a test which sleeps.
type asleep struct {
	cmd         *exec.Cmd
	out         *bufio.Reader
	close       func() error // closes the reader's end of stdout
	read        bytes.Buffer
	stderr      bytes.Buffer
	test, goCmd int // process ids

	// What tells of the ends of the two; their ids may soon be those of others.
	testEnd, goCmdEnd int
}

// startAsleep starts gobuild and reads its stream up to the line which says that
// the test sleeps.
func startAsleep(t *testing.T) *asleep {
	t.Helper()
	a := &asleep{cmd: gobuild(faults, "test", "./slow", "--", "-count=1")}
	r, w, err := os.Pipe()
	require.NoError(t, err)
	t.Cleanup(func() { r.Close() })
	a.cmd.Stdout, a.cmd.Stderr = w, &a.stderr
	require.NoError(t, a.cmd.Start())
	t.Cleanup(func() { a.cmd.Process.Kill() })
	w.Close()
	a.out, a.close = bufio.NewReader(r), r.Close
	for {
		line, err := a.out.ReadString('\n')
		require.NoError(t, err, "the stream ended before the test slept: %s", a.read.String())
		a.read.WriteString(line)
		if _, text, ok := strings.Cut(line, `"text":"asleep `); ok {
			ids := strings.Fields(strings.ReplaceAll(text, `\n`, " "))
			a.test, err = strconv.Atoi(ids[0])
			require.NoError(t, err)
			a.goCmd, err = strconv.Atoi(ids[1])
			require.NoError(t, err)
			a.testEnd, a.goCmdEnd = pidfd(t, a.test), pidfd(t, a.goCmd)
			return a
		}
	}
}

// end reads the stream to its end and waits for gobuild.
func (a *asleep) end(t *testing.T) *recording {
	t.Helper()
	_, err := io.Copy(&a.read, a.out)
	require.NoError(t, err)
	_ = a.cmd.Wait() // the status is looked at
	assert.Empty(t, a.stderr.String())
	waitGone(t, a.testEnd)
	waitGone(t, a.goCmdEnd)
	return readStream(t, a.read.Bytes())
}

// pidfd returns a descriptor of a process that runs.
func pidfd(t *testing.T, pid int) int {
	t.Helper()
	fd, err := unix.PidfdOpen(pid, 0)
	require.NoError(t, err)
	t.Cleanup(func() { unix.Close(fd) })
	return fd
}

// waitGone returns when the process of that descriptor has ended: it may have
// been killed this very moment. One that goes on runs into the time limit of the
// test binary, or its own.
func waitGone(t *testing.T, fd int) {
	t.Helper()
	for {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, -1)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		require.NoError(t, err)
		require.Equal(t, 1, n)
		return
	}
}

func TestInterrupt(t *testing.T) {
	for sig, status := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		t.Run(sig.String(), func(t *testing.T) {
			a := startAsleep(t)
			require.NoError(t, a.cmd.Process.Signal(sig))
			r := a.end(t)
			assert.Equal(t, status, a.cmd.ProcessState.ExitCode())
			assert.True(t, r.finished().Interrupted)
			assert.False(t, r.finished().Success)
			for _, name := range []string{"slow TestSlow", "slow TestSlow/sub", "example.com/m/slow", "go test ./slow"} {
				assert.Contains(t, r.outcome(t, name), "canceled: ", name)
			}
			assert.Equal(t, "canceled: interrupted: "+sig.String(), r.outcome(t, "go test ./slow"))
		})
	}
}

// Two interrupts at once, as timeout(1) sends them, end the stream in order too.
func TestInterruptTwice(t *testing.T) {
	a := startAsleep(t)
	for range 2 {
		require.NoError(t, a.cmd.Process.Signal(syscall.SIGINT))
	}
	r := a.end(t)
	assert.Equal(t, 130, a.cmd.ProcessState.ExitCode())
	assert.True(t, r.finished().Interrupted)
	assert.Equal(t, "canceled: interrupted: interrupt", r.outcome(t, "go test ./slow"))
}

func TestKilledGoCommand(t *testing.T) {
	a := startAsleep(t)
	require.NoError(t, syscall.Kill(a.goCmd, syscall.SIGKILL))
	r := a.end(t)
	assert.Equal(t, 128+9, a.cmd.ProcessState.ExitCode())
	assert.False(t, r.finished().Interrupted)
	assert.Equal(t, "canceled: the go command was ended by a signal: killed", r.outcome(t, "slow TestSlow/sub"))
	assert.Equal(t, "failed: the go command was ended by a signal: killed", r.outcome(t, "go test ./slow"))
	assert.Equal(t, []string{"error the go command was ended by a signal: killed"}, r.brief(faults))
}

func TestKilledTest(t *testing.T) {
	a := startAsleep(t)
	require.NoError(t, syscall.Kill(a.test, syscall.SIGKILL))
	r := a.end(t)
	assert.Equal(t, 1, a.cmd.ProcessState.ExitCode())
	assert.Equal(t, "canceled: signal: killed", r.outcome(t, "slow TestSlow/sub"))
	assert.Equal(t, "failed: signal: killed", r.outcome(t, "example.com/m/slow"))
}

// TestReaderGone closes the pipe while nothing is printed: gobuild has to notice
// it without a write.
func TestReaderGone(t *testing.T) {
	a := startAsleep(t)
	require.NoError(t, a.close())
	err := a.cmd.Wait()
	var ended *exec.ExitError
	require.ErrorAs(t, err, &ended)
	assert.Equal(t, syscall.SIGPIPE, ended.Sys().(syscall.WaitStatus).Signal())
	assert.Empty(t, a.stderr.String())
	waitGone(t, a.testEnd)
	waitGone(t, a.goCmdEnd)
}

func TestHead(t *testing.T) {
	cmd := exec.Command("bash", "-c", `"$0" build ./lib ./bad ./user | head -n 1; echo "${PIPESTATUS[@]}"`, binary)
	cmd.Dir, cmd.Env = faults, environment()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	require.Len(t, lines, 2)
	assert.Contains(t, lines[0], `"reason":"build-started"`)
	assert.Contains(t, []string{"141 0", "1 0"}, lines[1], "by SIGPIPE, or done before the pipe was closed")
	assert.Empty(t, stderr.String())
}

func TestFullDevice(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("this system has no /dev/full")
	}
	defer full.Close()
	cmd := gobuild(faults, "test", "./slow", "--", "-timeout=20s")
	cmd.Stdout = full
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	var ended *exec.ExitError
	require.ErrorAs(t, cmd.Run(), &ended)
	assert.Equal(t, 1, ended.ExitCode())
	assert.Contains(t, stderr.String(), "gobuild: the messages could not be written: ")
	assert.Contains(t, stderr.String(), "no space left on device")
}

func TestNoGoCommand(t *testing.T) {
	cmd := gobuild(faults, "build", "./lib")
	cmd.Env = append(cmd.Env, "PATH="+t.TempDir())
	r := finish(t, cmd)
	assert.Equal(t, 127, r.code)
	require.Len(t, r.of("diagnostic"), 1)
	assert.Contains(t, r.of("diagnostic")[0].Message, "the go command was not found")
}

func TestRemovedDirectory(t *testing.T) {
	cmd := exec.Command("bash", "-c", `mkdir gone && cd gone && rmdir ../gone && exec "$0" build`, binary)
	cmd.Dir, cmd.Env = t.TempDir(), environment()
	r := finish(t, cmd)
	assert.Equal(t, 1, r.code)
	assert.Len(t, r.of("diagnostic"), 1)
	assert.Nil(t, r.events[0].Directory)
}

func TestAppend(t *testing.T) {
	file := filepath.Join(t.TempDir(), "stream.ndjson")
	var ids []string
	for range 2 {
		cmd := gobuild(faults, "build", "-o", file, "-seq", "-time", "./lib")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err)
		assert.Empty(t, string(out))
	}
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	first := bytes.Index(b, []byte(`{"reason":"build-finished"`))
	require.Positive(t, first)
	first += bytes.IndexByte(b[first:], '\n') + 1
	for _, run := range [][]byte{b[:first], b[first:]} {
		r := readStream(t, run)
		for i, e := range r.events {
			assert.EqualValues(t, i+1, e.Seq)
			assert.NotEmpty(t, e.Time)
		}
		ids = append(ids, r.events[0].RunID)
	}
	assert.NotEqual(t, ids[0], ids[1])
}

func TestUsage(t *testing.T) {
	tests := []struct {
		name   string
		args   []string
		status int
		want   string
	}{
		{"help", []string{"-h"}, 0, usage},
		{"help behind a command", []string{"test", "-help"}, 0, usage},
		{"unknown flag", []string{"build", "-nosuch", "./lib"}, 2, "gobuild: flag provided but not defined: -nosuch\nRun gobuild -h for help.\n"},
		{"flag without value", []string{"./lib", "-o"}, 2, "gobuild: flag needs an argument: -o\n"},
		{"empty file name", []string{"-o", "", "./lib"}, 2, "gobuild: flag -o needs the name of a file\n"},
		{"empty package", []string{"build", ""}, 2, "gobuild: a package has an empty name\n"},
		{"file in no directory", []string{"-o", "/nosuch/dir/file", "./lib"}, 1, "gobuild: the file for the messages: open /nosuch/dir/file: no such file or directory\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			cmd := gobuild(faults, test.args...)
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			_ = cmd.Run() // the status is looked at
			assert.Equal(t, test.status, cmd.ProcessState.ExitCode())
			told, other := &stderr, &stdout
			if test.status == 0 { // help that was asked for is the result
				told, other = other, told
			}
			assert.Empty(t, other.String())
			assert.Contains(t, told.String(), test.want)
		})
	}
}
