package message

import (
	"github.com/mailru/easyjson/jwriter"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// Result is a command's result as a message on a stream, for tools that
// stream messages and end with an outcome:
//
//	{"reason":"result","ok":true,"schema_version":"1.0","data":...,"warnings":[...]}
//	{"reason":"result","ok":false,"error":{"code":"...","message":"...","retryable":false}}
//
// It has the members of the documents that [WriteResult] and [WriteFailure]
// write. A Result that cannot be encoded is an *[EncodeError] of Emit and
// writes nothing, as with every message.
type Result struct {
	// SchemaVersion is as in [ResultOptions].
	SchemaVersion string
	// Data is as in [WriteResult]. It is not written when there is a Failure.
	Data any
	// Failure, when not nil, makes it the message of a failure.
	Failure *Failure
	// Warnings are as in [ResultOptions].
	Warnings []Warning
}

// Reason returns "result".
func (Result) Reason() string { return "result" }

// AppendJSON appends r as one JSON object; on error dst comes back as it was.
func (r *Result) AppendJSON(dst []byte) ([]byte, error) { return r.AppendJSONDepth(dst, 0) }

// AppendJSONDepth is AppendJSON inside depth arrays and objects.
func (r *Result) AppendJSONDepth(dst []byte, depth int) ([]byte, error) {
	return r.appendLaidOut(dst, depth, false)
}

// AppendJSONIndent is AppendJSONDepth laid out as json.Indent with two spaces
// lays it out.
func (r *Result) AppendJSONIndent(dst []byte, depth int) ([]byte, error) {
	return r.appendLaidOut(dst, depth, true)
}

func (r *Result) appendLaidOut(dst []byte, depth int, indent bool) ([]byte, error) {
	if r == nil {
		return append(dst, "null"...), nil
	}
	d := newDocument(indent)
	own := d.buf
	d.buf, d.depth = dst, depth
	err := r.appendTo(d)
	out := d.buf
	d.buf = own
	d.release()
	if err != nil {
		return dst, err
	}
	return out, nil
}

func (r *Result) appendTo(d *document) error {
	d.open('{')
	d.string("reason", "result")
	d.outcome(r.Failure == nil, r.SchemaVersion)
	var err error
	if r.Failure != nil {
		err = d.failure(r.Failure)
	} else {
		err = d.any("data", r.Data)
	}
	if err != nil {
		return err
	}
	if err = d.warnings(r.Warnings); err != nil {
		return err
	}
	d.shut('}')
	if d.deep { // of its own levels; data and details have looked for themselves
		return jsonwire.ErrDepth
	}
	return nil
}

// MarshalEasyJSON writes r as one JSON object.
func (r Result) MarshalEasyJSON(w *jwriter.Writer) { w.Raw(r.AppendJSON(nil)) }

// MarshalJSON returns r as one JSON object.
func (r Result) MarshalJSON() ([]byte, error) { return r.AppendJSON(nil) }

// MessageTraits tells a Result from a type that embeds one; see [Line].
func (*Result) MessageTraits(self Message) Traits {
	if _, ok := self.(*Result); !ok {
		return 0
	}
	return TraitGenerated
}

// EmitTo emits r through e; it is what e.Emit(r) does.
func (r *Result) EmitTo(e *Emitter) (err error) {
	var l Line
	defer l.Recover(&err)
	b := l.Begin(e, 0, "result")
	if r == nil { // null is no line
		return l.End(b, ErrNotObject)
	}
	b, err = r.AppendJSON(b)
	return l.End(b, err)
}
