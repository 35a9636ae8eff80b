package message_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
)

func init() {
	// Lines of 40 to 4,000 bytes from 8 goroutines.
	children["emit to stdout"] = func() {
		e := message.NewEmitter(os.Stdout, nil)
		var wg sync.WaitGroup
		for g := range 8 {
			wg.Go(func() {
				m := artifact{Name: os.Getenv("NAME") + strconv.Itoa(g)}
				for i := range 200 {
					m.Size, m.Tags = int64(i), []string{strings.Repeat("x", i*37%3900)}
					must(e.Emit(&m))
				}
			})
		}
		wg.Wait()
		must(e.Close())
	}
	children["fail loudly"] = func() {
		e := message.NewEmitter(os.Stdout, nil)
		if err := e.Emit(&buildFinished{}); !errors.Is(err, syscall.ENOSPC) {
			must(fmt.Errorf("got %v", err))
		}
		if err := e.Close(); !errors.Is(err, syscall.ENOSPC) {
			must(fmt.Errorf("close: got %v", err))
		}
		os.Exit(7)
	}
	children["file size limit"] = func() {
		must(syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 1000, Max: 1000}))
		e := message.NewEmitter(os.Stdout, nil)
		failed := 0
		for range 30 {
			if err := e.Emit(&buildFinished{Success: true}); err != nil {
				failed++
				if !errors.Is(err, syscall.EFBIG) {
					must(fmt.Errorf("got %w", err))
				}
			}
		}
		if s := e.Stats(); failed != 7 || s.Written != 23 || s.Failed != 7 || s.Bytes != 1000 {
			must(fmt.Errorf("failed %d, %+v", failed, s))
		}
	}
	children["broken pipe"] = func() {
		e := message.NewEmitter(os.Stdout, nil)
		for range 100_000 {
			must(e.Emit(&buildFinished{}))
		}
	}
	children["broken pipe, keep running"] = func() {
		e := message.NewEmitter(os.Stdout, &message.EmitterOptions{KeepRunning: true})
		must(e.Emit(&buildFinished{}))
		fmt.Fprintln(os.Stderr, "first")
		_, _ = os.Stdin.Read(make([]byte, 1)) // the reader has gone when this returns
		for range 1000 {
			if err := e.Emit(&buildFinished{}); !errors.Is(err, syscall.EPIPE) {
				must(fmt.Errorf("got %v", err))
			}
		}
		if s := e.Stats(); s.Sent != 1001 || s.Written != 1 || s.Failed != 1000 || s.Writes != 2 {
			must(fmt.Errorf("%+v", s))
		}
		if err := e.Close(); !errors.Is(err, syscall.EPIPE) {
			must(fmt.Errorf("close: got %v", err))
		}
	}
	// Emits until it is killed, and says on stderr what has returned.
	children["emit until killed"] = func() {
		f, err := os.OpenFile(os.Getenv("STREAM"), os.O_APPEND|os.O_WRONLY, 0)
		must(err)
		e := message.NewEmitter(f, nil)
		var wg sync.WaitGroup
		for g := range 4 {
			wg.Go(func() {
				m := artifact{Name: strconv.Itoa(g), Tags: []string{strings.Repeat("x", 3000)}}
				for ; ; m.Size++ {
					must(e.Emit(&m))
					_, err := fmt.Fprintf(os.Stderr, "%s %d\n", m.Name, m.Size)
					must(err)
				}
			})
		}
		wg.Wait()
	}
}

// TestPipeSharedByProcesses lets four processes write to one pipe that is
// read slowly, 1,000 bytes at a time: lines up to 4,096 bytes stay whole.
func TestPipeSharedByProcesses(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	var wg sync.WaitGroup
	for i := range 4 {
		c := childProcess(t, "emit to stdout", "NAME=p"+strconv.Itoa(i)+"g")
		c.Stdout, c.Stderr = w, os.Stderr
		require.NoError(t, c.Start())
		wg.Go(func() { assert.NoError(t, c.Wait()) })
	}
	require.NoError(t, w.Close())
	var all []byte
	for buf := make([]byte, 1000); ; {
		n, err := r.Read(buf)
		all = append(all, buf[:n]...)
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
	}
	wg.Wait()
	require.NoError(t, r.Close())
	got := readStream(all)
	assert.Zero(t, got.bad)
	count := requireOrder(t, got.artifacts(t))
	assert.Len(t, count, 4*8)
	for name, n := range count {
		assert.Equal(t, 200, n, name)
	}
}

