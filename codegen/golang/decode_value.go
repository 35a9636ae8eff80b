package golang

import (
	"fmt"
	"go/types"
	"strconv"

	"github.com/linefeed-go/linefeed/codegen/model"
)

// target is where a value goes: an addressable expression, or one for a
// pointer to it.
type target struct {
	expr  string
	ptr   bool
	fresh bool // what is there is zero
}

func (t target) value() string {
	if t.ptr {
		return "*" + t.expr
	}
	return t.expr
}

func (t target) addr() string {
	if t.ptr {
		return t.expr
	}
	return "&" + t.expr
}

// assign reads the next value into to. Afterwards nothing is left of what was
// there before.
func (r *reading) assign(t *model.Type, to target) {
	if x := r.expression(t); x != "" {
		r.line("%s = %s", to.value(), x)
		return
	}
	r.inPlace(t, to)
}

// inPlace reads a value for which there is no expression, or writes the
// statements of the function that is one.
func (r *reading) inPlace(t *model.Type, to target) {
	if !to.fresh {
		r.line("%s = %s", to.value(), r.w.zero(t.Go))
	}
	switch {
	case t.Read != model.ReadKind:
		r.byMethod(t, to)
	case t.Kind == model.Pointer:
		r.pointer(t, to, func(elem target) { r.assign(t.Elem, elem) }, r.expression(t.Elem))
	case t.Kind == model.Slice:
		r.slice(t, to)
	case t.Kind == model.Map:
		r.mapping(t, to)
	case t.Kind == model.Array:
		r.array(t, to)
	case t.Kind == model.Object:
		r.structure(t, to)
	case t.Kind == model.Param:
		r.line("d.Into(%s)", to.addr())
	case t.Kind == model.Interface:
		r.refuse(t)
	}
}

func (r *reading) byMethod(t *model.Type, to target) {
	switch t.Read {
	case model.ReadDecoder:
		r.line("%s.DecodeJSON(d)", to.expr)
	case model.ReadEasy:
		r.line("d.EasyJSON(%s)", to.addr())
	case model.ReadJSON:
		r.line("d.JSON(%s)", to.addr())
	case model.ReadText:
		r.line("d.Text(%s)", to.addr())
	case model.ReadReflect:
		r.line("d.Into(%s)", to.addr())
	}
}

// refuse takes null only: an interface with methods does not say which type a
// value has.
func (r *reading) refuse(t *model.Type) {
	r.line("if !d.Null() {\nd.Refuse(%s)\n}", strconv.Quote("null: "+types.TypeString(t.Go, (*types.Package).Name)+" does not say which type a value has"))
}

// expression is a call that returns the next value as a t, "" if there is none.
func (r *reading) expression(t *model.Type) string {
	if t.Read != model.ReadKind {
		return ""
	}
	switch t.Kind {
	case model.Bool:
		return r.w.as(t, "d.Bool()", "bool")
	case model.Int:
		return r.w.as(t, "d.Int("+r.w.bits(t)+")", "int64")
	case model.Uint:
		return r.w.as(t, "d.Uint("+r.w.bits(t)+")", "uint64")
	case model.Float:
		bits := r.w.bits(t)
		return r.w.as(t, "d.Float"+bits+"()", "float"+bits)
	case model.String:
		return r.w.as(t, "d.String()", "string")
	case model.Number:
		return "d.Number()"
	case model.Time:
		return "d.Time()"
	case model.Raw:
		return "d.Raw()"
	case model.RawMessage:
		return r.w.as(t, "d.RawMessage()", "json.RawMessage")
	case model.Bytes:
		return r.bytes(t)
	case model.Interface:
		if t.Go.Underlying().(*types.Interface).Empty() {
			return r.w.as(t, "d.Any()", "any")
		}
	case model.Slice, model.Map:
		return r.collection(t)
	case model.Pointer:
		if t.Elem.Kind == model.String && t.Elem.Read == model.ReadKind {
			return r.stringPointer(t)
		}
	}
	return ""
}

// stringPointer is a call that returns null or a pointer to a string, as a t.
func (r *reading) stringPointer(t *model.Type) string {
	const call = "d.StringPointer()"
	if _, named := t.Go.(*types.Named); named {
		return r.w.typeName(t.Go) + "(" + call + ")"
	}
	if t.Elem.Go == types.Typ[types.String] {
		return call
	}
	return "(" + r.w.typeName(t.Go) + ")(" + call + ")"
}

