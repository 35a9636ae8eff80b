package message

// ErrorPolicy says what becomes of a list when an item cannot be encoded, the
// source fails or the context ends. One rule stands above all of them: as long
// as nothing was written, nothing is written, and the error is returned. So a
// document that fits FlushSize is all or nothing under every policy, for free.
type ErrorPolicy uint8

const (
	// CloseWithError, the default, ends a document of which a part was
	// written as valid JSON, with "count", "truncated":true and "error" behind
	// the items, and returns the error.
	CloseWithError ErrorPolicy = iota
	// Abort leaves it unterminated behind a whole item, so that no reader
	// takes it for complete, and returns the error. It is for protocols that
	// can say so themselves, such as HTTP.
	Abort
	// FailBeforeBytes writes nothing until the whole document is encoded: all
	// or nothing at any size, in one Write. It costs the document's memory.
	FailBeforeBytes
	// TwoPass is all or nothing at any size in constant memory: a document
	// that does not fit FlushSize is encoded once for its errors and once more
	// for the writer. The source is run twice and must yield the same again;
	// where it fails only then, the document ends as by CloseWithError.
	TwoPass
	// SkipWithNote leaves out items that cannot be encoded and those for which
	// the source yields an error, and goes on. The footer then tells how many
	// in "skipped" and, of the first 16, index, code and message in "skips".
	// The list succeeds; ListStats counts. When the context ends, the document
	// does as by CloseWithError.
	SkipWithNote
)

// ListOptions changes what the list writers write. The zero value, or a nil
// pointer, is the default.
type ListOptions struct {
	// Key is the name of the member that holds the items; empty means
	// "items". A generated WriteList method uses its field's. A head or Tail
	// with a member of this name is an error.
	Key string
	// Tail is anything that is encoded as a JSON object, like the head: its
	// members stand behind the items. It is encoded before the first byte is
	// written, so it can fail in time. nil means none; under Lines, its
	// members are part of the last message.
	Tail any
	// FlushSize is how many bytes are collected before they are written, at
	// the next border of an item; 0 means 64 KiB.
	FlushSize int
	// OnError says what becomes of a list that cannot be completed.
	OnError ErrorPolicy
	// Footer puts "count" and "truncated":false behind the items of a
	// complete document too. One that an error closed always has them. A head
	// or Tail with a member "count", "truncated", "skipped", "skips" or
	// "error" is an error under Footer, SkipWithNote and (Tail) Lines; without
	// them it is not, but a document that an error would have to close is then
	// left unterminated, as by Abort: no name stands twice.
	Footer bool
	// Lines writes messages, one a line, instead of a document: the head
	// where there is one, each item, and at last {"reason":"list-end",
	// "count":N,"truncated":false} with "error" where there was one. Items
	// that are no messages get ItemReason in front of their members, a head
	// that is none gets "list"; what is no object stands in a member "value".
	// An object whose first member is a reason is a message, whatever its
	// type; one that has it elsewhere is an item that cannot be encoded.
	Lines bool
	// ItemReason is the reason of items that have none, under Lines; empty
	// means "item".
	ItemReason string
	// EscapeHTML writes <, > and & as \u003c, \u003e and \u0026.
	EscapeHTML bool
}

// ListStats tells what a list writer did, whether it failed or not.
type ListStats struct {
	// Items is the number of items that were encoded; null items count. They
	// were written, too, unless nothing was or the writer failed.
	Items int64
	// Skipped is the number of items left out under SkipWithNote.
	Skipped int64
	// Bytes is the number of bytes the writer took.
	Bytes int64
	// Writes is the number of Write calls: at most Bytes/FlushSize + 1.
	Writes int64
	// Truncated says that something was written, but not all items.
	Truncated bool
}