// TestPipeBatches looks at the batches themselves.
func TestPipeBatches(t *testing.T) {
	for _, exclusive := range []bool{false, true} {
		t.Run(fmt.Sprintf("exclusive %t", exclusive), func(t *testing.T) {
			r, w, err := os.Pipe()
			require.NoError(t, err)
			done := make(chan []byte)
			go func() { all, _ := io.ReadAll(r); done <- all }()
			counting := &countingFile{File: w}
			e := message.NewEmitter(counting, &message.EmitterOptions{
				Durability: message.Buffered, BufferSize: 32 << 10, Exclusive: exclusive})
			for i := range 400 {
				require.NoError(t, e.Emit(&artifact{Name: strings.Repeat("x", i)}))
			}
			require.NoError(t, e.Emit(&artifact{Name: strings.Repeat("x", 5000)}))
			require.NoError(t, e.Close())
			require.NoError(t, w.Close())
			got := readStream(<-done)
			require.NoError(t, r.Close())
			assert.Len(t, got.lines, 401)
			assert.Zero(t, got.bad)
			over := 0
			for _, n := range counting.sizes {
				if n > 4096 {
					over++
				}
			}
			if exclusive {
				assert.Greater(t, over, 1)
				return
			}
			assert.Equal(t, 1, over, "only the line that is longer itself")
			assert.Less(t, len(counting.sizes), 60, "lines leave together")
		})
	}
}

// countingFile is a file that remembers the sizes of its Writes.
type countingFile struct {
	*os.File
	sizes []int
}

func (f *countingFile) Write(p []byte) (int, error) {
	f.sizes = append(f.sizes, len(p))
	return f.File.Write(p)
}

func TestDevFull(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	require.NoError(t, err)
	defer full.Close()
	c := childProcess(t, "fail loudly")
	c.Stdout, c.Stderr = full, os.Stderr
	require.Error(t, c.Run())
	assert.Equal(t, 7, c.ProcessState.ExitCode())
}

func TestFileSizeLimit(t *testing.T) {
	f, err := os.Create(t.TempDir() + "/stream")
	require.NoError(t, err)
	defer f.Close()
	c := childProcess(t, "file size limit")
	c.Stdout, c.Stderr = f, os.Stderr
	require.NoError(t, c.Run())
	all, err := os.ReadFile(f.Name())
	require.NoError(t, err)
	got := readStream(all)
	assert.Len(t, got.lines, 23)
	assert.Equal(t, 1, got.bad)
}

func TestBrokenPipeEndsTheProcessQuietly(t *testing.T) {
	c := childProcess(t, "broken pipe")
	r, w, err := os.Pipe()
	require.NoError(t, err)
	var stderr bytes.Buffer
	c.Stdout, c.Stderr = w, &stderr
	require.NoError(t, c.Start())
	require.NoError(t, w.Close())
	_, err = r.Read(make([]byte, 10))
	require.NoError(t, err)
	require.NoError(t, r.Close())
	require.Error(t, c.Wait())
	status := c.ProcessState.Sys().(syscall.WaitStatus)
	assert.Equal(t, syscall.SIGPIPE, status.Signal(), "what a shell shows as 141; %v", c.ProcessState)
	assert.Empty(t, stderr.String())
}

func TestKeepRunning(t *testing.T) {
	c := childProcess(t, "broken pipe, keep running")
	r, w, err := os.Pipe()
	require.NoError(t, err)
	stdin, err := c.StdinPipe()
	require.NoError(t, err)
	stderr, err := c.StderrPipe()
	require.NoError(t, err)
	c.Stdout = w
	require.NoError(t, c.Start())
	require.NoError(t, w.Close())
	_, err = io.ReadFull(stderr, make([]byte, len("first\n")))
	require.NoError(t, err)
	require.NoError(t, r.Close())
	require.NoError(t, stdin.Close())
	said, err := io.ReadAll(stderr)
	require.NoError(t, err)
	require.NoError(t, c.Wait(), "%s", said)
}

