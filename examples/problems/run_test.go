package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the golden files anew")

// outcome is a run of the program.
type outcome struct {
	status         int
	stdout, stderr string
}

// problems runs the program on a stream. What depends on where the tests run is
// replaced: the current directory is /here.
func problems(t *testing.T, stdin io.Reader, args ...string) outcome {
	t.Helper()
	o, err := parseOptions(args)
	require.NoError(t, err)
	var stdout, stderr bytes.Buffer
	status := run(o, stdin, &stdout, &stderr)
	here, err := os.Getwd()
	require.NoError(t, err)
	place := strings.NewReplacer(here, "/here", filepath.ToSlash(here), "/here")
	return outcome{status, place.Replace(stdout.String()), place.Replace(stderr.String())}
}

// archive is the form of the outcome in a golden file.
func (o outcome) archive(command string) []byte {
	return txtar.Format(&txtar.Archive{
		Comment: []byte(command + "\n"),
		Files: []txtar.File{
			{Name: "stdout", Data: []byte(o.stdout)},
			{Name: "stderr", Data: []byte(o.stderr)},
			{Name: "status", Data: fmt.Appendln(nil, o.status)},
		},
	})
}

// TestStreams runs recorded streams through every format. testdata/streams has
// the recordings: of gobuild, cargo 1.95 and go 1.26 on small projects with
// faults, and a mixture with lines of all sorts.
func TestStreams(t *testing.T) {
	streams, err := filepath.Glob("testdata/streams/*.ndjson")
	require.NoError(t, err)
	require.NotEmpty(t, streams)
	for _, stream := range streams {
		for _, format := range formats {
			name := strings.TrimSuffix(filepath.Base(stream), ".ndjson") + "-" + format
			t.Run(name, func(t *testing.T) {
				text, err := os.ReadFile(stream)
				require.NoError(t, err)
				args := []string{"-format", format, "-dir", "/ws"}
				got := problems(t, bytes.NewReader(text), args...)
				golden := filepath.Join("testdata", "golden", name+".txtar")
				archive := got.archive(fmt.Sprintf("problems %s < %s", strings.Join(args, " "), filepath.ToSlash(stream)))
				if *update {
					require.NoError(t, os.WriteFile(golden, archive, 0o666))
				}
				want, err := os.ReadFile(golden)
				require.NoError(t, err)
				assert.Equal(t, string(want), string(archive))
				for way, in := range feeds(text) {
					assert.Equal(t, got, problems(t, in, args...), way)
				}
			})
		}
	}
}

// feeds returns the stream as it may come.
func feeds(text []byte) map[string]io.Reader {
	odd := &chunks{text: text, sizes: []int{1, 7, 3, 4096, 2, 61}}
	return map[string]io.Reader{
		"by line":                  &lines{text},
		"by byte":                  iotest.OneByteReader(bytes.NewReader(text)),
		"in odd chunks":            odd,
		"end with the last bytes":  iotest.DataErrReader(bytes.NewReader(text)),
		"with CRLF":                bytes.NewReader(bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))),
		"without the last newline": bytes.NewReader(bytes.TrimSuffix(text, []byte("\n"))),
	}
}

// lines gives one line to each Read.
type lines struct{ rest []byte }

func (l *lines) Read(p []byte) (int, error) {
	if len(l.rest) == 0 {
		return 0, io.EOF
	}
	end := bytes.IndexByte(l.rest, '\n') + 1
	if end == 0 {
		end = len(l.rest)
	}
	n := copy(p, l.rest[:end])
	l.rest = l.rest[n:]
	return n, nil
}

// chunks gives pieces of the sizes, over and over.
type chunks struct {
	text  []byte
	sizes []int
	i     int
}

func (c *chunks) Read(p []byte) (int, error) {
	if len(c.text) == 0 {
		return 0, io.EOF
	}
	n := copy(p, c.text[:min(len(c.text), c.sizes[c.i%len(c.sizes)])])
	c.text = c.text[n:]
	c.i++
	return n, nil
}

