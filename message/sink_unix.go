//go:build unix

package message

import (
	"errors"
	"io"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// pollMillis bounds one poll, so that closing the file ends the wait.
const pollMillis = 200

// waitWritable waits until f takes bytes again: f is non-blocking, but Go
// does not know it, because somebody who shares the descriptor (a sibling
// process, such as node) made it so later.
func waitWritable(f *os.File) error {
	c, err := f.SyscallConn()
	if err != nil {
		return err
	}
	for ready := false; !ready; {
		var pollErr error
		err := c.Control(func(fd uintptr) {
			p := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}
			var n int
			n, pollErr = unix.Poll(p, pollMillis)
			ready = n > 0 // errors and hang-ups too: the next write names them
		})
		if err == nil && pollErr != nil && !errors.Is(pollErr, syscall.EINTR) {
			err = pollErr
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// rawFile writes to a file without os.File's rule that a broken pipe on
// descriptor 1 or 2 ends the process. No other writer is affected.
type rawFile struct {
	file *os.File
	conn syscall.RawConn
}

// keepRunning returns f as a writer that survives a broken pipe.
func keepRunning(f *os.File) io.Writer {
	c, err := f.SyscallConn()
	if err != nil {
		return f // closed already; Write says so
	}
	return &rawFile{f, c}
}

// Write is os.File's Write, but for the broken pipe.
func (r *rawFile) Write(p []byte) (n int, err error) {
	connErr := r.conn.Write(func(fd uintptr) bool {
		for n < len(p) {
			var m int
			m, err = syscall.Write(int(fd), p[n:])
			if m > 0 {
				n += m
			}
			if errors.Is(err, syscall.EINTR) {
				continue
			}
			if err != nil {
				return !errors.Is(err, syscall.EAGAIN)
			}
			if m == 0 {
				return true // a short write, as the caller sees from n
			}
		}
		return true
	})
	if err == nil {
		err = connErr
	}
	// After EAGAIN on a descriptor that Go does not poll, connErr only says
	// that it cannot: the caller waits.
	if err != nil {
		return n, &os.PathError{Op: "write", Path: r.file.Name(), Err: err}
	}
	return n, nil
}
