package model

import "go/types"

// Reading is the way in which a value of a type is read.
type Reading uint8

// The ways.
const (
	// ReadKind reads what the kind writes.
	ReadKind Reading = iota
	// ReadDecoder calls a DecodeJSON that somebody wrote by hand.
	ReadDecoder
	// ReadEasy calls UnmarshalEasyJSON.
	ReadEasy
	// ReadJSON calls UnmarshalJSON.
	ReadJSON
	// ReadText calls UnmarshalText.
	ReadText
	// ReadReflect leaves it to encoding/json: the type has a marshaler of its
	// own and nothing that reads it.
	ReadReflect
)

// readingOf decides how values of t are read. As in encoding/json a method of
// the type comes before its kind, whether or not it has a marshaler as well.
func (b *builder) readingOf(t *Type) Reading {
	switch t.Kind {
	case Time, Raw, RawMessage, Number, Interface, Param, Invalid:
		return ReadKind
	}
	named, ok := t.Go.(*types.Named)
	if !ok {
		return ReadKind
	}
	if t.Kind == Object && t.Struct.Methods {
		obj := named.Origin().Obj()
		if t.Struct.Local || b.methods[obj] || hasOwnMethod(named.Origin(), "DecodeJSON") {
			return ReadKind
		}
	} else if b.promotesGenerated(named) {
		return ReadKind
	}
	if r := b.unmarshaler(named); r != ReadKind {
		return r
	}
	switch t.Kind {
	case Easy, JSON, Text:
		return ReadReflect
	case Object:
		if t.Struct.Methods { // generated before there were decoders
			return ReadReflect
		}
	}
	return ReadKind
}

// unmarshaler tells by which method of its own a *t is read, ReadKind if by none.
func (b *builder) unmarshaler(t *types.Named) Reading {
	switch {
	case hasOwnMethod(t.Origin(), "DecodeJSON") && hasMethod(t, true, "DecodeJSON", b.isDecodeJSON):
		return ReadDecoder
	case hasMethod(t, true, "UnmarshalEasyJSON", isUnmarshalEasyJSON):
		return ReadEasy
	case hasMethod(t, true, "UnmarshalJSON", isUnmarshal):
		return ReadJSON
	case hasMethod(t, true, "UnmarshalText", isUnmarshal):
		return ReadText
	}
	return ReadKind
}

// keyReading decides how map keys are read: as they are written, by text only
// where MarshalText writes them. ReadReflect means that they cannot be read.
func keyReading(key *Type) Reading {
	if key.Kind != Text {
		return ReadKind
	}
	if hasMethod(key.Go, true, "UnmarshalText", isUnmarshal) && !isPointer(key.Go) {
		return ReadText
	}
	return ReadReflect
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

func isUnmarshal(s *types.Signature) bool {
	return s.Params().Len() == 1 && isByteSlice(s.Params().At(0).Type()) && s.Results().Len() == 1 && isError(s.Results().At(0).Type())
}

func isUnmarshalEasyJSON(s *types.Signature) bool {
	return takesOnly(s, "github.com/mailru/easyjson/jlexer", "Lexer")
}

func (b *builder) isDecodeJSON(s *types.Signature) bool {
	return takesOnly(s, b.paths.Jsonwire, "Decoder")
}

// takesOnly tells whether s is func(*pkg.name).
func takesOnly(s *types.Signature, pkg, name string) bool {
	if s.Params().Len() != 1 || s.Results().Len() != 0 {
		return false
	}
	p, ok := types.Unalias(s.Params().At(0).Type()).(*types.Pointer)
	if !ok {
		return false
	}
	t, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && t.Obj().Name() == name && t.Obj().Pkg() != nil && t.Obj().Pkg().Path() == pkg
}

// EndlessPointer tells that a pointer type leads to nothing but pointers, back
// to itself: only nil can be read into it.
func (t *Type) EndlessPointer() bool {
	seen := map[*Type]bool{}
	for ; t.Kind == Pointer; t = t.Elem {
		if seen[t] {
			return true
		}
		seen[t] = true
	}
	return false
}
