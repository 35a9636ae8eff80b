package message

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

var (
	errNoObject    = errors.New("the marshaler did not write a JSON object")
	errReasonFirst = errors.New(`the member "reason" must be the first, or be left to the emitter`)
)

// emitOther emits a message that is not a pointer to a generated type.
func (e *Emitter) emitOther(m Message) error {
	if g := generatedValue(m); g != nil {
		return g.EmitTo(e)
	}
	return e.emitForeign(m)
}

// generatedValue returns a pointer to a copy of m, when m is a generated type
// passed by value.
func generatedValue(m Message) generated {
	v := reflect.ValueOf(m)
	if !v.IsValid() || v.Kind() == reflect.Pointer || !reflect.PointerTo(v.Type()).Implements(generatedType) {
		return nil
	}
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	self, isMessage := p.Interface().(Message)
	g, isGenerated := p.Interface().(generated)
	if !isMessage || !isGenerated || g.MessageTraits(self)&TraitGenerated == 0 {
		return nil
	}
	return g
}

var generatedType = reflect.TypeFor[generated]()

// emitForeign emits a message whose marshaler the generator did not write.
func (e *Emitter) emitForeign(m Message) (err error) {
	var l Line
	defer l.Recover(&err)
	b := l.Begin(e, 0, "")
	if m == nil {
		return l.End(b, errors.New("the message is nil"))
	}
	l.reason = m.Reason()
	start := len(b)
	if b, err = jsonwire.AppendEasyJSON(b, m, 0); err == nil {
		b, err = putReason(e.dropStamps(b, start), start, l.reason)
	}
	return l.End(b, err)
}

// putReason sees to it that the compact, valid value at b[start:] is an
// object with the reason in front.
func putReason(b []byte, start int, reason string) ([]byte, error) {
	object := b[start:]
	if object[0] != '{' {
		return b[:start], errNoObject
	}
	head := jsonwire.AppendString([]byte(`{"reason":`), reason)
	switch at, value := findReason(object); {
	case at == 0 && string(value) == string(head[len(`{"reason":`):]):
		return b, nil
	case at == 0:
		return b[:start], fmt.Errorf("the member \"reason\" is %s, but Reason returns %s", clip(string(value), 100), clip(string(head[len(`{"reason":`):]), 100))
	case at > 0:
		return b[:start], errReasonFirst
	}
	if len(object) > len("{}") {
		head = append(head, ',')
	} else {
		head = append(head, '}')
		return append(b[:start], head...), nil
	}
	rest := append([]byte(nil), object[1:]...)
	return append(append(b[:start], head...), rest...), nil
}

// findReason returns which member of the compact, valid object is called
// reason, and its value; -1 if none is.
func findReason(object []byte) (int, []byte) {
	i := 1
	for n := 0; object[i] != '}'; n++ {
		if object[i] == ',' {
			i++
		}
		keyEnd := skipValue(object, i)
		valueEnd := skipValue(object, keyEnd+1)
		if isKey(object[i:keyEnd], "reason") {
			return n, object[keyEnd+1 : valueEnd]
		}
		i = valueEnd
	}
	return -1, nil
}

// isKey reports whether the quoted key reads name, which is ASCII, however it
// is escaped.
func isKey(key []byte, name string) bool {
	if len(key) < len(name)+len(`""`) || len(key) > len(name)*len(`\u0072`)+len(`""`) {
		return false
	}
	var s string
	return json.Unmarshal(key, &s) == nil && s == name
}

// skipValue returns the index behind the compact, valid value that starts at
// b[i].
func skipValue(b []byte, i int) int {
	depth := 0
	for {
		switch b[i] {
		case '"':
			for i++; b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		i++
		if depth <= 0 && (b[i-1] == '"' || b[i-1] == '}' || b[i-1] == ']' || ends(b[i])) {
			return i
		}
	}
}

// ends reports whether c follows a number or a literal.
func ends(c byte) bool { return c == ',' || c == '}' || c == ']' }
