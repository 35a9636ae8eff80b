package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/linefeed-go/linefeed/message"
)

// maxDocument bounds, in bytes, a document of go vet -json.
const maxDocument = 16 << 20

// vetDocument puts a document of go vet -json together: it stands in the
// stream as indented JSON on many lines, which the Reader takes for text and
// for damaged lines. What turns out to be no document is given back.
type vetDocument struct {
	text strings.Builder
	held []result
}

// result is one result of a Reader.
type result struct {
	m    message.Message
	err  error
	line int64 // where it stands in the stream, from 1
}

// take reports whether r belongs to a document; then it must not be dealt with
// otherwise. A document begins with a line "{", ends with a line "}", and has
// indented lines between.
func (v *vetDocument) take(r result) bool {
	line, ok := r.raw()
	if len(v.held) == 0 {
		ok = ok && line == "{"
	} else {
		ok = ok && (strings.HasPrefix(line, "\t") || line == "}")
	}
	if !ok || v.text.Len()+len(line) > maxDocument {
		return false
	}
	v.held = append(v.held, r)
	v.text.WriteString(line + "\n")
	return true
}

// complete says whether the last line taken was the end of a document.
func (v *vetDocument) complete() bool {
	if len(v.held) == 0 {
		return false
	}
	line, _ := v.held[len(v.held)-1].raw()
	return line == "}"
}

// drop returns what was taken and forgets it.
func (v *vetDocument) drop() (text string, held []result) {
	text, held = v.text.String(), v.held
	v.text.Reset()
	v.held = nil
	return text, held
}

// raw returns the line that the Reader could make nothing of.
func (r result) raw() (string, bool) {
	if t, ok := r.m.(*message.Text); ok {
		return t.Line, true
	}
	var fault *message.LineError
	if errors.As(r.err, &fault) && int64(len(fault.Raw)) == fault.Length {
		return string(fault.Raw), true
	}
	return "", false
}

// vetFinding is one finding in a document.
type vetFinding struct {
	Posn    string `json:"posn"`
	End     string `json:"end"`
	Message string `json:"message"`
	Related []struct {
		Posn    string `json:"posn"`
		End     string `json:"end"`
		Message string `json:"message"`
	} `json:"related"`
	Fixes []struct {
		Message string `json:"message"`
	} `json:"suggested_fixes"`
}

// vet takes a document: for each package, for each analyzer, a list of findings,
// or an object with a member error when the analyzer failed. It reports false
// if the text is no such document.
func (c *collector) vet(text string) bool {
	var doc map[string]map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &doc) != nil {
		return false
	}
	for _, pkg := range slices.Sorted(maps.Keys(doc)) {
		for _, analyzer := range slices.Sorted(maps.Keys(doc[pkg])) {
			c.analyzer(pkg, analyzer, doc[pkg][analyzer])
		}
	}
	c.printer.flush()
	return true
}

func (c *collector) analyzer(pkg, name string, list json.RawMessage) {
	var findings []vetFinding
	if json.Unmarshal(list, &findings) != nil {
		var failure struct {
			Err string `json:"error"`
		}
		if json.Unmarshal(list, &failure) != nil || failure.Err == "" {
			failure.Err = clip(string(list), 200)
		}
		c.found(&problem{level: levelError, source: "go vet", code: name,
			message: fmt.Sprintf("the analyzer failed on %s: %s", pkg, failure.Err)})
		return
	}
	for i := range findings {
		f := &findings[i]
		p := &problem{level: levelError, source: "go vet", code: name, message: f.Message, at: c.vetPlace(f.Posn, f.End)}
		for _, r := range f.Related {
			p.remarks = append(p.remarks, remark{levelNote, r.Message, c.vetPlace(r.Posn, r.End)})
		}
		for _, r := range f.Fixes {
			p.remarks = append(p.remarks, remark{levelNote, "help: " + r.Message, place{}})
		}
		c.found(p)
	}
}

// vetPlace returns the place between two positions "file:line:column".
func (c *collector) vetPlace(posn, end string) place {
	at, _, ok := cutPlace(posn + ": ")
	if !ok {
		return place{}
	}
	if to, _, ok := cutPlace(end + ": "); ok && to.file == at.file {
		at.end = to.start
	}
	return c.goPlace(at)
}
