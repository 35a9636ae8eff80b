package golang

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/linefeed-go/linefeed/codegen/model"
)

// decodeMethods writes what reads a struct of the package: UnmarshalJSON and
// UnmarshalEasyJSON around DecodeJSON, which reads from a decoder that may
// stand inside of a larger value.
func (w *fileWriter) decodeMethods(s *model.Struct, recv string) {
	decoder := w.jsonwire("Decoder")
	w.printf("// UnmarshalJSON makes the type a json.Unmarshaler. What the value held before is gone; after an error it is zero.\n")
	w.printf("func (m *%s) UnmarshalJSON(b []byte) error {\n", recv)
	w.printf("var d %s\nd.Reset(b)\n*m = %s{}\nm.DecodeJSON(&d)\n", decoder, recv)
	w.printf("err := d.End()\nif err != nil {\n*m = %s{}\n}\nreturn err\n}\n\n", recv)
	w.printf("// UnmarshalEasyJSON makes the type an easyjson.Unmarshaler; see UnmarshalJSON.\n")
	w.printf("func (m *%s) UnmarshalEasyJSON(l *%s.Lexer) {\n", recv, w.use(w.r.paths.Jlexer, "jlexer"))
	w.printf("*m = %s{}\n%s(l, m.DecodeJSON)\nif !l.Ok() {\n*m = %s{}\n}\n}\n\n", recv, w.jsonwire("ReadEasyJSON"), recv)
	r := w.newReading()
	if s.Message == nil {
		w.printf("// DecodeJSON reads the object that comes next into the value, which must be zero.\n")
		r.object(s, "m", "")
		w.printf("func (m *%s) DecodeJSON(d *%s) {\n%s}\n\n", recv, decoder, r.out.String())
		return
	}
	w.printf("// DecodeJSON reads the message that comes next, with its %s, into the value, which must be zero.\n", s.Message.Discriminator)
	if s.Message.Field != nil {
		r.object(s, "m", "false")
		w.printf("func (m *%s) DecodeJSON(d *%s) {\n%s}\n\n", recv, decoder, r.out.String())
		w.printf("// DecodeJSONBody is DecodeJSON: the %s is a field of the message.\n", s.Message.Discriminator)
		w.printf("func (m *%s) DecodeJSONBody(d *%s) { m.DecodeJSON(d) }\n\n", recv, decoder)
		if w.reasonList != "" {
			w.printf("var %s = []string{%s}\n\n", w.reasonList, quotedList(s.Message.Reasons))
			w.reasonList = ""
		}
		return
	}
	w.printf("func (m *%s) DecodeJSON(d *%s) { m.decodeJSON(d, false) }\n\n", recv, decoder)
	w.printf("// DecodeJSONBody reads the object as it stands inside other objects: it needs no %[1]s, and one that is there is skipped.\n", s.Message.Discriminator)
	w.printf("func (m *%s) DecodeJSONBody(d *%s) { m.decodeJSON(d, true) }\n\n", recv, decoder)
	r.object(s, "m", "bare")
	w.printf("func (m *%s) decodeJSON(d *%s, bare bool) {\n%s}\n\n", recv, decoder, r.out.String())
}

// decodeV2 writes the method of encoding/json/v2 that reads.
func (w *fileWriter) decodeV2(s *model.Struct) {
	w.printf("// UnmarshalJSONFrom makes the type a json.UnmarshalerFrom of encoding/json/v2.\n")
	w.printf("func (m *%s) UnmarshalJSONFrom(dec *%s.Decoder) error {\n", receiver(s), w.use("encoding/json/jsontext", "jsontext"))
	w.printf("b, err := dec.ReadValue()\nif err != nil {\nreturn err\n}\nreturn m.UnmarshalJSON(b)\n}\n\n")
}

// reading writes the statements of one function that reads. d is the decoder.
type reading struct {
	w    *fileWriter
	out  strings.Builder
	vars int
}

func (w *fileWriter) newReading() *reading { return &reading{w: w} }

func (r *reading) line(format string, args ...any) { fmt.Fprintf(&r.out, format+"\n", args...) }

// name makes a local name that is used once in the function.
func (r *reading) name(prefix string) string {
	r.vars++
	return prefix + strconv.Itoa(r.vars)
}

// object reads an object into expr, a zero struct or a pointer to one. First
// the members are expected in the order in which they are written; from the
// first deviation on they are looked up by name. bare is not empty for a
// message with its discriminator: an expression for whether that may be
// missing and is then no member of its own.
func (r *reading) object(s *model.Struct, expr, bare string) {
	o := &objectReading{reading: r, s: s, expr: expr, bare: bare}
	more := r.name("more")
	if bare != "" {
		r.line("seen := %s", bare)
	}
	o.inOrder(more)
	r.line("for ; %s; %s = d.NextMember() {", more, more)
	if len(s.Fields) == 0 && bare == "" {
		r.line("d.Name()\nd.Skip()\n}")
		return
	}
	r.line("switch d.Name() {")
	if bare != "" && s.Message.Field == nil {
		o.reasonByName()
	}
	for _, f := range s.Fields {
		r.line("case %s:", strconv.Quote(f.Name))
		o.member(f, false)
	}
	r.line("default:\nd.Skip()\n}\n}")
	if bare != "" {
		r.line("d.NeedReason(seen, %s)", r.w.reasons(s))
	}
}

