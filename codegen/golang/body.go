package golang

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/linefeed-go/linefeed/codegen/model"
)

// signature is what a function that appends values of a type looks like:
// whether it returns an error and whether it is told the depth.
type signature struct {
	canFail, depth bool
}

func (s signature) params() string {
	if s.depth {
		return ", depth int"
	}
	return ""
}

func (s signature) depthArg(arg string) string {
	if s.depth {
		return ", " + arg
	}
	return ""
}

func (s signature) results() string {
	if s.canFail {
		return "([]byte, error)"
	}
	return "[]byte"
}

func (w *fileWriter) signature(s *model.Struct) signature {
	return signature{s.Type.CanFail, s.Type.NeedsDepth}
}

// body writes the statements of one function. Constant text is held back and
// merged with what follows; one bool may stand in the middle of it, and is
// then written as two constants behind an if.
type body struct {
	w     *fileWriter
	sig   signature
	depth string // the expression for the depth around the function's value
	out   strings.Builder
	vars  int
	uses  bool // err is used

	indent bool // the value is laid out while it is written, see indent.go

	before, cond, after string // text held back
	wraps               []wrap // the places on the way to the current value
	inlined             int    // members of other structs written in place
	inLoop              int
}

func (w *fileWriter) newBody(sig signature, depth string) *body {
	return &body{w: w, sig: sig, depth: depth}
}

func (b *body) line(format string, args ...any) {
	b.flush()
	fmt.Fprintf(&b.out, format+"\n", args...)
}

// raw writes a line without writing the held text first.
func (b *body) raw(format string, args ...any) { fmt.Fprintf(&b.out, format+"\n", args...) }

// lit appends constant text.
func (b *body) lit(s string) {
	if b.cond == "" {
		b.before += s
	} else {
		b.after += s
	}
}

// boolean appends true or false.
func (b *body) boolean(expr string) {
	if b.indent { // the text around it would be there twice, line breaks and all
		b.line("dst = %s(dst, %s)", b.w.jsonwire("AppendBool"), expr)
		return
	}
	if b.cond != "" {
		b.flush()
	}
	b.cond = expr
}

// flush writes the text that is held back.
func (b *body) flush() {
	before, cond, after := b.before, b.cond, b.after
	b.before, b.cond, b.after = "", "", ""
	switch {
	case cond != "":
		b.raw("if %s {\n%s\n} else {\n%s\n}", cond, b.appendText(before+"true"+after), b.appendText(before+"false"+after))
	case before != "":
		b.raw("%s", b.appendText(before))
	}
}

// take returns the text held back for a branch to begin with.
func (b *body) take() string {
	if b.cond != "" {
		b.flush()
	}
	s := b.before
	b.before = ""
	return s
}

// appendText is the statement that appends s. A constant of 17 to 48 bytes is
// appended in pieces that the compiler copies in registers, where it would call
// a function for the whole.
func (b *body) appendText(s string) string {
	switch n := len(s); {
	case strings.IndexByte(s, lineBreak) >= 0:
	case n > 16 && n <= 32:
		return "dst = " + b.w.jsonwire("Append32") + "(dst, " + goString(s) + ")"
	case n > 32 && n <= 48:
		return "dst = " + b.w.jsonwire("Append48") + "(dst, " + goString(s) + ")"
	}
	return b.appendLines(s)
}

// goString writes s as a Go literal, raw where that reads better.
func goString(s string) string {
	if strings.Contains(s, `"`) && strconv.CanBackquote(s) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// name makes a local name that is used once in the function.
func (b *body) name(prefix string) string {
	b.vars++
	return prefix + strconv.Itoa(b.vars)
}

// try writes a call that can fail; on the error path the places on the way to
// the value are put around the error.
func (b *body) try(call string, args ...any) {
	b.uses = true
	b.line("if dst, err = %s; err != nil {\nreturn dst, %s\n}", fmt.Sprintf(call, args...), b.wrapped("err"))
}

func (b *body) wrapped(err string) string {
	for i := len(b.wraps) - 1; i >= 0; i-- {
		err = b.wraps[i](err)
	}
	return err
}

// wrap puts a call that names a place around an error. It is evaluated where
// the text is used, so that nothing is imported for it elsewhere.
type wrap func(err string) string

func (b *body) push(w wrap) { b.wraps = append(b.wraps, w) }
func (b *body) pop()        { b.wraps = b.wraps[:len(b.wraps)-1] }

// atField notes that what follows is the value of a member.
func (b *body) atField(name string) {
	b.push(func(err string) string { return b.w.atCall("AtField", strconv.Quote(name), err) })
}

// atCall is the text of jsonwire.AtX(place, err).
func (w *fileWriter) atCall(name, place, err string) string {
	return w.jsonwire(name) + "(" + place + ", " + err + ")"
}

// start writes what stands before a struct's object: the depth limit, the
// check of a reason that the message holds itself, and the growth.
func (b *body) start(s *model.Struct) {
	if s.Type.Cyclic {
		b.limitDepth(s.Type)
	}
	if s.Message != nil && s.Message.Field != nil {
		b.checkReason(s.Message)
	}
	if n := b.growth(s, "m"); n != "" {
		b.line("dst = %s(dst, %s)", b.w.jsonwire("Grow"), n)
	}
}

// limitDepth writes the test that keeps a value of t inside of the limit,
// whatever it holds.
func (b *body) limitDepth(t *model.Type) {
	b.line("%s", b.w.depthTest(t))
}

func (w *fileWriter) depthTest(t *model.Type) string {
	limit := "depth >= " + w.jsonwire("MaxDepth")
	if t.Levels > 1 {
		limit = fmt.Sprintf("depth > %s-%d", w.jsonwire("MaxDepth"), t.Levels)
	}
	return fmt.Sprintf("if %s {\nreturn dst, %s\n}", limit, w.jsonwire("ErrDepth"))
}

func (b *body) checkReason(m *model.Message) {
	var cases, plain []string
	for _, r := range m.Reasons {
		cases = append(cases, strconv.Quote(r))
		plain = append(plain, r)
	}
	goName := m.Field.GoName()
	b.line("switch m.%s {\ncase %s:\ndefault:", goName, strings.Join(cases, ", "))
	text := fmt.Sprintf("reason %%.80q is not one of %s", strings.ReplaceAll(strings.Join(plain, ", "), "%", "%%"))
	b.line("return dst, %s(%q, %s.Errorf(%q, m.%s))\n}", b.w.jsonwire("AtField"), m.Field.Name, b.w.use("fmt", "fmt"), text, goName)
}

// end writes the return.
func (b *body) end() {
	b.flush()
	if b.sig.canFail {
		b.raw("return dst, nil")
	} else {
		b.raw("return dst")
	}
}

func (b *body) text() string {
	if b.uses {
		return "var err error\n" + b.out.String()
	}
	return b.out.String()
}

// depthAt is the depth n levels inside of the function's value.
func (b *body) depthAt(n int) string {
	if !b.sig.depth {
		return strconv.Itoa(n)
	}
	if n == 0 {
		return b.depth
	}
	return b.depth + "+" + strconv.Itoa(n)
}
