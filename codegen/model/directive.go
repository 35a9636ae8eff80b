package model

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"github.com/linefeed-go/linefeed/codegen/load"
	"github.com/linefeed-go/linefeed/codegen/problem"
)

// The directives that stand above a struct.
const (
	directiveDocument = "document"
	directiveList     = "list"
)

// directives builds the types that have directives; they get methods although
// no message may contain them.
func (b *builder) directives() {
	for _, spec := range b.load.Directed {
		obj, _ := b.load.Types.Scope().Lookup(spec.Name.Name).(*types.TypeName)
		if obj == nil {
			continue // a duplicate declaration; the type check has reported it
		}
		named, ok := obj.Type().(*types.Named)
		if !ok {
			continue
		}
		found := b.load.Directives[spec]
		b.at, b.where = b.position(found[0].Pos), "type "+obj.Name()
		s := b.typeOf(named).Struct
		if s == nil || !s.Local {
			b.problems.Add(b.position(found[0].Pos), fmt.Sprintf("type %s has the directive linefeed:%s and a marshaler of its own", obj.Name(), found[0].Name),
				"the generator writes the marshalers of a type with a directive", "remove the directive or the marshaler")
			continue
		}
		for _, d := range found {
			b.directive(s, d)
		}
	}
}

func (b *builder) directive(s *Struct, d load.Directive) {
	switch d.Name {
	case directiveDocument:
		s.Document = true
	case directiveList:
		s.List = &List{Pos: b.position(d.Pos)}
	default:
		b.problems.Add(b.position(d.Pos), "type "+s.Name+" has the unknown directive "+problem.Quote("linefeed:"+d.Name),
			"the directives are linefeed:document and linefeed:list", "remove it or mend its spelling")
	}
}

// documents marks what documents contain, and what would inherit their
// method, once all fields are known.
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
		s.Inherits = !s.Document && b.inheritsIndent(s.Named, map[*types.Named]bool{})
		if s.Document || s.Inherits {
			b.refuseOwn(s, "AppendJSONIndent", "appendJSONIndent")
		}
	}
}

// inheritsIndent tells whether t would have AppendJSONIndent from a type that
// it embeds: it would then write that part only.
func (b *builder) inheritsIndent(t *types.Named, seen map[*types.Named]bool) bool {
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
		if !f.Embedded() || !ok {
			continue
		}
		if b.isDocument(named) || b.inheritsIndent(named.Origin(), seen) {
			return true
		}
	}
	return false
}

// isDocument tells whether t has AppendJSONIndent or gets it.
func (b *builder) isDocument(t *types.Named) bool {
	if s := b.structs[t.Origin()]; s != nil && s.Local {
		return s.Document
	}
	return b.indented[t.Origin().Obj()] || hasOwnMethod(t.Origin(), "AppendJSONIndent")
}

// List is what a struct with the directive linefeed:list has besides.
type List struct {
	// Pos is where the directive is.
	Pos token.Position
	// Items is the field that holds the items, the last of Fields.
	Items *Field
}

// footerNames are the members that a list may end with; a head must not have
// them too.
var footerNames = map[string]bool{"count": true, "truncated": true, "skipped": true, "skips": true, "error": true}

// checkLists finds the items of every list and refuses what cannot be streamed.
func (b *builder) checkLists() {
	for s := range b.local {
		if s.List != nil {
			b.checkList(s)
		}
		b.checkEmbeddedLists(s)
	}
}

func (b *builder) checkList(s *Struct) {
	refuse := func(pos token.Position, what, why, do string) {
		b.problems.Add(pos, "type "+s.Name+" cannot be streamed as a list: "+what, why, do)
	}
	if hasMethod(s.Named, true, "MarshalText", isMarshalText) {
		refuse(s.List.Pos, "it has a MarshalText method", "the stream would bypass it", "remove the method or the directive")
	}
	if len(s.Fields) == 0 {
		refuse(s.List.Pos, "it has no fields", "the items are its last field", "add a slice field")
		return
	}
	items := s.Fields[len(s.Fields)-1]
	switch {
	case s.Message != nil && s.Message.Index == len(s.Fields):
		refuse(s.Message.Pos, "its reason stands behind the items", "the items are the last member of a list", "move the marker to the front")
	case items.Type.Kind != Slice || len(items.Path) > 1:
		refuse(items.Pos, fmt.Sprintf("its last field %s is not a slice of its own", items.GoName()), "the items are the last member of a list", "put the slice last")
	case items.OmitEmpty || items.OmitZero || items.Quoted:
		refuse(items.Pos, fmt.Sprintf("field %s has an option in its json tag", items.GoName()), "the items are always written, as null or as an array", "remove omitempty, omitzero and string")
	case !streamable(items.Type.Elem):
		refuse(items.Pos, fmt.Sprintf("elements of type %s have no generated method that appends them", b.typeString(items.Type.Elem.Go)),
			"they would be encoded by reflection or by marshalers of others, one by one", "use a struct type or []jsonwire.Raw, or remove the directive")
	}
	for _, f := range s.Fields[:len(s.Fields)-1] {
		if footerNames[f.Name] {
			refuse(f.Pos, fmt.Sprintf("its member %s is called as one of the footer's", problem.Quote(f.Name)), "a list may end with count, truncated, skipped, skips and error", "choose another name")
		}
	}
	s.List.Items = items
	b.refuseOwn(s, "WriteList")
}

// streamable tells whether an element appends itself.
func streamable(t *Type) bool {
	switch t.Kind {
	case Raw:
		return true
	case Object:
		return t.Struct.Methods
	case Pointer:
		return t.Elem.Kind == Object && t.Elem.Struct.Methods
	case Interface:
		iface := t.Go.Underlying().(*types.Interface)
		for m := range iface.Methods() {
			if m.Name() == "AppendJSONDepth" {
				return true
			}
		}
	}
	return false
}

// checkEmbeddedLists refuses structs that would inherit a WriteList which
// writes a part of them.
func (b *builder) checkEmbeddedLists(s *Struct) {
	if s.List != nil {
		return
	}
	for f := range s.Named.Underlying().(*types.Struct).Fields() {
		embedded := types.Unalias(f.Type())
		if p, ok := embedded.(*types.Pointer); ok {
			embedded = types.Unalias(p.Elem())
		}
		named, ok := embedded.(*types.Named)
		if !ok || !f.Embedded() {
			continue
		}
		if in := b.structs[named.Origin()]; in != nil && in.List != nil {
			b.problems.Add(b.position(f.Pos()), fmt.Sprintf("type %s embeds the list %s", s.Name, strings.TrimPrefix(b.typeString(named), "*")),
				"it would inherit WriteList, which writes the embedded list only", "give the field a name")
		}
	}
}
