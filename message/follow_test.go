package message_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/linefeed-go/linefeed/message"
)

// follow follows path until the test ends. What does not come is waited for
// until the test binary's own time is up: no machine is too slow for that.
func follow(t *testing.T, path string, from message.Checkpoint) *message.Follower {
	t.Helper()
	f := message.Follow(t.Context(), path, from, known, nil)
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// meanwhile runs a function beside the test, which does not end before it.
func meanwhile(t *testing.T, run func()) {
	t.Helper()
	var wg sync.WaitGroup
	wg.Go(run)
	t.Cleanup(wg.Wait)
}

func appendTo(t *testing.T, path, s string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	require.NoError(t, err)
	_, err = f.WriteString(s)
	require.NoError(t, err)
	require.NoError(t, f.Close())
}

func wantDone(t *testing.T, f *message.Follower, done int64) {
	t.Helper()
	m, err := f.Next()
	require.NoError(t, err)
	require.Equal(t, &progress{Done: done}, m)
}

func doneLine(i int) string {
	return `{"reason":"progress","done":` + strconv.Itoa(i) + `,"ratio":0}` + "\n"
}

func TestFollowWaitsForTheFileAndForWholeLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "app.ndjson")
	f := follow(t, path, message.Checkpoint{})
	meanwhile(t, func() { appendTo(t, path, doneLine(1)+doneLine(2)[:20]) })
	wantDone(t, f, 1)
	assert.EqualValues(t, len(doneLine(1)), f.Checkpoint().Offset, "the half line is not passed")
	meanwhile(t, func() {
		appendTo(t, path, doneLine(2)[20:30])
		appendTo(t, path, doneLine(2)[30:])
	})
	wantDone(t, f, 2)
	line, offset := f.Position()
	assert.EqualValues(t, 2, line)
	assert.EqualValues(t, len(doneLine(1)), offset)
}

func TestFollowRotation(t *testing.T) {
	path := filepath.Join(t.TempDir(), "app.ndjson")
	appendTo(t, path, doneLine(1))
	f := follow(t, path, message.Checkpoint{})
	wantDone(t, f, 1)

	// The writer goes on in the renamed file, as after logrotate, until it
	// opens the new one. Its last line has no newline.
	require.NoError(t, os.Rename(path, path+".1"))
	appendTo(t, path, "")
	appendTo(t, path+".1", doneLine(2)+strings.TrimSuffix(doneLine(3), "\n"))
	wantDone(t, f, 2)
	appendTo(t, path, doneLine(4))
	wantDone(t, f, 3)
	wantDone(t, f, 4)
	line, offset := f.Position()
	assert.EqualValues(t, 1, line, "lines count from the beginning of each file")
	assert.EqualValues(t, 0, offset)

	// Two files come and go at once; one is not rotation's.
	require.NoError(t, os.Rename(path, path+".2"))
	appendTo(t, path+".3", doneLine(5))
	appendTo(t, path+".lock", doneLine(99))
	appendTo(t, path, doneLine(6))
	wantDone(t, f, 5)
	wantDone(t, f, 6)
	assert.EqualValues(t, 6, f.Stats().Messages)
}

func TestFollowTruncation(t *testing.T) {
	path := filepath.Join(t.TempDir(), "app.ndjson")
	for name, c := range map[string]struct{ old, now string }{
		"shorter":      {doneLine(1) + doneLine(2), doneLine(3)},
		"as long":      {doneLine(1) + doneLine(2), doneLine(3) + doneLine(4)},
		"longer":       {doneLine(1) + doneLine(2), doneLine(3) + doneLine(4) + doneLine(5)},
		"half a line":  {doneLine(1) + doneLine(2) + "{", doneLine(3)},
		"empty, later": {doneLine(1) + doneLine(2), ""},
	} {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, os.WriteFile(path, []byte(c.old), 0o644))
			f := follow(t, path, message.Checkpoint{})
			wantDone(t, f, 1)
			wantDone(t, f, 2)
			require.NoError(t, os.WriteFile(path, []byte(c.now), 0o644)) // the same file, cut and written
			_, err := f.Next()
			var fault *message.FileError
			require.ErrorAs(t, err, &fault)
			require.ErrorIs(t, err, message.ErrFileTruncated)
			assert.EqualValues(t, len(doneLine(1)+doneLine(2)), fault.Offset)
			if c.now == "" {
				appendTo(t, path, doneLine(3))
			}
			wantDone(t, f, 3)
		})
	}
}

