package message

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// errReasonNoString: an item or a head of a list written as lines has a
// discriminator that names nothing.
var errReasonNoString = errors.New(`the member "reason" is not a string`)

// checkNames looks at the names of a head or tail, a compact, valid object:
// none may stand twice in the document. A footer's name is refused where a
// footer is certain; where only an error would bring one, it is noted.
func (l *ListWriter) checkNames(object []byte) error {
	for i := 1; object[i] != '}'; {
		if object[i] == ',' {
			i++
		}
		keyEnd := skipValue(object, i)
		name := unquoted(object[i:keyEnd])
		fault := l.fault(name)
		if string(name) == l.opts.Key && !l.opts.Lines {
			fault = "is that of the items"
		}
		if fault != "" {
			return fmt.Errorf("the member %s %s", clip(string(object[i:keyEnd]), 100), fault)
		}
		i = skipValue(object, keyEnd+1)
	}
	return nil
}

// fault says what is wrong with a member's name; "" when nothing is.
func (l *ListWriter) fault(name []byte) string {
	switch string(name) {
	case "count", "truncated", "skipped", "skips", "error":
		if l.opts.Footer || l.opts.Lines || l.opts.OnError == SkipWithNote {
			return "is one of the list's own"
		}
		l.clash = true
	case "reason":
		if l.opts.Lines {
			return "is one of the list's own"
		}
	}
	if l.names[string(name)] {
		return "stands twice"
	}
	if l.names != nil {
		l.names[string(name)] = true
	}
	return ""
}

// checkHead is checkNames for a document's head, together with the items' key.
func (l *ListWriter) checkHead(object []byte) error {
	if l.opts.Tail != nil { // its names will have to be others
		l.names = map[string]bool{}
	}
	if err := l.checkNames(object); err != nil {
		return err
	}
	key := l.opts.Key
	if fault := l.fault([]byte(key)); fault != "" {
		return fmt.Errorf("the items' member %.100q %s", key, fault)
	}
	return nil
}

// unquoted returns the text of a valid JSON string.
func unquoted(quoted []byte) []byte {
	text := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(text, '\\') < 0 {
		return text
	}
	var s string
	_ = json.Unmarshal(quoted, &s) // it is valid
	return []byte(s)
}

// hasReason reports whether the compact, valid object is a message already:
// its first member is a reason. One elsewhere, or one that is no string, is an
// error: no line has two.
func hasReason(object []byte) (bool, error) {
	if !bytes.Contains(object, []byte(`reason"`)) && bytes.IndexByte(object, '\\') < 0 {
		return false, nil
	}
	switch at, value := findReason(object); {
	case at < 0:
		return false, nil
	case at > 0:
		return false, errReasonFirst
	case value[0] != '"':
		return false, errReasonNoString
	}
	return true, nil
}
