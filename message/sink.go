package message

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

// pipeAtom is how many bytes a pipe keeps together although other processes
// write to it: PIPE_BUF of pipe(7) on Linux. POSIX promises 512; the other
// systems we know keep at least this many.
const pipeAtom = 4096

// sink is the writing end: batches of whole lines go in, and it finds out how
// many of them got through. Only the goroutine whose turn it is uses it.
type sink struct {
	w     io.Writer
	file  *os.File     // w when it is a file, for waiting out EAGAIN
	cut   int          // longest write of several lines; 0 is no limit
	sync  func() error // nil where there is nothing to sync, or nobody asked
	torn  bool         // the writer took part of a line: resync before the next
	broke error        // the pipe has no reader and never gets one again
}

func newSink(w io.Writer, o *EmitterOptions) sink {
	s := sink{w: w}
	var regular bool
	if f, ok := w.(interface{ Stat() (os.FileInfo, error) }); ok {
		if info, err := f.Stat(); err == nil {
			regular = info.Mode().IsRegular()
			if info.Mode()&os.ModeNamedPipe != 0 && !o.Exclusive {
				s.cut = pipeAtom
			}
		}
	}
	s.file, _ = w.(*os.File)
	if s.file != nil && o.KeepRunning {
		s.w = keepRunning(s.file)
	}
	if o.Durability != Synced {
		return s
	}
	if s.file == nil {
		if y, ok := w.(interface{ Sync() error }); ok {
			s.sync = y.Sync
		}
	} else if regular {
		s.sync = dataSync(s.file)
	}
	return s
}

// easy reports whether a line is just handed to the writer.
func (s *sink) easy() bool { return !s.torn && s.sync == nil && s.broke == nil }

// write writes the lines of b and records in b what became of them. A panic
// of the writer passes through with b.complete unset.
func (s *sink) write(b *batch) {
	if s.broke != nil {
		b.err, b.complete = s.broke, true
		return
	}
	if len(b.buf) == 1 {
		b.complete = true
		return
	}
	if !s.torn && (s.cut == 0 || len(b.buf)-1 <= s.cut) {
		if s.put(b, b.buf[1:]) {
			b.good = b.lines
		}
	} else {
		s.writePieces(b)
	}
	if s.sync != nil && b.good > 0 {
		b.syncErr = errSyncing // should sync panic
		b.syncErr = s.synced()
	}
	b.complete = true
}

// synced calls sync and says what went wrong.
func (s *sink) synced() error {
	if err := s.sync(); err != nil {
		return fmt.Errorf("message: written but not synced: %w", err)
	}
	return nil
}

var errSyncing = errors.New("message: written but not synced")

// writePieces is write with a resync in front, or in pieces that a pipe keeps
// whole.
func (s *sink) writePieces(b *batch) {
	rest := b.buf[1:]
	if s.torn {
		if len(s.piece(rest)) != s.cut {
			rest = b.buf // the newline leaves with the first line
		} else if !s.put(b, b.buf[:1]) {
			return
		}
	}
	for len(rest) > 0 {
		p := s.piece(rest)
		if !s.put(b, p) {
			return
		}
		rest = rest[len(p):]
		if p[0] == '\n' {
			p = p[1:]
		}
		b.good += bytes.Count(p, newline)
	}
}

var newline = []byte{'\n'}

// piece returns the part of rest that may leave in one write: as many whole
// lines as fit, at least one.
func (s *sink) piece(rest []byte) []byte {
	if s.cut == 0 || len(rest) <= s.cut {
		return rest
	}
	if i := bytes.LastIndexByte(rest[1:s.cut], '\n'); i >= 0 {
		return rest[:i+2]
	}
	if i := bytes.IndexByte(rest[s.cut:], '\n'); i >= 0 {
		return rest[:s.cut+i+1]
	}
	return rest
}

// put hands p to the writer, waiting out EAGAIN where the descriptor is
// known (the same line continues there: nothing is sent twice), and reports whether all of it was taken. If not, it counts the lines
// that were and says in b.err why the others are lost.
func (s *sink) put(b *batch, p []byte) bool {
	b.writes++
	n, err := s.w.Write(p)
	if s.took(b, p, n, err) {
		s.torn = false
		return true
	}
	return false
}

// took is given the writer's answer to p: see put.
func (s *sink) took(b *batch, p []byte, n int, err error) bool {
	for done := 0; ; {
		if n == len(p)-done && err == nil {
			b.bytes += int64(n)
			return true
		}
		n = max(0, min(n, len(p)-done)) // a writer that cannot count
		b.bytes += int64(n)
		done += n
		if s.file != nil && errors.Is(err, syscall.EAGAIN) && done < len(p) {
			if err = waitWritable(s.file); err == nil {
				b.writes++
				n, err = s.w.Write(p[done:])
				continue
			}
		}
		s.tear(b, p, done, err)
		return false
	}
}

// tear records that the writer took only done bytes of p.
func (s *sink) tear(b *batch, p []byte, done int, err error) {
	if err == nil {
		err = io.ErrShortWrite
	}
	b.err = fmt.Errorf("message: %d of %d bytes written: %w", done, len(p), err)
	if s.file != nil && errors.Is(err, syscall.EPIPE) {
		s.broke = b.err
	}
	if done == 0 {
		return
	}
	s.torn = p[done-1] != '\n'
	// A message that lacks only its line end is whole to any reader, now and
	// after the resync that supplies it: it counts as written. Its Emit fails
	// all the same, for a short write is an error.
	if s.torn && p[done] == '\n' {
		b.good++
		b.unended = true
	}
	taken := p[:done]
	if p[0] == '\n' { // a resync is not a line
		taken = p[1:done]
	}
	b.good += bytes.Count(taken, newline)
}

// panicked records that the writer panicked with r, or ended the goroutine
// (r == nil). How much it had taken nobody knows: the lines count as lost,
// unless it was the writer's Sync, which takes nothing.
func (s *sink) panicked(b *batch, r any) {
	err := errors.New("message: the writer ended the goroutine")
	if r != nil {
		err = fmt.Errorf("message: the writer panicked: %w", panicError(r))
	}
	if b.syncErr != nil {
		b.syncErr = fmt.Errorf("%w: %w", b.syncErr, err)
		return
	}
	s.torn = true
	b.err = err
}
