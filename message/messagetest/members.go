package messagetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// member is one member of a message's object.
type member struct {
	name  string
	value json.RawMessage
}

// syntaxError is a fault of JSON at an offset in the line.
type syntaxError struct {
	offset int
	what   string
}

// members returns the members of the one object that text must be, in their
// order, or where and how it is not.
func members(text []byte) ([]member, *syntaxError) {
	var whole json.RawMessage
	if err := json.Unmarshal(text, &whole); err != nil {
		return nil, syntaxFault(text, err)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	if _, err := dec.Token(); err != nil { // the {
		return nil, syntaxFault(text, err)
	}
	var all []member
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, syntaxFault(text, err)
		}
		m := member{name: fmt.Sprint(name)}
		if err := dec.Decode(&m.value); err != nil {
			return nil, syntaxFault(text, err)
		}
		all = append(all, m)
	}
	return all, nil
}

// syntaxFault describes err, which encoding/json returned for text.
func syntaxFault(text []byte, err error) *syntaxError {
	fault := &syntaxError{what: err.Error()}
	var at *json.SyntaxError
	switch {
	case errors.As(err, &at):
		fault.offset = max(int(at.Offset)-1, 0)
	case errors.Is(err, io.ErrUnexpectedEOF):
		fault.offset = len(text)
	}
	return fault
}

// find returns the index of the first member called name, -1 without one.
func find(all []member, name string) int {
	for i, m := range all {
		if m.name == name {
			return i
		}
	}
	return -1
}

// repeated returns the name of a member that occurs twice, if there is one.
func repeated(all []member) (string, bool) {
	seen := make(map[string]bool, len(all))
	for _, m := range all {
		if seen[m.name] {
			return m.name, true
		}
		seen[m.name] = true
	}
	return "", false
}

// clip bounds what is shown of the input.
func clip[S string | []byte | json.RawMessage](s S) string {
	const most = 60
	if len(s) > most {
		return fmt.Sprintf("%.*q...", most, []byte(s[:most]))
	}
	return fmt.Sprintf("%q", []byte(s))
}

// clipTo bounds a text of our own, which quotes input safely already.
func clipTo(s string, most int) string {
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "..."
	}
	return s
}