func TestFollowResumes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "app.ndjson")
	appendTo(t, path, doneLine(1)+doneLine(2))
	f := follow(t, path, message.Checkpoint{})
	wantDone(t, f, 1)
	saved, err := json.Marshal(f.Checkpoint())
	require.NoError(t, err)
	require.NoError(t, f.Close())
	_, err = f.Next()
	require.ErrorIs(t, err, os.ErrClosed)

	var from message.Checkpoint
	require.NoError(t, json.Unmarshal(saved, &from))
	t.Run("the same file", func(t *testing.T) {
		f := follow(t, path, from)
		wantDone(t, f, 2)
		line, _ := f.Position()
		assert.EqualValues(t, 2, line)
	})
	t.Run("rotated away meanwhile", func(t *testing.T) {
		require.NoError(t, os.Rename(path, path+"-20240131"))
		appendTo(t, path+".0001", doneLine(3))
		appendTo(t, path, doneLine(4))
		f := follow(t, path, from)
		wantDone(t, f, 2)
		wantDone(t, f, 3)
		wantDone(t, f, 4)
	})
	t.Run("gone", func(t *testing.T) {
		require.NoError(t, os.Remove(path+"-20240131"))
		f := follow(t, path, from)
		_, err := f.Next()
		require.ErrorIs(t, err, message.ErrFileLost)
		wantDone(t, f, 4)
	})
	t.Run("written anew in place", func(t *testing.T) {
		f := follow(t, path, message.Checkpoint{})
		wantDone(t, f, 4)
		from := f.Checkpoint()
		require.NoError(t, os.WriteFile(path, []byte(doneLine(5)+doneLine(6)), 0o644))
		f = follow(t, path, from)
		_, err := f.Next()
		require.ErrorIs(t, err, message.ErrFileLost)
		wantDone(t, f, 5)
	})
}

func TestFollowEndsWithItsContext(t *testing.T) {
	already := goleak.IgnoreCurrent()
	defer func() { assert.NoError(t, leaked(already)) }()
	path := filepath.Join(t.TempDir(), "app.ndjson")
	appendTo(t, path, doneLine(1)+"{\"reason\"")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	f := message.Follow(ctx, path, message.Checkpoint{}, known, nil)
	var got []string
	for m, err := range f.Messages() {
		if err != nil {
			require.ErrorIs(t, err, context.Canceled)
			got = append(got, "canceled")
			continue
		}
		got = append(got, m.Reason())
		cancel()
	}
	assert.Equal(t, []string{"progress", "canceled"}, got, "the half line is no result")
	_, err := f.Next()
	require.ErrorIs(t, err, context.Canceled)
}

const (
	followed  = 600_000 // lines
	perFile   = 20_000
	saveEvery = 100
)

// child starts this test binary again, to run one of the programs below.
func child(t *testing.T, program, path string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestFollowChild$", "-test.v=false")
	cmd.Env = append(os.Environ(), "FOLLOW_PROGRAM="+program, "FOLLOW_PATH="+path)
	cmd.Stderr = os.Stderr
	return cmd
}

// TestFollowChild is the other process of the tests below.
func TestFollowChild(t *testing.T) {
	path := os.Getenv("FOLLOW_PATH")
	switch os.Getenv("FOLLOW_PROGRAM") {
	case "write":
		writeAndRotate(t, path)
	case "read":
		readAndSave(t, path)
	default:
		t.Skip("is started by the other tests")
	}
	os.Exit(0)
}

