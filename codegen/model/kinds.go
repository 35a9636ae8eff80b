package model

import (
	"go/types"
)

// typeOf classifies t. A type that cannot be written is reported and comes
// back as Invalid.
func (b *builder) typeOf(t types.Type) *Type {
	t = types.Unalias(t)
	if known, ok := b.types.At(t).(*Type); ok {
		return known
	}
	out := &Type{Go: t}
	b.types.Set(t, out)
	b.all = append(b.all, out)
	b.classify(out, t)
	for _, part := range []*Type{out.Elem, out.Key} {
		out.bad = out.bad || part != nil && part.bad
	}
	if out.bad {
		b.types.Delete(t) // so that the next field of this type is reported too
	}
	return out
}

func (b *builder) classify(out *Type, t types.Type) {
	if named, ok := t.(*types.Named); ok && b.named(out, named) {
		return
	}
	if _, ok := t.(*types.TypeParam); ok {
		out.Kind = Param
		return
	}
	b.underlying(out, t.Underlying())
}

// named decides for types whose name or methods say how they are written. It
// returns false when the underlying type decides.
func (b *builder) named(out *Type, t *types.Named) bool {
	if kind := b.wellKnown(t.Obj()); kind != Invalid {
		out.Kind = kind
		return true
	}
	_, isStruct := t.Underlying().(*types.Struct)
	if isStruct && b.object(out, t) {
		return true
	}
	if types.IsInterface(t) {
		return false
	}
	if kind := marshalerKind(t); kind != Invalid && !b.promotesGenerated(t) {
		out.Kind = kind
		return true
	}
	if isStruct {
		b.plainStruct(out, t)
		return true
	}
	return false
}

func (b *builder) wellKnown(obj *types.TypeName) Kind {
	if obj.Pkg() == nil {
		return Invalid
	}
	switch [2]string{obj.Pkg().Path(), obj.Name()} {
	case [2]string{"time", "Time"}:
		return Time
	case [2]string{"encoding/json", "RawMessage"}, [2]string{"encoding/json/jsontext", "Value"}:
		return RawMessage
	case [2]string{"encoding/json", "Number"}:
		return Number
	case [2]string{b.paths.Jsonwire, "Raw"}:
		return Raw
	}
	return Invalid
}

// underlying classifies by the kind.
func (b *builder) underlying(out *Type, t types.Type) {
	switch t := t.(type) {
	case *types.Basic:
		b.basic(out, t)
	case *types.Pointer:
		out.Kind = Pointer
		out.Elem = b.typeOf(t.Elem())
	case *types.Slice:
		if elem, ok := t.Elem().Underlying().(*types.Basic); ok && elem.Kind() == types.Uint8 && marshalerKind(t.Elem()) == Invalid {
			out.Kind = Bytes
			return
		}
		out.Kind = Slice
		out.Elem = b.typeOf(t.Elem())
	case *types.Array:
		out.Kind, out.Len = Array, t.Len()
		out.Elem = b.typeOf(t.Elem())
	case *types.Map:
		b.mapType(out, t)
	case *types.Interface:
		out.Kind = Interface
	case *types.Struct:
		out.Kind = Object
		out.Struct = &Struct{Pos: b.at, Type: out}
		b.structFields(out.Struct, t)
	default:
		b.unsupported(out)
	}
}

func (b *builder) basic(out *Type, t *types.Basic) {
	switch info := t.Info(); {
	case info&types.IsBoolean != 0:
		out.Kind = Bool
	case info&types.IsString != 0:
		out.Kind = String
	case info&types.IsUnsigned != 0:
		out.Kind, out.Bits = Uint, bits(t)
	case info&types.IsInteger != 0:
		out.Kind, out.Bits = Int, bits(t)
	case info&types.IsFloat != 0:
		out.Kind, out.Bits = Float, bits(t)
	case t.Kind() == types.Invalid:
		return // the type check has reported it
	default:
		b.unsupported(out)
	}
}

func bits(t *types.Basic) int {
	switch t.Kind() {
	case types.Int8, types.Uint8:
		return 8
	case types.Int16, types.Uint16:
		return 16
	case types.Int32, types.Uint32, types.Float32:
		return 32
	case types.Int64, types.Uint64, types.Float64:
		return 64
	}
	return 0
}

func (b *builder) unsupported(out *Type) {
	b.refuse(b.where+" needs the type "+b.typeString(out.Go)+", which JSON has no form for", "functions, channels, complex numbers and unsafe pointers cannot be written",
		"leave the field out with `json:\"-\"` or give its type a MarshalJSON or MarshalText method")
	out.bad = true
}