func (r *reading) collection(t *model.Type) string {
	if t.Kind == model.Slice && t.Elem.Go == types.Typ[types.String] {
		return r.w.as(t, "d.Strings()", "[]string")
	}
	if t.Parametric {
		return "" // a function would need the parameters
	}
	return r.w.reader(t) + "(d)"
}

// bytes converts where Go does it for a whole slice; a named byte type is
// converted by a function.
func (r *reading) bytes(t *model.Type) string {
	if types.Identical(t.Go.Underlying().(*types.Slice).Elem(), types.Typ[types.Uint8]) {
		return r.w.as(t, "d.Bytes()", "[]byte")
	}
	return r.w.reader(t) + "(d)"
}

// as converts x, which is of the type called from, to t.
func (w *fileWriter) as(t *model.Type, x, from string) string {
	name := w.typeName(t.Go)
	if name == from || from == "json.RawMessage" && t.Go.(*types.Named).Obj().Name() == "RawMessage" {
		return x
	}
	if _, named := t.Go.(*types.Named); !named && from == "[]byte" {
		return x
	}
	return name + "(" + x + ")"
}

func (w *fileWriter) bits(t *model.Type) string {
	if t.Bits != 0 {
		return strconv.Itoa(t.Bits)
	}
	return w.use("strconv", "strconv") + ".IntSize"
}

// zero is the zero value of t.
func (w *fileWriter) zero(t types.Type) string {
	if _, ok := t.(*types.TypeParam); ok {
		return "*new(" + w.typeName(t) + ")"
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsBoolean != 0:
			return "false"
		}
		return "0"
	case *types.Struct, *types.Array:
		return w.typeName(t) + "{}"
	}
	return "nil"
}

// pointer reads null or what it points to. x is the expression for that, if
// there is one.
func (r *reading) pointer(t *model.Type, to target, elem func(target), x string) {
	if t.EndlessPointer() {
		r.line("if !d.Null() {\nd.Refuse(%q)\n}", "null: "+types.TypeString(t.Go, (*types.Package).Name)+" points to nothing else")
		return
	}
	v := r.name("v")
	r.line("if !d.Null() {")
	if x != "" {
		r.line("%s := %s\n%s = &%s\n}", v, x, to.value(), v)
		return
	}
	r.line("%s := new(%s)", v, r.w.typeName(t.Elem.Go))
	elem(target{expr: v, ptr: true, fresh: true})
	r.line("%s = %s\n}", to.value(), v)
}

// quoted reads a value with the string option.
func (r *reading) quoted(t *model.Type, expr string, fresh bool) {
	if t.Kind == model.Pointer && t.Read == model.ReadKind {
		if !fresh {
			r.line("%s = nil", expr)
		}
		r.pointer(t, target{expr: expr}, func(elem target) { r.assign(t.Elem, elem) }, r.quotedExpression(t.Elem))
		return
	}
	if x := r.quotedExpression(t); x != "" {
		r.line("%s = %s", expr, x)
		return
	}
	r.assign(t, target{expr: expr, fresh: fresh})
}

func (r *reading) quotedExpression(t *model.Type) string {
	if t.Read != model.ReadKind {
		return ""
	}
	switch t.Kind {
	case model.Bool:
		return r.w.as(t, "d.QuotedBool()", "bool")
	case model.Int:
		return r.w.as(t, "d.QuotedInt("+r.w.bits(t)+")", "int64")
	case model.Uint:
		return r.w.as(t, "d.QuotedUint("+r.w.bits(t)+")", "uint64")
	case model.Float:
		bits := r.w.bits(t)
		return r.w.as(t, "d.QuotedFloat"+bits+"()", "float"+bits)
	case model.String:
		return r.w.as(t, "d.QuotedString()", "string")
	}
	return r.expression(t) // json.Number, which takes strings anyway
}

