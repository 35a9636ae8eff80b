package golang

import (
	"go/types"
	"regexp"
	"strconv"
	"strings"

	"github.com/linefeed-go/linefeed/codegen/model"
)

// val is a Go expression for a value, or for a pointer to it.
type val struct {
	expr     string
	ptr      bool
	notNil   bool // it has been tested already
	notEmpty bool
}

// value is the expression for the value itself.
func (v val) value() string {
	if v.ptr {
		return "(*" + v.expr + ")"
	}
	return v.expr
}

// argument is value without the parentheses a selector would need.
func (v val) argument() string {
	if v.ptr {
		return "*" + v.expr
	}
	return v.expr
}

// addr is the expression for the value's address.
func (v val) addr() string {
	if v.ptr {
		return v.expr
	}
	return "&" + v.expr
}

// value writes a value of type t, n levels inside of the function's value.
func (b *body) value(t *model.Type, v val, n int) {
	if b.indent && b.indentedValue(t, v, n) {
		return
	}
	if b.w.isHelper(t) {
		b.appendCall(b.w.helper(t), t, v.addr(), n)
		return
	}
	b.inPlace(t, v, n)
}

// inPlace writes a value without regard to a function there may be for t.
func (b *body) inPlace(t *model.Type, v val, n int) {
	switch t.Kind {
	case model.Bool:
		b.boolean(convert(v.argument(), t, types.Bool, "bool"))
	case model.Int, model.Uint, model.Float, model.Number, model.Time, model.Raw, model.RawMessage, model.Interface, model.Param, model.Easy, model.JSON, model.Text:
		b.call(t, v, n)
	case model.String:
		b.lit(`"`)
		b.line("dst = %s(dst, %s)", b.w.jsonwire("AppendStringBody"), convert(v.argument(), t, types.String, "string"))
		b.lit(`"`)
	case model.Bytes:
		b.bytes(t, v)
	case model.Pointer:
		b.pointer(t, v, func(elem val) { b.value(t.Elem, elem, n) })
	case model.Slice, model.Array, model.Map:
		b.composite(t, v, n)
	case model.Object:
		b.structValue(t, v, n)
	}
}

// call writes the kinds for which there is one appender.
func (b *body) call(t *model.Type, v val, n int) {
	x := v.argument()
	switch t.Kind {
	case model.Int:
		b.line("dst = %s(dst, %s)", b.w.jsonwire("AppendInt"), convert(x, t, types.Int64, "int64"))
	case model.Uint:
		b.line("dst = %s(dst, %s)", b.w.jsonwire("AppendUint"), convert(x, t, types.Uint64, "uint64"))
	case model.Float:
		b.float(t, x)
	case model.Number:
		b.try("%s(dst, %s)", b.w.jsonwire("AppendNumber"), x)
	case model.Time:
		b.try("%s(dst, %s)", b.w.jsonwire("AppendTime"), x)
	case model.Raw:
		b.try("%s(dst, %s, %s)", b.w.jsonwire("AppendRaw"), x, b.depthAt(n))
	case model.RawMessage:
		b.try("%s(dst, %s, %s)", b.w.jsonwire("AppendRawMessage"), rawMessage(b, t, x), b.depthAt(n))
	case model.Interface:
		b.try("%s(dst, %s, %s)", b.w.jsonwire("AppendAny"), x, b.depthAt(n))
	case model.Param:
		b.try("%s(dst, %s, %s)", b.w.jsonwire("AppendAny"), v.addr(), b.depthAt(n))
	case model.Easy:
		b.try("%s(dst, %s, %s)", b.w.jsonwire("AppendEasyJSON"), v.addr(), b.depthAt(n))
	case model.JSON:
		b.try("%s(dst, %s, %s)", b.w.jsonwire("AppendMarshaler"), v.addr(), b.depthAt(n))
	case model.Text:
		b.try("%s(dst, %s)", b.w.jsonwire("AppendTextMarshaler"), v.addr())
	}
}

func (b *body) float(t *model.Type, x string) {
	if t.Bits == 32 {
		b.try("%s(dst, %s)", b.w.jsonwire("AppendFloat32"), convert(x, t, types.Float32, "float32"))
		return
	}
	b.try("%s(dst, %s)", b.w.jsonwire("AppendFloat64"), convert(x, t, types.Float64, "float64"))
}

