// Package jsonwire turns Go values into JSON bytes and back. It is what
// generated code calls; it knows nothing of messages.
package jsonwire
