//go:build linux || darwin

package main

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// watchReader calls gone when the process that reads the stream has closed its
// end of the pipe. A write would notice it too, but not before there is
// something to write: a quiet child would go on working for nobody.
func (s *stream) watchReader(gone func()) {
	info, err := s.file.Stat()
	if s.file != os.Stdout || err != nil || info.Mode()&(os.ModeNamedPipe|os.ModeSocket) == 0 {
		return
	}
	go func() {
		for {
			// Nothing is asked for: errors and hangups are told in any case.
			fds := []unix.PollFd{{Fd: 1}}
			_, err := unix.Poll(fds, -1)
			if errors.Is(err, unix.EINTR) {
				continue
			}
			if err == nil && fds[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0 {
				gone()
			}
			return
		}
	}()
}