// rawMessage converts jsontext.Value, which is the other raw type.
func rawMessage(b *body, t *model.Type, x string) string {
	if named, ok := t.Go.(*types.Named); ok && named.Obj().Name() == "RawMessage" {
		return x
	}
	return b.w.use("encoding/json", "json") + ".RawMessage(" + x + ")"
}

// convert puts a conversion around x unless t is the basic type already.
func convert(x string, t *model.Type, kind types.BasicKind, name string) string {
	if basic, ok := t.Go.(*types.Basic); ok && basic.Kind() == kind {
		return x
	}
	return name + "(" + x + ")"
}

func (b *body) bytes(t *model.Type, v val) {
	elem := t.Go.Underlying().(*types.Slice).Elem()
	if types.Identical(elem, types.Typ[types.Uint8]) {
		b.line("dst = %s(dst, %s)", b.w.jsonwire("AppendBytes"), v.argument())
		return
	}
	// Go converts a slice of a named byte type only element by element.
	copied, i := b.name("bytes"), b.name("i")
	b.flush()
	b.raw("var %s []byte", copied)
	b.raw("if %s != nil {\n%s = make([]byte, len(%s))\nfor %s := range %s {\n%s[%s] = byte(%s[%s])\n}\n}", v.value(), copied, v.argument(), i, copied, copied, i, v.value(), i)
	b.raw("dst = %s(dst, %s)", b.w.jsonwire("AppendBytes"), copied)
}

// pointer writes null or what it points to.
func (b *body) pointer(t *model.Type, v val, elem func(val)) {
	p := v.value()
	if v.notNil {
		elem(val{expr: p, ptr: true})
		return
	}
	before := b.take()
	b.raw("if %s == nil {\n%s\n} else {", p, b.appendText(before+"null"))
	b.lit(before)
	elem(val{expr: p, ptr: true})
	b.line("}")
}

// quoted writes a value with the string option.
func (b *body) quoted(t *model.Type, v val) {
	switch t.Kind {
	case model.Pointer:
		b.pointer(t, v, func(elem val) { b.quoted(t.Elem, elem) })
	case model.String:
		b.lit(`"`)
		b.line("dst = %s(dst, string(%s(nil, %s)))", b.w.jsonwire("AppendStringBody"), b.w.jsonwire("AppendString"), convert(v.argument(), t, types.String, "string"))
		b.lit(`"`)
	default:
		b.lit(`"`)
		b.value(t, v, 0)
		b.lit(`"`)
	}
}

// composite writes an array or an object of like elements. Each one is
// followed by a comma, the last of which becomes the closing bracket.
func (b *body) composite(t *model.Type, v val, n int) {
	open, closed := "[", "]"
	if t.Kind == model.Map {
		open, closed = "{", "}"
	}
	if t.Kind == model.Array && t.Len == 0 {
		b.lit("[]")
		return
	}
	if t.Kind == model.Slice && !b.indent && types.Identical(t.Elem.Go, types.Typ[types.String]) {
		b.line("dst = %s(dst, %s)", b.w.jsonwire("AppendStrings"), v.argument())
		return
	}
	if t.Kind == model.Array || v.notEmpty {
		b.lit(open)
		b.elements(t, v, n+1)
		return
	}
	before := b.take()
	b.raw("if len(%s) != 0 {", v.argument())
	b.lit(before + open)
	b.elements(t, v, n+1)
	if v.notNil {
		b.line("} else {\n%s\n}", b.appendText(before+open+closed))
		return
	}
	b.line("} else if %s == nil {\n%s\n} else {\n%s\n}", v.value(), b.appendText(before+"null"), b.appendText(before+open+closed))
}

func (b *body) elements(t *model.Type, v val, n int) {
	b.inLoop++
	if t.Kind == model.Map {
		b.mapLoop(t, v, n)
	} else {
		b.sliceLoop(t, v, n)
	}
	b.inLoop--
}

