package model

import (
	"go/token"
	"go/types"

	"github.com/linefeed-go/linefeed/codegen/load"
)

// Methods that directives ask for.
const (
	indentMethod = "AppendJSONIndent"
	listMethod   = "WriteList"
)

// directives does what the package's directives ask for, once all fields are known.
func (b *builder) directives() {
	lists := map[*Struct]token.Pos{}
	for _, d := range b.load.Directives {
		if d.Spec == nil {
			for s := range b.local {
				s.Document = true
			}
			continue
		}
		s := b.structNamed(d.Spec.Name.Name)
		switch {
		case s == nil: // a duplicate declaration; the type check has reported it
		case d.Name == load.DirectiveDocument:
			s.Document = true
		case d.Name == load.DirectiveList:
			lists[s] = d.Pos
		}
	}
	b.documents()
	b.checkLists(lists)
}

// documents marks what documents contain, and what would inherit their method.
func (b *builder) documents() {
	var mark func(t *Type)
	seen := map[*Type]bool{}
	mark = func(t *Type) {
		if seen[t] {
			return
		}
		seen[t] = true
		if s := t.Struct; s != nil && s.Local {
			s.Document = true
		}
		for _, part := range t.parts() {
			mark(part)
		}
	}
	for s := range b.local {
		if s.Document {
			mark(s.Type)
		}
	}
	for s := range b.local {
		s.Inherits = !s.Document && !hasOwnMethod(s.Named, indentMethod) && embeds(s.Named, b.isDocument)
		if s.Document {
			b.refuseOwn(s, indentMethod, "appendJSONIndent")
		}
	}
}

// embeds tells whether a struct that t embeds, at any depth, is one that is
// asked for: t inherits that one's methods.
func embeds(t *types.Named, is func(*types.Named) bool) bool {
	seen := map[*types.Named]bool{}
	var find func(t *types.Named) bool
	find = func(t *types.Named) bool {
		st, ok := t.Underlying().(*types.Struct)
		if !ok || seen[t] {
			return false
		}
		seen[t] = true
		for f := range st.Fields() {
			embedded := types.Unalias(f.Type())
			if p, ok := embedded.(*types.Pointer); ok {
				embedded = types.Unalias(p.Elem())
			}
			named, ok := embedded.(*types.Named)
			if ok && f.Embedded() && (is(named.Origin()) || find(named.Origin())) {
				return true
			}
		}
		return false
	}
	return find(t.Origin())
}

// isDocument tells whether t has AppendJSONIndent or gets it.
func (b *builder) isDocument(t *types.Named) bool {
	if s := b.structs[t]; s != nil && s.Local {
		return s.Document
	}
	return b.indented[t.Obj()] || hasOwnMethod(t, indentMethod)
}
