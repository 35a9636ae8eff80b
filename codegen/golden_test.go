package codegen_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/codegen"
)

var update = flag.Bool("update", false, "write the golden files anew")

// module makes a module in a temporary directory that finds this repository
// through a workspace, so that nothing has to be downloaded.
func module(t *testing.T) (dir string, env []string) {
	t.Helper()
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	// The go command compares this name with that of its own directory, where a
	// link, as TMPDIR is on some systems, stands for what it points at.
	dir, err = filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	write(t, filepath.Join(dir, "go.mod"), "module example.com/golden\n\ngo 1.26.0\n")
	write(t, filepath.Join(dir, "go.work"), "go 1.26.0\n\nuse (\n\t.\n\t"+root+"\n)\n")
	env = append(os.Environ(), "GOWORK="+filepath.Join(dir, "go.work"), "GOFLAGS=", "GOOS=", "GOARCH=")
	return dir, env
}

func write(t *testing.T, name, content string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(t, os.WriteFile(name, []byte(content), 0o644))
}

func isOutput(name string) bool {
	return strings.HasSuffix(name, "_easyjson.go") || strings.HasSuffix(name, "_jsonv2.go") || strings.HasSuffix(name, "_linefeed.go")
}

// files reads a directory into name -> content.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		out[filepath.ToSlash(rel)] = string(content)
		return err
	}))
	return out
}

// TestGolden generates the package of every archive in testdata/golden,
// compares the files with those of the archive, and then compiles all of them
// into one program that prints the examples: each archive's Examples function
// returns the values, its file `lines` has what they must look like.
func TestGolden(t *testing.T) {
	archives, err := filepath.Glob("testdata/golden/*.txtar")
	require.NoError(t, err)
	dir, env := module(t)
	lines := map[string]string{}
	for _, name := range archives {
		pkg := strings.TrimSuffix(filepath.Base(name), ".txtar")
		t.Run(pkg, func(t *testing.T) { lines[pkg] = golden(t, name, pkg, dir, env) })
	}
	write(t, filepath.Join(dir, "main.go"), mainProgram(lines))
	out := goCommand(t, dir, env, "run", ".")
	newer := append(env, "GOEXPERIMENT=jsonv2")
	assert.Equal(t, out, goCommand(t, dir, newer, "run", "."), "the newer engine")
	for _, name := range archives {
		pkg := strings.TrimSuffix(filepath.Base(name), ".txtar")
		_, got, _ := strings.Cut(out, "== "+pkg+"\n")
		got, _, _ = strings.Cut(got, "== ")
		if *update {
			setFile(t, name, "lines", got)
			continue
		}
		assert.Equal(t, lines[pkg], got, "%s: lines", pkg)
	}
	// The structtag check does not like a json tag on the blank marker.
	goCommand(t, dir, env, "vet", "-structtag=false", "./...")
	goCommand(t, dir, newer, "vet", "-structtag=false", "./...")
}

// golden generates one archive's package and returns its wanted lines.
func golden(t *testing.T, name, pkg, dir string, env []string) string {
	archive, err := txtar.ParseFile(name)
	require.NoError(t, err)
	want, lines := map[string]string{}, ""
	for _, f := range archive.Files {
		switch {
		case f.Name == "lines":
			lines = string(f.Data)
		case isOutput(f.Name):
			want[f.Name] = string(f.Data)
		default:
			write(t, filepath.Join(dir, pkg, f.Name), string(f.Data))
		}
	}
	_, err = codegen.Generate(context.Background(), codegen.Options{Dir: dir, Env: env, Patterns: []string{"./" + pkg + "/..."}})
	require.NoError(t, err)
	got := files(t, filepath.Join(dir, pkg))
	for file := range got {
		if !isOutput(file) {
			delete(got, file)
		}
	}
	if *update {
		for file := range want {
			if _, ok := got[file]; !ok {
				setFile(t, name, file, "")
			}
		}
		for _, file := range sortedNames(got) {
			setFile(t, name, file, got[file])
		}
		return lines
	}
	for _, file := range sortedNames(got) {
		assert.Equal(t, want[file], got[file], file)
	}
	assert.Len(t, want, len(got), "files of the archive that were not generated")
	return lines
}

func sortedNames(m map[string]string) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// mainProgram prints the examples of every package, or the error.
func mainProgram(packages map[string]string) string {
	var imports, calls strings.Builder
	for _, pkg := range sortedNames(packages) {
		fmt.Fprintf(&imports, "\t%s %q\n", pkg, "example.com/golden/"+pkg)
		fmt.Fprintf(&calls, "\tshow(%q, %s.Examples())\n", pkg, pkg)
	}
	return `package main

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/linefeed-go/linefeed/message"
` + imports.String() + `)

type appender interface {
	message.Message
	AppendJSON([]byte) ([]byte, error)
}

func show(name string, examples []message.Message) {
	fmt.Println("==", name)
	for _, m := range examples {
		line, err := m.(appender).AppendJSON(nil)
		if err != nil {
			fmt.Println("error:", err, len(line))
			continue
		}
		fmt.Println(string(line))
		readAgain(m, string(line))
	}
}

// readAgain tells what becomes of a line that is read and written again, if
// that is not the line.
func readAgain(m message.Message, line string) {
	again := reflect.New(reflect.Indirect(reflect.ValueOf(m)).Type()).Interface()
	if err := json.Unmarshal([]byte(line), again); err != nil {
		fmt.Println("\tcannot be read:", err)
		return
	}
	got, err := again.(appender).AppendJSON(nil)
	if err != nil || string(got) != line {
		fmt.Println("\tread again:", string(got), err)
	}
}

func main() {
` + calls.String() + "}\n"
}

func goCommand(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = dir, env
	var out, fault strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &fault
	require.NoError(t, cmd.Run(), "go %s: %s", strings.Join(args, " "), &fault)
	return out.String()
}

// setFile replaces a file of an archive, or removes it when content is empty.
func setFile(t *testing.T, archive, name, content string) {
	t.Helper()
	a, err := txtar.ParseFile(archive)
	require.NoError(t, err)
	var kept []txtar.File
	done := content == ""
	for _, f := range a.Files {
		if f.Name != name {
			kept = append(kept, f)
		} else if !done {
			kept = append(kept, txtar.File{Name: name, Data: []byte(content)})
			done = true
		}
	}
	if !done {
		kept = append(kept, txtar.File{Name: name, Data: []byte(content)})
	}
	a.Files = kept
	require.NoError(t, os.WriteFile(archive, txtar.Format(a), 0o644))
}

// TestErrors runs the generator on the package of every archive in
// testdata/errors: it must report what the archive's file `errors` says, all
// of it in one run, and touch no file.
func TestErrors(t *testing.T) {
	archives, err := filepath.Glob("testdata/errors/*.txtar")
	require.NoError(t, err)
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			require.NoError(t, err)
			dir, env := module(t)
			want := ""
			for _, f := range archive.Files {
				if f.Name == "errors" {
					want = string(f.Data)
					continue
				}
				write(t, filepath.Join(dir, f.Name), string(f.Data))
			}
			before := files(t, dir)
			_, err = codegen.Generate(context.Background(), codegen.Options{Dir: dir, Env: env, Patterns: []string{"./..."}})
			require.Error(t, err)
			assert.Equal(t, before, files(t, dir), "a file was touched")
			if *update {
				setFile(t, name, "errors", err.Error()+"\n")
				return
			}
			assert.Equal(t, want, err.Error()+"\n")
		})
	}
}