// writeAndRotate writes one line a call, as fast as it can, and renames the
// file again and again: from the second line on when its stdin has ended, for
// what is rotated away before the following begins is not looked for.
func writeAndRotate(t *testing.T, path string) {
	var f *os.File
	for i := range followed {
		if i%perFile == 0 {
			if f != nil {
				require.NoError(t, f.Close())
				require.NoError(t, os.Rename(path, fmt.Sprintf("%s.%d", path, i/perFile)))
			}
			var err error
			f, err = os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
			require.NoError(t, err)
		}
		_, err := f.WriteString(doneLine(i))
		require.NoError(t, err)
		if i == 0 {
			_, err = io.Copy(io.Discard, os.Stdin)
			require.NoError(t, err)
		}
	}
	require.NoError(t, f.Close())
}

func TestFollowAWriterThatRotates(t *testing.T) {
	path := filepath.Join(t.TempDir(), "app.ndjson")
	f := follow(t, path, message.Checkpoint{})
	writer := child(t, "write", path)
	begin, err := writer.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, writer.Start())
	wantDone(t, f, 0)
	require.NoError(t, begin.Close())
	for i := int64(1); i < followed; i++ {
		m, err := f.Next()
		require.NoError(t, err)
		if got := m.(*progress).Done; got != i { // require costs too much for each of them
			require.Equal(t, i, got)
		}
	}
	require.NoError(t, writer.Wait())
	assert.EqualValues(t, followed, f.Stats().Lines)
}

// readAndSave prints the number of each message and saves a checkpoint after
// every hundredth.
func readAndSave(t *testing.T, path string) {
	var from message.Checkpoint
	saved, err := os.ReadFile(path + ".checkpoint")
	if err == nil {
		require.NoError(t, json.Unmarshal(saved, &from))
	}
	f := message.Follow(t.Context(), path, from, known, nil)
	for n := 1; ; n++ {
		m, err := f.Next()
		require.NoError(t, err)
		_, err = fmt.Println(m.(*progress).Done)
		require.NoError(t, err)
		if n%saveEvery == 0 {
			b, err := json.Marshal(f.Checkpoint())
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(path+".new", b, 0o644))
			require.NoError(t, os.Rename(path+".new", path+".checkpoint"))
		}
	}
}

func TestFollowKilledAndResumed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "app.ndjson")
	const lines, kills = 20_000, 4
	appendTo(t, path, doneLine(0))
	following := make(chan struct{}) // what is rotated away before that is not looked for
	follows := sync.OnceFunc(func() { close(following) })
	meanwhile(t, func() {
		<-following
		for i := 1; i < lines; i++ {
			if i%6_000 == 0 {
				assert.NoError(t, os.Rename(path, path+"."+strconv.Itoa(i)))
			}
			appendTo(t, path, doneLine(i))
		}
	})
	t.Cleanup(follows)
	seen := make([]int, lines)
	last := 0
	for run := 0; last < lines-1; run++ {
		reader := child(t, "read", path)
		out, err := reader.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, reader.Start())
		numbers := bufio.NewScanner(out)
		for n := 1; numbers.Scan(); n++ {
			last, err = strconv.Atoi(numbers.Text())
			require.NoError(t, err, numbers.Text())
			follows()
			seen[last]++
			if last == lines-1 || run < kills && n == 3_000+17*run {
				require.NoError(t, reader.Process.Kill())
			}
		}
		_ = reader.Wait() // it was killed
	}
	twice := 0
	for i, n := range seen {
		require.Positive(t, n, "line %d is lost", i)
		twice += n - 1
	}
	assert.LessOrEqual(t, twice, (kills+1)*saveEvery, "no more than what came since the last checkpoint")
}
