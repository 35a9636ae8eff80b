package ends

import (
	"os"

	"golang.org/x/sys/unix"
)

// fdatasync waits until the file's data is on the disk.
func fdatasync(f *os.File) error { return unix.Fdatasync(int(f.Fd())) }