// TestStatus holds the exit statuses.
func TestStatus(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty")
	require.NoError(t, os.WriteFile(empty, nil, 0o666))
	const (
		finding = `{"reason":"diagnostic","task":null,"level":%q,"code":null,"message":"m","file":null,"range":null,"children":null,"rendered":null}` + "\n"
		failed  = `{"reason":"build-finished","success":false}` + "\n"
	)
	for _, c := range []struct {
		name   string
		in     string
		args   []string
		status int
		stderr string // a part of it
	}{
		{name: "nothing", status: 0, stderr: "problems: 0 errors, 0 warnings, 0 notes; read 0 lines: 0 messages, 0 text, 0 damaged\n"},
		{name: "an error", in: fmt.Sprintf(finding, "error"), status: 1, stderr: "1 error, 0 warnings"},
		{name: "a warning", in: fmt.Sprintf(finding, "warning"), status: 0, stderr: "0 errors, 1 warning"},
		{name: "a note", in: fmt.Sprintf(finding, "note"), status: 0, stderr: "1 note;"},
		{name: "a level of the future", in: fmt.Sprintf(finding, "hint"), status: 0, stderr: "1 warning"},
		{name: "failed without an error", in: failed, status: 1, stderr: "1 error"},
		{name: "failed with an error", in: fmt.Sprintf(finding, "error") + failed, status: 1, stderr: "1 error,"},
		{name: "rubbish", in: "\x00\x01\xff{{{\n{\"a\":\n[[[\n}\n", status: 0, stderr: "read 4 lines: 0 messages, 3 text, 1 damaged"},
		{name: "blank lines", in: "\n \na\n", status: 0, stderr: "read 3 lines: 0 messages, 1 text, 0 damaged, 2 blank\n"},
		{name: "cut in a message", in: `{"reason":"diagnostic","level":"err`, status: 0, stderr: "the stream ends within this line"},
		{name: "gzip", in: "\x1f\x8b\x08\x00", status: 2, stderr: "gzip"},
		{name: "UTF-16", in: "\xff\xfe{\x00}\x00", status: 2, stderr: "UTF-16"},
		{name: "an empty file", args: []string{empty}, status: 0, stderr: "0 errors"},
		{name: "no such file", args: []string{empty + "x"}, status: 2, stderr: "no such file"},
		{name: "a directory", args: []string{filepath.Dir(empty)}, status: 2, stderr: "is a directory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := problems(t, strings.NewReader(c.in), c.args...)
			assert.Equal(t, c.status, got.status)
			assert.Contains(t, got.stderr, c.stderr)
		})
	}
}

// TestGitHubWorkspace: annotations name files as seen from the repository, in
// whatever part of it the build ran.
func TestGitHubWorkspace(t *testing.T) {
	const text = `{"ImportPath":"p","Action":"build-output","Output":"a.go:1:2: wrong\n"}` + "\n" + `{"ImportPath":"p","Action":"build-fail"}` + "\n"
	for root, want := range map[string]string{"": "/ws/sub/a.go", "/ws": "sub/a.go", "/other": "/ws/sub/a.go", "ws": "/ws/sub/a.go"} {
		t.Setenv("GITHUB_WORKSPACE", root)
		got := problems(t, strings.NewReader(text), "-format", "github", "-dir", "/ws/sub")
		assert.Contains(t, got.stdout, "file="+want+",", root)
	}
}

func TestReadFails(t *testing.T) {
	got := problems(t, io.MultiReader(
		strings.NewReader(`{"ImportPath":"p","Action":"build-output","Output":"a.go:1:2: wrong\n"}`+"\n"),
		iotest.ErrReader(io.ErrUnexpectedEOF)), "-format", "line", "-dir", "/ws")
	assert.Equal(t, 2, got.status)
	assert.Equal(t, "/ws/a.go:1:2: error: wrong\n", got.stdout, "what had come is told")
	assert.Contains(t, got.stderr, "unexpected EOF")
}

func TestWriteFails(t *testing.T) {
	for _, format := range formats {
		t.Run(format, func(t *testing.T) {
			o := &options{format: format}
			var stderr bytes.Buffer
			in := strings.NewReader(`{"ImportPath":"p","Action":"build-output","Output":"a.go:1:2: wrong\na.go:2:2: wrong\n"}` + "\n")
			status := run(o, in, full{}, &stderr)
			assert.Equal(t, 2, status)
			assert.Contains(t, stderr.String(), "the output could not be written: no space")
		})
	}
}

// full is a device without space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, fmt.Errorf("no space") }

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		want *options
		err  string
	}{
		{name: "none", want: &options{format: "table"}},
		{name: "all", args: []string{"-format", "lsp", "-dir", "d", "-all", "f"}, want: &options{format: "lsp", dir: "d", all: true, file: "f"}},
		{name: "follow", args: []string{"-follow", "f"}, want: &options{format: "table", follow: "f"}},
		{name: "no such format", args: []string{"-format", "xml"}, err: `unknown format "xml", it must be one of table, line, lsp, github, sarif`},
		{name: "two files", args: []string{"a", "b"}, err: "one file at a time"},
		{name: "follow and a file", args: []string{"-follow", "a", "b"}, err: "only one can be read"},
		{name: "no such flag", args: []string{"-x"}, err: "flag provided but not defined: -x"},
		{name: "help", args: []string{"-h"}, err: errHelp.Error()},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := parseOptions(c.args)
			if c.err != "" {
				assert.ErrorContains(t, err, c.err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}
