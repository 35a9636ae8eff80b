package message_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
)

// A program that is told to stop saves its checkpoint behind the loop.
func TestFollowCheckpointAfterTheEnd(t *testing.T) {
	for name, end := range map[string]func(f *message.Follower, cancel func()){
		"context done": func(f *message.Follower, cancel func()) {
			cancel()
			for _, err := f.Next(); err == nil; {
				_, err = f.Next()
			}
		},
		"Close": func(f *message.Follower, _ func()) { _ = f.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "app.ndjson")
			appendTo(t, path, doneLine(1)+doneLine(2))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			f := message.Follow(ctx, path, message.Checkpoint{}, known, nil)
			wantDone(t, f, 1)
			before := f.Checkpoint()
			end(f, cancel)
			assert.Equal(t, f.Stats().Bytes, f.Checkpoint().Offset)
			assert.Equal(t, before.Inode, f.Checkpoint().Inode)
			assert.NotEmpty(t, f.Checkpoint().Head)
		})
	}
	t.Run("nothing was opened", func(t *testing.T) {
		from := message.Checkpoint{Device: 1, Inode: 2, Offset: 3, Line: 4, Head: "5"}
		f := message.Follow(t.Context(), filepath.Join(t.TempDir(), "none"), from, known, nil)
		assert.Equal(t, from, f.Checkpoint())
	})
}

// The context counts even while there is always more to read.
func TestFollowStopsInTheMiddle(t *testing.T) {
	path := filepath.Join(t.TempDir(), "app.ndjson")
	appendTo(t, path, strings.Repeat(doneLine(1), 100_000))
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	f := message.Follow(ctx, path, message.Checkpoint{}, known, nil)
	wantDone(t, f, 1)
	cancel(cause)
	n := 1
	for _, err := range f.Messages() {
		if err != nil {
			require.ErrorIs(t, err, context.Canceled)
			require.ErrorIs(t, err, cause)
			break
		}
		n++
	}
	assert.Less(t, n, 10_000, "no more than what had been read by then")
	require.EqualValues(t, n*len(doneLine(1)), f.Checkpoint().Offset)

	f = follow(t, path, f.Checkpoint())
	wantDone(t, f, 1)
	line, _ := f.Position()
	assert.EqualValues(t, n+1, line)
}

// A file that ended without newline has been rotated away: its last line is not
// behind the checkpoint, nor counted.
func TestFollowCheckpointOfAnUnendedLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "app.ndjson")
	appendTo(t, path, doneLine(1)+strings.TrimSuffix(doneLine(2), "\n"))
	f := follow(t, path, message.Checkpoint{})
	wantDone(t, f, 1)
	require.NoError(t, os.Rename(path, path+".1"))
	appendTo(t, path, doneLine(3))
	wantDone(t, f, 2)
	at := f.Checkpoint()
	assert.EqualValues(t, len(doneLine(1)), at.Offset)
	assert.EqualValues(t, 1, at.Line)
	f = follow(t, path, at)
	wantDone(t, f, 2)
	line, _ := f.Position()
	assert.EqualValues(t, 2, line)
	wantDone(t, f, 3)
}

// A directory in the file's place ends the following; the checkpoint stays that
// of the file.
func TestFollowDirectory(t *testing.T) {
	dir := t.TempDir()
	f := follow(t, dir, message.Checkpoint{})
	_, err := f.Next()
	require.ErrorContains(t, err, "is a directory")

	path := filepath.Join(dir, "app.ndjson")
	appendTo(t, path, doneLine(1))
	f = follow(t, path, message.Checkpoint{})
	wantDone(t, f, 1)
	before := f.Checkpoint()
	require.NoError(t, os.Rename(path, path+".1"))
	require.NoError(t, os.Mkdir(path, 0o755))
	appendTo(t, filepath.Join(path, "x"), "")
	appendTo(t, path+".1", doneLine(2))
	wantDone(t, f, 2)
	_, err = f.Next()
	require.ErrorContains(t, err, path+" is a directory")
	assert.Equal(t, before.Inode, f.Checkpoint().Inode)
	assert.EqualValues(t, len(doneLine(1)+doneLine(2)), f.Checkpoint().Offset)
	_, again := f.Next()
	assert.Equal(t, err, again, "the error stays")
}

