package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"linefeed": main})
}

// TestScript runs the command in the situations of testdata/script. Unless a
// script brings its own go.mod it starts in the module example.com/m, which
// finds this repository through a workspace.
func TestScript(t *testing.T) {
	goEnv := map[string]string{}
	out, err := exec.Command("go", "env", "-json", "GOCACHE", "GOMODCACHE", "GOPATH", "GOTOOLCHAIN").Output()
	if err != nil {
		t.Fatal("go env:", err)
	}
	if err := json.Unmarshal(out, &goEnv); err != nil {
		t.Fatal("go env:", err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"snapshot": snapshot, "unchanged": unchanged},
		Setup: func(env *testscript.Env) error {
			for name, value := range goEnv {
				env.Setenv(name, value)
			}
			env.Setenv("GOPROXY", "off")
			env.Setenv("GOFLAGS", "")
			env.Setenv("ROOT", root)
			env.Values[snapshotKey{}] = new(map[string]string)
			return setUp(env, root)
		},
	})
}

func setUp(env *testscript.Env, root string) error {
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return err
	}
	own := 0
	for _, name := range []string{"go.mod", "go.work"} {
		name = filepath.Join(env.WorkDir, name)
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		own++
		if err := os.WriteFile(name, []byte(strings.ReplaceAll(string(text), "$ROOT", root)), 0o644); err != nil {
			return err
		}
	}
	if own > 0 {
		return os.WriteFile(filepath.Join(env.WorkDir, "go.sum"), sum, 0o644)
	}
	if err := os.WriteFile(filepath.Join(env.WorkDir, "go.mod"), []byte("module example.com/m\n\ngo 1.26.0\n"), 0o644); err != nil {
		return err
	}
	work := fmt.Sprintf("go 1.26.0\n\nuse (\n\t.\n\t%s\n)\n", root)
	return os.WriteFile(filepath.Join(env.WorkDir, "go.work"), []byte(work), 0o644)
}

// state is what snapshot keeps of a tree: content and time of every file.
func state(ts *testscript.TestScript) map[string]string {
	files := map[string]string{}
	dir := ts.MkAbs(".")
	ts.Check(filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Dir(name) == filepath.Join(dir, ".tmp") {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		content, err := os.ReadFile(name)
		files[name] = info.ModTime().String() + "\n" + string(content)
		return err
	}))
	return files
}

type snapshotKey struct{}

// snapshot notes the files below the current directory.
func snapshot(ts *testscript.TestScript, _ bool, _ []string) {
	*ts.Value(snapshotKey{}).(*map[string]string) = state(ts)
}

// unchanged fails when a file was added, removed or written since snapshot.
func unchanged(ts *testscript.TestScript, _ bool, _ []string) {
	old := *ts.Value(snapshotKey{}).(*map[string]string)
	now := state(ts)
	for name := range now {
		if old[name] != now[name] {
			ts.Fatalf("%s is new or was written", name)
		}
	}
	for name := range old {
		if _, ok := now[name]; !ok {
			ts.Fatalf("%s was removed", name)
		}
	}
}
