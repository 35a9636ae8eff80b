package message_test

import (
	"errors"
	"math"
	"runtime"
	"strconv"

	"github.com/mailru/easyjson/jwriter"

	"github.com/linefeed-go/linefeed/message"
)

// buildFinished is written as the generator would write it.
type buildFinished struct {
	_       message.Reason `reason:"build-finished"`
	Success bool           `json:"success"`
}

func (buildFinished) Reason() string { return "build-finished" }

func (m *buildFinished) AppendJSON(dst []byte) ([]byte, error) {
	dst = append(dst, `{"reason":"build-finished","success":`...)
	dst = strconv.AppendBool(dst, m.Success)
	return append(dst, '}'), nil
}

func (m buildFinished) MarshalEasyJSON(w *jwriter.Writer) { w.Raw(m.AppendJSON(nil)) }

func (*buildFinished) MessageTraits(self message.Message) message.Traits {
	if _, ok := self.(*buildFinished); !ok {
		return 0
	}
	return message.TraitGenerated | message.TraitPure
}

func (m *buildFinished) EmitTo(e *message.Emitter) (err error) {
	var l message.Line
	defer l.Recover(&err)
	b, err := m.AppendJSON(l.Begin(e, message.TraitPure, "build-finished"))
	return l.End(b, err)
}

// artifact has strings and a slice.
type artifact struct {
	_    message.Reason `reason:"artifact"`
	Name string         `json:"name"`
	Size int64          `json:"size"`
	Tags []string       `json:"tags"`
}

func (artifact) Reason() string { return "artifact" }

// appendPlain appends a string that needs no escaping, which is all these
// tests use.
func appendPlain(dst []byte, s string) []byte {
	dst = append(dst, '"')
	dst = append(dst, s...)
	return append(dst, '"')
}

func (m *artifact) AppendJSON(dst []byte) ([]byte, error) {
	dst = append(dst, `{"reason":"artifact","name":`...)
	dst = appendPlain(dst, m.Name)
	dst = append(dst, `,"size":`...)
	dst = strconv.AppendInt(dst, m.Size, 10)
	dst = append(dst, `,"tags":`...)
	if m.Tags == nil {
		return append(dst, `null}`...), nil
	}
	dst = append(dst, '[')
	for i, t := range m.Tags {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendPlain(dst, t)
	}
	return append(dst, `]}`...), nil
}

func (m artifact) MarshalEasyJSON(w *jwriter.Writer) { w.Raw(m.AppendJSON(nil)) }

func (*artifact) MessageTraits(self message.Message) message.Traits {
	if _, ok := self.(*artifact); !ok {
		return 0
	}
	return message.TraitGenerated | message.TraitPure
}

func (m *artifact) EmitTo(e *message.Emitter) (err error) {
	var l message.Line
	defer l.Recover(&err)
	b, err := m.AppendJSON(l.Begin(e, message.TraitPure, "artifact"))
	return l.End(b, err)
}

var errFloat = errors.New("unsupported value")

// progress fails for floats that JSON does not know.
type progress struct {
	_     message.Reason `reason:"progress"`
	Done  int64          `json:"done"`
	Ratio float64        `json:"ratio"`
}

func (progress) Reason() string { return "progress" }

func (m *progress) AppendJSON(dst []byte) ([]byte, error) {
	start := len(dst)
	dst = append(dst, `{"reason":"progress","done":`...)
	dst = strconv.AppendInt(dst, m.Done, 10)
	dst = append(dst, `,"ratio":`...)
	if math.IsNaN(m.Ratio) || math.IsInf(m.Ratio, 0) {
		return dst[:start], errFloat
	}
	dst = strconv.AppendFloat(dst, m.Ratio, 'f', -1, 64)
	return append(dst, '}'), nil
}

func (m progress) MarshalEasyJSON(w *jwriter.Writer) { w.Raw(m.AppendJSON(nil)) }

func (*progress) MessageTraits(self message.Message) message.Traits {
	if _, ok := self.(*progress); !ok {
		return 0
	}
	return message.TraitGenerated | message.TraitPure
}

func (m *progress) EmitTo(e *message.Emitter) (err error) {
	var l message.Line
	defer l.Recover(&err)
	b, err := m.AppendJSON(l.Begin(e, message.TraitPure, "progress"))
	return l.End(b, err)
}

func endGoroutine() { runtime.Goexit() }
