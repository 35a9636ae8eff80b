package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"

	"golang.org/x/tools/go/packages"

	"github.com/linefeed-go/linefeed/codegen/problem"
)

// specialMethods are the methods whose presence on a type decides how it is
// written or read, and whether it may be copied; they are kept with every type
// that is reached.
var specialMethods = map[string]bool{
	"MarshalJSON": true, "MarshalText": true, "MarshalEasyJSON": true, "MarshalJSONTo": true,
	"UnmarshalJSON": true, "UnmarshalText": true, "UnmarshalEasyJSON": true, "UnmarshalJSONFrom": true,
	"AppendJSON": true, "AppendJSONDepth": true, "AppendJSONBody": true, "DecodeJSON": true, "DecodeJSONBody": true,
	"AppendJSONIndent": true, "WriteList": true,
	"EmitTo": true, "MessageTraits": true, "Reason": true, "IsZero": true,
	"Lock": true, "Unlock": true,
}

// source is one package of the import graph, parsed when something of it is
// reached for the first time.
type source struct {
	pkg     *packages.Package
	root    bool
	parsed  bool
	files   []*sourceFile
	decls   map[string]*decl           // package-level name -> declaration
	methods map[string][]*ast.FuncDecl // receiver's type name -> its methods
	inFile  map[ast.Node]*sourceFile   // *ast.FuncDecl -> its file
	needed  map[string]bool
	kept    map[ast.Node]bool // reached specs and functions
	types   *types.Package
}

type sourceFile struct {
	name    string
	content []byte
	tree    *ast.File
	imports map[string]string // local name -> import path as written
	dots    []string          // dot-imported paths
	used    map[string]bool   // local names and dot paths that kept declarations use
}

// decl is where a package-level name is declared.
type decl struct {
	file *sourceFile
	node ast.Node // *ast.TypeSpec, *ast.ValueSpec, *ast.FuncDecl, or the *ast.GenDecl of constants
}

// pos is the place of the name itself.
func (d *decl) pos(name string) token.Pos {
	pos := d.node.Pos()
	ast.Inspect(d.node, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == name && pos == d.node.Pos() {
			pos = id.Pos()
		}
		return true
	})
	return pos
}

type loader struct {
	cfg          Config
	fset         *token.FileSet
	sources      map[string]*source
	problems     problem.List
	strays       problem.List // markers where there can be none
	parseProblem bool
	generated    []string
	wanted       map[string]bool // method names kept with reached types
	work         []demand
	types        []demand // reached type declarations, for methods wanted later
	growing      bool
}

type demand struct{ path, name string }

func (l *loader) demand(path, name string) {
	l.work = append(l.work, demand{path, name})
}

// parse reads the files of s.
func (l *loader) parse(s *source) {
	if s.parsed {
		return
	}
	s.parsed = true
	s.decls, s.methods = map[string]*decl{}, map[string][]*ast.FuncDecl{}
	s.inFile, s.needed, s.kept = map[ast.Node]*sourceFile{}, map[string]bool{}, map[ast.Node]bool{}
	names := append([]string(nil), s.pkg.GoFiles...)
	sort.Strings(names)
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			l.problems.Add(token.Position{Filename: name}, "cannot be read: "+err.Error(), "the go command lists it", "make it readable")
			continue
		}
		if s.root && l.cfg.IsGenerated != nil && l.cfg.IsGenerated(filepath.Base(name), content) {
			l.generated = append(l.generated, name)
			continue
		}
		tree, err := parser.ParseFile(l.fset, name, content, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			if s.root {
				l.parseProblem = true
				l.problems.AddError(err, "a file with a syntax error cannot be read", "mend it, then generate again")
			}
			if tree == nil {
				continue
			}
		}
		f := &sourceFile{name: name, content: content, tree: tree, imports: map[string]string{}, used: map[string]bool{}}
		s.files = append(s.files, f)
		s.index(f)
	}
}

// index notes what f declares and imports.
func (s *source) index(f *sourceFile) {
	for _, spec := range f.tree.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		switch name := f.localName(spec, s.pkg); name {
		case "_":
		case ".":
			f.dots = append(f.dots, p)
		default:
			f.imports[name] = p
		}
	}
	for _, d := range f.tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			s.inFile[d] = f
			if d.Recv == nil {
				s.decls[d.Name.Name] = &decl{f, d}
			} else if name := receiverName(d); name != "" {
				s.methods[name] = append(s.methods[name], d)
			}
		case *ast.GenDecl:
			s.indexSpecs(f, d)
		}
	}
}

func (s *source) indexSpecs(f *sourceFile, d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			s.decls[spec.Name.Name] = &decl{f, spec}
		case *ast.ValueSpec:
			var node ast.Node = spec
			if d.Tok == token.CONST { // iota and repetition need the whole group
				node = d
			}
			for _, name := range spec.Names {
				s.decls[name.Name] = &decl{f, node}
			}
		}
	}
}

