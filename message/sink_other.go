//go:build !unix

package message

import (
	"io"
	"os"
	"syscall"
)

// waitWritable exists where descriptors can be made non-blocking behind a
// program's back; elsewhere EAGAIN is an error like any other.
func waitWritable(*os.File) error { return syscall.EAGAIN }

// keepRunning has nothing to do where a broken pipe does not end a process.
func keepRunning(f *os.File) io.Writer { return f }
