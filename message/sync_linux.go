package message

import (
	"errors"
	"os"
	"syscall"
)

// dataSync returns a function that brings what was written to f to the disk:
// fdatasync, which leaves out the times of the file.
func dataSync(f *os.File) func() error {
	c, err := f.SyscallConn()
	if err != nil {
		return f.Sync
	}
	var syncErr error
	call := func(fd uintptr) {
		for {
			syncErr = syscall.Fdatasync(int(fd))
			if !errors.Is(syncErr, syscall.EINTR) {
				return
			}
		}
	}
	return func() error {
		if err := c.Control(call); err != nil {
			return err
		}
		if syncErr != nil {
			return &os.PathError{Op: "fdatasync", Path: f.Name(), Err: syncErr}
		}
		return nil
	}
}
