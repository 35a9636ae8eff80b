//go:build !windows

package message

import "os"

func openShared(name string) (*os.File, error) { return os.Open(name) }
