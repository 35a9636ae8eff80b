package model

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"sort"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/linefeed-go/linefeed/codegen/load"
	"github.com/linefeed-go/linefeed/codegen/problem"
)

// Paths are the import paths of the types that have a meaning of their own.
type Paths struct {
	Message  string // declares Reason
	Jsonwire string // declares Raw
}

// Build makes the model of every package of prog that has marked types, sorted
// by path. All faults are found in one go and returned as one problem error.
func Build(prog *load.Program, paths Paths) ([]*Package, error) {
	problems := prog.Problems
	docs := map[token.Pos]string{}
	for _, p := range prog.Packages {
		readDocs(p, docs)
	}
	var out []*Package
	methods, indented, lists := map[*types.TypeName]bool{}, map[*types.TypeName]bool{}, map[*types.TypeName]bool{}
	for _, p := range inOrder(prog.Packages) {
		b := &builder{prog: prog, paths: paths, problems: &problems, docs: docs, methods: methods, indented: indented, lists: lists,
			load: p, structs: map[*types.Named]*Struct{}, local: map[*Struct]bool{}, marked: map[token.Pos]bool{}, roots: map[token.Pos]bool{}}
		out = append(out, b.build())
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Path < out[j].Path })
	return out, nil
}

// builder makes the model of one package.
type builder struct {
	prog     *load.Program
	paths    Paths
	problems *problem.List
	docs     map[token.Pos]string
	methods  map[*types.TypeName]bool // types of packages built before that get methods
	indented map[*types.TypeName]bool // those among them that get AppendJSONIndent
	lists    map[*types.TypeName]bool // those among them that get WriteList

	load    *load.Package
	types   typeutil.Map // types.Type -> *Type
	all     []*Type
	structs map[*types.Named]*Struct // by origin; those with methods
	local   map[*Struct]bool
	marked  map[token.Pos]bool
	roots   map[token.Pos]bool // types that get code for a directive, without a marker
	queue   []*Struct          // local structs whose fields are still to be built

	at    token.Position // the field of the package that is being built
	where string         // that field's name, for messages
	muted int            // > 0 inside types whose faults are not ours to report
}

// inOrder sorts the packages so that imported ones come first: whether a
// struct of theirs gets methods must be known before it is used.
func inOrder(packages []*load.Package) []*load.Package {
	byTypes := map[*types.Package]*load.Package{}
	for _, p := range packages {
		byTypes[p.Types] = p
	}
	var order []*load.Package
	seen := map[*types.Package]bool{nil: true}
	var visit func(p *types.Package)
	visit = func(p *types.Package) {
		if seen[p] {
			return
		}
		seen[p] = true
		for _, dep := range p.Imports() {
			visit(dep)
		}
		if l := byTypes[p]; l != nil {
			order = append(order, l)
		}
	}
	for _, p := range packages {
		visit(p.Types)
	}
	return order
}

func (b *builder) build() *Package {
	p := b.load
	for _, spec := range p.Marked {
		b.marked[spec.Name.Pos()] = true
	}
	for _, spec := range p.Roots {
		b.roots[spec.Name.Pos()] = true
	}
	for _, spec := range slices.Concat(p.Marked, p.Roots) {
		obj, _ := p.Types.Scope().Lookup(spec.Name.Name).(*types.TypeName)
		if obj == nil {
			continue // a duplicate declaration; the type check has reported it
		}
		if named, ok := obj.Type().(*types.Named); ok {
			b.typeOf(named)
		}
	}
	for len(b.queue) > 0 {
		s := b.queue[0]
		b.queue = b.queue[1:]
		b.fields(s)
	}
	b.checkReasons()
	b.checkNames()
	b.directives()
	b.analyse()
	for s := range b.local {
		b.methods[s.Named.Obj()] = true
		b.indented[s.Named.Obj()] = s.Document || s.Inherits
		b.lists[s.Named.Obj()] = s.Items != nil
	}
	names := map[string]bool{}
	for name := range p.Names {
		names[name] = true
	}
	files := b.files()
	b.checkRegistries(files)
	return &Package{Path: p.Path, Name: p.Name, Dir: p.Dir, Types: p.Types, Names: names, ImportNames: p.ImportNames, Files: files}
}

// files sorts the local structs into the files that declare them.
func (b *builder) files() []*File {
	byName := map[string]*File{}
	for s := range b.local {
		f := byName[s.Pos.Filename]
		if f == nil {
			f = &File{Name: filepath.Base(s.Pos.Filename)}
			byName[s.Pos.Filename] = f
		}
		f.Structs = append(f.Structs, s)
	}
	var out []*File
	for _, source := range b.load.Files {
		f := byName[source.Name]
		if f == nil {
			continue
		}
		f.Constraint = constraintOf(source)
		sort.Slice(f.Structs, func(i, j int) bool { return f.Structs[i].Pos.Offset < f.Structs[j].Pos.Offset })
		out = append(out, f)
	}
	return out
}

// readDocs notes the comments of types and fields by position.
func readDocs(p *load.Package, docs map[token.Pos]string) {
	for _, f := range p.Files {
		ast.Inspect(f.Syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GenDecl:
				if len(n.Specs) == 1 {
					if spec, ok := n.Specs[0].(*ast.TypeSpec); ok {
						docs[spec.Name.Pos()] = n.Doc.Text()
					}
				}
			case *ast.TypeSpec:
				if n.Doc != nil {
					docs[n.Name.Pos()] = n.Doc.Text()
				}
			case *ast.Field:
				fieldDoc(n, docs)
			case *ast.BlockStmt:
				return false
			}
			return true
		})
	}
}

func fieldDoc(n *ast.Field, docs map[token.Pos]string) {
	doc := n.Doc.Text()
	if doc == "" {
		doc = n.Comment.Text()
	}
	for _, name := range n.Names {
		docs[name.Pos()] = doc
	}
}

// refuse reports a fault at the field that is being built.
func (b *builder) refuse(what, why, do string) {
	if b.muted == 0 {
		b.problems.Add(b.at, what, why, do)
	}
}

func (b *builder) position(pos token.Pos) token.Position { return b.prog.Fset.Position(pos) }
