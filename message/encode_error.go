package message

import (
	"strconv"
	"strings"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// EncodeError says that a message could not be encoded. Nothing of it was
// written; the stream goes on.
type EncodeError struct {
	// Reason is the message's reason.
	Reason string
	// Path leads to the value that could not be encoded, such as
	// "target.kind[2]"; empty where it is not known.
	Path string
	// Err is the cause; errors.Is and errors.As look through to it.
	Err error
}

func newEncodeError(reason string, err error) *EncodeError {
	if p, ok := err.(*jsonwire.PathError); ok { // a wrapped one keeps its context
		return &EncodeError{Reason: reason, Path: p.Path, Err: p.Err}
	}
	return &EncodeError{Reason: reason, Err: err}
}

// Error says which message failed, where in it, and why, in bounded length.
func (e *EncodeError) Error() string {
	s := "message " + strconv.Quote(clip(e.Reason, 100)) + ": "
	if e.Path != "" {
		s += clip(e.Path, 200) + ": "
	}
	if e.Err == nil {
		return s + "cannot be encoded"
	}
	return s + clip(e.Err.Error(), 500)
}

// Unwrap returns the cause.
func (e *EncodeError) Unwrap() error { return e.Err }

// clip bounds s to about n bytes.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "..."
}