// slice reads an array of any length; to is nil.
func (r *reading) slice(t *model.Type, to target) {
	open, more, list := r.name("open"), r.name("more"), r.name("list")
	name := r.w.typeName(t.Go)
	r.line("if %s, %s := d.OpenArray(); %s {\n%s := %s{}", open, more, open, list, name)
	r.line("if %s {\n%s = make(%s, 0, %d)\n}", more, list, name, firstRoom(t.Elem.Go))
	r.line("for ; %s; %s = d.NextElement() {", more, more)
	if x := r.expression(t.Elem); x != "" {
		r.line("%s = append(%s, %s)", list, list, x)
	} else {
		r.line("%s = %s(%s)", list, r.w.jsonwire("Extend"), list)
		r.assign(t.Elem, target{expr: fmt.Sprintf("%s[len(%s)-1]", list, list), fresh: true})
	}
	r.line("}\n%s = %s\n}", to.value(), list)
}

// firstRoom is the number of elements for which a slice first gets memory:
// as many as fit 32 bytes, between 1 and 4. Most lists of larger ones have one,
// for which those around a type parameter are taken.
func firstRoom(elem types.Type) int64 {
	if isParam(elem) {
		return 4
	}
	if holdsParam(elem) {
		return 1
	}
	size := types.SizesFor("gc", "amd64").Sizeof(elem)
	return max(1, min(4, 32/max(size, 1)))
}

func isParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// holdsParam reports whether the size of t is that of a type parameter, or
// depends on one.
func holdsParam(t types.Type) bool {
	if isParam(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return holdsParam(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if holdsParam(f.Type()) {
				return true
			}
		}
	}
	return false
}

// array reads an array of fixed length: elements that are missing stay zero,
// those too many are skipped.
func (r *reading) array(t *model.Type, to target) {
	open, more, i := r.name("open"), r.name("more"), r.name("i")
	r.line("if %s, %s := d.OpenArray(); %s {", open, more, open)
	if t.Len == 0 {
		r.line("for ; %s; %s = d.NextElement() {\nd.Skip()\n}\n}", more, more)
		return
	}
	r.line("for %s := 0; %s; %s, %s = %s+1, d.NextElement() {\nif %s >= %d {\nd.Skip()\ncontinue\n}", i, more, i, more, i, i, t.Len)
	r.assign(t.Elem, target{expr: to.expr + "[" + i + "]", fresh: true})
	r.line("}\n}")
}

// mapping reads an object of any members; to is nil.
func (r *reading) mapping(t *model.Type, to target) {
	if t.Key.Read == model.ReadReflect {
		r.line("if !d.Null() {\nd.Refuse(%s)\n}", strconv.Quote("null: map keys of type "+types.TypeString(t.Key.Go, (*types.Package).Name)+" cannot be read"))
		return
	}
	open, more, m, k := r.name("open"), r.name("more"), r.name("pairs"), r.name("k")
	r.line("if %s, %s := d.OpenObject(); %s {\n%s := %s{}", open, more, open, m, r.w.typeName(t.Go))
	r.line("for ; %s; %s = d.NextMember() {", more, more)
	switch t.Key.Kind {
	case model.Text:
		r.line("var %s %s\nd.KeyText(&%s)", k, r.w.typeName(t.Key.Go), k)
	case model.Int:
		r.line("%s := %s", k, r.w.as(t.Key, "d.KeyInt("+r.w.bits(t.Key)+")", "int64"))
	case model.Uint:
		r.line("%s := %s", k, r.w.as(t.Key, "d.KeyUint("+r.w.bits(t.Key)+")", "uint64"))
	default:
		r.line("%s := %s", k, r.w.as(t.Key, "d.Key()", "string"))
	}
	if x := r.expression(t.Elem); x != "" {
		r.line("%s[%s] = %s", m, k, x)
	} else {
		v := r.name("v")
		r.line("var %s %s", v, r.w.typeName(t.Elem.Go))
		r.assign(t.Elem, target{expr: v, fresh: true})
		r.line("%s[%s] = %s", m, k, v)
	}
	r.line("}\n%s = %s\n}", to.value(), m)
}

// structure reads a struct: by its methods, by a function of this package, or
// in place where it has no name and mentions type parameters.
func (r *reading) structure(t *model.Type, to target) {
	s := t.Struct
	switch {
	case s.Methods && s.Message != nil:
		r.line("%s.DecodeJSONBody(d)", to.expr)
	case s.Methods:
		r.line("%s.DecodeJSON(d)", to.expr)
	case t.Parametric:
		r.object(s, to.expr, "")
	default:
		r.line("%s(d, %s)", r.w.reader(t), to.addr())
	}
}
