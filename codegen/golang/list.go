package golang

import (
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/linefeed-go/linefeed/codegen/model"
)

// listMethods writes the head of a list, which is the object without its
// items, and WriteList.
func (w *fileWriter) listMethods(s *model.Struct, recv string) {
	if s.Items == nil {
		return
	}
	head := w.headName(s.Name)
	w.headType(s, head)
	_, args := w.typeParams(s)
	items := selector("m", s.Items.Path)
	w.printf("// WriteList writes the list as one document and a newline through a shared buffer, item by item; see message.WriteList. The bytes are those of AppendJSON.\n")
	w.printf("func (m *%s) WriteList(ctx %s.Context, w %s.Writer, opts *%s) (%s, error) {\n", recv, w.use("context", "context"), w.use("io", "io"), w.message("ListOptions"), w.message("ListStats"))
	w.printf("if m == nil {\nreturn %s(ctx, w, opts)\n}\n", w.message("WriteNullList"))
	w.printf("return %s(ctx, w, (*%s%s)(m), %s, %s, opts)\n}\n\n", w.message("WriteListField"), head, args, strconv.Quote(s.Items.Name), items)
}

// headType writes the type of a list's head: the same struct by another name,
// which appends itself without the items. The head of a message is a message,
// so that it keeps its reason where a list is written as lines.
func (w *fileWriter) headType(s *model.Struct, name string) {
	params, args := w.typeParams(s)
	w.printf("// %s is what stands before the items of a %s.\ntype %s%s %s%s\n\n", name, s.Name, name, params, s.Name, args)
	head := *s
	head.Fields = s.Fields[:len(s.Fields)-1]
	w.headAppenders(&head, name+args)
	if s.Message == nil {
		return
	}
	w.printf("// Reason returns the list's.\n")
	w.printf("func (m *%s%s) Reason() string { return (*%s%s)(m).Reason() }\n\n", name, args, s.Name, args)
	w.printf("// MarshalEasyJSON makes the head a message.Message.\n")
	w.printf("func (m *%s%s) MarshalEasyJSON(w *%s.Writer) {\n", name, args, w.use(w.r.paths.Jwriter, "jwriter"))
	w.printf("b, err := m.AppendJSONDepth(%s(w), 0)\n%s(w, b, err)\n}\n\n", w.jsonwire("BeginEasyJSON"), w.jsonwire("EndEasyJSON"))
}

// headAppenders writes AppendJSONDepth; where it can fail, around a function
// that leaves on error what it has appended.
func (w *fileWriter) headAppenders(head *model.Struct, recv string) {
	canFail := head.Type.Cyclic || head.Message != nil && head.Message.Field != nil
	for _, f := range head.Fields {
		canFail = canFail || f.Type.CanFail
	}
	name := "AppendJSONDepth"
	w.printf("// AppendJSONDepth appends the members before the items as one object.\n")
	if canFail {
		w.printf("func (m *%s) AppendJSONDepth(dst []byte, depth int) ([]byte, error) ", recv)
		w.printf("{\nout, err := m.appendJSON(dst, depth)\nif err != nil {\nreturn dst, err\n}\nreturn out, nil\n}\n\n")
		name = "appendJSON"
	}
	b := w.newBody(signature{canFail: true, depth: true}, "depth")
	b.start(head)
	b.object(head, "m", true, 0)
	b.end()
	w.printf("func (m *%s) %s(dst []byte, depth int) ([]byte, error) {\n%s}\n\n", recv, name, b.text())
}

// headName makes a free name for the head of the list called name.
func (w *fileWriter) headName(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return w.unique(string(unicode.ToLower(first)) + name[size:] + "Head")
}
