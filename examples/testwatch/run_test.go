package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/linefeed-go/linefeed/message/gotest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// clock goes on by a second with each look.
func clock() func() time.Time {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	return func() time.Time { now = now.Add(time.Second); return now }
}

// watch runs the program without a terminal.
func watch(in io.Reader) (status int, out string) {
	var b bytes.Buffer
	status = run(in, &b, io.Discard, &plainView{w: &b}, clock())
	return status, b.String()
}

// TestStreams shows recorded streams of go 1.26: faults of all sorts, the same
// cut short, a test that exits with status 0, benchmarks, and packages that
// pass.
func TestStreams(t *testing.T) {
	streams, err := filepath.Glob("testdata/streams/*.ndjson")
	require.NoError(t, err)
	require.NotEmpty(t, streams)
	for _, stream := range streams {
		name := strings.TrimSuffix(filepath.Base(stream), ".ndjson")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(stream)
			require.NoError(t, err)
			status, out := watch(bytes.NewReader(text))
			archive := txtar.Format(&txtar.Archive{
				Comment: []byte("testwatch < " + filepath.ToSlash(stream) + "\n"),
				Files:   []txtar.File{{Name: "stdout", Data: []byte(out)}, {Name: "status", Data: fmt.Appendln(nil, status)}},
			})
			golden := filepath.Join("testdata", "golden", name+".txtar")
			if *update {
				require.NoError(t, os.WriteFile(golden, archive, 0o666))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.Equal(t, string(want), string(archive))
			for way, in := range map[string]io.Reader{
				"by byte":                  iotest.OneByteReader(bytes.NewReader(text)),
				"in halves":                iotest.HalfReader(bytes.NewReader(text)),
				"by line":                  io.MultiReader(byLine(text)...),
				"end with the last bytes":  iotest.DataErrReader(bytes.NewReader(text)),
				"with CRLF":                bytes.NewReader(bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))),
				"without the last newline": bytes.NewReader(bytes.TrimSuffix(text, []byte("\n"))),
			} {
				_, again := watch(in)
				assert.Equal(t, out, again, way)
			}
		})
	}
}

func byLine(text []byte) []io.Reader {
	var all []io.Reader
	for line := range bytes.Lines(text) {
		all = append(all, bytes.NewReader(line))
	}
	return all
}

// event returns an event of a test in the package p.
func event(action, test, output string) string {
	b, _ := (&gotest.TestEvent{Action: gotest.Action(action), Package: "p", Test: test, Output: output}).AppendJSON(nil)
	return string(b) + "\n"
}

// has checks that out, which may be long, has the part.
func has(t *testing.T, out, part string) {
	t.Helper()
	if !strings.Contains(out, part) {
		assert.Fail(t, "a part is missing", "%.2000q\nis not in\n%.2000s\n...\n%s", part, out, out[max(0, len(out)-2000):])
	}
}

