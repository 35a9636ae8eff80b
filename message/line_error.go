package message

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// The causes of a [LineError], for errors.Is. ErrLineTooLong is one of them,
// too.
var (
	// ErrTruncated: the stream ends within this line. Its writer was killed,
	// or is not done.
	ErrTruncated = errors.New("the stream ends within this line")
	// ErrDuplicateReason: the discriminator is there twice, so two readers
	// could take the line for two different messages.
	ErrDuplicateReason = jsonwire.ErrDuplicateReason
	// ErrDepth: objects and arrays nested deeper than MaxDepth.
	ErrDepth = jsonwire.ErrDepth
	// ErrSyntax: the line begins as an object but is not exactly one, valid.
	ErrSyntax = jsonwire.ErrSyntax
	// ErrType: a valid object with a known reason, in which a value does not
	// fit its field.
	ErrType = jsonwire.ErrType
)

// maxRaw is how much of a damaged line its LineError keeps.
const maxRaw = 4096

// LineError tells of one line that could not be read. It is about this line
// only: reading goes on with the next.
type LineError struct {
	Line   int64  // 1 for the first line of the stream; blank ones count
	Offset int64  // of the line's first byte in the stream
	Length int64  // in bytes, without the newline
	Reason string // what the message would have been, as far as that is known, at most 100 bytes; else ""
	Raw    []byte // the line, its first 4,096 bytes; a copy
	Err    error  // the cause: one of the sentinels, or a *jsonwire.DecodeError that wraps one
}

// Error returns one line of less than 1,500 bytes that says where and what.
func (e *LineError) Error() string {
	text := "message: line " + strconv.FormatInt(e.Line, 10) +
		" (offset " + strconv.FormatInt(e.Offset, 10) +
		", " + strconv.FormatInt(e.Length, 10) + " bytes"
	if e.Reason != "" {
		text += fmt.Sprintf(", reason %+q", e.Reason)
	}
	return text + "): " + e.Err.Error()
}

// Unwrap returns the cause.
func (e *LineError) Unwrap() error { return e.Err }
