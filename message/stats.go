package message

// Stats counts what an [Emitter] did since it was made. At every quiet moment,
// when no Emit is running and nothing is buffered or queued,
// Sent = Written + Failed + Dropped.
type Stats struct {
	// Sent is the number of messages given to the Emitter, among them those
	// that could not be encoded and those that came after Close.
	Sent int64
	// Written is the number of messages whose whole line the writer took, or
	// all of it but the newline, which the next line then supplies.
	Written int64
	// Failed is the number of messages that could not be encoded or written.
	Failed int64
	// Dropped is the number of messages that found the bounded queue full.
	Dropped int64
	// Bytes is the number of bytes the writer took.
	Bytes int64
	// Writes is the number of Write calls.
	Writes int64
}
