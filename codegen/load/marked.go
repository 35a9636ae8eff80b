package load

import (
	"go/ast"
	"go/token"
	"reflect"
	"strconv"
)

// markedTypes finds the struct declarations that mean to be messages: those
// with a field of type message.Reason and those with a reason tag, well-formed
// or not. A marker where no method can be attached is a problem.
func (l *loader) markedTypes(s *source) []*ast.TypeSpec {
	var marked []*ast.TypeSpec
	for _, f := range s.files {
		top := map[*ast.StructType]bool{}
		for _, d := range f.tree.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE {
				continue
			}
			for _, spec := range g.Specs {
				spec := spec.(*ast.TypeSpec)
				t, ok := unparen(spec.Type).(*ast.StructType)
				if !ok || spec.Assign.IsValid() {
					continue
				}
				top[t] = true
				if l.marker(s, f, t) != nil && spec.Name.Name != "_" {
					marked = append(marked, spec)
				}
			}
		}
		l.strayMarkers(s, f, top)
	}
	return marked
}

// strayMarkers reports markers in structs that are no package-level types.
func (l *loader) strayMarkers(s *source, f *sourceFile, top map[*ast.StructType]bool) {
	ast.Inspect(f.tree, func(n ast.Node) bool {
		t, ok := n.(*ast.StructType)
		if !ok || top[t] {
			return true
		}
		if m := l.marker(s, f, t); m != nil {
			l.strays.Add(l.fset.Position(m.Pos()), "reason marker in a struct that has no name at package level",
				"methods can only be generated for named package-level types", "declare the struct as a type of its own in the package")
		}
		return true
	})
}

// marker returns the field of t that marks a message.
func (l *loader) marker(s *source, f *sourceFile, t *ast.StructType) *ast.Field {
	for _, field := range t.Fields.List {
		if hasReasonTag(field) || l.isReasonType(s, f, field.Type) {
			return field
		}
	}
	return nil
}

func hasReasonTag(field *ast.Field) bool {
	if field.Tag == nil {
		return false
	}
	tag, err := strconv.Unquote(field.Tag.Value)
	if err != nil {
		return false
	}
	_, ok := reflect.StructTag(tag).Lookup("reason")
	return ok
}

func (l *loader) isReasonType(s *source, f *sourceFile, e ast.Expr) bool {
	switch e := unparen(e).(type) {
	case *ast.StarExpr:
		return l.isReasonType(s, f, e.X)
	case *ast.SelectorExpr:
		x, ok := e.X.(*ast.Ident)
		return ok && e.Sel.Name == "Reason" && s.importsMarker(f.imports[x.Name], l.cfg.MarkerPath)
	case *ast.Ident:
		if e.Name != "Reason" || s.decls["Reason"] != nil {
			return false
		}
		for _, p := range f.dots {
			if s.importsMarker(p, l.cfg.MarkerPath) {
				return true
			}
		}
	}
	return false
}

func (s *source) importsMarker(written, markerPath string) bool {
	if written == "" {
		return false
	}
	if dep := s.pkg.Imports[written]; dep != nil {
		return dep.PkgPath == markerPath
	}
	return written == markerPath
}

func unparen(e ast.Expr) ast.Expr {
	for {
		p, ok := e.(*ast.ParenExpr)
		if !ok {
			return e
		}
		e = p.X
	}
}
