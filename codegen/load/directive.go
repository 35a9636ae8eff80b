package load

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"strings"

	"github.com/linefeed-go/linefeed/codegen/problem"
)

// The directives: comments that say how a type is written out, beyond what
// every type with generated methods gets.
const (
	// DirectiveDocument asks for indented marshalers of a struct, or of all
	// types of a package.
	DirectiveDocument = "document"
	// DirectiveList asks for a method that streams a struct's last field.
	DirectiveList = "list"
)

const directiveNames = "the directives are //linefeed:" + DirectiveDocument + " and //linefeed:" + DirectiveList

// Directive is one //linefeed: comment in a place where it has a meaning.
type Directive struct {
	// Name is what stands behind the colon.
	Name string
	// Spec is the struct type it belongs to; nil for the package clause.
	Spec *ast.TypeSpec
	// Pos is where the comment is.
	Pos token.Pos
}

// directiveLike finds what is, or was meant to be, a directive: the blanks in front, the word,
// blanks behind the colon, the name, and the rest.
var directiveLike = regexp.MustCompile(`^//([ \t]*)((?i:linefeed)):([ \t]*)(\S*)(.*)$`)

// place is what a comment group documents.
type place struct {
	clause bool
	spec   *ast.TypeSpec // nil where it is no single type
}

// directives returns those of the files of s and reports all that mean
// nothing: a directive with a slip in it is never silence.
func (l *loader) directives(s *source) []Directive {
	var found []Directive
	for _, f := range s.files {
		places := documented(f.tree)
		for _, group := range f.tree.Comments {
			for _, c := range group.List {
				m := directiveLike.FindStringSubmatch(c.Text)
				if m == nil || m[1] != "" && (m[3] != "" || m[4] == "") { // a sentence that begins with our name
					continue
				}
				d := Directive{Name: m[4], Spec: places[group].spec, Pos: c.Pos()}
				if l.spelled(c, m) && l.placed(d, places[group]) && l.once(d, found) {
					found = append(found, d)
				}
			}
		}
	}
	return found
}

// documented tells which comment groups belong to the package clause and which to a type.
func documented(tree *ast.File) map[*ast.CommentGroup]place {
	places := map[*ast.CommentGroup]place{}
	if tree.Doc != nil {
		places[tree.Doc] = place{clause: true}
	}
	for _, d := range tree.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.TYPE {
			continue
		}
		for _, spec := range g.Specs {
			spec := spec.(*ast.TypeSpec)
			if spec.Doc != nil {
				places[spec.Doc] = place{spec: spec}
			}
			if g.Doc != nil && len(g.Specs) == 1 {
				places[g.Doc] = place{spec: spec}
			}
		}
	}
	return places
}

// spelled tells whether the comment is a directive that exists.
func (l *loader) spelled(c *ast.Comment, m []string) bool {
	blank, word, gap, name, rest := m[1], m[2], m[3], m[4], strings.TrimSpace(m[5])
	at := l.fset.Position(c.Pos())
	text := problem.Quote(strings.TrimSpace(c.Text))
	switch {
	case blank != "" || word != "linefeed" || gap != "":
		l.strays.Add(at, "comment "+text+" is almost a directive", "a directive begins with //linefeed: in lower case and has no blanks in it",
			"write //linefeed:"+name+", or begin the line with another word")
	case name != DirectiveDocument && name != DirectiveList:
		l.strays.Add(at, "directive "+text+" is unknown", directiveNames, "mend its spelling or remove it")
	case rest != "":
		l.strays.Add(at, "directive "+text+" has more than its name", "directives take no arguments", "move what follows into a line of its own")
	default:
		return true
	}
	return false
}

// placed tells whether d stands where it means something.
func (l *loader) placed(d Directive, at place) bool {
	what, where := "directive //linefeed:"+d.Name, "it belongs into the doc comment of a struct type at package level"
	if d.Name == DirectiveDocument {
		where += ", or of the package clause"
	}
	switch {
	case at.clause && d.Name == DirectiveDocument:
		return true
	case at.clause:
		l.strays.Add(l.fset.Position(d.Pos), what+" stands before the package clause", "which types are lists is said type by type", "move it into the doc comment of the list")
		return false
	case at.spec == nil:
		l.strays.Add(l.fset.Position(d.Pos), what+" stands where it means nothing", where, "move it there, with no empty line in between, or remove it")
		return false
	}
	name := at.spec.Name.Name
	if _, ok := unparen(at.spec.Type).(*ast.StructType); !ok || at.spec.Assign.IsValid() || name == "_" {
		l.strays.Add(l.fset.Position(d.Pos), fmt.Sprintf("%s stands before %s, which declares no struct", what, name), where, "declare a struct type, or remove the directive")
		return false
	}
	return true
}

// once tells whether d is the first of its name at its type.
func (l *loader) once(d Directive, before []Directive) bool {
	for _, other := range before {
		if d.Spec != nil && other.Spec == d.Spec && other.Name == d.Name {
			l.strays.Add(l.fset.Position(d.Pos), fmt.Sprintf("directive //linefeed:%s stands twice before type %s", d.Name, d.Spec.Name.Name), "once is enough", "remove one")
			return false
		}
	}
	return true
}

// rootsOf returns the types with a directive that have no marker, and reports
// a directive for a whole package in which nothing is generated.
func (l *loader) rootsOf(p *Package) []*ast.TypeSpec {
	known := map[*ast.TypeSpec]bool{}
	for _, spec := range p.Marked {
		known[spec] = true
	}
	var roots []*ast.TypeSpec
	for _, d := range p.Directives {
		if d.Spec != nil && !known[d.Spec] {
			known[d.Spec] = true
			roots = append(roots, d.Spec)
		}
	}
	for _, d := range p.Directives {
		if len(known) == 0 && d.Spec == nil {
			l.strays.Add(l.fset.Position(d.Pos), fmt.Sprintf("directive //linefeed:%s stands before package %s, in which no type is marked", d.Name, p.Name),
				"it is about the types for which code is generated", "give a struct a reason marker, or move the directive into the doc comment of a struct")
		}
	}
	return roots
}
