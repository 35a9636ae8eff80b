package message

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// errCut ends the reading of a file that was cut or written anew.
var errCut = errors.New("file cut")

// tail reads a file to its end and waits there for more. io.EOF means that the
// file is done with: nothing will be added.
type tail struct {
	ctx  context.Context
	path string
	from Checkpoint // where to start, until the first file is open
	poll time.Duration

	started bool
	file    *os.File
	info    os.FileInfo // of file, as it was opened; both stay known when file is closed
	id      identity    // of file
	offset  int64       // of the next byte to read
	first   []byte      // the file's beginning, up to headSize bytes
	final   bool        // the successor is there: the next end is the last
	queue   []*os.File  // files that follow this one
	known   []identity  // files that have been opened, the last few hundred

	watcher *fsnotify.Watcher
	release func() bool   // forgets to close the watcher when ctx is done
	wake    chan struct{} // something has happened in the folder
	timer   *time.Timer
}

// Read returns bytes of the file as they come.
func (t *tail) Read(p []byte) (int, error) {
	if t.file == nil {
		return 0, io.EOF // the Follower opens the next one
	}
	for {
		if t.ctx.Err() != nil {
			return 0, t.stopped()
		}
		n, err := t.file.Read(p)
		if !t.sameFirst() { // asked behind the read: what is new must not pass for old
			return 0, errCut
		}
		if n > 0 {
			t.keepFirst(p[:n])
			t.offset += int64(n)
			return n, nil
		}
		if err != nil && err != io.EOF { // os.File returns it bare
			return 0, err
		}
		if t.final {
			return 0, io.EOF
		}
		grown, err := t.look()
		if err == nil && !grown && !t.final {
			err = t.wait()
		}
		if err != nil {
			return 0, err
		}
	}
}

// keepFirst remembers the beginning of the file, for sameFirst.
func (t *tail) keepFirst(b []byte) {
	if have := int64(len(t.first)); have < headSize && t.offset == have {
		t.first = append(t.first, b[:min(len(b), headSize-len(t.first))]...)
	}
}

// sameFirst reports whether the file still begins as it did.
func (t *tail) sameFirst() bool {
	var now [headSize]byte
	n, err := t.file.ReadAt(now[:len(t.first)], 0)
	if err != nil && err != io.EOF { // os.File returns it bare
		return true // not to be told now; Read will meet the fault
	}
	return n == len(t.first) && bytes.Equal(now[:n], t.first)
}

// look finds out, at the end of the file, whether it was cut, has grown, or has
// a successor with bytes in it.
func (t *tail) look() (grown bool, err error) {
	// The path comes first: what is written to the file before its successor
	// is seen must be read before the file is left.
	next, err := os.Stat(t.path)
	replaced := err == nil && next.Size() > 0 && !os.SameFile(next, t.info)
	info, err := t.file.Stat()
	if err != nil {
		return false, err
	}
	if info.Size() < t.offset {
		return false, errCut
	}
	t.final = replaced
	return info.Size() > t.offset, nil
}

// wait returns when something has happened, or it is time to look.
func (t *tail) wait() error {
	t.timer.Reset(t.poll)
	select {
	case <-t.ctx.Done():
		return t.stopped()
	case <-t.wake:
	case <-t.timer.C:
	}
	return nil
}

// pause waits for d; it reports false when ctx is done.
func (t *tail) pause(d time.Duration) bool {
	t.timer.Reset(d)
	select {
	case <-t.ctx.Done():
		return false
	case <-t.timer.C:
		return true
	}
}

// stopped returns the error of a context that is done, and its cause.
func (t *tail) stopped() error {
	err, cause := t.ctx.Err(), context.Cause(t.ctx)
	if errors.Is(cause, err) {
		return cause
	}
	return fmt.Errorf("%w: %w", err, cause)
}

// start begins to watch the folder. Without a watch there is still the timer.
func (t *tail) start() {
	t.started = true
	t.wake = make(chan struct{}, 1)
	t.timer = time.NewTimer(t.poll)
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return
	}
	if err := w.Add(filepath.Dir(t.path)); err != nil {
		_ = w.Close()
		return
	}
	t.watcher = w
	go pump(w, t.wake)
	t.release = context.AfterFunc(t.ctx, func() { _ = w.Close() }) // and with it pump
}

