package docs_test

import (
	"archive/zip"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	modulePath = "github.com/linefeed-go/linefeed"
	version    = "v0.0.1"
)

// TestReadmeCommands types what the README says to type, in an empty module of
// a stranger: go get finds this repository at a proxy of the test's own, and what
// it depends on in the module cache of the machine.
func TestReadmeCommands(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	shown := regexp.MustCompile("(?s)In your module:\n\n```sh\n(.*?)```").FindSubmatch(text)
	require.NotNil(t, shown, "the README has lost its go get lines")

	t.Setenv("GOPROXY", strings.Join([]string{fileURL(publish(t)), fileURL(ask(t, "GOMODCACHE") + "/cache/download"), ask(t, "GOPROXY")}, ","))
	t.Setenv("GOMODCACHE", t.TempDir())
	t.Setenv("GOSUMDB", "off")
	t.Setenv("GONOPROXY", "none")
	t.Setenv("GOFLAGS", "-modcacherw") // or the folder can't be removed
	t.Setenv("GOWORK", "off")
	dir := t.TempDir()
	command := func(folder, line string) string {
		words := strings.Fields(line)
		require.Equal(t, "go", words[0], line)
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Dir = filepath.Join(dir, folder)
		var stdout, stderr strings.Builder
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		require.NoErrorf(t, cmd.Run(), "%s\n%s%s", line, stdout.String(), stderr.String())
		return stdout.String()
	}

	command(".", "go mod init example.com/stranger")
	for line := range strings.Lines(string(shown[1])) {
		command(".", line)
	}
	for i, ex := range examples(t, "../README.md") {
		folder := fmt.Sprint("example", i)
		write(t, dir, folder+"/main.go", ex.code)
		command(folder, "go generate")
		assert.Equalf(t, ex.want, command(folder, "go run ."), "README.md:%d", ex.line)
	}
	command(".", "go tool linefeed gen -check ./...")
}

// ask returns what go env says.
func ask(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	require.NoError(t, err)
	return strings.TrimSpace(string(out))
}

// fileURL returns the URL of an absolute path.
func fileURL(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // C:/...
		path = "/" + path
	}
	return "file://" + path
}

// publish puts this repository's root module into a module proxy, and returns
// the proxy's folder.
func publish(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	at := modulePath + "/@v/"
	mod, err := os.ReadFile("../go.mod")
	require.NoError(t, err)
	write(t, dir, at+"list", version+"\n")
	write(t, dir, at+version+".info", `{"Version":"`+version+`","Time":"2026-01-02T15:04:05Z"}`)
	write(t, dir, at+version+".mod", string(mod))
	file, err := os.Create(filepath.Join(dir, filepath.FromSlash(at+version+".zip")))
	require.NoError(t, err)
	archive := zip.NewWriter(file)
	require.NoError(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != ".." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || isModule(path)):
			return filepath.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		name, err := filepath.Rel("..", path)
		if err != nil {
			return err
		}
		w, err := archive.Create(modulePath + "@" + version + "/" + filepath.ToSlash(name))
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		_, err = w.Write(content)
		return err
	}))
	require.NoError(t, archive.Close())
	require.NoError(t, file.Close())
	return dir
}

// isModule reports whether a folder is a module of its own.
func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}
