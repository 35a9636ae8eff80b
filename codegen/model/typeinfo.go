package model

import "go/types"

// marshalerKind tells by which marshaler of its own a value of type t is
// written when it has an address.
func marshalerKind(t types.Type) Kind {
	switch {
	case hasMethod(t, true, "MarshalEasyJSON", isMarshalEasyJSON):
		return Easy
	case hasMethod(t, true, "MarshalJSON", isMarshalJSON):
		return JSON
	case hasMethod(t, true, "MarshalText", isMarshalText):
		return Text
	}
	return Invalid
}

// pointerOnly tells that none of t's marshalers has a value receiver.
func pointerOnly(t types.Type) bool {
	return !hasMethod(t, false, "MarshalEasyJSON", isMarshalEasyJSON) &&
		!hasMethod(t, false, "MarshalJSON", isMarshalJSON) && !hasMethod(t, false, "MarshalText", isMarshalText)
}

// hasMethod looks for a method, promoted ones included.
func hasMethod(t types.Type, addressable bool, name string, is func(*types.Signature) bool) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, addressable, nil, name)
	fn, ok := obj.(*types.Func)
	return ok && is(fn.Signature())
}

// promotesGenerated tells that t has its marshalers from an embedded struct
// for which they were generated: they would write that struct only.
func (b *builder) promotesGenerated(t *types.Named) bool {
	obj, path, _ := types.LookupFieldOrMethod(t, true, nil, "AppendJSONDepth")
	_, ok := obj.(*types.Func)
	return ok && len(path) > 1
}

// hasOwnMethod tells whether the type itself, not an embedded one, declares it.
func hasOwnMethod(t *types.Named, name string) bool {
	for m := range t.Methods() {
		if m.Name() == name {
			return true
		}
	}
	return false
}

func isMarshalJSON(s *types.Signature) bool {
	return s.Params().Len() == 0 && s.Results().Len() == 2 && isByteSlice(s.Results().At(0).Type()) && isError(s.Results().At(1).Type())
}

func isMarshalText(s *types.Signature) bool { return isMarshalJSON(s) }

func isMarshalEasyJSON(s *types.Signature) bool {
	return takesOnly(s, "github.com/mailru/easyjson/jwriter", "Writer")
}

func isIsZero(s *types.Signature) bool {
	return s.Params().Len() == 0 && s.Results().Len() == 1 && types.Identical(s.Results().At(0).Type(), types.Typ[types.Bool])
}

func isByteSlice(t types.Type) bool {
	s, ok := types.Unalias(t).(*types.Slice)
	return ok && types.Identical(s.Elem(), types.Typ[types.Uint8])
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// hasParam tells whether t mentions a type parameter.
func hasParam(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			if hasParam(arg) {
				return true
			}
		}
	case *types.Pointer:
		return hasParam(t.Elem())
	case *types.Slice:
		return hasParam(t.Elem())
	case *types.Array:
		return hasParam(t.Elem())
	case *types.Map:
		return hasParam(t.Key()) || hasParam(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if hasParam(f.Type()) {
				return true
			}
		}
	}
	return false
}

// holdsLock tells whether go vet would complain about a copy of a t: it, or a
// part of it, has Lock and Unlock on its pointer.
func holdsLock(t types.Type) bool {
	if hasMethod(t, true, "Lock", isLock) && hasMethod(t, true, "Unlock", isLock) &&
		!hasMethod(t, false, "Lock", isLock) && !types.IsInterface(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return holdsLock(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if holdsLock(f.Type()) {
				return true
			}
		}
	}
	return false
}

func isLock(s *types.Signature) bool { return s.Params().Len() == 0 && s.Results().Len() == 0 }
