package message

// Durability says how far a line has come when Emit returns.
type Durability uint8

const (
	// Written, the default: the kernel has the line. It survives the
	// process, whatever ends it, but not a power cut.
	Written Durability = iota
	// Buffered: the line is in the Emitter's buffer, and is lost when the
	// process ends without Flush or Close.
	Buffered
	// Synced: the line is on the disk; many goroutines share one fdatasync.
	Synced
)
