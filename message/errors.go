package message

import "errors"

var (
	// ErrClosed is returned by Emit after Close; nothing is written.
	ErrClosed = errors.New("message: emitter is closed")
	// ErrDropped is returned by Emit for a message that found the bounded
	// queue full; see [EmitterOptions].Queue.
	ErrDropped = errors.New("message: dropped, the queue is full")
)