// pump takes all events, so that none waits in the kernel, and leaves one sign
// that something has happened.
func pump(w *fsnotify.Watcher, wake chan<- struct{}) {
	for {
		select {
		case _, ok := <-w.Events:
			if !ok {
				return
			}
		case _, ok := <-w.Errors: // events were lost: that, too, is a sign
			if !ok {
				return
			}
		}
		select {
		case wake <- struct{}{}:
		default:
		}
	}
}

// rewind goes back to the beginning of a file that was cut.
func (t *tail) rewind() error {
	t.offset, t.first, t.final = 0, nil, false
	_, err := t.file.Seek(0, io.SeekStart)
	return err
}

// advance opens the next file and returns where to begin in it: the first time
// the one of the checkpoint, later the successor of the file that is done with.
func (t *tail) advance() (at Checkpoint, lost bool, err error) {
	if !t.started { // the first time
		t.start()
		if t.from.Head != "" {
			if f := t.findCheckpoint(); f != nil {
				return t.from, false, t.open(f, t.from.Offset)
			}
			lost = true
		}
		t.rememberOld()
	}
	f, err := t.successor()
	if err != nil {
		return at, lost, err
	}
	return at, lost, t.open(f, 0)
}

// open makes f the file that is read. If that fails, the one before stays.
func (t *tail) open(f *os.File, offset int64) error {
	info, first, err := prepare(f, offset)
	if err != nil {
		_ = f.Close()
		return err
	}
	if t.file != nil {
		_ = t.file.Close()
	}
	t.file, t.info, t.first, t.offset, t.final = f, info, first, offset, false
	t.id = identify(f, info)
	t.remember(fullIdentity(f, info))
	return nil
}

// prepare goes to offset and returns what the file begins with.
func prepare(f *os.File, offset int64) (info os.FileInfo, first []byte, err error) {
	if info, err = f.Stat(); err != nil {
		return nil, nil, err
	}
	if info.IsDir() {
		return nil, nil, fmt.Errorf("message: %s is a directory, not a file that can be followed", f.Name())
	}
	first = make([]byte, min(offset, headSize))
	if _, err = f.ReadAt(first, 0); err != nil && err != io.EOF { // os.File returns it bare
		return nil, nil, err
	}
	_, err = f.Seek(offset, io.SeekStart)
	return info, first, err
}

// keptIdentities is how many of the files that have been opened are remembered.
const keptIdentities = 256

// remember keeps id among the known. The oldest are forgotten, but none of the
// same tick of the file system's clock, for only by this list are they told from
// files that were missed.
func (t *tail) remember(id identity) {
	for len(t.known) >= keptIdentities && (id.born == 0 || t.known[0].born < id.born) {
		t.known = append(t.known[:0], t.known[1:]...)
	}
	t.known = append(t.known, id)
}

func fullIdentity(f *os.File, info os.FileInfo) identity {
	id, _ := identifyBorn(f, info)
	return id
}

// identifyBorn returns the full identity of f, and when it was born.
func identifyBorn(f *os.File, info os.FileInfo) (identity, time.Time) {
	id := identify(f, info)
	at, exact := born(f, info)
	if exact {
		id.born = at.UnixNano()
	}
	return id, at
}

// checkpoint returns the place offset in the file, behind so many lines.
func (t *tail) checkpoint(offset, line int64) Checkpoint {
	if t.info == nil { // none was opened
		return t.from
	}
	return Checkpoint{Device: t.id.device, Inode: t.id.inode, Offset: offset, Line: line, Head: hashOf(t.first[:min(offset, int64(len(t.first)))])}
}

// close lets go of everything.
func (t *tail) close() {
	if t.watcher != nil {
		t.release()
		_ = t.watcher.Close()
	}
	for _, f := range t.queue {
		_ = f.Close()
	}
	if t.file != nil {
		_ = t.file.Close()
	}
	t.watcher, t.queue, t.file = nil, nil, nil
}