// TestStatus holds the exit status and the closing line.
func TestStatus(t *testing.T) {
	const (
		start = `{"Action":"start","Package":"p"}` + "\n"
		pass  = `{"Action":"output","Package":"p","Output":"PASS\n"}` + "\n" + `{"Action":"pass","Package":"p","Elapsed":1}` + "\n"
		fail  = `{"Action":"fail","Package":"p","Elapsed":1}` + "\n"
	)
	for _, c := range []struct {
		name   string
		in     string
		status int
		last   string
	}{
		{"passed", start + event("run", "T", "") + event("pass", "T", "") + pass, 0, "tests: 1 passed, 0 failed, 0 skipped; packages: 1 passed, 0 failed; 1.0s"},
		{"failed", start + event("run", "T", "") + event("fail", "T", "") + fail, 1, "tests: 0 passed, 1 failed, 0 skipped; packages: 0 passed, 1 failed; 1.0s"},
		{"skipped", start + event("run", "T", "") + event("skip", "T", "") + pass, 0, "tests: 0 passed, 0 failed, 1 skipped; packages: 1 passed, 0 failed; 1.0s"},
		{"package failed", start + fail, 1, "tests: 0 passed, 0 failed, 0 skipped; packages: 0 passed, 1 failed; 1.0s"},
		{"test without an end", start + event("run", "T", "") + fail, 1, "tests: 0 passed, 1 failed, 0 skipped (1 of the failed never ended); packages: 0 passed, 1 failed; 1.0s"},
		{"package without an end", start, 1, "tests: 0 passed, 0 failed, 0 skipped; packages: 0 passed, 1 failed (1 of them never ended); 1.0s"},
		{"both without an end", start + event("run", "T", ""), 1, "tests: 0 passed, 1 failed, 0 skipped (1 of the failed never ended); packages: 0 passed, 1 failed (1 of them never ended); 1.0s"},
		{"made up by the test", start + event("run", "T", "") + event("pass", "T", "") + event("run", "Forged", "") + pass, 0,
			"tests: 1 passed, 0 failed, 0 skipped; packages: 1 passed, 0 failed; 1 test without an end in packages that passed; 1.0s"},
		{"output behind the end", start + event("run", "T", "") + event("pass", "T", "") + event("output", "T", "late\n") + fail, 1,
			"tests: 1 passed, 0 failed, 0 skipped; packages: 0 passed, 1 failed; 1.0s"},
		{"a build alone", `{"ImportPath":"p","Action":"build-fail"}` + "\n", 1, "tests: 0 passed, 0 failed, 0 skipped; packages: 0 passed, 0 failed; 1 failed build; 1.0s"},
		{"no tests", `{"Action":"skip","Package":"p","Elapsed":0}` + "\n", 0, "tests: 0 passed, 0 failed, 0 skipped; packages: 0 passed, 0 failed, 1 without tests; 1.0s"},
		{"nothing", "", 2, "tests: 0 passed, 0 failed, 0 skipped; packages: 0 passed, 0 failed; 1.0s"},
		{"rubbish", "{{{\n\x00\xff\n[]\n{\"a\":1}\n", 2, "tests: 0 passed, 0 failed, 0 skipped; packages: 0 passed, 0 failed; 1.0s"},
		{"gzip", "\x1f\x8b\x08\x00", 2, "tests: 0 passed, 0 failed, 0 skipped; packages: 0 passed, 0 failed; 1.0s"},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, out := watch(strings.NewReader(c.in))
			assert.Equal(t, c.status, status, out)
			lines := strings.Split(strings.TrimSpace(out), "\n")
			assert.Equal(t, c.last, lines[len(lines)-1])
		})
	}
}

// TestOutputFails: a full disk is told of on standard error, a reader that has
// gone is not.
func TestOutputFails(t *testing.T) {
	in := event("run", "T", "") + event("pass", "T", "") + `{"Action":"pass","Package":"p","Elapsed":1}` + "\n"
	for _, c := range []struct {
		name   string
		err    error
		status int
		notes  string
	}{
		{"disk full", errors.New("no space left on device"), 2, "testwatch: the output could not be written: no space left on device\n"},
		{"nobody reads", syscall.EPIPE, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var notes bytes.Buffer
			out := brokenOutput{c.err}
			assert.Equal(t, c.status, run(strings.NewReader(in), out, &notes, &plainView{w: out}, clock()))
			assert.Equal(t, c.notes, notes.String())
		})
	}
}

type brokenOutput struct{ err error }

func (w brokenOutput) Write([]byte) (int, error) { return 0, w.err }

func TestReadFails(t *testing.T) {
	status, out := watch(io.MultiReader(strings.NewReader(event("run", "T", "")), iotest.ErrReader(io.ErrUnexpectedEOF)))
	assert.Equal(t, 2, status)
	has(t, out, "never ended  p T\n")
	has(t, out, "unexpected EOF")
}

