package golang

import (
	"strconv"
	"strings"

	"github.com/linefeed-go/linefeed/codegen/model"
)

// listMethods writes the head of a list, which is the object without its
// items, and WriteList.
func (w *fileWriter) listMethods(s *model.Struct) {
	if s.List == nil {
		return
	}
	head := *s
	head.Fields = s.Fields[:len(s.Fields)-1]
	name := w.headName(s.Name)
	w.printf("// %s is what stands before the items of a %s.\ntype %s %s\n\n", name, s.Name, name, s.Name)
	w.headMethods(&head, name)

	message := w.message
	w.printf("// WriteList writes the list as one document and a newline through a shared buffer, item by item; see message.WriteList. The bytes are those of AppendJSON.\n")
	w.printf("func (m *%s) WriteList(ctx %s.Context, w %s.Writer, opts *%s) (%s, error) {\n", s.Name, w.use("context", "context"), w.use("io", "io"), message("ListOptions"), message("ListStats"))
	w.printf("if m == nil {\nreturn %s(w)\n}\n", message("WriteNullList"))
	w.printf("return %s(ctx, w, (*%s)(m), %s, m.%s, opts)\n}\n\n", message("WriteListField"), name, strconv.Quote(s.List.Items.Name), s.List.Items.GoName())
}

// headMethods writes the appenders of the head.
func (w *fileWriter) headMethods(head *model.Struct, name string) {
	sig := signature{depth: true}
	for _, f := range head.Fields {
		sig.canFail = sig.canFail || f.Type.CanFail
	}
	sig.canFail = sig.canFail || head.Message != nil && head.Message.Field != nil
	w.printf("// AppendJSONDepth appends the members before the items as one object.\n")
	w.printf("func (m *%s) AppendJSONDepth(dst []byte, depth int) ([]byte, error) ", name)
	if sig.canFail {
		w.printf("{\nout, err := m.appendJSON(dst, depth)\nif err != nil {\nreturn dst, err\n}\nreturn out, nil\n}\n\n")
	} else {
		w.printf("{ return m.appendJSON(dst, depth), nil }\n\n")
	}
	b := w.newBody(sig, "depth")
	b.start(head)
	b.object(head, "m", true, 0)
	b.end()
	w.printf("func (m *%s) appendJSON(dst []byte, depth int) %s {\n%s}\n\n", name, sig.results(), b.text())
}

// headName makes a free name for the head of the list called name.
func (w *fileWriter) headName(name string) string {
	unique := strings.ToLower(name[:1]) + name[1:] + "Head"
	for i := 2; w.r.taken[unique]; i++ {
		unique = strings.ToLower(name[:1]) + name[1:] + "Head" + strconv.Itoa(i)
	}
	w.r.taken[unique] = true
	return unique
}