// Deleted, the file is read to its end and its successor waited for.
func TestFollowDeleted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "app.ndjson")
	writer, err := os.Create(path)
	require.NoError(t, err)
	f := follow(t, path, message.Checkpoint{})
	_, err = writer.WriteString(doneLine(1))
	require.NoError(t, err)
	wantDone(t, f, 1)
	require.NoError(t, os.Remove(path))
	_, err = writer.WriteString(doneLine(2))
	require.NoError(t, err)
	wantDone(t, f, 2)
	require.NoError(t, writer.Close())
	appendTo(t, path, doneLine(3))
	wantDone(t, f, 3)
}

// A link that is made to point at another file is a rotation.
func TestFollowLink(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "current")
	appendTo(t, filepath.Join(dir, "a"), doneLine(1))
	appendTo(t, filepath.Join(dir, "b"), doneLine(3))
	require.NoError(t, os.Symlink("a", path))
	f := follow(t, path, message.Checkpoint{})
	wantDone(t, f, 1)
	require.NoError(t, os.Symlink("b", path+".new"))
	appendTo(t, filepath.Join(dir, "a"), doneLine(2))
	require.NoError(t, os.Rename(path+".new", path))
	wantDone(t, f, 2)
	wantDone(t, f, 3)
}

// What a checkpoint does not fit is read from its beginning, and told.
func TestFollowCheckpointThatDoesNotFit(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "other.ndjson")
	appendTo(t, other, doneLine(1)+doneLine(2))
	f := follow(t, other, message.Checkpoint{})
	wantDone(t, f, 1)
	wantDone(t, f, 2)
	at := f.Checkpoint()

	for name, make := range map[string]func(t *testing.T, path string) message.Checkpoint{
		"another file's": func(t *testing.T, path string) message.Checkpoint {
			appendTo(t, path, doneLine(3))
			return at
		},
		"the file shrank": func(t *testing.T, path string) message.Checkpoint {
			require.NoError(t, os.Rename(other, path))
			require.NoError(t, os.WriteFile(path, []byte(doneLine(3)), 0o644))
			return at
		},
		"the same inode, another beginning": func(t *testing.T, path string) message.Checkpoint {
			appendTo(t, path, doneLine(3)+doneLine(3)+doneLine(3))
			info, err := os.Stat(path)
			require.NoError(t, err)
			g := follow(t, path, message.Checkpoint{})
			wantDone(t, g, 3)
			mixed := g.Checkpoint()
			mixed.Head, mixed.Offset = at.Head, at.Offset
			require.Greater(t, info.Size(), mixed.Offset)
			return mixed
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "app.ndjson")
			from := make(t, path)
			f := follow(t, path, from)
			_, err := f.Next()
			var fault *message.FileError
			require.ErrorAs(t, err, &fault)
			require.ErrorIs(t, err, message.ErrFileLost)
			assert.Equal(t, from.Offset, fault.Offset)
			wantDone(t, f, 3)
		})
	}
}

// The file of a checkpoint is found while rotation moves it on.
func TestFollowResumesWhileFilesMove(t *testing.T) {
	for range 20 {
		path := filepath.Join(t.TempDir(), "app.ndjson")
		appendTo(t, path, doneLine(1)+doneLine(2))
		f := follow(t, path, message.Checkpoint{})
		wantDone(t, f, 1)
		at := f.Checkpoint()
		require.NoError(t, f.Close())
		moved := make(chan struct{})
		meanwhile(t, func() {
			defer close(moved)
			for files := range 12 {
				for i := files; i > 0; i-- {
					assert.NoError(t, os.Rename(path+"."+strconv.Itoa(i), path+"."+strconv.Itoa(i+1)))
				}
				assert.NoError(t, os.Rename(path, path+".1"))
				appendTo(t, path, doneLine(3))
			}
		})
		for moving := true; moving; {
			select {
			case <-moved:
				moving = false
			default:
			}
			f := message.Follow(t.Context(), path, at, known, nil)
			wantDone(t, f, 2)
			require.NoError(t, f.Close())
		}
	}
}

// A successor that may not be read is a fatal error; the checkpoint stays that
// of the file before.
func TestFollowWithoutPermission(t *testing.T) {
	path := filepath.Join(t.TempDir(), "app.ndjson")
	appendTo(t, path, doneLine(1))
	f := follow(t, path, message.Checkpoint{})
	wantDone(t, f, 1)
	before := f.Checkpoint()
	require.NoError(t, os.WriteFile(path+".new", []byte(doneLine(2)), 0o200))
	if opened, err := os.Open(path + ".new"); err == nil {
		require.NoError(t, opened.Close())
		t.Skip("this user may read everything")
	}
	require.NoError(t, os.Rename(path+".new", path))
	_, err := f.Next()
	require.ErrorIs(t, err, os.ErrPermission)
	assert.Equal(t, before, f.Checkpoint())
}
