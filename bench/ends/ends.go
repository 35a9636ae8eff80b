// Package ends measures whole lines on their way to an end: nowhere, a file, a
// pipe; from one goroutine and from 64; beside a lock around encode and write,
// and beside the buffered writers of loggers.
package ends

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/linefeed-go/linefeed/bench/fixtures"
	"github.com/linefeed-go/linefeed/bench/harness"
)

const part = "ends"

// endBatch is longer than other parts': goroutines are started in each batch.
const (
	endBatch   = 10 * time.Millisecond
	quickBatch = 3 * time.Millisecond
)

// bufferSize is the same for every buffering way.
const bufferSize = 64 << 10

// Part returns the table of ends.
func Part() *harness.Part {
	return &harness.Part{
		Name: part, Title: "Lines to their end", Cases: cases, Matrix: true,
		About: "build-finished lines (43 bytes). *written* and *buffered* are linefeed's Emitter; *lock-write* is a mutex around the same " +
			"generated AppendJSON into a kept buffer and one Write, the strictest rival of *written*; *zerolog* writes each line itself; " +
			"*lock-bufio*, *zerolog-zapbuf* and *zap-zapbuf* (both over zap's BufferedWriteSyncer) are the rivals of *buffered*.",
		Bars: []harness.Bar{{
			Name: "64 goroutines, Written, file / lock-and-write", Case: part + "/file x64", Kind: harness.Ratio,
			Ours: "written", Against: "lock-write", Max: 0.6,
		}},
	}
}

// An end opens a writer; open is called once per way, so that ways do not share one.
type end struct {
	name string
	open func(dir, way string) (io.Writer, func() error, error)
}

// fileEnd is the index of the file among the endings.
const fileEnd = 2

func endings() []end {
	return []end{
		{"discard", func(string, string) (io.Writer, func() error, error) { return io.Discard, nothing, nil }},
		{"devnull", func(string, string) (io.Writer, func() error, error) { return openFile(os.DevNull) }},
		{"file", func(dir, way string) (io.Writer, func() error, error) { return openFile(filepath.Join(dir, way)) }},
		{"pipe", func(string, string) (io.Writer, func() error, error) { return openPipe() }},
	}
}

func nothing() error { return nil }

func openFile(path string) (io.Writer, func() error, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, nil, err
	}
	return f, f.Close, nil
}

// openPipe opens a pipe with a reader that takes all it gets.
func openPipe() (io.Writer, func() error, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	done := make(chan error, 1)
	go func() {
		_, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{r}, make([]byte, 64<<10))
		done <- err
	}()
	return w, func() error { return errors.Join(w.Close(), <-done, r.Close()) }, nil
}

func cases(s *harness.Session) ([]*harness.Case, error) {
	var out []*harness.Case
	for _, e := range endings() {
		for _, goroutines := range []int{1, 64} {
			c, err := endCase(s.Dir, e, goroutines, senders())
			if err != nil {
				return nil, err
			}
			c.Pairs = []harness.Pair{{Ours: "written", Theirs: "lock-write"}, {Ours: "buffered", Theirs: "zerolog-zapbuf"}}
			if !s.Quick {
				c.Rounds = 15
			}
			if s.Quick && (e.name != "file" || goroutines == 1) {
				c.Rounds, c.Batch = 3, quickBatch // no bar depends on it
			}
			out = append(out, c)
		}
	}
	return out, nil
}

// endCase makes a case of every sender, each on an end of its own.
func endCase(dir string, e end, goroutines int, senders []sender) (*harness.Case, error) {
	c := &harness.Case{
		Part: part, Name: fmt.Sprintf("%s x%d", e.name, goroutines), Size: len(fixtures.BuildFinished) + 1,
		Want: append(bytes.Clone(fixtures.BuildFinished), '\n'), Clock: harness.Wall, Shared: true, Batch: endBatch,
	}
	var closers []func() error
	c.Close = func() error {
		var errs error
		for _, f := range closers {
			errs = errors.Join(errs, f())
		}
		return errs
	}
	for _, s := range senders {
		w, closeEnd, err := e.open(dir, strings.ReplaceAll(c.Name+" "+s.name, " ", "-"))
		if err != nil {
			return nil, errors.Join(err, c.Close())
		}
		b := s.make(w)
		closers = append(closers, b.close, closeEnd)
		c.Ways = append(c.Ways, harness.Way{Name: s.name, Role: s.role, Least: s.least, Output: s.output, Run: func(n int) error {
			if err := emptied(w); err != nil {
				return err
			}
			return b.run(n, goroutines)
		}})
	}
	return c, nil
}

// maxFile is how long a file may grow before it is emptied between two batches.
const maxFile = 32 << 20

// emptied truncates a regular file that has become long.
func emptied(w io.Writer) error {
	f, ok := w.(*os.File)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() < maxFile {
		return err
	}
	return f.Truncate(0)
}

// run sends n messages from so many goroutines and pushes on what is kept back.
func (b *bound) run(n, goroutines int) error {
	if goroutines == 1 {
		return errors.Join(b.repeat(n), b.flush())
	}
	var wg sync.WaitGroup
	errs := make([]error, goroutines)
	for i := range goroutines {
		share := (n + i) / goroutines // the shares of all add up to n
		wg.Go(func() { errs[i] = b.repeat(share) })
	}
	wg.Wait()
	return errors.Join(errors.Join(errs...), b.flush())
}

func (b *bound) repeat(n int) error {
	for range n {
		if err := b.send(); err != nil {
			return err
		}
	}
	return nil
}

// output sends one message to memory.
func (s sender) output() ([]byte, error) {
	var out bytes.Buffer
	b := s.make(&out)
	err := errors.Join(b.send(), b.flush(), b.close())
	return out.Bytes(), err
}
