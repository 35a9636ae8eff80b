package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// listFields are what is asked of go list for each package.
const listFields = "ImportPath,Dir,Name,Standard,DepOnly,Incomplete,Error,DepsErrors,Match,GoFiles,CgoFiles,Imports,ImportMap,XTestGoFiles,Export"

// pkg is a package as go list tells it.
type pkg struct {
	ImportPath   string
	Dir          string // empty if the package was not found
	Name         string
	Standard     bool
	DepOnly      bool // only a dependency, not named itself
	Incomplete   bool
	Error        *struct{ Err string }
	DepsErrors   []json.RawMessage
	Match        []string // the patterns it was asked for with
	GoFiles      []string
	CgoFiles     []string
	Imports      []string
	ImportMap    map[string]string
	XTestGoFiles []string
	Export       string // only with -export
}

// unloadable says that the go command can't begin to compile p.
func (p *pkg) unloadable() bool {
	return p.Error != nil || p.Incomplete || len(p.DepsErrors) > 0
}

// passedOver says that go build says nothing of p: it has test files only, and
// was asked for with a pattern, not by its name.
func (p *pkg) passedOver() bool {
	named := slices.ContainsFunc(p.Match, func(pattern string) bool {
		return !strings.Contains(pattern, "...")
	})
	return len(p.GoFiles)+len(p.CgoFiles) == 0 && p.Dir != "" && !p.DepOnly && !named
}

// listing is what go list has found, in its order: dependencies first.
type listing struct {
	packages []*pkg
	byPath   map[string]*pkg
	byDir    map[string]*pkg
}

// parseListing reads the output of go list -json.
func parseListing(b []byte) (*listing, error) {
	l := &listing{byPath: map[string]*pkg{}, byDir: map[string]*pkg{}}
	dec := json.NewDecoder(bytes.NewReader(b))
	for {
		p := &pkg{}
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			return l, nil
		} else if err != nil {
			return l, err
		}
		l.packages = append(l.packages, p)
		l.byPath[p.ImportPath] = p
		if p.Dir != "" {
			l.byDir[p.Dir] = p
		}
	}
}

// roots returns the packages that were asked for.
func (l *listing) roots() []*pkg {
	var roots []*pkg
	for _, p := range l.packages {
		if !p.DepOnly {
			roots = append(roots, p)
		}
	}
	return roots
}

// dir returns the directory of a package, or "".
func (l *listing) dir(importPath string) string {
	if p := l.byPath[importPath]; p != nil {
		return p.Dir
	}
	return ""
}

// ofFile returns the package that a file belongs to, or nil.
func (l *listing) ofFile(file *string) *pkg {
	if file == nil {
		return nil
	}
	return l.byDir[filepath.Dir(*file)]
}

// imports returns the packages that p imports, as far as they were listed.
func (l *listing) imports(p *pkg) []*pkg {
	var imports []*pkg
	for _, i := range p.Imports {
		if real, ok := p.ImportMap[i]; ok {
			i = real
		}
		if q := l.byPath[i]; q != nil {
			imports = append(imports, q)
		}
	}
	return imports
}

var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// executable returns the name that the go command gives p's program: the last
// element of the import path that is not a major version.
func (p *pkg) executable() string {
	name := path.Base(p.ImportPath)
	if dir := path.Dir(p.ImportPath); majorVersion.MatchString(name) && dir != "." {
		return path.Base(dir)
	}
	return name
}

// invocation is one run of go build.
type invocation struct {
	packages []string
	bin      string // directory for the programs, or "" if there are none
}

// plan divides what was asked for into runs of go build. Libraries go first;
// programs are built with -o, which builds programs only. Programs of the same
// name get directories of their own. If something can't be loaded there is one
// run with the patterns as they were given: it says what is wrong and ends.
func plan(patterns []string, l *listing, bin string) []invocation {
	var libraries []string
	var rounds [][]string
	taken := map[string]int{}
	for _, p := range l.roots() {
		switch {
		case p.unloadable():
			return []invocation{{packages: patterns}}
		case p.passedOver():
		case p.Name != "main":
			libraries = append(libraries, p.ImportPath)
		default:
			n := taken[p.executable()]
			taken[p.executable()]++
			if n == len(rounds) {
				rounds = append(rounds, nil)
			}
			rounds[n] = append(rounds[n], p.ImportPath)
		}
	}
	if len(rounds) == 0 {
		return []invocation{{packages: patterns}}
	}
	if strings.HasSuffix(patterns[0], ".go") {
		return []invocation{{patterns, bin}}
	}
	var runs []invocation
	if len(libraries) > 0 {
		runs = append(runs, invocation{packages: libraries})
	}
	for i, programs := range rounds {
		dir := bin
		if i > 0 {
			dir = filepath.Join(bin, strconv.Itoa(i+1))
		}
		runs = append(runs, invocation{programs, dir})
	}
	return runs
}
