//go:build unix

package message

import (
	"os"
	"syscall"
)

func identify(_ *os.File, info os.FileInfo) identity {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return identity{}
	}
	return identity{device: uint64(st.Dev), inode: uint64(st.Ino)} // the types differ between systems
}
