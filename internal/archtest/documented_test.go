package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestExportedNamesAreDocumented demands of every package that others can
// import a package comment, and a doc comment that starts with the name from
// every exported name. In a group of constants or variables the group's
// comment may stand for those of its members.
func TestExportedNamesAreDocumented(t *testing.T) {
	names := 0
	for _, p := range list(t) {
		if strings.Contains(p.ImportPath, "/internal/") || under(p.ImportPath, "cmd", "examples", "bench") {
			continue
		}
		for _, fault := range undocumented(t, p.Dir, &names) {
			assert.Fail(t, "undocumented", "%s", fault)
		}
	}
	assert.Greater(t, names, 20)
}

// undocumented returns the faults of the package in dir, and adds the names
// it looked at to names.
func undocumented(t *testing.T, dir string, names *int) (faults []string) {
	t.Helper()
	fset := token.NewFileSet()
	hasDoc, files := false, 0
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, entry := range entries {
		if !isSource(entry) {
			continue
		}
		f, err := parser.ParseFile(fset, filepath.Join(dir, entry.Name()), nil, parser.ParseComments|parser.SkipObjectResolution)
		require.NoError(t, err)
		files++
		hasDoc = hasDoc || f.Doc != nil
		for _, d := range f.Decls {
			for name, doc := range exported(d) {
				*names++
				if !starts(doc, name) {
					faults = append(faults, fmt.Sprintf("%s: the comment of %s does not start with its name", fset.Position(d.Pos()), name))
				}
			}
		}
	}
	if files > 0 && !hasDoc {
		faults = append(faults, dir+": no package comment")
	}
	return faults
}

func isSource(e fs.DirEntry) bool {
	return strings.HasSuffix(e.Name(), ".go") && !strings.HasSuffix(e.Name(), "_test.go")
}

// starts reports whether the comment starts with name; that of a group does
// not count as one.
func starts(doc *ast.CommentGroup, name string) bool {
	if doc == nil {
		return false
	}
	text := doc.Text()
	for _, article := range []string{"A ", "An ", "The "} {
		text = strings.TrimPrefix(text, article)
	}
	return strings.HasPrefix(text, name) || doc == groupDoc
}

// groupDoc stands for the comment of a group.
var groupDoc = &ast.CommentGroup{List: []*ast.Comment{{Text: "// group"}}}

// exported returns the exported names that d declares, with their comments.
func exported(d ast.Decl) map[string]*ast.CommentGroup {
	all := map[string]*ast.CommentGroup{}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && (d.Recv == nil || exportedReceiver(d.Recv)) {
			all[d.Name.Name] = d.Doc
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			addSpec(all, d, s)
		}
	}
	return all
}

func addSpec(all map[string]*ast.CommentGroup, d *ast.GenDecl, s ast.Spec) {
	switch s := s.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() {
			all[s.Name.Name] = s.Doc
			if s.Doc == nil && !d.Lparen.IsValid() {
				all[s.Name.Name] = d.Doc
			}
		}
	case *ast.ValueSpec:
		for _, n := range s.Names {
			switch {
			case !n.IsExported():
			case d.Lparen.IsValid() && s.Doc == nil && (d.Doc != nil || s.Comment != nil):
				all[n.Name] = groupDoc
			case d.Lparen.IsValid():
				all[n.Name] = s.Doc
			default:
				all[n.Name] = d.Doc
			}
		}
	}
}

// exportedReceiver reports whether a method's type is exported.
func exportedReceiver(recv *ast.FieldList) bool {
	e := recv.List[0].Type
	for {
		switch x := e.(type) {
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		case *ast.Ident:
			return x.IsExported()
		default:
			return false
		}
	}
}

// TestTheRuleFinds shows that the test above can fail.
func TestTheRuleFinds(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.go"), []byte(`package a

func F() {}

// G is fine.
func G() {}

// something
type T struct{}

func (T) M() {}

func (u) N() {}

// Colours.
const (
	Red = iota
	Green
)

const (
	Small = iota
	// Large things.
	Large
)

type u struct{}
`), 0o600))
	names := 0
	faults := undocumented(t, dir, &names)
	assert.Equal(t, 8, names)
	var of []string
	for _, f := range faults {
		for _, name := range []string{"F", "G", "T", "M", "N", "Red", "Green", "Small", "Large"} {
			if strings.Contains(f, "comment of "+name+" ") {
				of = append(of, name)
			}
		}
	}
	assert.ElementsMatch(t, []string{"F", "T", "M", "Small"}, of)
	assert.Contains(t, faults[len(faults)-1], "no package comment")
}
