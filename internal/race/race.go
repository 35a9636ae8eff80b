// Package race tells tests whether the race detector is on. It makes
// sync.Pool forget at random and keeps books of its own, so what a test
// claims of allocations and memory holds without it only; the gate runs those
// tests a second time, plain.
package race

import "testing"

// SkipCosts skips a test of allocations or memory under the race detector.
func SkipCosts(t *testing.T) {
	t.Helper()
	if Enabled {
		t.Skip("the race detector makes pools forget and keeps books of its own")
	}
}
