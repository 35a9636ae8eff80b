package golang

import (
	"go/types"
	"strconv"
	"strings"

	"github.com/linefeed-go/linefeed/codegen/model"
)

// receiver is the type as it stands in a receiver: with its parameters.
func receiver(s *model.Struct) string {
	params := s.Named.TypeParams()
	if params.Len() == 0 {
		return s.Name
	}
	var names []string
	for p := range params.TypeParams() {
		names = append(names, p.Obj().Name())
	}
	return s.Name + "[" + strings.Join(names, ", ") + "]"
}

// structMethods writes what a struct of the package gets. Receivers of the
// methods that interfaces ask for are values, so that a value in an interface
// or a map is written as well; only a struct that must not be copied has
// pointers there.
func (w *fileWriter) structMethods(s *model.Struct) {
	recv := receiver(s)
	byValue := recv
	if s.NoCopy {
		byValue = "*" + recv
	}
	if s.Message != nil {
		w.reasonMethod(s, byValue)
	}
	w.appendMethods(s, recv)
	w.marshalMethods(byValue)
	if s.Message != nil {
		w.appendBodyMethod(s, recv)
		w.emitMethods(s, recv)
	}
	w.method(s, recv)
	w.documentMethods(s, recv)
	w.listMethods(s, recv)
	w.decodeMethods(s, recv)
	w.guard(s)
}

func (w *fileWriter) reasonMethod(s *model.Struct, recv string) {
	if f := s.Message.Field; f != nil {
		w.printf("// Reason returns the message's %s.\n", f.GoName())
		w.printf("func (m %s) Reason() string { return string(m.%s) }\n\n", recv, f.GoName())
		return
	}
	reason := strconv.Quote(s.Message.Reasons[0])
	w.printf("// Reason returns %s.\n", reason)
	w.printf("func (%s) Reason() string { return %s }\n\n", recv, reason)
}

// appendMethods writes AppendJSON and AppendJSONDepth around the body.
func (w *fileWriter) appendMethods(s *model.Struct, recv string) {
	sig := w.signature(s)
	w.printf("// AppendJSON appends the value as one JSON object. On error dst comes back as it was.\n")
	w.printf("func (m *%s) AppendJSON(dst []byte) ([]byte, error) ", recv)
	if sig.canFail {
		w.printf("{\nout, err := m.appendJSON(dst%s)\nif err != nil {\nreturn dst, err\n}\nreturn out, nil\n}\n\n", sig.depthArg("0"))
	} else {
		w.printf("{ return m.appendJSON(dst%s), nil }\n\n", sig.depthArg("0"))
	}
	w.printf("// AppendJSONDepth is AppendJSON inside of depth open arrays and objects.\n")
	w.printf("func (m *%s) AppendJSONDepth(dst []byte, depth int) ([]byte, error) {\n", recv)
	if !s.Type.Cyclic { // those look at the depth in appendJSON
		w.printf("%s\n", w.depthTest(s.Type))
	}
	if sig.canFail {
		w.printf("out, err := m.appendJSON(dst%s)\nif err != nil {\nreturn dst, err\n}\nreturn out, nil\n}\n\n", sig.depthArg("depth"))
	} else {
		w.printf("return m.appendJSON(dst%s), nil\n}\n\n", sig.depthArg("depth"))
	}
}

func (w *fileWriter) marshalMethods(recv string) {
	w.printf("// MarshalJSON makes the value a json.Marshaler.\n")
	w.printf("func (m %s) MarshalJSON() ([]byte, error) { return m.AppendJSON(nil) }\n\n", recv)
	w.printf("// MarshalEasyJSON makes the value an easyjson.Marshaler.\n")
	w.printf("func (m %s) MarshalEasyJSON(w *%s.Writer) {\n", recv, w.use(w.r.paths.Jwriter, "jwriter"))
	w.printf("b, err := m.AppendJSON(%s(w))\n%s(w, b, err)\n}\n\n", w.jsonwire("BeginEasyJSON"), w.jsonwire("EndEasyJSON"))
}

