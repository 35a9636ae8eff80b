package ends

import (
	"io"
	"os"
	"sync"

	"github.com/linefeed-go/linefeed/bench/harness"
	"github.com/linefeed-go/linefeed/bench/marked"
	"github.com/linefeed-go/linefeed/message"
)

const synced = "synced"

// goroutines wait for the disk at the same time; a batch has a message at least
// for each of them.
const goroutines = 64

// SyncedPart returns what it costs to have each line on the disk.
func SyncedPart() *harness.Part {
	return &harness.Part{
		Name: synced, Title: "Lines on the disk",
		About: "64 goroutines, each waiting until its line is on the disk. *synced* is the Emitter at Synced. *fdatasync-each* locks, writes, and " +
			"syncs under the lock: one fdatasync for each line. *fdatasync-beside* syncs outside the lock, so that the kernel may join what it can.",
		Cases: func(s *harness.Session) ([]*harness.Case, error) {
			c, err := endCase(s.Dir, endings()[fileEnd], goroutines, syncers())
			if err != nil {
				return nil, err
			}
			c.Part = synced
			c.Rounds = 9
			return []*harness.Case{c}, nil
		},
		Bars: []harness.Bar{{
			Name: "64 goroutines, Synced / one fdatasync each", Case: synced + "/file x64", Kind: harness.Ratio,
			Ours: "synced", Against: "fdatasync-each", Max: 0.1,
		}},
	}
}

func syncers() []sender {
	return []sender{
		{"synced", harness.Ours, func(w io.Writer) *bound {
			return emitter(w, &message.EmitterOptions{Durability: message.Synced})
		}, 16 * goroutines},
		{"fdatasync-each", harness.Peer, func(w io.Writer) *bound { return syncing(w, true) }, goroutines},
		{"fdatasync-beside", harness.Peer, func(w io.Writer) *bound { return syncing(w, false) }, goroutines},
	}
}

// syncing writes under a lock and syncs under it or after it.
func syncing(w io.Writer, locked bool) *bound {
	var mu sync.Mutex
	var buf []byte
	m := &marked.BuildFinished{Success: true}
	write := func() (err error) {
		if buf, err = m.AppendJSON(buf[:0]); err != nil {
			return err
		}
		buf = append(buf, '\n')
		_, err = w.Write(buf)
		return err
	}
	flush := func() error {
		if f, ok := w.(*os.File); ok {
			return fdatasync(f)
		}
		return nil // memory, when the bytes are checked
	}
	return &bound{func() error {
		mu.Lock()
		err := write()
		if err == nil && locked {
			err = flush()
		}
		mu.Unlock()
		if err == nil && !locked {
			err = flush()
		}
		return err
	}, nothing, nothing}
}
