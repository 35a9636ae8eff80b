package message

import "time"

// EmitterOptions changes what an [Emitter] does. The zero value, or a nil
// pointer, is the default.
type EmitterOptions struct {
	// Durability says when Emit returns: Written, Buffered or Synced.
	Durability Durability
	// BufferSize is how many bytes a Buffered Emitter collects before it
	// writes; 0 means 64 KiB. It counts at Buffered only.
	BufferSize int
	// FlushEvery is the longest time a line waits in the buffer of a Buffered
	// Emitter; 0 means until the buffer is full, Flush or Close.
	FlushEvery time.Duration
	// Exclusive says that no other process writes to the pipe behind the
	// writer, so that several lines may leave in one Write of any size.
	// Without it a pipe gets no write of more than 4,096 bytes (which the
	// kernel keeps whole) unless a single line is longer.
	Exclusive bool
	// KeepRunning makes a broken pipe on standard output or standard error an
	// error of Emit: the first says EPIPE, and so do all later ones, without
	// another Write. Without it Go ends the process quietly, as Unix tools
	// do. It concerns writes through this Emitter only, no signal is touched,
	// and it needs the *os.File itself: around a writer that wraps os.Stdout,
	// call signal.Ignore(syscall.SIGPIPE) instead.
	KeepRunning bool
	// Queue, when above 0, lets up to that many messages wait for a slow
	// reader instead of their callers. A message that finds the queue full is
	// dropped: Emit returns [ErrDropped], Stats counts it, and a message
	// {"reason":"messages-dropped","count":N} with the exact count stands in
	// its place, before the next delivered line; it is counted as a message of
	// its own. Emit then returns when the line is queued, whatever Durability
	// says, and a goroutine writes while the queue is not empty.
	Queue int
	// MaxLine is the longest line in bytes, newline included; a longer
	// message is an [EncodeError]. 0 means no limit.
	MaxLine int
	// EscapeHTML writes <, > and & as \u003c, \u003e and \u0026.
	EscapeHTML bool
	// Seq stamps each line with "@seq": 1, 2, 3 ...
	Seq bool
	// Time stamps each line with "@time", RFC 3339 in UTC, nine digits.
	Time bool
	// Run, when not empty, stamps each line with "@run".
	Run string
	// Now is the clock of Time, for tests; nil means time.Now. It is called
	// by many goroutines at once, before a line takes its place in the
	// stream, so that times need not rise with "@seq".
	Now func() time.Time
}
