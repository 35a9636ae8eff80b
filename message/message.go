// Package message gives a Go program a machine interface: one JSON object per
// line, each with a reason.
package message

import "github.com/mailru/easyjson/jwriter"

// Message is one machine message: something with a reason that can write
// itself as a JSON object. linefeed gen generates it for every struct with a
// [Reason] marker; any type with easyjson marshalers and a Reason method
// satisfies it as well.
type Message interface {
	// Reason returns what the message is about, such as "build-finished".
	Reason() string
	// MarshalEasyJSON writes the message as one JSON object. It is the
	// method of easyjson.Marshaler, without that package's imports.
	MarshalEasyJSON(w *jwriter.Writer)
}
