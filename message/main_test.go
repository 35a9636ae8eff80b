package message_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// childVariable names the function of children that this test binary runs
// instead of the tests: how they get processes of their own.
const childVariable = "LINEFEED_TEST_CHILD"

// children are what child processes do; their stdout is the stream.
var children = map[string]func(){}

func TestMain(m *testing.M) {
	if name := os.Getenv(childVariable); name != "" {
		children[name]()
		os.Exit(0)
	}
	code := m.Run()
	if code == 0 { // a test that failed may have left its goroutines behind
		if err := leaked(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// leaked returns an error that names the goroutines which stay. Those that only
// have not got to their end yet, on a machine that has others to run, are given
// the time: goleak alone waits for less than half a second.
func leaked(options ...goleak.Option) (err error) {
	for range 200 {
		if err = goleak.Find(options...); err == nil {
			break
		}
	}
	return err
}

// childProcess returns a command that runs the named function of children.
func childProcess(t *testing.T, name string, env ...string) *exec.Cmd {
	t.Helper()
	require.Contains(t, children, name)
	exe, err := os.Executable()
	require.NoError(t, err)
	c := exec.Command(exe, "-test.run=^$")
	c.Env = append(append(os.Environ(), childVariable+"="+name), env...)
	return c
}

// must ends a child process that cannot do its part.
func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
}

// stream is what a reader makes of a stream's bytes.
type stream struct {
	lines [][]byte // those that are whole JSON values
	bad   int      // the others; blank lines count as neither
}

func readStream(b []byte) (s stream) {
	for line := range bytes.SplitSeq(b, []byte{'\n'}) {
		switch {
		case len(line) == 0:
		case line[0] == '{' && json.Valid(line):
			s.lines = append(s.lines, line)
		default:
			s.bad++
		}
	}
	return s
}

// artifacts decodes the artifact messages of a stream, leaving out others.
func (s stream) artifacts(t *testing.T) (all []artifactLine) {
	t.Helper()
	for _, line := range s.lines {
		var a artifactLine
		require.NoError(t, json.Unmarshal(line, &a), "%.200s", line)
		if a.Reason == "artifact" {
			all = append(all, a)
		}
	}
	return all
}

// artifactLine is an artifact as it stands on the wire.
type artifactLine struct {
	Reason string
	Name   string
	Size   int64
	Seq    int64  `json:"@seq"`
	Run    string `json:"@run"`
}

// requireOrder checks that the sizes of each name rise, and returns how many
// there are of each.
func requireOrder(t *testing.T, all []artifactLine) map[string]int {
	t.Helper()
	last, count := map[string]int64{}, map[string]int{}
	for _, a := range all {
		before, seen := last[a.Name]
		require.False(t, seen && a.Size <= before, "%s: %d after %d", a.Name, a.Size, before)
		last[a.Name] = a.Size
		count[a.Name]++
	}
	return count
}
