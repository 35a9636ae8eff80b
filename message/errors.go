package message

import "errors"

var (
	// ErrClosed is returned by Emit after Close; nothing is written.
	ErrClosed = errors.New("message: emitter is closed")
	// ErrLineTooLong: a line is longer than MaxLine. From Emit it is the cause
	// of an *[EncodeError].
	ErrLineTooLong = errors.New("line is longer than MaxLine")
	// ErrDropped is returned by Emit for a message that found the bounded
	// queue full; see [EmitterOptions].Queue.
	ErrDropped = errors.New("message: dropped, the queue is full")
)
