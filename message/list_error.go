package message

import (
	"errors"
	"strconv"
)

// ErrNotObject is the cause of a list's error when its head, or a message
// among the items of a list written as lines, is not a JSON object, and of the
// error of emitting a nil *[Result].
var ErrNotObject = errors.New("not a JSON object")

// ItemError says at which item a list ended, or which one it left out.
type ItemError struct {
	// Index is the item's place in the source, 0-based; items left out count.
	Index int64
	// Source is true when the source failed or the context ended there, false
	// when the item could not be encoded.
	Source bool
	// Err is the cause; errors.Is and errors.As look through to it.
	Err error
}

// Error names the item and the cause, in bounded length.
func (e *ItemError) Error() string {
	s := "item " + strconv.FormatInt(e.Index, 10)
	if e.Source {
		s = "source at " + s
	}
	return s + ": " + causeText(e.Err)
}

// Unwrap returns the cause.
func (e *ItemError) Unwrap() error { return e.Err }

// causeText is an error's text in bounded length.
func causeText(err error) string {
	if err == nil {
		return "failed"
	}
	return clip(err.Error(), 500)
}
