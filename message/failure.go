package message

import (
	"context"
	"errors"
)

// Codes that this package gives failures itself. A program's own codes are
// snake_case words beside them.
const (
	// CodeEncodeFailed: the result could not be written as JSON.
	CodeEncodeFailed = "encode_failed"
	// CodeCanceled: the context was canceled.
	CodeCanceled = "canceled"
	// CodeTimeout: the context's deadline passed.
	CodeTimeout = "timeout"
	// CodeFailed: an error that has no code.
	CodeFailed = "failed"
)

// Failure is an error as a document shows it:
//
//	{"code":"not_found","message":"no module \"x\"","details":{...},"retryable":false,"causes":[{"code":"...","message":"..."}]}
//
// It is an error itself, so that a command can return it from anywhere and
// decide once, at the end, how it is shown and what the exit status is.
type Failure struct {
	// Code tells programs what failed: a snake_case word that stays the same
	// when the message is reworded. Empty is written as "failed".
	Code string
	// Message tells people, in one sentence, what failed and where.
	Message string
	// Details is what a program may want to know beside the code, of any type
	// that has a JSON form; nil leaves the member out.
	Details any
	// Retryable says that the same call may succeed later.
	Retryable bool
	// Causes are what led to it, the nearest first; none leaves the member out.
	Causes []Cause
	// Err is the error behind it for errors.Is and errors.As; it is not written.
	Err error
}

// Cause is one error on the way to a [Failure].
type Cause struct {
	// Code is as in [Failure]; empty leaves the member out.
	Code string
	// Message is the error's text.
	Message string
}

// maxCauses is how many causes FailureOf collects.
const maxCauses = 16

// withoutCause is the message of a nil Failure.
const withoutCause = "failed without a cause"

// Error returns code and message.
func (f *Failure) Error() string {
	switch {
	case f == nil: // a pointer that was returned as an error
		return withoutCause
	case f.Code == "":
		return f.Message
	case f.Message == "":
		return f.Code
	}
	return f.Code + ": " + f.Message
}

// Unwrap returns f.Err.
func (f *Failure) Unwrap() error {
	if f == nil {
		return nil
	}
	return f.Err
}

// FailureOf returns err as a Failure: the one that it is, or one made of it,
// with the message of err, code, details and retryable of the first Failure it
// wraps, and at most 16 of the errors it wraps as causes. Without a Failure
// inside, the code is canceled or timeout for a context's end, encode_failed
// for an [EncodeError] or [ItemError], else failed. It returns nil for nil, but
// not for a nil *Failure in err: that is an error, too.
func FailureOf(err error) *Failure {
	if err == nil {
		return nil
	}
	if f, ok := err.(*Failure); ok && f != nil { // a wrapped one has a longer message
		return f
	}
	made := &Failure{Code: codeOf(err), Message: err.Error(), Err: err}
	var wrapped *Failure
	if errors.As(err, &wrapped) && wrapped != nil {
		made.Details, made.Retryable = wrapped.Details, wrapped.Retryable
	}
	made.Causes = appendCauses(nil, err, made.Message)
	return made
}

// codeOf returns the code of err.
func codeOf(err error) string {
	var (
		f      *Failure
		encode *EncodeError
		item   *ItemError
	)
	switch {
	case errors.As(err, &f) && f != nil && f.Code != "":
		return f.Code
	case errors.Is(err, context.DeadlineExceeded):
		return CodeTimeout
	case errors.Is(err, context.Canceled):
		return CodeCanceled
	case errors.As(err, &encode), errors.As(err, &item) && !item.Source:
		return CodeEncodeFailed
	}
	return CodeFailed
}

// appendCauses appends what err wraps, depth first; said is the text already
// told, which a wrapper that adds nothing would repeat.
func appendCauses(causes []Cause, err error, said string) []Cause {
	var inner []error
	switch wrapper := err.(type) {
	case interface{ Unwrap() error }:
		inner = []error{wrapper.Unwrap()}
	case interface{ Unwrap() []error }:
		inner = wrapper.Unwrap()
	}
	for _, e := range inner {
		if e == nil || len(causes) >= maxCauses {
			continue
		}
		cause := Cause{Message: e.Error()}
		if f, ok := e.(*Failure); ok && f != nil { // one level at a time
			cause = Cause{f.Code, f.Message}
		}
		if cause.Message != said {
			causes = append(causes, cause)
		}
		causes = appendCauses(causes, e, cause.Message)
	}
	return causes
}

// failure appends f as the member error. Details that have no JSON form are
// left out and their error is returned; the rest is appended all the same.
func (d *document) failure(f *Failure) (err error) {
	d.key("error")
	d.open('{')
	d.string("code", orDefault(f.Code, CodeFailed))
	d.string("message", f.Message)
	if f.Details != nil {
		err = d.any("details", f.Details)
	}
	d.bool("retryable", f.Retryable)
	if len(f.Causes) > 0 {
		d.key("causes")
		d.open('[')
		for _, c := range f.Causes {
			d.element()
			d.open('{')
			if c.Code != "" {
				d.string("code", c.Code)
			}
			d.string("message", c.Message)
			d.shut('}')
		}
		d.shut(']')
	}
	d.shut('}')
	return err
}

// orDefault returns s, or what stands for it when it is empty.
func orDefault(s, empty string) string {
	if s == "" {
		return empty
	}
	return s
}