func (b *body) sliceLoop(t *model.Type, v val, n int) {
	i := b.name("i")
	// A string's closing quote, the comma and the next opening quote are one constant.
	isString := t.Elem.Kind == model.String && !b.indent
	if isString {
		b.lit(`"`)
	}
	if alike(t.Elem) {
		b.line("for range %s {", v.argument())
	} else {
		b.line("for %s := range %s {", i, v.argument())
	}
	b.push(func(err string) string { return b.w.atCall("AtIndex", i, err) })
	elem := val{expr: v.value() + "[" + i + "]"}
	if isString {
		b.line("dst = %s(dst, %s)", b.w.jsonwire("AppendStringBody"), convert(elem.expr, t.Elem, types.String, "string"))
		b.lit(`","`)
	} else {
		b.lit(b.newline(n))
		b.value(t.Elem, elem, n)
		b.lit(",")
	}
	b.pop()
	b.line("}")
	if isString {
		b.raw("dst = dst[:len(dst)-1]")
	}
	b.endElements(n - 1)
}

// alike reports whether all elements of type t are written alike, without a
// look at them: {} or [].
func alike(t *model.Type) bool {
	return t.Kind == model.Array && t.Len == 0 || t.Kind == model.Object && t.Struct.Name == "" && len(t.Struct.Fields) == 0
}

func (b *body) mapLoop(t *model.Type, v val, n int) {
	keys, k, elem := b.name("keys"), b.name("k"), b.name("v")
	m := v.argument()
	var key string
	var text func() string
	switch t.Key.Kind {
	case model.String:
		b.line("%s := %s(%s)\nfor _, %s := range %s.Names {", keys, b.w.jsonwire("SortedKeys"), m, k, keys)
		key, text = convertTo(b.w, k, t.Key.Go, "string"), func() string { return k }
		b.lit(`"`)
		b.line("dst = %s(dst, %s)", b.w.jsonwire("AppendStringBody"), k)
	case model.Text:
		b.uses = true
		b.line("%s, err := %s(%s)\nif err != nil {\nreturn dst, %s\n}\nfor _, %s := range %s {", keys, b.w.jsonwire("SortedTextKeys"), m, b.wrapped("err"), k, keys)
		key, text = k+".Key", func() string { return k + ".Text" }
		b.lit(`"`)
		b.line("dst = %s(dst, %s)", b.w.jsonwire("AppendStringBody"), text())
	default:
		b.line("%s := %s(%s)\nfor _, %s := range %s.Ints {", keys, b.w.jsonwire("SortedIntKeys"), m, k, keys)
		key = convertTo(b.w, k, t.Key.Go, "int64")
		text = func() string { return b.w.use("strconv", "strconv") + ".FormatInt(" + k + ", 10)" }
		b.lit(`"`)
		if t.Key.Kind == model.Uint {
			b.line("dst = %s(dst, uint64(%s))", b.w.jsonwire("AppendUint"), k)
		} else {
			b.line("dst = %s(dst, %s)", b.w.jsonwire("AppendInt"), k)
		}
	}
	b.lit(`":`)
	if !alike(t.Elem) {
		b.line("%s := %s[%s]", elem, v.value(), key)
	}
	b.push(func(err string) string { return b.w.atCall("AtKey", text(), err) })
	b.value(t.Elem, val{expr: elem}, n)
	b.pop()
	b.lit(",")
	b.line("}")
	if t.Key.Kind != model.Text {
		b.raw("%s.Release()", keys)
	}
	b.raw("dst[len(dst)-1] = '}'")
}

// convertTo converts x, which is of the basic type called from, to t.
func convertTo(w *fileWriter, x string, t types.Type, from string) string {
	name := w.typeName(t)
	if name == from {
		return x
	}
	return name + "(" + x + ")"
}

// appendCall calls a generated function or method that takes the address of
// the value: call is its text up to the arguments.
func (b *body) appendCall(name string, t *model.Type, addr string, n int) {
	depth := ""
	if t.NeedsDepth {
		depth = ", " + b.depthAt(n)
	}
	if t.CanFail {
		b.try("%s(dst, %s%s)", name, addr, depth)
	} else {
		b.line("dst = %s(dst, %s%s)", name, addr, depth)
	}
}

