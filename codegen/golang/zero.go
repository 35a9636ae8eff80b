package golang

import (
	"go/types"
	"strings"

	"github.com/linefeed-go/linefeed/codegen/model"
)

// notEmpty is the condition of omitempty.
func notEmpty(t *model.Type, expr string) string {
	switch u := t.Go.Underlying().(type) {
	case *types.Basic:
		return basicNotZero(u, expr)
	case *types.Slice, *types.Map:
		return "len(" + expr + ") != 0"
	}
	return expr + " != nil"
}

func basicNotZero(t *types.Basic, expr string) string {
	switch info := t.Info(); {
	case info&types.IsBoolean != 0:
		return expr
	case info&types.IsString != 0:
		return expr + ` != ""`
	}
	return expr + " != 0"
}

// notZero is the condition of omitzero.
func (b *body) notZero(f *model.Field, expr string) string {
	switch f.Zero {
	case model.ZeroMethod:
		return "!" + expr + ".IsZero()"
	case model.ZeroNilMethod:
		return expr + " != nil && !" + expr + ".IsZero()"
	case model.ZeroCompare:
		return expr + " != (" + b.w.typeName(f.Type.Go) + "{})"
	case model.ZeroFields:
		return "(" + strings.Join(b.fieldsNotZero(f.Type.Go, expr), " || ") + ")"
	}
	switch u := f.Type.Go.Underlying().(type) {
	case *types.Basic:
		return basicNotZero(u, expr)
	}
	return expr + " != nil"
}

// fieldsNotZero tests the fields of a struct that cannot be compared.
func (b *body) fieldsNotZero(t types.Type, expr string) []string {
	if types.Comparable(t) {
		switch u := t.Underlying().(type) {
		case *types.Basic:
			return []string{basicNotZero(u, expr)}
		case *types.Struct, *types.Array:
			return []string{expr + " != (" + b.w.typeName(t) + "{})"}
		}
		return []string{expr + " != nil"}
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return []string{expr + " != nil"}
	}
	var conds []string
	for f := range s.Fields() {
		conds = append(conds, b.fieldsNotZero(f.Type(), expr+"."+f.Name())...)
	}
	return conds
}