// localName is the name by which f knows the import.
func (f *sourceFile) localName(spec *ast.ImportSpec, p *packages.Package) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	importPath, _ := strconv.Unquote(spec.Path.Value)
	if dep := p.Imports[importPath]; dep != nil && dep.Name != "" {
		return dep.Name
	}
	return guessName(importPath)
}

var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// guessName is the usual name of a package that the go command could not find.
func guessName(importPath string) string {
	base := path.Base(importPath)
	if majorVersion.MatchString(base) {
		base = path.Base(path.Dir(importPath))
	}
	return base
}

func receiverName(d *ast.FuncDecl) string {
	if len(d.Recv.List) == 0 {
		return ""
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// reach follows every demand until nothing new is reached.
func (l *loader) reach() {
	for {
		for len(l.work) > 0 {
			d := l.work[len(l.work)-1]
			l.work = l.work[:len(l.work)-1]
			l.follow(d)
		}
		if !l.growing {
			return
		}
		// An interface brought new method names: reached types need those methods.
		l.growing = false
		for _, d := range l.types {
			l.followMethods(l.sources[d.path], d.name)
		}
	}
}

func (l *loader) follow(d demand) {
	s := l.sources[d.path]
	if s == nil {
		return
	}
	l.parse(s)
	if s.needed[d.name] {
		return
	}
	s.needed[d.name] = true
	decl := s.decls[d.name]
	if decl == nil {
		return
	}
	s.kept[decl.node] = true
	switch node := decl.node.(type) {
	case *ast.FuncDecl:
		l.walk(s, decl.file, node.Type)
	case *ast.TypeSpec:
		if node.TypeParams != nil {
			l.walk(s, decl.file, node.TypeParams)
		}
		l.walk(s, decl.file, node.Type)
		l.types = append(l.types, d)
		l.followMethods(s, d.name)
	default:
		l.walk(s, decl.file, node)
	}
}

func (l *loader) followMethods(s *source, typeName string) {
	for _, m := range s.methods[typeName] {
		if l.wanted[m.Name.Name] && !s.kept[m] {
			s.kept[m] = true
			l.walk(s, s.inFile[m], m.Recv)
			l.walk(s, s.inFile[m], m.Type)
		}
	}
}

// walk demands every name that may be meant in node. It does not resolve
// scopes: a name too many costs a little time and nothing else.
func (l *loader) walk(s *source, f *sourceFile, node ast.Node) {
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			return false
		case *ast.InterfaceType:
			l.want(n)
		case *ast.Field:
			l.walk(s, f, n.Type)
			return false
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok {
				if p, ok := f.imports[x.Name]; ok {
					f.used[x.Name] = true
					if dep := s.pkg.Imports[p]; dep != nil {
						l.demand(dep.PkgPath, n.Sel.Name)
					}
					return false
				}
			}
			l.walk(s, f, n.X)
			return false
		case *ast.Ident:
			l.ident(s, f, n.Name)
		}
		return true
	})
}

func (l *loader) ident(s *source, f *sourceFile, name string) {
	if s.decls[name] != nil {
		l.demand(s.pkg.PkgPath, name)
		return
	}
	for _, p := range f.dots {
		if dep := s.pkg.Imports[p]; dep != nil && ast.IsExported(name) {
			f.used[p] = true
			l.demand(dep.PkgPath, name)
		}
	}
}

// want keeps the methods that an interface asks for.
func (l *loader) want(t *ast.InterfaceType) {
	for _, m := range t.Methods.List {
		for _, name := range m.Names {
			if !l.wanted[name.Name] {
				l.wanted[name.Name] = true
				l.growing = true
			}
		}
	}
}

// pruned returns the files of s with nothing but what was reached.
func (l *loader) pruned(s *source) []*ast.File {
	var files []*ast.File
	for _, f := range s.files {
		tree := &ast.File{Package: f.tree.Package, Name: f.tree.Name, FileStart: f.tree.FileStart, FileEnd: f.tree.FileEnd, GoVersion: f.tree.GoVersion}
		for _, d := range f.tree.Decls {
			if d := s.prunedDecl(f, d); d != nil {
				tree.Decls = append(tree.Decls, d)
			}
		}
		files = append(files, tree)
	}
	return files
}

func (s *source) prunedDecl(f *sourceFile, d ast.Decl) ast.Decl {
	g, ok := d.(*ast.GenDecl)
	if !ok {
		if s.kept[d] {
			return d
		}
		return nil
	}
	if s.kept[g] {
		return g
	}
	kept := *g
	kept.Specs = nil
	for _, spec := range g.Specs {
		imp, isImport := spec.(*ast.ImportSpec)
		if s.kept[spec] || isImport && s.keepImport(f, imp) {
			kept.Specs = append(kept.Specs, spec)
		}
	}
	if len(kept.Specs) == 0 {
		return nil
	}
	return &kept
}

func (s *source) keepImport(f *sourceFile, spec *ast.ImportSpec) bool {
	name := f.localName(spec, s.pkg)
	if name == "." {
		name, _ = strconv.Unquote(spec.Path.Value)
	}
	return f.used[name] || name == "C"
}
