//go:build !linux

package harness

import "time"

// threadTime is CPUTime where the system does not tell a thread's alone.
func threadTime() time.Duration { return CPUTime() }

func cores() []int { return nil }

func pin(int, ...int) {}
