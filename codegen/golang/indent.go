package golang

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/linefeed-go/linefeed/codegen/model"
)

// An indented body is written by the same functions as the compact one. In
// the constant text that is held back, a line break is two bytes: lineBreak,
// which cannot occur in JSON text, and the level it leads to, counted from the
// function's value, plus one. It becomes a call of jsonwire.AppendBreak,
// together with the comma, and the end of a string, in front of it.
const lineBreak = '\x01'

// newline is a line break before something level levels inside of the
// function's value, in a body that is indented.
func (b *body) newline(level int) string {
	if !b.indent {
		return ""
	}
	return string([]byte{lineBreak, byte(level + 1)})
}

// colon stands between a member's name and its value.
func (b *body) colon() string {
	if b.indent {
		return ": "
	}
	return ":"
}

// appendLines is the statement that appends text with line breaks in it.
func (b *body) appendLines(text string) string {
	expr := "dst"
	for {
		before, behind, breaks := strings.Cut(text, string(lineBreak))
		begin := onlyBreak
		if breaks {
			begin = beginOf(before)
			before = before[:len(before)-(onlyBreak-begin)]
		}
		if before != "" {
			expr = "append(" + expr + ", " + constant(before) + ")"
		}
		if !breaks {
			return "dst = " + expr
		}
		expr = b.separator(expr, begin, int(behind[0])-1)
		text = behind[1:]
	}
}

// What a line break is appended with.
const (
	afterString = iota // `",`
	afterValue         // `,`
	onlyBreak
)

// beginOf tells what of the text before a line break its separator has too.
func beginOf(before string) int {
	switch {
	case strings.HasSuffix(before, `",`):
		return afterString
	case strings.HasSuffix(before, `,`):
		return afterValue
	}
	return onlyBreak
}

// separator appends a line break before something level levels inside of the
// function's value to dst, and what stands in front of it.
func (b *body) separator(dst string, begin, level int) string {
	name := [...]string{afterString: "AppendQuoteBreak", afterValue: "AppendCommaBreak", onlyBreak: "AppendBreak"}[begin]
	return fmt.Sprintf("%s(%s, 2*%s+%d)", b.w.jsonwire(name), dst, b.depth, 2*level+3-begin)
}

// constant is text as the last argument of append.
func constant(s string) string {
	if len(s) == 1 {
		return strconv.QuoteRune(rune(s[0]))
	}
	return goString(s) + "..."
}

// indentedValue writes values that are laid out in another way than by
// writing their text in place; it returns false for all others.
func (b *body) indentedValue(t *model.Type, v val, n int) bool {
	switch t.Kind {
	case model.Interface:
		b.try("%s(dst, %s, %s)", b.w.jsonwire("AppendAnyIndent"), v.argument(), b.depthAt(n))
		return true
	case model.Object:
		if b.isIndented(t, v) {
			return false
		}
	case model.Map, model.Raw, model.RawMessage, model.Param, model.Easy, model.JSON:
	default:
		if !b.w.isHelper(t) {
			return false
		}
	}
	start := b.name("start")
	b.line("%s := len(dst)", start)
	b.indent = false
	b.value(t, v, n)
	b.flush()
	b.indent = true
	b.raw("dst = %s(dst, %s, %s)", b.w.jsonwire("IndentTail"), start, b.depthAt(n))
	return true
}

// isIndented tells whether a struct is laid out while it is written: by its
// own method, or in place.
func (b *body) isIndented(t *model.Type, v val) bool {
	s := t.Struct
	if s.Message != nil {
		return false // its reason is left out here, which its method does not do
	}
	return s.Document || s.Name == "" || b.canInline(t, v)
}

// indentedStruct calls the method of a struct that has one.
func (b *body) indentedStruct(t *model.Type, v val, n int) {
	if !t.Struct.Local {
		b.try("%s.AppendJSONIndent(dst, %s)", v.expr, b.depthAt(n))
		return
	}
	if t.CanFail {
		b.try("%s.appendJSONIndent(dst, %s)", v.expr, b.depthAt(n))
		return
	}
	b.line("dst = %s.appendJSONIndent(dst, %s)", v.expr, b.depthAt(n))
}

// endElements writes the bracket behind the last element, n levels inside of
// the function's value, in the place of its comma.
func (b *body) endElements(n int) {
	if b.indent {
		b.raw("dst = append(%s, ']')", b.separator("dst[:len(dst)-1]", onlyBreak, n))
		return
	}
	b.raw("dst[len(dst)-1] = ']'")
}

// documentMethods writes AppendJSONIndent for documents, and for types that
// would inherit it.
func (w *fileWriter) documentMethods(s *model.Struct, recv string) {
	if !s.Document && !s.Inherits {
		return
	}
	w.printf("// AppendJSONIndent is AppendJSONDepth laid out as json.Indent does it with two blanks a level, of which depth are open.\n")
	w.printf("func (m *%s) AppendJSONIndent(dst []byte, depth int) ([]byte, error) ", recv)
	if !s.Document {
		w.printf("{\nout, err := m.AppendJSONDepth(dst, depth)\nif err != nil {\nreturn dst, err\n}\n")
		w.printf("return %s(out, len(dst), depth), nil\n}\n\n", w.jsonwire("IndentTail"))
		return
	}
	sig := signature{s.Type.CanFail, true}
	w.printf("{\n")
	if !s.Type.Cyclic { // those look at the depth in appendJSONIndent
		w.printf("%s\n", w.depthTest(s.Type))
	}
	if sig.canFail {
		w.printf("out, err := m.appendJSONIndent(dst, depth)\nif err != nil {\nreturn dst, err\n}\nreturn out, nil\n}\n\n")
	} else {
		w.printf("return m.appendJSONIndent(dst, depth), nil\n}\n\n")
	}
	b := w.newBody(sig, "depth")
	b.indent = true
	b.start(s)
	b.object(s, "m", true, 0)
	b.end()
	w.printf("func (m *%s) appendJSONIndent(dst []byte, depth int) %s {\n%s}\n\n", recv, sig.results(), b.text())
}
