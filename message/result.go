package message

import (
	"io"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// ResultOptions changes what [WriteResult] and [WriteFailure] write. The zero
// value, or a nil pointer, is the default.
type ResultOptions struct {
	// Indent lays the document out for people, two spaces a level, as
	// json.Indent does. Types marked //linefeed:document are laid out while
	// they are appended, others in place afterwards.
	Indent bool
	// NullFallback makes a result that cannot be encoded the document
	// {"ok":true,"data":null}. The error is returned all the same.
	NullFallback bool
	// SchemaVersion, when not empty, is written as "schema_version" behind
	// ok. Readers ignore members they do not know, and refuse a major version
	// they do not know.
	SchemaVersion string
	// EscapeHTML writes <, > and & as \u003c, \u003e and \u0026.
	EscapeHTML bool
	// Warnings are written behind data or error; none leaves the member out.
	Warnings []Warning
}

// Warning is something a caller should know although the command succeeded.
type Warning struct {
	// Code is a snake_case word for programs, as in [Failure].
	Code string
	// Message is one sentence for people.
	Message string
	// Details may have any type with a JSON form; nil leaves the member out.
	Details any
}

// WriteResult writes a command's result as one JSON document and a newline:
//
//	{"ok":true,"schema_version":"1.0","data":...,"warnings":[{"code":"...","message":"...","details":...}]}
//
// data is always there, null when it is nil; schema_version and warnings only
// where opts has them. data may be anything that has a JSON form: a generated
// type, a slice or a map of them, a jsonwire.Raw, an easyjson.Marshaler or
// json.Marshaler. It is borrowed, encoded once, straight into a shared buffer,
// and not kept. Pass a large slice of generated types as a pointer (&rows) to
// save the allocation of its header; nothing else is allocated in steady state.
//
// Nothing is written before the document is whole; then it leaves in one
// Write. Where data cannot be encoded (its marshaler failed or panicked, a
// float is NaN), the document is a failure with the code encode_failed, or
// {"ok":true,"data":null} under NullFallback, and the *[EncodeError] is
// returned; use it for the exit status, see [ExitCodes]. A failed or short
// Write is an error. Colour is never written. WriteResult may be called by
// many goroutines at once.
func WriteResult(w io.Writer, data any, opts *ResultOptions) error {
	if opts == nil {
		opts = &ResultOptions{}
	}
	d := newDocument(opts.Indent)
	defer d.release()
	err := d.success(data, opts)
	if err != nil {
		err = newEncodeError("result", err)
		d.instead(err, opts)
	}
	return join(err, d.writeTo(w, opts.EscapeHTML))
}

// WriteFailure writes a command's failure as one JSON document and a newline:
//
//	{"ok":false,"schema_version":"1.0","error":{"code":"...","message":"...","details":...,"retryable":false,"causes":[...]},"warnings":[...]}
//
// code, message and retryable are always there, the other members of error
// where f has them; see [Failure], and [FailureOf] for errors that are none. A
// nil f is written as a failure with the code "failed". Where the details of f
// or of a warning cannot be encoded they are left out, the document is written
// all the same, and the *[EncodeError] is returned. Everything else is as with
// [WriteResult]; NullFallback has no meaning here.
func WriteFailure(w io.Writer, f *Failure, opts *ResultOptions) error {
	if opts == nil {
		opts = &ResultOptions{}
	}
	d := newDocument(opts.Indent)
	defer d.release()
	err := d.failed(f, opts)
	if err != nil {
		err = newEncodeError("result", err)
	}
	return join(err, d.writeTo(w, opts.EscapeHTML))
}

// WriteDocument writes data as one JSON document and a newline, without an
// envelope: what tools print whose result is an object of its own. Of opts,
// Indent and EscapeHTML have a meaning. Where data cannot be encoded nothing
// is written and the *[EncodeError] is returned; else it is as [WriteResult].
func WriteDocument(w io.Writer, data any, opts *ResultOptions) error {
	if opts == nil {
		opts = &ResultOptions{}
	}
	d := newDocument(opts.Indent)
	defer d.release()
	if err := d.value(data); err != nil {
		return newEncodeError("document", err)
	}
	return d.writeTo(w, opts.EscapeHTML)
}

// instead replaces what was appended of a result that failed with err.
func (d *document) instead(err error, opts *ResultOptions) {
	d.buf, d.depth, d.first = d.buf[:0], 0, false
	if !opts.NullFallback {
		_ = d.failed(&Failure{Code: CodeEncodeFailed, Message: err.Error()}, opts) // the caller gets err
		return
	}
	d.begin(true, opts.SchemaVersion)
	d.null("data")
	_ = d.warnings(opts.Warnings) // the caller gets err
	d.shut('}')
}

// begin opens the envelope.
func (d *document) begin(ok bool, version string) {
	d.open('{')
	d.outcome(ok, version)
}

// outcome appends the members that stand before data or error.
func (d *document) outcome(ok bool, version string) {
	d.bool("ok", ok)
	if version != "" {
		d.string("schema_version", version)
	}
}

// The start of most documents, written in one go.
const (
	okData       = `{"ok":true,"data":`
	okDataIndent = "{\n  \"ok\": true,\n  \"data\": "
)

func (d *document) success(data any, opts *ResultOptions) error {
	switch {
	case opts.SchemaVersion != "":
		d.begin(true, opts.SchemaVersion)
		d.key("data")
	case d.indent:
		d.buf, d.depth = append(d.buf, okDataIndent...), 1
	default:
		d.buf, d.depth = append(d.buf, okData...), 1
	}
	if err := d.value(data); err != nil {
		return jsonwire.AtField("data", err)
	}
	if err := d.warnings(opts.Warnings); err != nil {
		return err
	}
	d.shut('}')
	return nil
}

func (d *document) failed(f *Failure, opts *ResultOptions) error {
	if f == nil {
		f = &Failure{Message: withoutCause}
	}
	d.begin(false, opts.SchemaVersion)
	err := d.failure(f)
	if later := d.warnings(opts.Warnings); err == nil {
		err = later
	}
	d.shut('}')
	return err
}

// warnings appends the member warnings, unless there are none. Details that
// have no JSON form are left out; the first error of theirs is returned.
func (d *document) warnings(list []Warning) (first error) {
	if len(list) == 0 {
		return nil
	}
	d.key("warnings")
	d.open('[')
	for i, w := range list {
		d.element()
		d.open('{')
		d.string("code", w.Code)
		d.string("message", w.Message)
		if w.Details != nil {
			if err := d.any("details", w.Details); err != nil && first == nil {
				first = jsonwire.AtField("warnings", jsonwire.AtIndex(i, err))
			}
		}
		d.shut('}')
	}
	d.shut(']')
	return first
}
