//go:build !linux

package message

import "os"

// dataSync returns f.Sync, the nearest to fdatasync that every system has.
func dataSync(f *os.File) func() error { return f.Sync }