// structValue writes a struct: by its methods, by a function of this package,
// or, when it is small, in place.
func (b *body) structValue(t *model.Type, v val, n int) {
	s := t.Struct
	switch {
	case b.indent && s.Document && s.Message == nil && !b.canInline(t, v):
		b.indentedStruct(t, v, n)
	case s.Methods && (!s.Local || s.Message != nil):
		method := "AppendJSONDepth"
		if s.Message != nil {
			method = "AppendJSONBody"
		}
		if t.CanFail {
			b.try("%s.%s(dst, %s)", v.expr, method, b.depthAt(n))
		} else {
			b.line("dst, _ = %s.%s(dst, %s) // cannot fail", v.expr, method, b.depthAt(n))
		}
	case s.Name == "" || b.canInline(t, v):
		b.inlined += len(s.Fields)
		b.object(s, v.expr, false, n)
	case s.Methods:
		sig := signature{t.CanFail, t.NeedsDepth}
		if t.CanFail {
			b.try("%s.appendJSON(dst%s)", v.expr, sig.depthArg(b.depthAt(n)))
		} else {
			b.line("dst = %s.appendJSON(dst%s)", v.expr, sig.depthArg(b.depthAt(n)))
		}
	default:
		b.appendCall(b.w.helper(t), t, v.addr(), n)
	}
}

// Structs of up to inlineFields members that lie in a struct by value are
// written in place, until a function has inlineTotal members of others: their
// constants merge with the ones around them. Elements and what pointers point
// to are written by calls, which keeps the code small.
const (
	inlineFields = 12
	inlineTotal  = 40
)

func (b *body) canInline(t *model.Type, v val) bool {
	n := len(t.Struct.Fields)
	return (!t.Struct.Methods || t.Struct.Local) && !t.Cyclic && !v.ptr && b.inLoop == 0 && n <= inlineFields && b.inlined+n <= inlineTotal
}

// isHelper tells whether values of t are written by a function of their own
// because t, which is not a struct, contains itself.
func (w *fileWriter) isHelper(t *model.Type) bool {
	_, named := t.Go.(*types.Named)
	return named && t.Cyclic && t.Kind != model.Object
}

// helper returns the function that appends values of t.
func (w *fileWriter) helper(t *model.Type) string {
	for _, group := range []string{"", w.group} {
		if h := w.r.helpers[group][t]; h != nil {
			return h.name
		}
	}
	h := &helper{name: w.funcName("append", t), t: t}
	if w.r.helpers[w.group] == nil {
		w.r.helpers[w.group] = map[*model.Type]*helper{}
	}
	w.r.helpers[w.group][t] = h
	w.queue = append(w.queue, h)
	return h.name
}

var structBody = regexp.MustCompile(`(?s)struct ?\{.*\}`)

// funcName is a free name for a function that does something with values of t.
func (w *fileWriter) funcName(verb string, t *model.Type) string {
	text := types.TypeString(t.Go, func(p *types.Package) string {
		if p == w.r.pkg.Types {
			return ""
		}
		return p.Name()
	})
	text = strings.ReplaceAll(structBody.ReplaceAllString(text, "struct"), "[]", " list ")
	words := strings.FieldsFunc(w.group+" "+text, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9' && r < 'A' || r > 'Z' && r < 'a' || r > 'z' && r < 0x80)
	})
	name := verb
	for _, word := range words {
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	return w.unique(name + "JSON")
}

// unique returns name, with a number behind it if the package has that already.
func (w *fileWriter) unique(name string) string {
	unique := name
	for i := 2; w.r.taken[unique]; i++ {
		unique = name + strconv.Itoa(i)
	}
	w.r.taken[unique] = true
	return unique
}

// helperFuncs writes the functions that the file's code asked for.
func (w *fileWriter) helperFuncs() {
	for len(w.queue) > 0 {
		h := w.queue[0]
		w.queue = w.queue[1:]
		sig := signature{h.t.CanFail, h.t.NeedsDepth}
		b := w.newBody(sig, "depth")
		if h.t.Kind == model.Object {
			b.start(h.t.Struct)
			b.object(h.t.Struct, "m", false, 0)
		} else {
			b.limitDepth(h.t)
			b.inPlace(h.t, val{expr: "m", ptr: true}, 0)
		}
		b.end()
		w.printf("// %s appends a %s.\n", h.name, types.TypeString(h.t.Go, (*types.Package).Name))
		w.printf("func %s(dst []byte, m *%s%s) %s {\n%s}\n\n", h.name, w.typeName(h.t.Go), sig.params(), sig.results(), b.text())
	}
}
