package load

import (
	"go/ast"
	"go/token"
	"strings"
)

// Directive is a comment //linefeed:NAME among those right above a type.
type Directive struct {
	// Name is what follows the colon.
	Name string
	// Pos is where the comment is.
	Pos token.Pos
}

const directivePrefix = "//linefeed:"

// directivesOf returns the directives of a type declaration.
func directivesOf(g *ast.GenDecl, spec *ast.TypeSpec) []Directive {
	groups := []*ast.CommentGroup{spec.Doc}
	if !g.Lparen.IsValid() {
		groups = append(groups, g.Doc)
	}
	var found []Directive
	for _, group := range groups {
		if group == nil {
			continue
		}
		for _, c := range group.List {
			if name, ok := strings.CutPrefix(c.Text, directivePrefix); ok {
				found = append(found, Directive{strings.TrimSpace(name), c.Pos()})
			}
		}
	}
	return found
}

// directed finds the declarations of named structs that have directives;
// where they have no meaning they are problems.
func (l *loader) directed(s *source) (specs []*ast.TypeSpec, directives map[*ast.TypeSpec][]Directive) {
	directives = map[*ast.TypeSpec][]Directive{}
	for _, f := range s.files {
		for _, d := range f.tree.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE {
				continue
			}
			for _, spec := range g.Specs {
				spec := spec.(*ast.TypeSpec)
				found := directivesOf(g, spec)
				if len(found) == 0 {
					continue
				}
				if _, isStruct := unparen(spec.Type).(*ast.StructType); !isStruct || spec.Assign.IsValid() || spec.TypeParams != nil || spec.Name.Name == "_" {
					l.strays.Add(l.fset.Position(found[0].Pos), "the directive "+directivePrefix+found[0].Name+" stands above "+spec.Name.Name+", which is no struct type without parameters",
						"methods are generated for named struct types", "remove the directive, or declare a struct")
					continue
				}
				specs = append(specs, spec)
				directives[spec] = found
			}
		}
	}
	return specs, directives
}
