package message_test

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/mailru/easyjson/jwriter"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// item is an element of the lists in these tests, written as the generator
// writes a plain struct.
type item struct {
	Name string  `json:"name"`
	V    float64 `json:"v"`
}

func (m *item) AppendJSONDepth(dst []byte, _ int) ([]byte, error) {
	if m == nil {
		return append(dst, "null"...), nil
	}
	n := len(dst)
	dst = jsonwire.Grow(dst, 15+len(m.Name)+24+jsonwire.Slack)
	dst = append(dst, `{"name":"`...)
	dst = jsonwire.AppendStringBody(dst, m.Name)
	dst = append(dst, `","v":`...)
	dst, err := jsonwire.AppendFloat64(dst, m.V)
	if err != nil {
		return dst[:n], jsonwire.AtField("v", err)
	}
	return append(dst, '}'), nil
}

func (m item) MarshalJSON() ([]byte, error) { return m.AppendJSONDepth(nil, 0) }

// listHead is the message that stands before the items.
type listHead struct {
	_    message.Reason `reason:"list"`
	Kind string         `json:"kind,omitempty"`
}

func (listHead) Reason() string { return "list" }

func (m *listHead) AppendJSONDepth(dst []byte, _ int) ([]byte, error) {
	dst = append(dst, `{"reason":"list"`...)
	if m.Kind != "" {
		dst = jsonwire.AppendString(append(dst, `,"kind":`...), m.Kind)
	}
	return append(dst, '}'), nil
}

func (m listHead) MarshalEasyJSON(w *jwriter.Writer) { w.Raw(m.AppendJSONDepth(nil, 0)) }

// row is a row of the envelopes with which the time of results is measured. Its methods are what the
// generator writes for a type marked //linefeed:document.
type row struct {
	ID       string   `json:"id"`
	Job      string   `json:"job"`
	Actor    string   `json:"actor"`
	Host     string   `json:"host"`
	Seq      uint64   `json:"seq"`
	AtMS     uint64   `json:"at_ms"`
	Level    string   `json:"level"`
	IsStderr bool     `json:"is_stderr"`
	Text     string   `json:"text"`
	Parent   *string  `json:"parent"`
	Progress *float64 `json:"progress"`
	Retried  bool     `json:"retried"`
}

// rows makes count rows with texts of textBytes bytes, full of what must be
// escaped and of 2-, 3- and 4-byte characters.
func rows(count, textBytes int) []row {
	list := make([]row, count)
	for i := range list {
		list[i] = row{
			ID:    fmt.Sprintf("entry-%08d", i),
			Job:   fmt.Sprintf("build/linux-amd64/%04d", i%1000),
			Actor: fmt.Sprintf("worker-%02d@farm.example", i%16),
			Host:  "runner été 07 (rack 3, slot 11)",
			Seq:   uint64(i), AtMS: 1_700_000_000_000 + 17*uint64(i),
			Level:    []string{"info", "warning", "error", "debug"}[i%4],
			IsStderr: i%3 == 0, Text: rowText(textBytes), Retried: i%10 == 0,
		}
	}
	return list
}

func rowText(n int) string {
	const phrase = "say \"hi\" \\ café\t測試\n🚀 a\\b\x1b "
	var b strings.Builder
	for {
		for _, c := range phrase {
			if b.Len()+utf8.RuneLen(c) > n {
				b.WriteString(strings.Repeat(".", n-b.Len()))
				return b.String()
			}
			b.WriteRune(c)
		}
	}
}

func (m *row) strings() int {
	return len(m.ID) + len(m.Job) + len(m.Actor) + len(m.Host) + len(m.Level) + len(m.Text)
}

