package messagetest

import (
	"errors"
	"io"
	"strings"
	"sync"
	"syscall"
)

// tape is the writer at the end: it records what it takes, and can fail.
type tape struct {
	mu     sync.Mutex
	taken  strings.Builder
	writes []string // what each Write was given
	at     int      // the 1-based Write that fails, 0 for none
	times  int      // how many Writes from there on fail in the same way
	fault  fault
	gate   chan struct{} // when not nil, a Write waits until it is closed
	inside chan struct{} // when not nil, gets a value when a Write has begun to wait
}

// fault is a way for a Write to fail.
type fault struct {
	name    string
	take    func(p string) int // how many bytes are taken
	err     error
	panics  bool
	lasting bool // every Write after it fails as well, taking nothing
}

var errTape = errors.New("the writer failed")

func none(string) int       { return 0 }
func oneByte(p string) int  { return min(len(p), 1) }
func half(p string) int     { return len(p) / 2 }
func halfLine(p string) int { return strings.IndexByte(p, '\n') / 2 }
func allBut2(p string) int  { return max(len(p)-2, 0) }
func allBut1(p string) int  { return max(len(p)-1, 0) }
func allOf(p string) int    { return len(p) }
func negative(string) int   { return -1 }

// tapeFaults are the ways in which TestEmitter's writer fails.
var tapeFaults = []fault{
	{name: "takes nothing, error", take: none, err: errTape},
	{name: "takes one byte, error", take: oneByte, err: errTape},
	{name: "takes half, error", take: half, err: errTape},
	{name: "takes half, no error", take: half},
	{name: "takes nothing, no error", take: none},
	{name: "takes all but the newline, error", take: allBut1, err: errTape},
	{name: "takes all but two bytes, error", take: allBut2, err: errTape},
	{name: "takes all, error", take: allOf, err: errTape},
	{name: "takes nothing, negative count", take: negative, err: errTape},
	{name: "would block", take: none, err: syscall.EAGAIN},
	{name: "takes half, would block", take: half, err: syscall.EAGAIN},
	{name: "broken pipe from now on", take: none, err: syscall.EPIPE, lasting: true},
	{name: "takes half, broken pipe from now on", take: half, err: syscall.EPIPE, lasting: true},
	{name: "takes nothing, panics", take: none, panics: true},
	// Of a panic nobody knows how much was taken: no whole line, here.
	{name: "takes half a line, panics", take: halfLine, panics: true},
}

// Write takes p, or fails as the tape was told.
func (t *tape) Write(p []byte) (int, error) {
	if t.gate != nil {
		select {
		case t.inside <- struct{}{}:
		default:
		}
		<-t.gate
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.writes = append(t.writes, string(p))
	after := len(t.writes) - t.at
	switch {
	case t.at == 0, after < 0, after >= t.times && !t.fault.lasting:
		t.taken.Write(p)
		return len(p), nil
	case after > 0 && t.fault.lasting:
		return 0, t.fault.err
	}
	n := t.fault.take(string(p))
	t.taken.Write(p[:max(n, 0)])
	if t.fault.panics {
		panic("the writer panicked")
	}
	return n, t.fault.err
}

// output returns what was taken.
func (t *tape) output() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.taken.String()
}

// calls returns what each Write was given.
func (t *tape) calls() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]string(nil), t.writes...)
}

var _ io.Writer = (*tape)(nil)
