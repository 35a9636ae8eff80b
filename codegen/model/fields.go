package model

import (
	"fmt"
	"go/types"
	"reflect"
	"sort"
	"strings"

	"github.com/linefeed-go/linefeed/codegen/problem"
)

// candidate is a field that may become a member: one of the struct's own or
// one of an embedded struct's.
type candidate struct {
	field  *Field
	v      *types.Var
	tag    jsonTag
	tagged bool
	index  []int
}

// collector gathers the candidates of one struct.
type collector struct {
	b          *builder
	s          *Struct
	candidates []candidate
	path       []Step
	index      []int
	onPath     map[types.Type]bool
	own        bool // problems are reported at the struct's own fields
}

// fields builds the members of a named struct.
func (b *builder) fields(s *Struct) {
	t, ok := s.Named.Underlying().(*types.Struct)
	if !ok {
		return
	}
	b.checkMethods(s)
	b.structFields(s, t)
	b.findMessage(s, t)
}

// structFields builds the members of s from the fields of t.
func (b *builder) structFields(s *Struct, t *types.Struct) {
	at, where := b.at, b.where
	c := &collector{b: b, s: s, onPath: map[types.Type]bool{}, own: s.Local || s.Named == nil && where == ""}
	if s.Named != nil {
		c.onPath[s.Named] = true
	}
	c.walk(t)
	b.at, b.where = at, where
	for _, cand := range c.dominant() {
		b.enter(s, cand.v, c.own)
		if b.finish(cand) {
			s.Fields = append(s.Fields, cand.field)
		}
		b.at, b.where = at, where
	}
}

// enter makes v the field at which problems are reported, when it belongs to
// the package that is built; the fields of others are reported at the field
// that leads to them.
func (b *builder) enter(s *Struct, v *types.Var, own bool) {
	if own {
		b.at = b.position(v.Pos())
		b.where = "field " + s.Name + "." + v.Name()
		return
	}
	b.where = strings.TrimSpace(b.where + " -> " + v.Name())
}

// walk collects the fields of t, embedded ones included, in wire order.
func (c *collector) walk(t *types.Struct) {
	for i := range t.NumFields() {
		v := t.Field(i)
		c.index = append(c.index, i)
		c.visit(v, t.Tag(i))
		c.index = c.index[:len(c.index)-1]
	}
}

func (c *collector) visit(v *types.Var, tagText string) {
	c.checkTag(v, tagText)
	tagValue, tagged := reflect.StructTag(tagText).Lookup("json")
	tag := parseJSONTag(tagValue)
	if v.Name() == "_" || tag.skip {
		return
	}
	embedded, pointer := embeddedStruct(v)
	if v.Embedded() {
		if !v.Exported() && embedded == nil {
			return
		}
	} else if !v.Exported() {
		c.checkUnexported(v, tagged)
		return
	}
	step := Step{Name: v.Name(), Type: v.Type(), Pointer: pointer && embedded != nil}
	if embedded != nil && tag.name == "" {
		c.embed(v, step, embedded)
		return
	}
	step.Pointer = false
	name := tag.name
	if name == "" {
		name = v.Name()
	}
	path := append(append([]Step(nil), c.path...), step)
	if !c.reachable(path, v) {
		return
	}
	f := &Field{Name: name, Path: path, Doc: c.b.docs[v.Pos()], Pos: c.b.position(v.Pos())}
	c.candidates = append(c.candidates, candidate{field: f, v: v, tag: tag, tagged: tag.name != "", index: append([]int(nil), c.index...)})
}

// reachable tells whether the selector without its hidden steps leads to v.
// Another field of the same Go name may lie at a smaller depth.
func (c *collector) reachable(path []Step, v *types.Var) bool {
	var from types.Type
	hidden := false
	for _, step := range path[:len(path)-1] {
		if step.Hidden {
			hidden = true
			continue
		}
		from = step.Type
		hidden = false
	}
	if !hidden || from == nil {
		return true
	}
	if obj, _, _ := types.LookupFieldOrMethod(from, true, v.Pkg(), v.Name()); obj == v {
		return true
	}
	c.b.refuse(c.b.where+" needs a field "+v.Name()+" of an unexported type of another package",
		"another field of that name lies in front of it", "leave it out with `json:\"-\"`, or export the type there")
	return false
}

// embed descends into an embedded struct.
func (c *collector) embed(v *types.Var, step Step, t *types.Struct) {
	named := types.Unalias(v.Type())
	if p, ok := named.(*types.Pointer); ok {
		named = types.Unalias(p.Elem())
	}
	if c.onPath[named] {
		return // its fields are there already, at a smaller depth
	}
	step.Type = named
	if !v.Exported() && v.Pkg() != c.b.load.Types {
		step.Hidden = true
		if step.Pointer {
			c.b.enter(c.s, v, c.own && len(c.path) == 0)
			c.b.refuse(c.b.where+" embeds a pointer to "+c.b.typeString(named)+", an unexported type of another package",
				"generated code cannot test it for nil", "embed it by value there, or leave it out with `json:\"-\"`")
			return
		}
	}
	if c.own && len(c.path) == 0 {
		c.checkEmbeddedMarshaler(v, named)
	}
	c.onPath[named] = true
	c.path = append(c.path, step)
	c.walk(t)
	c.path = c.path[:len(c.path)-1]
	delete(c.onPath, named)
}

// embeddedStruct returns the struct that v embeds, directly or by pointer.
func embeddedStruct(v *types.Var) (t *types.Struct, pointer bool) {
	if !v.Embedded() {
		return nil, false
	}
	typ := types.Unalias(v.Type())
	if p, ok := typ.(*types.Pointer); ok {
		typ, pointer = p.Elem(), true
	}
	t, _ = typ.Underlying().(*types.Struct)
	return t, pointer
}

