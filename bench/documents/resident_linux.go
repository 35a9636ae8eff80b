package documents

import (
	"bytes"
	"os"
	"strconv"
)

// resetPeak makes the kernel forget the process's peak of resident memory, and
// returns what is resident now, in bytes.
func resetPeak() (int64, bool) {
	if os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) != nil {
		return 0, false
	}
	return peakResident()
}

// peakResident is the peak since then, in bytes.
func peakResident() (int64, bool) {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	_, rest, found := bytes.Cut(text, []byte("VmHWM:"))
	fields := bytes.Fields(rest)
	if !found || len(fields) == 0 {
		return 0, false
	}
	kib, err := strconv.ParseInt(string(fields[0]), 10, 64)
	return kib << 10, err == nil
}
