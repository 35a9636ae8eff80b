// Package load reads the packages a generator run is about: their files, and
// as much of their types as the marked structs need.
//
// The go command (through golang.org/x/tools/go/packages) says which files
// belong to which package; nothing is compiled and no code of the user runs.
// Of the sources only the declarations that a marked struct reaches are
// type-checked, across packages, without function bodies. That is why a
// package can be loaded whose other code does not compile yet because it calls
// the methods to be generated, why GOOS does not matter, and why a load takes
// milliseconds: what is not reached is not looked at. What is reached must
// type-check, or the load fails.
package load

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/linefeed-go/linefeed/codegen/problem"
)

// Config says what to load.
type Config struct {
	// Dir is the directory in which the patterns are resolved; empty means
	// the current one.
	Dir string
	// Env is the environment of the go command; nil means the process's.
	Env []string
	// BuildFlags are passed on to the go command, such as -tags=integration.
	BuildFlags []string
	// Patterns are package patterns of the go command; none means ".".
	Patterns []string
	// MarkerPath is the import path of the package that declares Reason.
	MarkerPath string
	// IsGenerated tells a file written by this generator from its name and its
	// content. Such files of the loaded packages are left out of the types.
	IsGenerated func(name string, content []byte) bool
}

// Program is the result of a load.
type Program struct {
	// Fset places every position of the program.
	Fset *token.FileSet
	// Packages are the packages that the patterns name, sorted by path.
	Packages []*Package
	// Problems are faults that do not keep the model from being built, and so
	// from finding more.
	Problems problem.List
}

// Package is one package that was asked for.
type Package struct {
	// Path is the import path, Name the name in the package clause, Dir the
	// directory that holds the files.
	Path, Name, Dir string
	// Files are the hand-written files, tests excluded, sorted by name.
	Files []*File
	// Names are the names declared at package level.
	Names map[string]token.Pos
	// ImportNames are the names by which the files know imported packages.
	ImportNames map[string]bool
	// Marked are the type declarations that carry a marker, in file order.
	Marked []*ast.TypeSpec
	// Directives are the //linefeed: comments, in file order; Roots the struct
	// types that get code for one of them, without a marker.
	Directives []Directive
	Roots      []*ast.TypeSpec
	// Types holds the declarations that Marked and Roots reach; nil when there
	// are none.
	Types *types.Package
}

// File is one hand-written file.
type File struct {
	// Name is the absolute path.
	Name string
	// Syntax is the file's tree, comments included.
	Syntax *ast.File
	// Content is the file's text.
	Content []byte
}

// Load lists and reads the packages. Faults of the packages come as
// problem.List; an error of another kind means that the go command could not
// be asked.
func Load(ctx context.Context, cfg Config) (*Program, error) {
	patterns := cfg.Patterns
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	fset := token.NewFileSet()
	roots, err := packages.Load(&packages.Config{
		Mode:       packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps,
		Context:    ctx,
		Dir:        cfg.Dir,
		Env:        cfg.Env,
		BuildFlags: cfg.BuildFlags,
		Fset:       fset,
	}, patterns...)
	if err != nil {
		return nil, listError(patterns, err)
	}
	l := &loader{cfg: cfg, fset: fset, sources: map[string]*source{}, wanted: map[string]bool{}}
	for name := range specialMethods {
		l.wanted[name] = true
	}
	prog := &Program{Fset: fset}
	sort.Slice(roots, func(i, j int) bool { return roots[i].PkgPath < roots[j].PkgPath })
	packages.Visit(roots, nil, func(p *packages.Package) {
		l.sources[p.PkgPath] = &source{pkg: p}
	})
	for _, root := range roots {
		l.sources[root.PkgPath].root = true
	}
	for _, root := range roots {
		if p := l.rootPackage(root); p != nil {
			prog.Packages = append(prog.Packages, p)
		}
	}
	if err := l.problems.Err(); err != nil {
		return nil, err
	}
	if len(prog.Packages) == 0 {
		return nil, fmt.Errorf("%s matches no package with Go files", strings.Join(patterns, " "))
	}
	l.reach()
	for _, p := range prog.Packages {
		if len(p.Marked)+len(p.Roots) > 0 {
			p.Types = l.check(l.sources[p.Path])
		}
	}
	if err := l.problems.Err(); err != nil {
		l.problems.Join(l.strays)
		return nil, l.problems.Err()
	}
	prog.Problems = l.strays
	return prog, nil
}