// TestDisturbances: a line of 100 KB, invalid UTF-8, damaged lines, lines of
// other programs and a failed build between the events change nothing.
func TestDisturbances(t *testing.T) {
	long := strings.Repeat("x", 100<<10)
	in := event("run", "T", "") +
		event("output", "T", "first\n") +
		event("output", "T", long+"\n") +
		"{\"Action\":\"output\",\"Package\":\"p\",\"Test\":\"T\",\"Output\":\"bad \xff\xfe bytes\\n\"}\n" +
		"{\"Action\":\"output\",\"Pack\n" +
		"plain \x1b[2J text\n" +
		`{"Action":"later","Package":"p"}` + "\n" +
		`{"other":true}` + "\n" +
		`{"ImportPath":"q","Action":"build-output","Output":"# q\nq.go:1:1: no\n"}` + "\n" +
		`{"ImportPath":"q","Action":"build-fail"}` + "\n" +
		event("output", "T", "\x1b[31mred\x1b[0m \x1b[Hcursor\r\n") +
		event("output", "T", "last\n") +
		event("fail", "T", "") +
		event("run", "U", "") + event("pass", "U", "") +
		`{"Action":"fail","Package":"p"}` + "\n"
	status, out := watch(strings.NewReader(in))
	assert.Equal(t, 1, status)
	has(t, out, "testwatch: message: line 5 (offset ")
	has(t, out, "\nplain \\x1b[2J text\n")
	has(t, out, "\n=== build failed  q\n    # q\n    q.go:1:1: no\n")
	has(t, out, "\n=== FAIL  p T\n    first\n    xxx")
	printed := len("first\n"+long+"\n"+"bad \ufffd\ufffd bytes\n") + len("\x1b[31mred\x1b[0m \x1b[Hcursor\r\n"+"last\n")
	has(t, out, fmt.Sprintf("\n    [... %d bytes of output are cut out here ...]\n", printed-maxHead-maxTail))
	has(t, out, "\n    bad \ufffd\ufffd bytes\n    \x1b[31mred\x1b[0m \\x1b[Hcursor\n    last\n")
	has(t, out, "not understood: 1 damaged line, 1 unknown event, 1 other object\n")
	assert.True(t, strings.HasSuffix(out, "\ntests: 1 passed, 1 failed, 0 skipped; packages: 0 passed, 1 failed; 1 failed build; 1.0s\n"), out[max(0, len(out)-200):])
}

func TestKept(t *testing.T) {
	b := &budget{most: 100 << 10}
	k := kept{budget: b}
	k.write("short\n")
	assert.Equal(t, "short\n", k.String())
	for range 4000 {
		k.write("0123456789abcde\n")
	}
	s := k.String()
	has(t, s, fmt.Sprintf("[... %d bytes of output are cut out here ...]\n", 6+64000-maxHead-maxTail))
	assert.True(t, strings.HasPrefix(s, "short\n0123456789abcde\n"))
	assert.True(t, strings.HasSuffix(s, "0123456789abcde\n"))
	assert.LessOrEqual(t, k.held(), maxHead+2*maxTail)
	assert.Equal(t, k.held(), b.used)

	other := kept{budget: b}
	other.write(strings.Repeat("x", 100<<10))
	assert.Equal(t, 0, other.held(), "no room")
	assert.Equal(t, "[... 102400 bytes of output are cut out here ...]\n", other.String())
	k.release()
	assert.Equal(t, 0, b.used)
}

func TestHarmless(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"text", "grün 日本 🎉\n\ttab", "grün 日本 🎉\n\ttab"},
		{"colours", "\x1b[1;31mred\x1b[m", "\x1b[1;31mred\x1b[m"},
		{"other escapes", "\x1b[2J\x1b]0;title\a\x1bc", `\x1b[2J\x1b]0;title\x07\x1bc`},
		{"a colour cut off", "\x1b[31", `\x1b[31`},
		{"CRLF", "a\r\nb\rc\r", "a\nb\\x0dc\\x0d"},
		{"C1", "\u009b2J", `\x9b2J`},
		{"invalid", "a\xff\xc3", "a\ufffd\ufffd"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, harmless(c.in)) })
	}
}

// TestCorpus reads every recorded stream of go test to its end. The recordings
// are not part of this repository.
func TestCorpus(t *testing.T) {
	shared := os.Getenv("LINEFEED_SHARED")
	if shared == "" {
		t.Skip("LINEFEED_SHARED is not set: it names the directory with the recorded streams (corpus/go-test)")
	}
	dir := filepath.Join(shared, "corpus", "go-test")
	statuses, err := os.ReadFile(filepath.Join(dir, "rc.txt"))
	require.NoError(t, err)
	tested := 0
	for line := range strings.Lines(string(statuses)) {
		name, status, ok := strings.Cut(strings.TrimSpace(line), " rc=")
		if !ok {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, name+".ndjson"))
		if err != nil {
			continue
		}
		tested++
		got, out := watch(bytes.NewReader(text))
		assert.Equal(t, status, fmt.Sprint(got), "%s: the status is that of go test\n%s", name, out)
		assert.NotContains(t, out, "not understood", name)
	}
	assert.Greater(t, tested, 40)
}