// appendBodyMethod writes the object without its reason, for structs that
// contain the message. Where the reason stands first it is taken out again, so
// that the body stands in the code once; for messages that contain themselves
// that would move every level once more for each one around it.
func (w *fileWriter) appendBodyMethod(s *model.Struct, recv string) {
	w.printf("// AppendJSONBody appends the object without its reason, as it stands inside other objects.\n")
	w.printf("func (m *%s) AppendJSONBody(dst []byte, depth int) ([]byte, error) {\n", recv)
	switch {
	case s.Message.Field != nil:
		w.printf("return m.AppendJSONDepth(dst, depth)\n}\n\n")
	case s.Message.Index == 0 && !s.Type.Cyclic:
		member := jsonString(s.Message.Discriminator) + ":" + jsonString(s.Message.Reasons[0])
		w.printf("out, err := m.AppendJSONDepth(dst, depth)\nif err != nil {\nreturn dst, err\n}\n")
		w.printf("at := len(dst) + 1 + %d // behind the reason\n", len(member))
		w.printf("if out[at] == ',' {\nat++\n}\n")
		w.printf("return append(out[:len(dst)+1], out[at:]...), nil\n}\n\n")
	default:
		w.printf("out, err := m.appendBody(dst, depth)\nif err != nil {\nreturn dst, err\n}\nreturn out, nil\n}\n\n")
		b := w.newBody(signature{canFail: true, depth: true}, "depth")
		b.limitDepth(s.Type)
		b.object(s, "m", false, 0)
		b.end()
		w.printf("func (m *%s) appendBody(dst []byte, depth int) ([]byte, error) {\n%s}\n\n", recv, b.text())
	}
}

func (w *fileWriter) emitMethods(s *model.Struct, recv string) {
	traits, all := w.message("TraitPure"), w.message("TraitGenerated")+" | "+w.message("TraitPure")
	if s.Type.Foreign {
		traits, all = "0", w.message("TraitGenerated")
	}
	reason := "m.Reason()"
	if s.Message.Field == nil {
		reason = strconv.Quote(s.Message.Reasons[0])
	}
	w.printf("// EmitTo emits the message; it is Emit without an interface in between.\n")
	w.printf("func (m *%s) EmitTo(e *%s) (err error) {\n", recv, w.message("Emitter"))
	w.printf("var l %s\ndefer l.Recover(&err)\n", w.message("Line"))
	w.printf("b, err := m.AppendJSON(l.Begin(e, %s, %s))\nreturn l.End(b, err)\n}\n\n", traits, reason)
	w.printf("// MessageTraits tells the Emitter what it may rely on; a type that embeds this one gets 0.\n")
	w.printf("func (*%s) MessageTraits(self %s) %s {\n", recv, w.message("Message"), w.message("Traits"))
	w.printf("if _, ok := self.(*%s); !ok {\nreturn 0\n}\nreturn %s\n}\n\n", recv, all)
}

// method writes the body itself.
func (w *fileWriter) method(s *model.Struct, recv string) {
	sig := w.signature(s)
	b := w.newBody(sig, "depth")
	b.start(s)
	b.object(s, "m", true, 0)
	b.end()
	w.printf("func (m *%s) appendJSON(dst []byte%s) %s {\n%s}\n\n", recv, sig.params(), sig.results(), b.text())
}

// guard writes a conversion that no longer compiles when the struct has been
// changed: its fields are repeated as they were when the code was made.
func (w *fileWriter) guard(s *model.Struct) {
	params, args := w.typeParams(s)
	w.printf("// %s was changed after this file was generated if this does not compile: run linefeed gen.\n", s.Name)
	w.printf("func _%s(m *%s%s) {\n", params, s.Name, args)
	w.printf("type %s_changed_run_linefeed_gen %s\n", s.Name, w.structText(s.Named.Underlying().(*types.Struct)))
	w.printf("_ = (*%s_changed_run_linefeed_gen)(m)\n}\n\n", s.Name)
}

// typeParams returns the parameters of s as they are declared and as they are
// used.
func (w *fileWriter) typeParams(s *model.Struct) (params, args string) {
	list := s.Named.TypeParams()
	if list.Len() == 0 {
		return "", ""
	}
	var decl []string
	for p := range list.TypeParams() {
		decl = append(decl, p.Obj().Name()+" "+w.typeName(p.Constraint()))
	}
	return "[" + strings.Join(decl, ", ") + "]", strings.TrimPrefix(receiver(s), s.Name)
}

func (w *fileWriter) structText(t *types.Struct) string {
	var b strings.Builder
	b.WriteString("struct {\n")
	for f := range t.Fields() {
		if !f.Embedded() {
			b.WriteString(f.Name() + " ")
		}
		b.WriteString(w.typeName(f.Type()) + "\n")
	}
	b.WriteString("}")
	return b.String()
}

// structV2 writes the method of encoding/json/v2.
func (w *fileWriter) structV2(s *model.Struct) {
	jsontext := w.use("encoding/json/jsontext", "jsontext")
	w.printf("// MarshalJSONTo makes the value a json.MarshalerTo of encoding/json/v2.\n")
	w.printf("func (m *%s) MarshalJSONTo(enc *%s.Encoder) error {\n", receiver(s), jsontext)
	w.printf("b, err := m.AppendJSONDepth(enc.AvailableBuffer(), enc.StackDepth())\nif err != nil {\nreturn err\n}\nreturn enc.WriteValue(b)\n}\n\n")
	w.decodeV2(s)
}