func (b *builder) mapType(out *Type, t *types.Map) {
	out.Kind = Map
	out.Key = b.keyType(t.Key())
	if out.Key.Kind == Invalid {
		b.refuse(b.where+" has map keys of type "+b.typeString(t.Key()), "a JSON member name is a string",
			"use string or integer keys, or give the key type a MarshalText method")
		out.bad = true
	}
	out.Elem = b.typeOf(t.Elem())
	if kind := marshalerKind(t.Elem()); kind != Invalid && out.Elem.Kind == kind && pointerOnly(t.Elem()) {
		b.refuse(b.where+" has map values of type "+b.typeString(t.Elem())+", whose marshaler has a pointer receiver",
			"map values have no address and encoding/json does not call it either",
			"use a map of pointers or a value receiver")
		out.bad = true
	}
}

// keyType classifies a map key as encoding/json does: strings are taken as
// they are, then MarshalText counts, then integers.
func (b *builder) keyType(t types.Type) *Type {
	out := &Type{Go: t}
	basic, _ := t.Underlying().(*types.Basic)
	switch {
	case basic != nil && basic.Info()&types.IsString != 0:
		out.Kind = String
	case hasMethod(t, false, "MarshalText", isMarshalText):
		out.Kind, out.CanFail, out.Foreign = Text, true, true
	case basic != nil && basic.Info()&types.IsUnsigned != 0:
		out.Kind, out.Bits = Uint, bits(basic)
	case basic != nil && basic.Info()&types.IsInteger != 0:
		out.Kind, out.Bits = Int, bits(basic)
	}
	out.Read = keyReading(out)
	return out
}

// object takes structs that have generated methods or get them now because
// they are marked. It returns false for all others.
func (b *builder) object(out *Type, t *types.Named) bool {
	origin := t.Origin()
	obj := origin.Obj()
	if s := b.structs[origin]; s != nil {
		out.Kind, out.Struct = Object, s
		return true
	}
	if b.marked[obj.Pos()] || b.roots[obj.Pos()] {
		b.localStruct(out, origin)
		return true
	}
	if obj.Pkg() == b.load.Types || !b.methods[obj] && !isGenerated(origin) {
		return false
	}
	s := b.newStruct(out, origin)
	s.Document = b.isDocument(origin)
	b.muted++
	b.fields(s)
	b.muted--
	return true
}

// localStruct takes a struct of the package that gets methods.
func (b *builder) localStruct(out *Type, origin *types.Named) {
	s := b.newStruct(out, origin)
	s.Local = true
	s.NoCopy = holdsLock(origin)
	b.local[s] = true
	b.queue = append(b.queue, s)
}

func (b *builder) newStruct(out *Type, origin *types.Named) *Struct {
	obj := origin.Obj()
	s := &Struct{Name: obj.Name(), Named: origin, Pkg: obj.Pkg(), Pos: b.position(obj.Pos()), Doc: b.docs[obj.Pos()], Methods: true}
	b.structs[origin] = s
	out.Kind, out.Struct = Object, s
	if types.Type(origin) == out.Go {
		s.Type = out
	} else {
		s.Type = b.typeOf(origin) // out is an instance
	}
	return s
}

// plainStruct takes a struct without marshalers. In the package that is built
// it gets methods, unless it is generic; elsewhere functions are generated.
func (b *builder) plainStruct(out *Type, t *types.Named) {
	obj := t.Obj()
	switch {
	case hasParam(t):
		out.Kind = Param
	case t.TypeArgs() == nil && obj.Pkg() == b.load.Types && obj.Parent() == obj.Pkg().Scope():
		b.localStruct(out, t)
	case obj.Pkg() != b.load.Types && !obj.Exported():
		b.refuse(b.where+" needs "+b.typeString(t)+", an unexported type of another package",
			"the code for it would have to name it", "export the type, or give it a MarshalJSON method there")
		out.bad = true
	default:
		out.Kind = Object
		out.Struct = &Struct{Name: obj.Name(), Named: t, Pkg: obj.Pkg(), Pos: b.position(obj.Pos()), Doc: b.docs[obj.Pos()], Type: out}
		b.fields(out.Struct)
	}
}

// typeString names a type as the user of the package that is built writes it.
func (b *builder) typeString(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == b.load.Types {
			return ""
		}
		return p.Name()
	})
}
