package messagetest

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/mailru/easyjson/jwriter"
)

// probe is the message that TestEmitter sends. Its text is a function of the
// other two members, so that a reader can tell a message that arrived whole.
type probe struct {
	worker int
	n      int
	size   int                 // bytes of padding in the text
	before func() (fail error) // runs while the message is encoded; may be nil
}

// errProbe is what a probe that cannot be encoded fails with.
var errProbe = errors.New("a probe that cannot be encoded")

// Reason returns "probe".
func (p *probe) Reason() string { return "probe" }

// MarshalEasyJSON writes the message, half of it when before fails.
func (p *probe) MarshalEasyJSON(w *jwriter.Writer) {
	w.RawString(`{"reason":"probe","worker":`)
	w.Int(p.worker)
	w.RawString(`,"n":`)
	w.Int(p.n)
	if p.before != nil {
		if err := p.before(); err != nil {
			w.Error = err
			return
		}
	}
	w.RawString(`,"text":`)
	w.String(p.text())
	w.RawByte('}')
}

// hostile holds what breaks lines when it is not escaped.
var hostile = [...]string{"plain", "line\nbreak", "\r\n", "\"quoted\\\"", "\x00\x1f", "\u2028\u2029", "<a>&", "日本 🜂", "}\n{"}

func (p *probe) text() string {
	return hostile[p.n%len(hostile)] + strings.Repeat("x", p.size)
}

// received is a probe as it is read back.
type received struct {
	Reason string `json:"reason"`
	Worker int    `json:"worker"`
	N      int    `json:"n"`
	Text   string `json:"text"`
}

// readable takes the lines of out apart: the probes, the number of messages
// of any reason, and the lines that are none.
func readable(out string) (probes []received, messages int, broken []string) {
	for line := range strings.SplitSeq(out, "\n") {
		if line == "" {
			continue // the newline before which a torn line ends
		}
		var r received
		all, fault := members([]byte(line))
		if fault != nil || len(all) == 0 || all[0].name != "reason" || json.Unmarshal([]byte(line), &r) != nil {
			broken = append(broken, line)
			continue
		}
		messages++
		if r.Reason == "probe" {
			probes = append(probes, r)
		}
	}
	return probes, messages, broken
}