// TestNonBlockingPipe makes a pipe non-blocking behind the Emitter's back, as
// a sibling process such as node does: a full pipe is waited out.
func TestNonBlockingPipe(t *testing.T) {
	for _, keepRunning := range []bool{false, true} {
		t.Run(fmt.Sprintf("keep running %t", keepRunning), func(t *testing.T) {
			var fds [2]int
			require.NoError(t, syscall.Pipe2(fds[:], syscall.O_CLOEXEC))
			r, w := os.NewFile(uintptr(fds[0]), "r"), os.NewFile(uintptr(fds[1]), "w")
			require.NoError(t, syscall.SetNonblock(fds[1], true))
			e := message.NewEmitter(w, &message.EmitterOptions{KeepRunning: keepRunning})
			var wg sync.WaitGroup
			for g := range 4 {
				wg.Go(func() {
					m := artifact{Name: strconv.Itoa(g), Tags: []string{strings.Repeat("x", 100_000)}}
					for ; m.Size < 20; m.Size++ {
						assert.NoError(t, e.Emit(&m))
					}
				})
			}
			done := make(chan []byte)
			go func() { all, _ := io.ReadAll(r); done <- all }()
			wg.Wait()
			require.NoError(t, e.Close())
			require.NoError(t, w.Close())
			got := readStream(<-done)
			require.NoError(t, r.Close())
			assert.Zero(t, got.bad)
			assert.Len(t, requireOrder(t, got.artifacts(t)), 4)
			assert.Len(t, got.lines, 80)
			s := e.Stats()
			assert.EqualValues(t, 80, s.Written)
			assert.Greater(t, s.Writes, int64(80), "lines were continued after EAGAIN")
		})
	}
}

// TestKilled kills a process at random moments: what it said has returned is
// in the file, and at most the last line is torn.
func TestKilled(t *testing.T) {
	rounds := 30
	if testing.Short() {
		rounds = 5
	}
	for range rounds {
		path := t.TempDir() + "/stream"
		require.NoError(t, os.WriteFile(path, nil, 0o600))
		c := childProcess(t, "emit until killed", "STREAM="+path)
		said := killAfter(t, c, 1+rand.IntN(4000))
		all, err := os.ReadFile(path)
		require.NoError(t, err)
		got := readStream(all)
		if got.bad > 0 {
			require.Equal(t, 1, got.bad)
			require.NotEqual(t, byte('\n'), all[len(all)-1], "only the last line may be torn")
		}
		have := map[string]bool{}
		for _, a := range got.artifacts(t) {
			have[a.Name+" "+strconv.FormatInt(a.Size, 10)] = true
		}
		for line := range strings.Lines(said) {
			if l, whole := strings.CutSuffix(line, "\n"); whole {
				require.True(t, have[l], "%q returned but is not in the file", l)
			}
		}
	}
}

// killAfter runs c, kills it when it has said about n bytes, and returns all
// that it said.
func killAfter(t *testing.T, c *exec.Cmd, n int) string {
	t.Helper()
	stderr, err := c.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	said := make([]byte, n)
	_, err = io.ReadFull(stderr, said)
	require.NoError(t, err)
	require.NoError(t, c.Process.Kill())
	rest, err := io.ReadAll(stderr)
	require.NoError(t, err)
	require.Error(t, c.Wait())
	return string(said) + string(rest)
}

// TestSyncedFile checks that Synced works on a file and on what has nothing
// to sync.
func TestSyncedFile(t *testing.T) {
	f, err := os.Create(t.TempDir() + "/stream")
	require.NoError(t, err)
	defer f.Close()
	e := message.NewEmitter(f, &message.EmitterOptions{Durability: message.Synced})
	require.Zero(t, emitMany(t, e, 4, 5, nil))
	require.NoError(t, f.Close())
	require.ErrorIs(t, e.Emit(&buildFinished{}), os.ErrClosed)

	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	require.NoError(t, err)
	defer null.Close()
	e = message.NewEmitter(null, &message.EmitterOptions{Durability: message.Synced})
	require.NoError(t, e.Emit(&buildFinished{}))
}