// objectReading is one object on its way.
type objectReading struct {
	*reading
	s    *model.Struct
	expr string
	bare string
}

// item is a member, or the constant reason, where it stands on the wire.
type item struct {
	field *model.Field // nil for the reason
}

func (o *objectReading) items() []item {
	var items []item
	for i := 0; i <= len(o.s.Fields); i++ {
		if o.bare != "" && o.s.Message.Field == nil && o.s.Message.Index == i {
			items = append(items, item{})
		}
		if i < len(o.s.Fields) {
			items = append(items, item{o.s.Fields[i]})
		}
	}
	return items
}

// inOrder reads the members in the order of the wire and declares more: whether
// others follow, whose names have to be looked at.
func (o *objectReading) inOrder(more string) {
	items := o.items()
	switch {
	case len(items) == 0:
		o.line("_, %s := d.OpenObject()", more)
		return
	case items[0].field == nil || !items[0].field.Conditional():
		lit := "{" + o.literal(items[0])
		take := "TakeOpen"
		switch n := len(lit); {
		case n >= 8 && n <= 16:
			take = "TakeOpen16"
		case n > 16 && n <= 32:
			take = "TakeOpen32"
		}
		o.line("var %s bool\nif d.%s(%s) {", more, take, goString(lit))
		o.take(items[0])
		o.rest(items[1:])
		o.line("%s = !d.Close() && d.NextMember()", more)
	default:
		o.optionalFirst(items, more)
	}
	if o.bare == "" {
		o.line("} else {\n_, %s = d.OpenObject()\n}", more)
		return
	}
	// null is no message, but it is how Go's interfaces spell a zero value.
	open := o.name("open")
	o.line("} else {\nvar %s bool\nif %s, %s = d.OpenObject(); !%s {\nreturn\n}\n}", open, open, more, open)
}

// optionalFirst opens an object whose first members may be missing: each of
// them up to the first that is always there may follow the brace.
func (o *objectReading) optionalFirst(items []item, more string) {
	at, ok := o.name("at"), o.name("open")
	o.line("var %s bool\nif %s, %s := d.Begin(); %s {", more, at, ok, ok)
	for i, it := range items {
		o.line("if d.TakeFrom(%s, %s) {", at, goString(o.literal(it)))
		o.take(it)
		o.line("}")
		if it.field == nil || !it.field.Conditional() {
			o.rest(items[i+1:])
			break
		}
	}
	o.line("%s = !d.Close() && d.Resume(%s)", more, at)
}

func (o *objectReading) rest(items []item) {
	for _, it := range items {
		lit := "," + o.literal(it)
		o.line("if d.%s(%s) {", takeFor(lit), goString(lit))
		o.take(it)
		o.line("}")
	}
}

// takeFor is the method that takes a literal of that length fastest.
func takeFor(lit string) string {
	switch n := len(lit); {
	case n >= 4 && n < 8:
		return "Take8"
	case n >= 8 && n <= 16:
		return "Take16"
	case n > 16 && n <= 32:
		return "Take32"
	}
	return "Take"
}

// literal is the constant text of an item: the name and the colon, and the
// reason where that is constant.
func (o *objectReading) literal(it item) string {
	if it.field != nil {
		return jsonString(it.field.Name) + ":"
	}
	return jsonString(o.s.Message.Discriminator) + ":" + jsonString(o.s.Message.Reasons[0])
}

// take reads what stands behind the literal of an item.
func (o *objectReading) take(it item) {
	if it.field == nil {
		o.line("seen = true")
		return
	}
	o.member(it.field, true)
}

// reasonByName reads a constant discriminator found in another place.
func (o *objectReading) reasonByName() {
	m := o.s.Message
	o.line("case %s:", strconv.Quote(m.Discriminator))
	o.line("if bare {\nd.Skip()\nbreak\n}\nseen = d.Reason(seen, %s)", strconv.Quote(m.Reasons[0]))
}

// member reads a member's value. fresh tells that the field is surely zero.
func (o *objectReading) member(f *model.Field, fresh bool) {
	path := f.Path
	for l := range len(path) - 1 {
		if path[l].Pointer {
			p := selector(o.expr, path[:l+1])
			o.line("if %s == nil {\n%s = new(%s)\n}", p, p, o.w.typeName(path[l].Type))
		}
	}
	expr := selector(o.expr, path)
	if o.bare != "" && o.s.Message.Field == f {
		o.line("%s = %s\nseen = true", expr, o.w.as(f.Type, "d.ReasonOf(seen, "+o.w.reasons(o.s)+")", "string"))
		return
	}
	if f.Quoted {
		o.quoted(f.Type, expr, fresh)
		return
	}
	o.assign(f.Type, target{expr: expr, fresh: fresh})
}

// reasons is the argument that lists the reasons of a message: of several, a
// variable, for a list that is written out is made anew in each call.
func (w *fileWriter) reasons(s *model.Struct) string {
	if list := s.Message.Reasons; len(list) == 1 {
		return strconv.Quote(list[0])
	}
	if w.reasonList == "" {
		w.reasonList = w.unique("reasonsOf" + s.Name)
	}
	return w.reasonList + "..."
}

func quotedList(list []string) string {
	var quoted []string
	for _, s := range list {
		quoted = append(quoted, strconv.Quote(s))
	}
	return strings.Join(quoted, ", ")
}
