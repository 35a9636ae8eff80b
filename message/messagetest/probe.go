package messagetest

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/mailru/easyjson/jwriter"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/jsonwire"
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

// pureProbe is the same message as the generator would write it: an emitter
// that encodes such messages in its own buffer takes them by another way.
type pureProbe struct {
	worker int
	n      int
	size   int
}

// Reason returns "probe".
func (*pureProbe) Reason() string { return "probe" }

// AppendJSON appends the message.
func (p *pureProbe) AppendJSON(dst []byte) ([]byte, error) {
	dst = append(dst, `{"reason":"probe","worker":`...)
	dst = jsonwire.AppendInt(dst, int64(p.worker))
	dst = append(dst, `,"n":`...)
	dst = jsonwire.AppendInt(dst, int64(p.n))
	dst = append(dst, `,"text":`...)
	dst = jsonwire.AppendString(dst, (&probe{n: p.n, size: p.size}).text())
	return append(dst, '}'), nil
}

// MarshalEasyJSON writes the message.
func (p *pureProbe) MarshalEasyJSON(w *jwriter.Writer) { w.Raw(p.AppendJSON(nil)) }

// MessageTraits answers as generated code does.
func (*pureProbe) MessageTraits(self message.Message) message.Traits {
	if _, ok := self.(*pureProbe); !ok {
		return 0
	}
	return message.TraitGenerated | message.TraitPure
}

// EmitTo emits the message as generated code does.
func (p *pureProbe) EmitTo(e *message.Emitter) (err error) {
	var l message.Line
	defer l.Recover(&err)
	b, err := p.AppendJSON(l.Begin(e, message.TraitPure, "probe"))
	return l.End(b, err)
}

// numbered returns the probe n of a worker, every second one a pureProbe.
func numbered(worker, n, size int) message.Message {
	if n%2 == 1 {
		return &pureProbe{worker: worker, n: n, size: size}
	}
	return &probe{worker: worker, n: n, size: size}
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
