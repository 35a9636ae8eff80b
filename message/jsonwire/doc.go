// Package jsonwire turns Go values into JSON bytes and back. It is what
// generated code calls; it knows nothing of messages.
//
// # The wire
//
// A value is one JSON text (RFC 8259) on one line, without blanks, always
// valid UTF-8. Quote, backslash and controls are escaped (\b \f \n \r \t, others
// \u00xx), U+2028 and U+2029 as \u2028 and \u2029; a byte that is not part of
// valid UTF-8 becomes \ufffd, one each; < > & stand as they are. Numbers read
// as encoding/json prints them. Map keys are sorted by the bytes of their text.
// nil slices and maps are null, []byte is base64, times are RFC 3339 with nine
// fraction digits. Foreign JSON (json.RawMessage, the results of marshalers) is
// checked and brought into this form.
//
// # Appenders
//
// Every appender takes a slice and returns it longer. One that can fail
// returns the slice as it was given, and an error: a sentinel of this package
// or a marshaler's own, with the place in the value as a [PathError]. None
// keeps what it was given. They are safe for use by several goroutines as far
// as they write to different slices.
//
// # For generated code
//
// Grow the slice once for a whole message, with the sum of the constants, of
// the lengths of strings, 20 bytes for a number, and [Slack]; nothing below it
// then grows unless strings need escapes. Put the quotes of strings into the
// constants and use [AppendStringBody], one call per string; append a constant
// of up to 16 bytes plainly, a longer one by [Append32] or [Append48], still
// longer ones plainly again. (Passing constant and string to one function was
// measured too: 147 ns a message instead of 124.) Write the elements of a
// []string with `","` between them. An object or array that may be nested
// without a known limit starts with
//
//	if depth >= jsonwire.MaxDepth {
//		return dst, jsonwire.ErrDepth
//	}
//
// and passes depth+1 on. On the error path, name the place: [AtField],
// [AtIndex], [AtKey]. Maps:
//
//	keys := jsonwire.SortedKeys(m) // SortedIntKeys, SortedTextKeys for other keys
//	for i, k := range keys.Names {
//		if i > 0 {
//			dst = append(dst, ',')
//		}
//		dst = append(jsonwire.AppendString(dst, k), ':')
//		dst = jsonwire.AppendInt(dst, int64(m[k])) // m[K(k)] for a named key type
//	}
//	keys.Release()
//
// A MarshalEasyJSON method goes through [BeginEasyJSON] and [EndEasyJSON].
package jsonwire
