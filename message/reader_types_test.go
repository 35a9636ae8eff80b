package message_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/mailru/easyjson/jwriter"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// known is the registry of the reader tests: the three messages of this
// package's tests, decoded as the generator would do it.
var known = message.NewRegistry("",
	message.Entry{Reasons: []string{"build-finished"}, New: func() message.Message { return new(buildFinished) }},
	message.Entry{Reasons: []string{"artifact"}, New: func() message.Message { return new(artifact) }},
	message.Entry{Reasons: []string{"progress"}, New: func() message.Message { return new(progress) }},
)

func (m *buildFinished) DecodeJSON(d *jsonwire.Decoder) {
	more, seen := false, false
	if d.TakeOpen(`{"reason":"build-finished"`) {
		seen = true
		if d.Take(`,"success":`) {
			m.Success = d.Bool()
		}
		if d.Close() {
			return
		}
		more = d.NextMember()
	} else {
		_, more = d.OpenObject()
	}
	for ; more; more = d.NextMember() {
		switch d.Name() {
		case "reason":
			seen = d.Reason(seen, "build-finished")
		case "success":
			m.Success = d.Bool()
		default:
			d.Skip()
		}
	}
	d.NeedReason(seen, "build-finished")
}

func (m *artifact) DecodeJSON(d *jsonwire.Decoder) {
	more, seen := false, false
	if d.TakeOpen(`{"reason":"artifact"`) {
		seen = true
		if d.Take(`,"name":`) {
			m.Name = d.String()
		}
		if d.Take(`,"size":`) {
			m.Size = d.Int(64)
		}
		if d.Take(`,"tags":`) {
			m.Tags = d.Strings()
		}
		if d.Close() {
			return
		}
		more = d.NextMember()
	} else {
		_, more = d.OpenObject()
	}
	for ; more; more = d.NextMember() {
		switch d.Name() {
		case "reason":
			seen = d.Reason(seen, "artifact")
		case "name":
			m.Name = d.String()
		case "size":
			m.Size = d.Int(64)
		case "tags":
			m.Tags = d.Strings()
		default:
			d.Skip()
		}
	}
	d.NeedReason(seen, "artifact")
}

func (m *progress) DecodeJSON(d *jsonwire.Decoder) {
	more, seen := false, false
	if d.TakeOpen(`{"reason":"progress"`) {
		seen = true
		if d.Take(`,"done":`) {
			m.Done = d.Int(64)
		}
		if d.Take(`,"ratio":`) {
			m.Ratio = d.Float64()
		}
		if d.Close() {
			return
		}
		more = d.NextMember()
	} else {
		_, more = d.OpenObject()
	}
	for ; more; more = d.NextMember() {
		switch d.Name() {
		case "reason":
			seen = d.Reason(seen, "progress")
		case "done":
			m.Done = d.Int(64)
		case "ratio":
			m.Ratio = d.Float64()
		default:
			d.Skip()
		}
	}
	d.NeedReason(seen, "progress")
}

// sample is a message with an integer and a float that serves any reason.
type sample struct {
	name string
	N    int64
	F    float64
}

func (m sample) Reason() string { return m.name }

func (m sample) MarshalEasyJSON(w *jwriter.Writer) {
	w.RawString(fmt.Sprintf(`{"reason":%q,"n":%d}`, m.name, m.N))
}

// UnmarshalJSON makes sample a foreign type: the Reader gives it checked lines.
func (m *sample) UnmarshalJSON(line []byte) error {
	var d jsonwire.Decoder
	d.Reset(line)
	for _, more := d.OpenObject(); more; more = d.NextMember() {
		switch d.Name() {
		case "n":
			m.N = d.Int(64)
		case "f":
			m.F = d.Float64()
		default:
			d.Skip()
		}
	}
	return d.End()
}

// events reads a stream to its end and writes down what came, as
// "message artifact 1:0 | text 2:52 | end": kind, reason, line and offset.
func events(r *message.Reader) string {
	var all []string
	for m, err := range r.Messages() {
		line, offset := r.Position()
		var fault *message.LineError
		switch {
		case errors.As(err, &fault):
			all = append(all, fmt.Sprintf("%s %d:%d", faultName(fault), fault.Line, fault.Offset))
		case err != nil:
			return strings.Join(append(all, "fatal: "+err.Error()), " | ")
		default:
			all = append(all, fmt.Sprintf("%s %d:%d", messageName(m), line, offset))
		}
	}
	return strings.Join(append(all, "end"), " | ")
}

func messageName(m message.Message) string {
	switch m := m.(type) {
	case *message.Text:
		return "text"
	case *message.Unknown:
		return "unknown " + m.Reason()
	case *message.Untagged:
		return "no-reason"
	}
	return "message " + m.Reason()
}

func faultName(fault *message.LineError) string {
	switch {
	case errors.Is(fault, message.ErrLineTooLong):
		return "damaged too-long"
	case errors.Is(fault, message.ErrTruncated):
		return "truncated"
	case errors.Is(fault, message.ErrDuplicateReason):
		return "damaged duplicate-reason"
	case errors.Is(fault, message.ErrDepth):
		return "damaged too-deep"
	case errors.Is(fault, message.ErrType):
		return "decode " + fault.Reason
	case errors.Is(fault, message.ErrSyntax):
		if strings.Contains(fault.Error(), "want the end of the line") {
			return "damaged trailing"
		}
		return "damaged syntax"
	}
	return "damaged for an unknown cause: " + fault.Error()
}

// pieces hands the bytes of s out in reads of the given sizes, over and over,
// and then err.
type pieces struct {
	s     string
	sizes []int
	err   error
	calls int
}

func (p *pieces) Read(b []byte) (int, error) {
	if p.s == "" {
		return 0, p.err
	}
	n := min(len(b), len(p.s), p.sizes[p.calls%len(p.sizes)])
	p.calls++
	copy(b, p.s[:n])
	p.s = p.s[n:]
	return n, nil
}

// byLine hands out one line a read.
func byLine(s string) io.Reader {
	var sizes []int
	for line := range strings.Lines(s) {
		sizes = append(sizes, len(line))
	}
	return &pieces{s: s, sizes: append(sizes, 1), err: io.EOF}
}
