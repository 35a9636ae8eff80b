package message

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"time"
)

var (
	// ErrFileTruncated: a followed file has become shorter than what had been
	// read of it, or begins otherwise. It is read again from its beginning.
	ErrFileTruncated = errors.New("the file was cut or written anew; reading it from its beginning")
	// ErrFileLost: the file of a checkpoint is not there any more under any
	// name that rotation gives. The file that is there is read from its
	// beginning; what the lost one held behind the checkpoint is missing, and
	// so are files that came after it and were rotated away, too.
	ErrFileLost = errors.New("the file of the checkpoint is gone; reading the one that is there from its beginning")
)

// FileError tells of a followed file that is not what it was. Reading goes on
// behind it, as it says.
type FileError struct {
	Path   string // the path being followed
	Offset int64  // up to which the old file had been read
	Err    error  // ErrFileTruncated or ErrFileLost
}

// Error returns the path, the offset and what happens next.
func (e *FileError) Error() string {
	return fmt.Sprintf("message: %s, read up to offset %d: %v", e.Path, e.Offset, e.Err)
}

// Unwrap returns the cause.
func (e *FileError) Unwrap() error { return e.Err }

// FollowOptions changes how a file is followed. The zero value, or a nil
// pointer, is the default.
type FollowOptions struct {
	Reader ReaderOptions
	// Poll is how often to look at the file when the system tells of no
	// change; 0 means every 250 ms. Network file systems tell of none.
	Poll time.Duration
}

// Follower reads a file as it grows. It may be used by one goroutine at a time.
type Follower struct {
	tail   *tail
	reader *Reader
	notice error // told of before the next message
	err    error // the fatal one
}

// Follow returns a Follower of the file called path, from the checkpoint on; it
// need not exist yet. registry and opts may be nil. Nothing is opened before
// the first Next; no goroutine is left when ctx is done or Close was called.
//
// A half line is held until its newline has come. Rotation by renaming is
// followed: the old file is read until its successor under path is there and
// has bytes in it, then to its last byte; a last line without newline ends
// there, as at the end of a stream.
//
// Files that came and went in between are found by the names that rotation gives,
// a number or a date behind the name (app.log.1, app-20240131.log), and read in
// the order of their birth; within one tick of the file system's clock, a few
// milliseconds, in that of their numbers. Either each file keeps its number and
// the next one gets a higher one: then none is lost, comes twice or is out of
// order, at any speed. Or all of them count up with every rotation, as logrotate
// has it (.1 becomes .2): then the same holds when the names stand still for a
// moment within a second, which is waited for; otherwise files of one tick may
// change places, and one that is renamed while it is looked for may be missed. It
// does not hold for files that are deleted, compressed or given another kind of
// name before they are seen, nor when the clock is set back; nor where births are
// not known (they are on Linux) and the times of last writing stand in for them.
//
// What several processes write to the old file after one of them has gone on to
// the new one is not waited for.
//
// A file that was cut (logrotate's copytruncate) is noticed when it is shorter
// than what was read of it, or when its first 1,024 bytes have changed, and
// reported as a [*FileError]. What was written between the last read and the cut
// is in the copy only.
//
// A file that is gone is waited for. A successor that is a directory, or may not
// be opened, is a fatal error; the Checkpoint is then that of the file before.
//
// The result of a crash is at-least-once delivery: whoever saves a Checkpoint
// after each message he has dealt with gets no more than one of them twice;
// whoever saves less often gets again what came since.
func Follow(ctx context.Context, path string, from Checkpoint, registry *Registry, opts *FollowOptions) *Follower {
	var o FollowOptions
	if opts != nil {
		o = *opts
	}
	if o.Poll <= 0 {
		o.Poll = 250 * time.Millisecond
	}
	t := &tail{ctx: ctx, path: path, from: from, poll: o.Poll}
	return &Follower{tail: t, reader: NewReader(t, registry, &o.Reader)}
}

// Messages returns what Next returns, without end: until ctx is done, whose
// error is then the last result, or another fatal error.
func (f *Follower) Messages() iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		for {
			m, err := f.Next()
			if !yield(m, err) || f.err != nil {
				return
			}
		}
	}
}

// Next waits for the next line. Its results are those of [Reader.Next], and
// [*FileError] about the file, behind which reading goes on. It never returns
// io.EOF. When ctx is done it returns ctx's error, after what had been read by
// then.
func (f *Follower) Next() (Message, error) {
	for f.err == nil {
		if f.notice != nil {
			notice := f.notice
			f.notice = nil
			return nil, notice
		}
		m, err := f.reader.Next()
		if f.reader.err == nil {
			return m, err
		}
		f.step(f.reader.err)
	}
	f.tail.close()
	return nil, f.err
}

// step deals with the end of a file, or whatever else ended the reading.
func (f *Follower) step(err error) {
	switch {
	case errors.Is(err, errCut):
		f.notice = &FileError{Path: f.tail.path, Offset: f.reader.Offset(), Err: ErrFileTruncated}
		f.err = f.tail.rewind()
		f.reader.restart(0, 0)
	case err == io.EOF: // Reader returns it bare
		var start Checkpoint
		lost := false
		start, lost, f.err = f.tail.advance()
		if lost {
			f.notice = &FileError{Path: f.tail.path, Offset: f.tail.from.Offset, Err: ErrFileLost}
		}
		if f.err == nil {
			f.reader.restart(start.Offset, start.Line)
		}
	default:
		f.err = err
	}
}

// Checkpoint returns the place behind the last complete line that has been
// returned, also when the following has ended: for the next run.
func (f *Follower) Checkpoint() Checkpoint {
	return f.tail.checkpoint(f.reader.Offset(), f.reader.complete)
}

// Stats returns the counts up to the last result, of all files together.
func (f *Follower) Stats() ReaderStats { return f.reader.Stats() }

// Position returns the number of the last result's line in its file, and the
// offset of its first byte there.
func (f *Follower) Position() (line, offset int64) { return f.reader.Position() }

// Close ends the following; Next then returns [os.ErrClosed].
func (f *Follower) Close() error {
	if f.err == nil {
		f.err = os.ErrClosed
	}
	f.tail.close()
	return nil
}
