package message

// Durability says how far a line has come when Emit returns.
type Durability uint8

const (
	// Written, the default: the kernel has the line. It survives the
	// process, whatever ends it, but not a power cut.
	Written Durability = iota
	// Buffered: the line is in the Emitter's buffer, and is lost when the
	// process ends without Flush or Close. What goes wrong with it later is
	// told by Flush and Close.
	Buffered
	// Synced: the line is on the disk; many goroutines share one fdatasync
	// (on systems other than Linux, one File.Sync). It takes a regular file or
	// a writer with a Sync method; for any other writer it is Written.
	Synced
)
