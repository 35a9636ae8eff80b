package model

import (
	"fmt"
	"go/token"
	"go/types"
	"reflect"

	"github.com/linefeed-go/linefeed/codegen/problem"
)

// footerNames are the members that a list may end with; what stands before its
// items must not have them too.
var footerNames = map[string]bool{"count": true, "truncated": true, "skipped": true, "skips": true, "error": true}

// checkLists finds the items of every list and refuses what cannot be
// streamed, and structs that would inherit the method.
func (b *builder) checkLists(lists map[*Struct]token.Pos) {
	for s, pos := range lists {
		b.refuseOwn(s, listMethod)
		b.list(s, b.position(pos))
	}
	isList := func(t *types.Named) bool {
		s := b.structs[t]
		return s != nil && s.Items != nil || b.lists[t.Obj()] || hasOwnMethod(t, listMethod)
	}
	for s := range b.local {
		if _, ok := lists[s]; ok || hasOwnMethod(s.Named, listMethod) || !embeds(s.Named, isList) {
			continue
		}
		b.problems.Add(s.Pos, "type "+s.Name+" embeds a list and would inherit its method "+listMethod, "it writes the embedded part only",
			"give the embedded field a name, or mark the type with //linefeed:list where the items are its last member")
	}
}

// list makes the last field of s one whose elements are streamed, or says why
// that cannot be.
func (b *builder) list(s *Struct, pos token.Position) {
	refuse := func(pos token.Position, what, why, do string) {
		b.problems.Add(pos, "type "+s.Name+" cannot be streamed as a list: "+what, why, do)
	}
	if len(s.Fields) == 0 {
		refuse(pos, "it has no members", "its last member is its items", "add a slice, or remove the directive")
		return
	}
	b.checkHead(s, refuse)
	items := s.Fields[len(s.Fields)-1]
	at, field := items.Pos, "field "+items.GoName()
	if len(items.Path) > 1 {
		at = s.Pos
	}
	switch elem := items.Type.Elem; {
	case items.Type.bad: // reported
	case s.Message != nil && s.Message.Index == len(s.Fields):
		refuse(s.Message.Pos, "its reason stands behind its items", "the items are the last member of a list", "move the marker to the front")
	case items.Type.Kind != Slice:
		refuse(at, "its last "+field+" has type "+b.typeString(items.Type.Go)+", which is no slice of objects", "the last member is the items",
			"move the items to the end, or remove the directive")
	case items.Conditional() || b.hasStringOption(s, items):
		refuse(at, field+" may be left out or has the string option", "the items are always written, as null or as an array",
			"remove omitempty, omitzero and string, and do not embed a pointer")
	case repeatsReason(elem):
		refuse(at, "elements of type "+b.typeString(elem.Go)+" are messages", "streamed they would have their reasons, inside of an object they have none",
			"use a plain struct, or hand the messages to message.WriteList")
	case !streamable(elem):
		refuse(at, "elements of type "+b.typeString(elem.Go)+" have no generated method that appends them",
			"elements are structs with generated code or pointers to them, jsonwire.Raw, or an interface with AppendJSONDepth",
			"mark their type for generation, with //linefeed:document where no message needs it, use []jsonwire.Raw, or remove the directive")
	default:
		s.Items = items
	}
}

// checkHead refuses members with a name that the list writer may write itself.
func (b *builder) checkHead(s *Struct, refuse func(pos token.Position, what, why, do string)) {
	const why = "a list may end with count, truncated, skipped, skips and error"
	for _, f := range s.Fields {
		if !footerNames[f.Name] {
			continue
		}
		pos := f.Pos
		if len(f.Path) > 1 {
			pos = s.Pos
		}
		refuse(pos, fmt.Sprintf("its member %s is called as one of the footer's", problem.Quote(f.Name)), why, "choose another name")
	}
	if m := s.Message; m != nil && m.Field == nil && footerNames[m.Discriminator] {
		refuse(m.Pos, fmt.Sprintf("its discriminator %s is called as one of the footer's", problem.Quote(m.Discriminator)), why, "choose another name")
	}
}

// hasStringOption tells whether f's json tag has the string option, which
// means nothing at a slice.
func (b *builder) hasStringOption(s *Struct, f *Field) bool {
	t := s.Named.Underlying().(*types.Struct)
	for i := range t.NumFields() {
		if len(f.Path) == 1 && t.Field(i).Name() == f.GoName() {
			return parseJSONTag(reflect.StructTag(t.Tag(i)).Get("json")).has("string")
		}
	}
	return false
}

// repeatsReason tells whether elements are messages that have a marker: alone
// they are written with the reason, inside of an object without.
func repeatsReason(t *Type) bool {
	if t.Kind == Pointer {
		t = t.Elem
	}
	return t.Kind == Object && t.Struct.Methods && t.Struct.Message != nil && t.Struct.Message.Field == nil
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
	case Interface, Param:
		obj, _, _ := types.LookupFieldOrMethod(t.Go, false, nil, "AppendJSONDepth")
		_, ok := obj.(*types.Func)
		return ok
	}
	return false
}