func (m *row) AppendJSONDepth(dst []byte, _ int) (_ []byte, err error) {
	n := len(dst)
	dst = jsonwire.Grow(dst, 200+m.strings()+jsonwire.Slack)
	dst = append(dst, `{"id":"`...)
	dst = jsonwire.AppendStringBody(dst, m.ID)
	dst = append(dst, `","job":"`...)
	dst = jsonwire.AppendStringBody(dst, m.Job)
	dst = append(dst, `","actor":"`...)
	dst = jsonwire.AppendStringBody(dst, m.Actor)
	dst = append(dst, `","host":"`...)
	dst = jsonwire.AppendStringBody(dst, m.Host)
	dst = append(dst, `","seq":`...)
	dst = jsonwire.AppendUint(dst, m.Seq)
	dst = append(dst, `,"at_ms":`...)
	dst = jsonwire.AppendUint(dst, m.AtMS)
	dst = append(dst, `,"level":"`...)
	dst = jsonwire.AppendStringBody(dst, m.Level)
	dst = append(dst, `","is_stderr":`...)
	dst = jsonwire.AppendBool(dst, m.IsStderr)
	dst = append(dst, `,"text":"`...)
	dst = jsonwire.AppendStringBody(dst, m.Text)
	dst = append(dst, `","parent":`...)
	if m.Parent == nil {
		dst = append(dst, `null`...)
	} else {
		dst = jsonwire.AppendString(dst, *m.Parent)
	}
	dst = append(dst, `,"progress":`...)
	if m.Progress == nil {
		dst = append(dst, `null`...)
	} else if dst, err = jsonwire.AppendFloat64(dst, *m.Progress); err != nil {
		return dst[:n], jsonwire.AtField("progress", err)
	}
	dst = append(dst, `,"retried":`...)
	dst = jsonwire.AppendBool(dst, m.Retried)
	return append(dst, '}'), nil
}

func (m *row) AppendJSONIndent(dst []byte, depth int) (_ []byte, err error) {
	n := len(dst)
	dst = jsonwire.Grow(dst, 200+m.strings()+13*(2*depth+4)+jsonwire.Slack)
	dst = append(jsonwire.AppendBreak(append(dst, '{'), 2*depth+3), `"id": "`...)
	dst = jsonwire.AppendStringBody(dst, m.ID)
	dst = append(jsonwire.AppendQuoteBreak(dst, 2*depth+5), `"job": "`...)
	dst = jsonwire.AppendStringBody(dst, m.Job)
	dst = append(jsonwire.AppendQuoteBreak(dst, 2*depth+5), `"actor": "`...)
	dst = jsonwire.AppendStringBody(dst, m.Actor)
	dst = append(jsonwire.AppendQuoteBreak(dst, 2*depth+5), `"host": "`...)
	dst = jsonwire.AppendStringBody(dst, m.Host)
	dst = append(jsonwire.AppendQuoteBreak(dst, 2*depth+5), `"seq": `...)
	dst = jsonwire.AppendUint(dst, m.Seq)
	dst = append(jsonwire.AppendCommaBreak(dst, 2*depth+4), `"at_ms": `...)
	dst = jsonwire.AppendUint(dst, m.AtMS)
	dst = append(jsonwire.AppendCommaBreak(dst, 2*depth+4), `"level": "`...)
	dst = jsonwire.AppendStringBody(dst, m.Level)
	dst = append(jsonwire.AppendQuoteBreak(dst, 2*depth+5), `"is_stderr": `...)
	dst = jsonwire.AppendBool(dst, m.IsStderr)
	dst = append(jsonwire.AppendCommaBreak(dst, 2*depth+4), `"text": "`...)
	dst = jsonwire.AppendStringBody(dst, m.Text)
	dst = append(jsonwire.AppendQuoteBreak(dst, 2*depth+5), `"parent": `...)
	if m.Parent == nil {
		dst = append(dst, `null`...)
	} else {
		dst = jsonwire.AppendString(dst, *m.Parent)
	}
	dst = append(jsonwire.AppendCommaBreak(dst, 2*depth+4), `"progress": `...)
	if m.Progress == nil {
		dst = append(dst, `null`...)
	} else if dst, err = jsonwire.AppendFloat64(dst, *m.Progress); err != nil {
		return dst[:n], jsonwire.AtField("progress", err)
	}
	dst = append(jsonwire.AppendCommaBreak(dst, 2*depth+4), `"retried": `...)
	dst = jsonwire.AppendBool(dst, m.Retried)
	return append(jsonwire.AppendBreak(dst, 2*depth+1), '}'), nil
}
