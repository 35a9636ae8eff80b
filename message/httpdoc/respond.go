package httpdoc

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"

	"github.com/linefeed-go/linefeed/message"
)

// Content types of what this package writes.
const (
	JSON        = "application/json"
	NDJSON      = "application/x-ndjson"
	ProblemJSON = "application/problem+json" // RFC 9457 section 3
)

// StatusTrailer is the trailer that tells how a document ended which left in
// more than one write: "complete", "truncated" (the document says so itself)
// or "aborted" (it is unterminated), the latter two with "; code=CODE".
const StatusTrailer = "Document-Status"

// Options changes what [Respond] does. The zero value, or a nil pointer, is
// the default.
type Options struct {
	// ContentType is that of a success; empty means application/json. A
	// Content-Type that the header has already stays.
	ContentType string
	// Statuses maps the codes of failures to HTTP statuses; see [Statuses].
	Statuses Statuses
	// TypeBase is the URI in front of a failure's code in the "type" of
	// problem details; empty leaves type out, which means about:blank.
	TypeBase string
	// Envelope answers failures with the document of message.WriteFailure
	// instead of problem details.
	Envelope bool
	// HangUp ends the connection of a response that cannot be completed, by
	// panicking with http.ErrAbortHandler as net/http wants it, instead of
	// sending [StatusTrailer]. Clients that know nothing of trailers then see
	// an error of the transport.
	HangUp bool
}

// Respond answers a request with what write writes, typically one call of a
// message.Write function with w:
//
//	err := httpdoc.Respond(w, func(out io.Writer) error {
//		_, err := message.WriteListSeq2(r.Context(), out, head, rows, &message.ListOptions{OnError: message.Abort})
//		return err
//	}, nil)
//
// Header and status 200 leave with the first byte that write writes. An error
// before it is answered with the failure's own status and document; so lists
// below their flush size are all or nothing. An error after it can't change
// the status any more: the response ends with [StatusTrailer], or the
// connection does (see [Options]). Use the policy message.Abort, so that what was
// sent is no valid document.
//
// Respond returns write's error for the log, or that of writing the failure.
func Respond(w http.ResponseWriter, write func(out io.Writer) error, opts *Options) error {
	if opts == nil {
		opts = &Options{}
	}
	out := &response{w: w, opts: opts}
	err := write(out)
	switch {
	case !out.started && err == nil:
		out.start()
		return nil
	case !out.started:
		return errors.Join(err, WriteFailure(w, message.FailureOf(err), opts))
	case err != nil && opts.HangUp:
		panic(http.ErrAbortHandler)
	case err != nil && !out.failed:
		out.trailer(err)
	case out.writes > 1:
		w.Header().Set(http.TrailerPrefix+StatusTrailer, "complete")
	}
	return err
}

// response is an http.ResponseWriter that leaves header and status to the
// first byte.
type response struct {
	w       http.ResponseWriter
	opts    *Options
	started bool
	failed  bool // the client is gone
	writes  int
	last    byte
}

func (r *response) start() {
	r.started = true
	header := r.w.Header()
	if header.Get("Content-Type") == "" {
		header.Set("Content-Type", orDefault(r.opts.ContentType, JSON))
	}
	header.Set("X-Content-Type-Options", "nosniff")
	r.w.WriteHeader(http.StatusOK)
}

// Write implements io.Writer for the functions of package message.
func (r *response) Write(p []byte) (int, error) {
	if !r.started {
		r.start()
	}
	r.writes++
	n, err := r.w.Write(p)
	r.failed = err != nil
	if n > 0 {
		r.last = p[n-1]
	}
	return n, err
}

// trailer says that the response is not what its status promised. It is sent
// with chunked bodies only, so the body is made one by a flush, in case that
// all of it still lies in the server's buffer.
func (r *response) trailer(err error) {
	// A writer that cannot flush has no trailers either; the document's
	// missing end has to do then.
	_ = http.NewResponseController(r.w).Flush()
	how := "aborted"
	if r.last == '\n' { // every document and every line ends so, and half ones never do
		how = "truncated"
	}
	r.w.Header().Set(http.TrailerPrefix+StatusTrailer, how+"; code="+token(message.FailureOf(err).Code))
}

// token returns s as a header may hold it (RFC 9110 section 5.6.2).
func token(s string) string {
	b := []byte(s)
	for i, c := range b {
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-' || c == '.') {
			b[i] = '_'
		}
	}
	return string(b)
}

// WriteFailure answers a request with f as problem details, or as a failure
// document under Options.Envelope, with the status that opts.Statuses gives
// its code. Details that cannot be encoded are left out and returned as an
// error. What the header says of another document (length, encoding, validators,
// caching) is removed. A nil f is a failure without a cause.
func WriteFailure(w http.ResponseWriter, f *message.Failure, opts *Options) error {
	if opts == nil {
		opts = &Options{}
	}
	f = orUnknown(f)
	status := opts.Statuses.Status(f)
	out := &deferred{w: w, status: status, contentType: ProblemJSON}
	if opts.Envelope {
		out.contentType = JSON
		return message.WriteFailure(out, f, nil)
	}
	p := ProblemOf(f, status, opts.TypeBase)
	err := p.write(out)
	if err == nil || out.sent {
		return err
	}
	p.Extensions = slices.DeleteFunc(p.Extensions, func(m Member) bool { return m.Name == "details" })
	return errors.Join(err, p.write(out))
}

// orUnknown returns f, or what stands for a nil one.
func orUnknown(f *message.Failure) *message.Failure {
	if f == nil {
		return message.FailureOf(f)
	}
	return f
}

// ofSuccess are the headers that a handler may have set for the document it
// meant to send, and that would be false of a failure.
var ofSuccess = []string{"Content-Length", "Content-Encoding", "Etag", "Last-Modified", "Cache-Control"}

// deferred sends header and status with the first byte.
type deferred struct {
	w           http.ResponseWriter
	status      int
	contentType string
	sent        bool
}

func (d *deferred) Write(p []byte) (int, error) {
	if !d.sent {
		d.sent = true
		header := d.w.Header()
		for _, name := range ofSuccess {
			header.Del(name)
		}
		header.Set("Content-Type", d.contentType)
		header.Set("X-Content-Type-Options", "nosniff")
		d.w.WriteHeader(d.status)
	}
	return d.w.Write(p)
}

func (p *Problem) write(w io.Writer) error {
	b, err := p.MarshalJSON()
	if err != nil {
		return err
	}
	if _, err = w.Write(append(b, '\n')); err != nil {
		return fmt.Errorf("httpdoc: write of problem details: %w", err)
	}
	return nil
}

func orDefault(s, empty string) string {
	if s == "" {
		return empty
	}
	return s
}
