package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/linefeed-go/linefeed/message/build"
)

const (
	// grace is how long a child may take to end after an interrupt before its
	// whole process group is killed.
	grace = 5 * time.Second
	// drain is how long output is still waited for when the child has ended but
	// a process that it left behind holds its pipes open.
	drain = 2 * time.Second
)

// errStopped is returned for a child that was not started any more.
var errStopped = errors.New("stopped")

// runner runs children, one after another, each in a process group of its own,
// and ends them when the run has to end. Its methods may be called at any time
// from any goroutine, apart from run.
type runner struct {
	mu      sync.Mutex
	current *os.Process // nil between children
	signal  os.Signal   // the first interrupt, or nil
	dead    bool        // nobody listens any more: start nothing
}

// exit is how a child ended.
type exit struct {
	code   int    // exit status, or 128 + signal number as a shell reports it
	signal string // "killed" for instance, if a signal ended it, else ""
}

// ok says whether the child did what it was started for.
func (x exit) ok() bool { return x.code == 0 }

// run starts args in the current directory, hands each line that it prints to
// line (which is called on this goroutine only, while the child runs), and
// returns when the child has ended and its output is read. The error says that there was no child: errStopped, or why it
// could not be started.
func (r *runner) run(args []string, line func(build.Stream, []byte)) (exit, error) {
	cmd := exec.Command(args[0], args[1:]...)
	pipes, err := pipe(cmd)
	if err != nil {
		return exit{}, err
	}
	defer pipes.close()
	if err := r.start(cmd); err != nil {
		return exit{}, err
	}
	pipes.started()
	ended := make(chan struct{})
	go func() {
		// The exit status is read from ProcessState; Wait's error repeats it.
		_ = cmd.Wait()
		close(ended)
	}()
	pipes.read(line, ended, func() { r.ended(cmd) })
	return exitOf(cmd.ProcessState), nil
}

// start starts cmd unless the run has to end already.
func (r *runner) start(cmd *exec.Cmd) error {
	ownGroup(cmd)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.signal != nil || r.dead {
		return errStopped
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	r.current = cmd.Process
	return nil
}

// ended forgets the child. What is left of the group of one that did not end by
// itself goes with it.
func (r *runner) ended(cmd *exec.Cmd) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.current = nil
	if r.signal != nil || r.dead || exitOf(cmd.ProcessState).signal != "" {
		killGroup(cmd.Process)
	}
}

// interrupt asks the child to end, with the signal that gobuild was given, and
// kills its group if it doesn't. It reports false if it had been called before.
func (r *runner) interrupt(sig os.Signal) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.signal != nil {
		return false
	}
	r.signal = sig
	if p := r.current; p != nil {
		signalGroup(p, sig)
		time.AfterFunc(grace, func() { r.killIf(p) })
	}
	return true
}

// kill ends the child and everything in its group at once; no other is started.
func (r *runner) kill() {
	r.mu.Lock()
	r.dead = true
	p := r.current
	r.mu.Unlock()
	r.killIf(p)
}

func (r *runner) killIf(p *os.Process) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p != nil && r.current == p {
		killGroup(p)
	}
}

// interrupted returns the first interrupt, or nil.
func (r *runner) interrupted() os.Signal {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.signal
}

// pipes are a child's stdout and stderr.
type pipes struct {
	ours, theirs [2]*os.File
}

func pipe(cmd *exec.Cmd) (*pipes, error) {
	p := &pipes{}
	for i := range p.ours {
		var err error
		if p.ours[i], p.theirs[i], err = os.Pipe(); err != nil {
			p.close()
			return nil, err
		}
	}
	cmd.Stdout, cmd.Stderr = p.theirs[0], p.theirs[1]
	return p, nil
}

// started closes the ends that the child has now.
func (p *pipes) started() {
	for i, f := range p.theirs {
		f.Close()
		p.theirs[i] = nil
	}
}

func (p *pipes) close() {
	for _, f := range append(p.ours[:], p.theirs[:]...) {
		if f != nil {
			f.Close()
		}
	}
}

// chunk is what was read in one piece; nil bytes are the end of its stream.
type chunk struct {
	of    int // index of the pipe
	bytes []byte
}

// read hands out lines until both pipes are at their end. After the child has
// ended it calls gone, and closes the pipes if their end does not come.
func (p *pipes) read(line func(build.Stream, []byte), ended <-chan struct{}, gone func()) {
	chunks := make(chan chunk)
	var cut [2]*lines
	for i, stream := range []build.Stream{build.StreamStdout, build.StreamStderr} {
		cut[i] = &lines{line: func(b []byte) { line(stream, b) }}
		go readChunks(p.ours[i], i, chunks)
	}
	var late <-chan time.Time
	for open := 2; open > 0 || ended != nil; {
		select {
		case c := <-chunks:
			if c.bytes == nil {
				cut[c.of].end()
				open--
				continue
			}
			cut[c.of].Write(c.bytes)
		case <-ended:
			ended = nil
			gone()
			late = time.After(drain)
		case <-late:
			p.ours[0].Close()
			p.ours[1].Close()
		}
	}
}

func readChunks(f io.Reader, of int, chunks chan<- chunk) {
	for {
		buf := make([]byte, 32<<10)
		n, err := f.Read(buf)
		if n > 0 {
			chunks <- chunk{of, buf[:n]}
		}
		if err != nil {
			chunks <- chunk{of, nil}
			return
		}
	}
}
