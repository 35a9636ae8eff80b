package golang

import (
	"strconv"
	"strings"

	"github.com/linefeed-go/linefeed/codegen/model"
)

// object writes the object of s, whose value is expr (a pointer or an
// addressable value), n levels inside of the function's value.
func (b *body) object(s *model.Struct, expr string, withReason bool, n int) {
	o := &object{b: b, s: s, expr: expr, depth: n + 1}
	o.reason = withReason && s.Message != nil && s.Message.Field == nil
	if len(s.Fields) == 0 && !o.reason {
		b.lit("{}")
		return
	}
	o.open()
	for i := 0; i < len(s.Fields); {
		if o.reason && i == s.Message.Index {
			o.writeReason()
		}
		i = o.members(i, 0)
	}
	if o.reason && s.Message.Index == len(s.Fields) {
		o.writeReason()
	}
	o.close()
}

// object is one object on its way.
type object struct {
	b      *body
	s      *model.Struct
	expr   string
	depth  int
	reason bool
	mark   string // the variable that holds the object's start when it may begin with a member that is missing
	sure   bool   // a member has certainly been written
}

// open writes the brace. An object whose first member may be missing is
// written with a comma before every member; the first comma is then made the
// brace.
func (o *object) open() {
	if o.reason && o.s.Message.Index == 0 || len(o.s.Fields) == 0 || !o.s.Fields[0].Conditional() {
		o.b.lit("{")
		return
	}
	o.mark = o.b.name("start")
	o.b.line("%s := len(dst)", o.mark)
}

func (o *object) close() {
	b := o.b
	switch {
	case o.mark == "":
	case o.sure:
		b.line("dst[%s] = '{'", o.mark)
	case b.indent:
		b.line("if len(dst) == %s {\n%s\n} else {\ndst[%s] = '{'\n%s\n}", o.mark, b.appendText("{}"), o.mark, b.appendText(b.newline(o.depth-1)+"}"))
		return
	default:
		b.line("if len(dst) == %s {\ndst = append(dst, '{')\n} else {\ndst[%s] = '{'\n}", o.mark, o.mark)
	}
	b.lit(b.newline(o.depth-1) + "}")
}

func (o *object) key(name string) {
	if o.mark != "" || o.sure {
		o.b.lit(",")
	}
	o.b.lit(o.b.newline(o.depth) + jsonString(name) + o.b.colon())
}

func (o *object) writeReason() {
	m := o.s.Message
	o.key(m.Discriminator)
	o.b.lit(jsonString(m.Reasons[0]))
	o.sure = true
}

// members writes field i, or, where it lies behind an embedded pointer at
// level or below, all the fields behind that pointer under one test for nil.
// It returns the index of the next field.
func (o *object) members(i, level int) int {
	f := o.s.Fields[i]
	path := f.Path
	for l := level; l < len(path)-1; l++ {
		if !path[l].Pointer {
			continue
		}
		sure := o.sure
		o.b.line("if %s != nil {", selector(o.expr, path[:l+1]))
		for i < len(o.s.Fields) && samePath(o.s.Fields[i].Path, path, l+1) {
			i = o.members(i, l+1)
		}
		o.b.line("}")
		o.sure = sure
		return i
	}
	o.member(f)
	return i + 1
}

func samePath(a, b []model.Step, n int) bool {
	if len(a) <= n {
		return false
	}
	for i := range n {
		if a[i].Name != b[i].Name {
			return false
		}
	}
	return true
}

// selector is the Go expression of the field that the path leads to from expr.
func selector(expr string, path []model.Step) string {
	parts := []string{expr}
	for _, s := range path {
		if !s.Hidden {
			parts = append(parts, s.Name)
		}
	}
	return strings.Join(parts, ".")
}

// member writes one member.
func (o *object) member(f *model.Field) {
	b := o.b
	expr := selector(o.expr, f.Path)
	b.atField(f.Name)
	defer b.pop()
	conditional := f.OmitEmpty || f.OmitZero
	if conditional {
		b.line("if %s {", b.present(f, expr))
	}
	o.key(f.Name)
	if f.Quoted {
		b.quoted(f.Type, tested(f, expr))
	} else {
		b.value(f.Type, tested(f, expr), o.depth)
	}
	if conditional {
		b.line("}")
		return
	}
	o.sure = true
}

// tested is the value of a member with what its condition has found out.
func tested(f *model.Field, expr string) val {
	return val{expr: expr, notEmpty: f.OmitEmpty, notNil: f.OmitEmpty || f.OmitZero && (f.Zero == model.ZeroValue || f.Zero == model.ZeroNilMethod)}
}

// present is the condition under which an optional member is written.
func (b *body) present(f *model.Field, expr string) string {
	var conds []string
	if f.OmitEmpty {
		conds = append(conds, notEmpty(f.Type, expr))
	}
	if f.OmitZero {
		conds = append(conds, b.notZero(f, expr))
	}
	if len(conds) == 2 && conds[0] == conds[1] {
		conds = conds[:1]
	}
	return strings.Join(conds, " && ")
}

// jsonString writes s as a JSON string, for names and reasons.
func jsonString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20 || r == '\u2028' || r == '\u2029':
			b.WriteString(`\u`)
			b.WriteString(("0000" + strconv.FormatInt(int64(r), 16))[len(strconv.FormatInt(int64(r), 16)):])
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
