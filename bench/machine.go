package main

import (
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// cpuModel is the processor's name as Linux tells it, "" elsewhere.
func cpuModel() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown CPU"
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown CPU"
}

// system is the kernel and the file system of the folder that files are written to.
func system(dir string) string {
	var u unix.Utsname
	name := "unknown system"
	if unix.Uname(&u) == nil {
		name = unix.ByteSliceToString(u.Sysname[:]) + " " + unix.ByteSliceToString(u.Release[:])
	}
	return name + ", files on " + fileSystem(dir)
}
