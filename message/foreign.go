package message

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/mailru/easyjson/jwriter"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// Unknown is a message whose reason the [Registry] of the [Reader] does not
// know: a newer writer's, mostly. Emitting it writes its object again, compact,
// with invalid UTF-8 replaced by U+FFFD, wherever in it the reason stands.
type Unknown struct {
	Name string // the reason
	Raw  []byte // the object as it was read, valid JSON; the receiver's own
}

// Reason returns Name.
func (m Unknown) Reason() string { return m.Name }

// Untagged is an object without a discriminator, or with one that is not a
// string. Emitting it writes it again, as it is done with [Unknown].
type Untagged struct {
	Raw []byte // the object as it was read, valid JSON; the receiver's own
}

// Reason returns "".
func (m Untagged) Reason() string { return "" }

// Text is a line that is not a JSON object: something another program printed
// between the messages, or a JSON value of another kind.
//
// Emitting it writes the line again, with invalid UTF-8 replaced by U+FFFD and
// without stamps. As JSON, within a document or through MarshalJSON, it is the
// object {"reason":"text","text":"..."}.
type Text struct {
	Line string // its end and what was skipped before it; blanks are kept
}

// Reason returns "text".
func (m Text) Reason() string { return "text" }

// AppendJSON appends the object; what is wrong with Raw is a
// *[jsonwire.SyntaxError]. dst is then returned as it was.
func (m *Unknown) AppendJSON(dst []byte) ([]byte, error) { return m.AppendJSONDepth(dst, 0) }

// AppendJSONDepth is AppendJSON within depth open objects and arrays.
func (m *Unknown) AppendJSONDepth(dst []byte, depth int) ([]byte, error) {
	return appendObject(dst, m.Raw, depth)
}

// AppendJSON appends the object, as [Unknown.AppendJSON] does.
func (m *Untagged) AppendJSON(dst []byte) ([]byte, error) { return m.AppendJSONDepth(dst, 0) }

// AppendJSONDepth is AppendJSON within depth open objects and arrays.
func (m *Untagged) AppendJSONDepth(dst []byte, depth int) ([]byte, error) {
	return appendObject(dst, m.Raw, depth)
}

// AppendJSON appends the text as a JSON object. It never fails.
func (m *Text) AppendJSON(dst []byte) ([]byte, error) { return m.AppendJSONDepth(dst, 0) }

// AppendJSONDepth is AppendJSON within depth open objects and arrays.
func (m *Text) AppendJSONDepth(dst []byte, depth int) ([]byte, error) {
	if depth >= jsonwire.MaxDepth {
		return dst, jsonwire.ErrDepth
	}
	dst = append(dst, `{"reason":"text","text":`...)
	dst = jsonwire.AppendString(dst, m.Line)
	return append(dst, '}'), nil
}

// MarshalEasyJSON writes the object that AppendJSON appends.
func (m Unknown) MarshalEasyJSON(w *jwriter.Writer) {
	b, err := m.AppendJSON(nil)
	jsonwire.WriteEasyJSON(w, b, err)
}

// MarshalEasyJSON writes the object that AppendJSON appends.
func (m Untagged) MarshalEasyJSON(w *jwriter.Writer) {
	b, err := m.AppendJSON(nil)
	jsonwire.WriteEasyJSON(w, b, err)
}

// MarshalEasyJSON writes the object that AppendJSON appends.
func (m Text) MarshalEasyJSON(w *jwriter.Writer) {
	b, err := m.AppendJSON(nil)
	jsonwire.WriteEasyJSON(w, b, err)
}

// MarshalJSON returns the object that AppendJSON appends.
func (m Unknown) MarshalJSON() ([]byte, error) { return m.AppendJSON(nil) }

// MarshalJSON returns the object that AppendJSON appends.
func (m Untagged) MarshalJSON() ([]byte, error) { return m.AppendJSON(nil) }

// MarshalJSON returns the object that AppendJSON appends.
func (m Text) MarshalJSON() ([]byte, error) { return m.AppendJSON(nil) }

// EmitTo writes the object as one line. Stamps that another Emitter gave it
// stay, unless e sets them itself.
func (m *Unknown) EmitTo(e *Emitter) error { return emitObject(e, m.Raw, m.Name) }

// EmitTo writes the object as one line, as [Unknown.EmitTo] does.
func (m *Untagged) EmitTo(e *Emitter) error { return emitObject(e, m.Raw, "") }

func emitObject(e *Emitter, raw []byte, reason string) (err error) {
	var l Line
	defer l.Recover(&err)
	b := l.Begin(e, TraitPure, reason)
	start := len(b)
	if b, err = appendObject(b, raw, 0); err == nil {
		b = e.dropStamps(b, start)
	}
	return l.End(b, err)
}

// EmitTo writes the line as it was read. A text with a newline, or one that
// would be read as an object, is an *[EncodeError].
func (m *Text) EmitTo(e *Emitter) (err error) {
	var l Line
	defer l.Recover(&err)
	b, err := appendText(l.Begin(e, TraitPure, m.Reason()), m.Line)
	return l.End(b, err)
}

// MessageTraits tells an [Emitter] that EmitTo writes the line.
func (*Unknown) MessageTraits(self Message) Traits {
	if _, ok := self.(*Unknown); !ok {
		return 0
	}
	return TraitGenerated | TraitPure
}

// MessageTraits tells an [Emitter] that EmitTo writes the line.
func (*Untagged) MessageTraits(self Message) Traits {
	if _, ok := self.(*Untagged); !ok {
		return 0
	}
	return TraitGenerated | TraitPure
}

// MessageTraits tells an [Emitter] that EmitTo writes the line.
func (*Text) MessageTraits(self Message) Traits {
	if _, ok := self.(*Text); !ok {
		return 0
	}
	return TraitGenerated | TraitPure
}

var (
	errNotObject = errors.New("Raw is not a JSON object")
	errNotText   = errors.New("a text line holds no newline and does not begin like an object")
)

func appendObject(dst, raw []byte, depth int) ([]byte, error) {
	if body := trimBlanks(raw); len(body) == 0 || body[0] != '{' {
		return dst, errNotObject
	}
	return jsonwire.AppendCompact(dst, raw, depth)
}

func appendText(dst []byte, text string) ([]byte, error) {
	if strings.IndexByte(text, '\n') >= 0 || strings.HasPrefix(strings.TrimLeft(text, "\x00\x1e \t\r"), "{") {
		return dst, errNotText
	}
	if utf8.ValidString(text) {
		return append(dst, text...), nil
	}
	return append(dst, bytes.ToValidUTF8([]byte(text), []byte("\uFFFD"))...), nil
}
