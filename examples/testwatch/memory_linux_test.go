package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMemory: 1,200 failed tests with 100 KB of output each, and one that
// prints 30 MB. What is kept of all that is bounded, and so is the process.
func TestMemory(t *testing.T) {
	cmd := exec.Command(binary)
	cmd.Env = append(os.Environ(), "GOGC=100", "GOMEMLIMIT=off", "GODEBUG=")
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	go func() { // ends with the program at the latest
		w := bufio.NewWriter(stdin)
		text := strings.Repeat("y", 99_999) + "\n"
		fails := func(test string, lines int) {
			io.WriteString(w, event("run", test, ""))
			line := event("output", test, text)
			for range lines {
				io.WriteString(w, line)
			}
			io.WriteString(w, event("fail", test, ""))
		}
		for i := range 1200 {
			fails(fmt.Sprint("T", i), 1)
		}
		fails("Last", 300)
		io.WriteString(w, `{"Action":"fail","Package":"p"}`+"\n")
		w.Flush()
		stdin.Close()
	}()
	var size, peak int64
	var last, more string
	r := bufio.NewReaderSize(stdout, 1<<20)
	for {
		line, err := r.ReadString('\n')
		size += int64(len(line))
		if err != nil {
			break
		}
		peak = max(peak, peakMemory(cmd.Process.Pid))
		if last = line; strings.HasPrefix(line, "=== and ") {
			more = line
		}
	}
	assert.Error(t, cmd.Wait())
	assert.Equal(t, 1, cmd.ProcessState.ExitCode())
	assert.Equal(t, "=== and 201 more\n", more)
	assert.Contains(t, last, "tests: 0 passed, 1201 failed, 0 skipped; packages: 0 passed, 1 failed; ")
	assert.Less(t, size, int64(maxBudget+1<<20))
	t.Logf("peak %d MiB, of a stream of 150 MB", peak>>10)
	assert.Positive(t, peak)
	assert.Less(t, peak, int64(100<<10))
}

// peakMemory returns the most memory that a process has had up to now, in KiB,
// or 0 when it has ended. It is asked while the program prints, which is as slow
// as its reader: what the kernel tells of a process that has ended includes the
// memory of the one that started it.
func peakMemory(pid int) (peak int64) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	if _, rest, found := strings.Cut(string(status), "VmHWM:"); found {
		_, _ = fmt.Sscan(rest, &peak)
	}
	return peak
}