// rootPackage reads a package that was asked for and finds its marked types.
func (l *loader) rootPackage(root *packages.Package) *Package {
	if len(root.GoFiles) == 0 {
		l.listErrors(root, true)
		return nil
	}
	s := l.sources[root.PkgPath]
	l.parse(s)
	l.listErrors(root, false)
	p := &Package{Path: root.PkgPath, Name: root.Name, Dir: filepath.Dir(root.GoFiles[0]), Names: map[string]token.Pos{}, ImportNames: map[string]bool{}}
	for _, f := range s.files {
		p.Files = append(p.Files, &File{Name: f.name, Syntax: f.tree, Content: f.content})
		for _, spec := range f.tree.Imports {
			p.ImportNames[f.localName(spec, root)] = true
		}
	}
	for name, d := range s.decls {
		p.Names[name] = d.pos(name)
	}
	p.Marked = l.markedTypes(s)
	p.Directives = l.directives(s)
	p.Roots = l.rootsOf(p)
	for _, spec := range slices.Concat(p.Marked, p.Roots) {
		l.demand(root.PkgPath, spec.Name.Name)
	}
	return p
}

// listErrors turns what the go command found wrong with a package into
// problems. Faults in generated files do not count, nor does an import that
// cannot be resolved: where a type needs it, the type check will say so.
func (l *loader) listErrors(p *packages.Package, all bool) {
	if all && len(p.Errors) == 0 && len(p.IgnoredFiles) > 0 {
		return // every file is excluded by build constraints or is a test
	}
	for _, e := range p.Errors {
		if !all && e.Kind != packages.ParseError {
			continue
		}
		if l.ofGeneratedFile(e.Pos) || l.parseProblem {
			continue
		}
		l.problems.Add(problem.ParsePosition(e.Pos), firstLine(e.Msg), "the go command reports it", "mend the package or the pattern")
	}
}

func (l *loader) ofGeneratedFile(pos string) bool {
	name := problem.ParsePosition(pos).Filename
	for _, g := range l.generated {
		if filepath.Base(g) == filepath.Base(name) {
			return true
		}
	}
	return false
}

// check type-checks the declarations of s that were reached.
func (l *loader) check(s *source) *types.Package {
	if s.types != nil {
		return s.types
	}
	conf := types.Config{
		IgnoreFuncBodies: true,
		FakeImportC:      true,
		Importer:         importer{l, s},
		Error: func(err error) {
			var terr types.Error
			if errors.As(err, &terr) {
				l.problems.Add(l.fset.Position(terr.Pos), terr.Msg, "a marked type needs this declaration", "mend it, then generate again")
			}
		},
	}
	s.types, _ = conf.Check(s.pkg.PkgPath, l.fset, l.pruned(s), nil) // errors were taken by conf.Error
	return s.types
}

// importer serves the imports of one package.
type importer struct {
	l *loader
	s *source
}

func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	p, ok := i.s.pkg.Imports[path]
	if !ok {
		return nil, fmt.Errorf("package %s is not among the imports that the go command lists", path)
	}
	dep := i.l.sources[p.PkgPath]
	i.l.parse(dep)
	if len(dep.files) == 0 && len(p.Errors) > 0 {
		return nil, errors.New(firstLine(p.Errors[0].Msg))
	}
	return i.l.check(dep), nil
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return strings.TrimSuffix(s, "; to add it:")
}

// listError says in the go command's own words why it cannot list packages.
func listError(patterns []string, err error) error {
	what := strings.Join(patterns, " ")
	if _, said, ok := strings.Cut(err.Error(), "stderr: "); ok && strings.TrimSpace(said) != "" {
		return fmt.Errorf("the go command cannot list %s: %s; mend that first, go list %[1]s shows it too", what, strings.TrimSpace(said))
	}
	return fmt.Errorf("asking the go command for %s: %w", what, err)
}
