//go:build !linux

package ends

import "os"

// fdatasync waits until the file is on the disk.
func fdatasync(f *os.File) error { return f.Sync() }
