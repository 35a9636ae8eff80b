package golang

import (
	"go/types"

	"github.com/linefeed-go/linefeed/codegen/model"
)

// reader returns the function that reads values of t, which have no method for
// it here: one that returns the value, or for a struct one that takes its address.
func (w *fileWriter) reader(t *model.Type) string {
	for _, group := range []string{"", w.group} {
		if name := w.r.readers[group][t]; name != "" {
			return name
		}
	}
	name := w.funcName("decode", t)
	if w.r.readers[w.group] == nil {
		w.r.readers[w.group] = map[*model.Type]string{}
	}
	w.r.readers[w.group][t] = name
	w.readQueue = append(w.readQueue, t)
	return name
}

// readerFuncs writes the functions that the file's code asked for.
func (w *fileWriter) readerFuncs() {
	for len(w.readQueue) > 0 {
		t := w.readQueue[0]
		w.readQueue = w.readQueue[1:]
		name, decoder := w.reader(t), w.jsonwire("Decoder")
		w.printf("// %s reads a %s.\n", name, types.TypeString(t.Go, (*types.Package).Name))
		r := w.newReading()
		switch t.Kind {
		case model.Object:
			r.object(t.Struct, "m", "")
			w.printf("func %s(d *%s, m *%s) {\n%s}\n\n", name, decoder, w.typeName(t.Go), r.out.String())
			continue
		case model.Bytes:
			r.line("if b := d.Bytes(); b != nil {\nout = make(%s, len(b))\nfor i1 := range b {\nout[i1] = %s(b[i1])\n}\n}",
				w.typeName(t.Go), w.typeName(t.Go.Underlying().(*types.Slice).Elem()))
		default:
			r.inPlace(t, target{expr: "out", fresh: true})
		}
		w.printf("func %s(d *%s) (out %s) {\n%sreturn out\n}\n\n", name, decoder, w.typeName(t.Go), r.out.String())
	}
}
