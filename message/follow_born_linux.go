package message

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// born returns when the open file was made, and whether the file system knows
// it; if not, when it was last written.
func born(f *os.File, info os.FileInfo) (at time.Time, exact bool) {
	var st unix.Statx_t
	err := unix.Statx(int(f.Fd()), "", unix.AT_EMPTY_PATH, unix.STATX_BTIME, &st)
	if err != nil || st.Mask&unix.STATX_BTIME == 0 {
		return info.ModTime(), false
	}
	return time.Unix(st.Btime.Sec, int64(st.Btime.Nsec)), true
}
