package message_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
)

// rotation renames the file called path for the i-th time, from 1 on, as fast
// as it can. It runs on any goroutine.
type rotation func(path string, i int) error

// ascending gives each file a name of its own, the next one a higher one. Those
// that kept later ones have come are deleted; 0 keeps all.
func ascending(format string, kept int) rotation {
	return func(path string, i int) error {
		name := func(i int) string {
			return strings.TrimSuffix(path, filepath.Ext(path)) + fmt.Sprintf(format, i)
		}
		if kept > 0 && i > kept {
			if err := os.Remove(name(i - kept)); err != nil {
				return err
			}
		}
		return os.Rename(path, name(i))
	}
}

// countingUp renames all files, as logrotate does: the newest is always .1.
func countingUp(kept int) rotation {
	return func(path string, i int) error {
		name := func(i int) string { return fmt.Sprintf("%s.%d", path, i) }
		for n := min(i, kept) - 1; n >= 1; n-- {
			if err := os.Rename(name(n), name(n+1)); err != nil {
				return err
			}
		}
		return os.Rename(path, name(1))
	}
}

// Many files within one tick of the file system's clock are read in order,
// whichever way they are named.
func TestFollowBurst(t *testing.T) {
	const files = 20
	for name, c := range map[string]struct {
		rotate rotation
		first  int64 // that is still there, behind the one that is being read
	}{
		"numbers":                  {ascending(".ndjson.%d", 0), 1},
		"numbers with zeros":       {ascending(".ndjson.%05d", 0), 1},
		"dates":                    {ascending("-202401%02d.ndjson", 0), 1},
		"a date and numbers":       {ascending(".ndjson-20240131.%d", 0), 1},
		"numbers, old ones go":     {ascending(".ndjson.%d", 3), files - 3},
		"counting up":              {countingUp(files), 1},
		"counting up, old ones go": {countingUp(3), files - 3},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "app.ndjson")
			f := follow(t, path, message.Checkpoint{})
			appendTo(t, path, doneLine(0))
			wantDone(t, f, 0)
			for i := 1; i <= files; i++ {
				require.NoError(t, c.rotate(path, i))
				appendTo(t, path, doneLine(i))
			}
			for i := c.first; i <= files; i++ {
				wantDone(t, f, i)
			}
		})
	}
}

// Files that keep their names are read in order at any speed of rotation.
func TestFollowBurstWhileItIsRead(t *testing.T) {
	const files = 300
	path := filepath.Join(t.TempDir(), "app.ndjson")
	f := follow(t, path, message.Checkpoint{})
	rotate := ascending(".ndjson.%d", 0)
	appendTo(t, path, doneLine(0)+doneLine(1))
	wantDone(t, f, 0)
	meanwhile(t, func() {
		for i := 1; i < files; i++ {
			if !assert.NoError(t, rotate(path, i)) {
				return
			}
			appendTo(t, path, doneLine(2*i)+doneLine(2*i+1))
		}
	})
	for i := int64(1); i < 2*files; i++ {
		wantDone(t, f, i)
	}
	assert.EqualValues(t, 2*files, f.Stats().Lines)
}

// Files that all count up are read in order as soon as they stand still for a
// moment; the oldest may be deleted meanwhile.
func TestFollowBursts(t *testing.T) {
	for name, c := range map[string]struct {
		rotate        rotation
		bursts, files int
	}{
		"numbers, old ones go": {ascending(".ndjson.%d", 10), 20, 8},
		"counting up, large":   {countingUp(10), 20, 8},
		"counting up, small":   {countingUp(2), 200, 2},
	} {
		t.Run(name, func(t *testing.T) { readBursts(t, c.rotate, c.bursts, c.files) })
	}
}

// readBursts rotates so many files in bursts. Each burst begins when all of the
// one before has been read.
func readBursts(t *testing.T, rotate rotation, bursts, files int) {
	path := filepath.Join(t.TempDir(), "app.ndjson")
	f := follow(t, path, message.Checkpoint{})
	appendTo(t, path, doneLine(0))
	wantDone(t, f, 0)
	begin := make(chan struct{}, 1)
	meanwhile(t, func() {
		for i := 1; i <= bursts*files; i++ {
			if i%files == 1 {
				if _, more := <-begin; !more {
					return
				}
			}
			if !assert.NoError(t, rotate(path, i)) {
				return
			}
			appendTo(t, path, doneLine(i))
		}
	})
	t.Cleanup(func() { close(begin) }) // before the wait for the writer
	for i := range bursts * files {
		if i%files == 0 {
			begin <- struct{}{}
		}
		wantDone(t, f, int64(i+1))
	}
}
