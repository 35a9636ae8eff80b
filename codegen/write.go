package codegen

import (
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/linefeed-go/linefeed/codegen/golang"
	"github.com/linefeed-go/linefeed/codegen/load"
	"github.com/linefeed-go/linefeed/codegen/problem"
)

// plan is the difference between the files that should be there and those that
// are.
type plan struct {
	wanted map[string][]byte
	result Result
}

func newPlan() *plan { return &plan{wanted: map[string][]byte{}} }

func (p *plan) want(name string, content []byte) { p.wanted[name] = content }

// compare reads what is there. A file of another origin in the place of a
// generated one is a problem.
func (p *plan) compare(packages []*load.Package) error {
	var problems problem.List
	for name, content := range p.wanted {
		old, err := os.ReadFile(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			p.result.Written = append(p.result.Written, name)
		case err != nil:
			return fmt.Errorf("reading the generated file: %w", err)
		case bytes.Equal(old, content):
			p.result.Unchanged = append(p.result.Unchanged, name)
		case !isGenerated(filepath.Base(name), old):
			problems.Add(token.Position{Filename: name}, "a file that linefeed gen did not write is in the place of a generated one",
				"it would be lost", "remove it, or rename the source file")
		default:
			p.result.Written = append(p.result.Written, name)
		}
	}
	for _, pkg := range packages {
		if err := p.findLeftOver(pkg); err != nil {
			return err
		}
	}
	sort.Strings(p.result.Written)
	sort.Strings(p.result.Unchanged)
	sort.Strings(p.result.Removed)
	return problems.Err()
}

// findLeftOver finds generated files whose source is gone or has no marked
// types any more. Those of a source that build constraints exclude this time
// are left alone.
func (p *plan) findLeftOver(pkg *load.Package) error {
	entries, err := os.ReadDir(pkg.Dir)
	if err != nil {
		return fmt.Errorf("reading the package's directory: %w", err)
	}
	present, loaded := map[string]bool{}, map[string]bool{}
	for _, e := range entries {
		present[e.Name()] = true
	}
	for _, f := range pkg.Files {
		loaded[filepath.Base(f.Name)] = true
	}
	for _, e := range entries {
		source, ok := sourceOf(e.Name())
		name := filepath.Join(pkg.Dir, e.Name())
		if !ok && e.Name() != golang.Registry || p.wanted[name] != nil || present[source] && !loaded[source] {
			continue
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("reading a generated file: %w", err)
		}
		if isGenerated(e.Name(), content) {
			p.result.Removed = append(p.result.Removed, name)
		}
	}
	return nil
}

// sourceOf is the name of the file for which a generated file was made.
func sourceOf(name string) (string, bool) {
	for _, suffix := range []string{golang.Suffix, golang.SuffixV2} {
		if stem, ok := strings.CutSuffix(name, suffix); ok {
			return stem + ".go", true
		}
	}
	return "", false
}

// carryOut writes every new content beside its place first, and only when all
// are written moves them there and removes what is left over.
func (p *plan) carryOut() (err error) {
	temporary := map[string]string{}
	defer func() {
		for _, tmp := range temporary {
			err = errors.Join(err, os.Remove(tmp))
		}
	}()
	for _, name := range p.result.Written {
		tmp, err := writeTemporary(name, p.wanted[name])
		if err != nil {
			return fmt.Errorf("writing %s: %w", name, err)
		}
		temporary[name] = tmp
	}
	for _, name := range p.result.Written {
		if err := os.Rename(temporary[name], name); err != nil {
			return fmt.Errorf("putting the generated file in place: %w", err)
		}
		delete(temporary, name)
	}
	for _, name := range p.result.Removed {
		if err := os.Remove(name); err != nil {
			return fmt.Errorf("removing a generated file: %w", err)
		}
	}
	return nil
}

// writeTemporary writes content to a new file in the directory of name, with
// the permissions that name has or would get.
func writeTemporary(name string, content []byte) (tmp string, err error) {
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".linefeed-*")
	if err != nil {
		return "", err
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if _, err := f.Write(content); err != nil {
		return "", err
	}
	if err := f.Chmod(mode); err != nil {
		return "", err
	}
	return f.Name(), nil
}
