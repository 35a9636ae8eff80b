//go:build !linux

package documents

// resetPeak cannot be had here: the peak of a process's memory is not told apart
// from what it took to make its input.
func resetPeak() (int64, bool) { return 0, false }

func peakResident() (int64, bool) { return 0, false }