// dominant applies Go's rule for names: of the fields with one name the
// shallowest wins, among equals a tagged one. Two that remain are a clash.
func (c *collector) dominant() []candidate {
	byName := map[string][]candidate{}
	for _, cand := range c.candidates {
		byName[cand.field.Name] = append(byName[cand.field.Name], cand)
	}
	var out []candidate
	for _, group := range byName {
		if winner, ok := c.winner(group); ok {
			out = append(out, winner)
		}
	}
	sort.Slice(out, func(i, j int) bool { return lessIndex(out[i].index, out[j].index) })
	return out
}

func (c *collector) winner(group []candidate) (candidate, bool) {
	shallowest := len(group[0].index)
	for _, cand := range group {
		shallowest = min(shallowest, len(cand.index))
	}
	var top, tagged []candidate
	for _, cand := range group {
		if len(cand.index) == shallowest {
			top = append(top, cand)
			if cand.tagged {
				tagged = append(tagged, cand)
			}
		}
	}
	if len(tagged) > 0 {
		top = tagged
	}
	if len(top) == 1 {
		return top[0], true
	}
	c.clash(top)
	return candidate{}, false
}

func (c *collector) clash(top []candidate) {
	at, where := c.b.at, c.b.where
	last := top[len(top)-1]
	c.b.enter(c.s, last.v, c.own)
	c.b.refuse(fmt.Sprintf("%s and %s are both called %s on the wire", c.goPath(top[0]), c.goPath(last), problem.Quote(last.field.Name)),
		"an object must not have one name twice", "give one of them another name in its json tag")
	c.b.at, c.b.where = at, where
}

// goPath names a field with its type: Type.Embedded.Field.
func (c *collector) goPath(cand candidate) string {
	parts := []string{c.s.Name}
	for _, step := range cand.field.Path {
		parts = append(parts, step.Name)
	}
	return strings.TrimPrefix(strings.Join(parts, "."), ".")
}

func lessIndex(a, b []int) bool {
	for i := range a {
		if i >= len(b) {
			return false
		}
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return len(a) < len(b)
}

// finish fills in the type of a member and the options that depend on it. It
// returns false for a member that is never written: an empty array that is
// left out when empty.
func (b *builder) finish(cand candidate) bool {
	f := cand.field
	f.Type = b.typeOf(cand.v.Type())
	f.OmitEmpty = cand.tag.has("omitempty") && b.canBeEmpty(f.Type)
	f.OmitZero = cand.tag.has("omitzero")
	if f.OmitZero {
		b.zeroTest(f, cand.v.Type())
	}
	f.Quoted = cand.tag.has("string") && quotable(cand.v.Type(), f.Type)
	_, array := f.Type.Go.Underlying().(*types.Array)
	return !array || !f.OmitEmpty
}

// canBeEmpty tells whether omitempty has an effect, as in encoding/json: not
// for structs, whatever they are written as, nor for arrays that have elements.
func (b *builder) canBeEmpty(t *Type) bool {
	switch u := t.Go.Underlying().(type) {
	case *types.Struct:
		return false
	case *types.Array:
		return u.Len() == 0
	}
	if t.Kind == Param {
		b.refuse(b.where+" has omitempty and a type that is a parameter", "what empty means is not known before the type is",
			"use a pointer or a concrete type")
		return false
	}
	return true
}

// quotable tells whether the string option has an effect: on strings, bools
// and numbers and unnamed pointers to them, unless a marshaler of the type's
// own writes it.
func quotable(goType types.Type, t *Type) bool {
	if p, ok := types.Unalias(goType).(*types.Pointer); ok && t.Kind == Pointer {
		return quotable(types.Typ[types.Invalid], t.Elem) && p != nil
	}
	switch t.Kind {
	case Bool, Int, Uint, Float, String, Number:
		return true
	}
	return false
}

// zeroTest decides how omitzero finds out that a field is zero.
func (b *builder) zeroTest(f *Field, t types.Type) {
	if f.Type.Kind == Param {
		b.refuse(b.where+" has omitzero and a type that is a parameter", "what zero means is not known before the type is",
			"use a pointer or a concrete type")
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		f.Zero = ZeroValue
		if hasMethod(t, true, "IsZero", isIsZero) {
			f.Zero = ZeroNilMethod
		}
		return
	default:
		if hasMethod(t, true, "IsZero", isIsZero) {
			f.Zero = ZeroMethod
			return
		}
		switch u.(type) {
		case *types.Struct, *types.Array:
			f.Zero = ZeroCompare
			if !types.Comparable(t) {
				b.zeroFields(f, t)
			}
		}
	}
}

// zeroFields takes structs that cannot be compared when each of their fields
// can be tested from the package that is built.
func (b *builder) zeroFields(f *Field, t types.Type) {
	f.Zero = ZeroFields
	if !b.testable(t) {
		b.refuse(b.where+" has omitzero and type "+b.typeString(t)+", which cannot be compared with its zero value",
			"it holds slices, maps or functions that generated code cannot reach",
			"use a pointer, or give the type an IsZero method")
	}
}

func (b *builder) testable(t types.Type) bool {
	if types.Comparable(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Map, *types.Signature:
		return true
	case *types.Struct:
		for v := range u.Fields() {
			if v.Name() == "_" || !v.Exported() && v.Pkg() != b.load.Types || !b.testable(v.Type()) {
				return false
			}
		}
		return true
	}
	return false
}
