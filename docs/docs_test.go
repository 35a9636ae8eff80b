// Package docs_test executes what the documents show: the Go blocks of
// wire.md and of the README are generated, compiled and run, and what they
// print is compared with the block that follows.
package docs_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// example is a Go block of a document and the output block below it.
type example struct {
	line int // of the document, 1-based, where the Go block starts
	code string
	want string
}

var blocks = regexp.MustCompile("(?s)```go\n(.*?)```\n+(?:`?[^`\n][^\n]*\n+)?```json\n(.*?)```")

// examples returns the pairs of a Go block and a json block right below it.
func examples(t *testing.T, file string) []example {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var found []example
	for _, m := range blocks.FindAllSubmatchIndex(text, -1) {
		found = append(found, example{
			line: 1 + strings.Count(string(text[:m[0]]), "\n"),
			code: string(text[m[2]:m[3]]),
			want: string(text[m[4]:m[5]]),
		})
	}
	return found
}

// module makes a module that uses this repository as a stranger would, with
// the command linefeed built beside it, and returns its folder.
func module(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	dir := t.TempDir()
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	require.NoError(t, err)
	_, requirements, _ := strings.Cut(string(mod), "\n")
	requirements = regexp.MustCompile(`(?m)^tool .*$`).ReplaceAllString(requirements, "")
	write(t, dir, "go.mod", "module example.com/stranger\n"+requirements+
		"\nrequire github.com/linefeed-go/linefeed v0.0.0\nreplace github.com/linefeed-go/linefeed => "+root+"\n")
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	write(t, dir, "go.sum", string(sum))
	run(t, root, "go", "build", "-o", filepath.Join(dir, "linefeed.exe"), "./cmd/linefeed")
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}

// run runs a command and returns what it printed to standard output.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	require.NoErrorf(t, cmd.Run(), "%s %s\n%s%s", name, strings.Join(args, " "), stdout.String(), stderr.String())
	return stdout.String()
}

const separator = "---- next example ----\n"

// TestWire runs the examples of wire.md, each in a package of its own: the
// lines that call emit or write a document are a function's body, the rest are
// declarations.
func TestWire(t *testing.T) {
	found := examples(t, "wire.md")
	require.Greater(t, len(found), 6, "wire.md has lost its examples")
	dir := module(t)

	var imports, calls strings.Builder
	for i, ex := range found {
		var declarations, body strings.Builder
		for line := range strings.Lines(ex.code) {
			if strings.HasPrefix(line, "emit(") || strings.HasPrefix(line, "message.Write") {
				body.WriteString("\t" + line)
			} else {
				declarations.WriteString(line)
			}
		}
		name := fmt.Sprintf("example%02d", i)
		write(t, dir, name+"/"+name+".go", fmt.Sprintf(
			"package %s\n\nimport (\n%s)\n\n%s\nfunc Run(emit func(message.Message)) {\n%s}\n",
			name, importsOf(ex.code), declarations.String(), body.String()))
		fmt.Fprintf(&imports, "\t%q\n", "example.com/stranger/"+name)
		fmt.Fprintf(&calls, "\t%s.Run(emit)\n\tfmt.Print(%q)\n", name, separator)
	}
	write(t, dir, "main.go", fmt.Sprintf(`package main

import (
	"fmt"
	"os"

	"github.com/linefeed-go/linefeed/message"
%s)

func main() {
	e := message.NewEmitter(os.Stdout, nil)
	emit := func(m message.Message) {
		if err := e.Emit(m); err != nil {
			fmt.Println("error:", err)
		}
	}
%s}
`, imports.String(), calls.String()))

	run(t, dir, filepath.Join(dir, "linefeed.exe"), "gen", "./...")
	got := strings.Split(run(t, dir, "go", "run", "."), separator)
	require.Len(t, got, len(found)+1)
	for i, ex := range found {
		assert.Equalf(t, ex.want, got[i], "wire.md:%d", ex.line)
	}
}

// importsOf names the packages that an example's code mentions.
func importsOf(code string) string {
	paths := []string{"github.com/linefeed-go/linefeed/message"}
	for name, path := range map[string]string{"context": "context", "errors": "errors", "json": "encoding/json", "math": "math", "os": "os", "time": "time"} {
		if regexp.MustCompile(`\b` + name + `\.`).MatchString(code) {
			paths = append(paths, path)
		}
	}
	var lines strings.Builder
	for _, path := range paths {
		fmt.Fprintf(&lines, "\t%q\n", path)
	}
	return lines.String()
}

// TestReadme follows the README as a newcomer would: its program is written
// into a new module, generated, and run.
func TestReadme(t *testing.T) {
	found := examples(t, "../README.md")
	require.NotEmpty(t, found, "the README has lost its example")
	for i, ex := range found {
		dir := module(t)
		write(t, dir, "main.go", ex.code)
		run(t, dir, filepath.Join(dir, "linefeed.exe"), "gen", "./...")
		assert.Equalf(t, ex.want, run(t, dir, "go", "run", "."), "README.md:%d, example %d", ex.line, i)
	}
}
