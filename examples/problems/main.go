// Problems reads what a build tells in JSON lines, ours, cargo's or the go
// command's, and prints the problems for people, editors and CI.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/linefeed-go/linefeed/message"
)

// The exit statuses.
const (
	statusOK     = 0
	statusErrors = 1   // errors among the problems
	statusBroken = 2   // wrong use, or input or output failed
	statusPipe   = 141 // nobody reads the output any more; as if SIGPIPE had ended it
)

func main() {
	o, err := parseOptions(os.Args[1:])
	switch {
	case errors.Is(err, errHelp):
		fmt.Print(usage)
		return
	case err != nil:
		fmt.Fprintf(os.Stderr, "problems: %v\nRun problems -h for help.\n", err)
		os.Exit(statusBroken)
	}
	os.Exit(run(o, os.Stdin, os.Stdout, os.Stderr))
}

// stream is a message.Reader or a message.Follower.
type stream interface {
	Messages() iter.Seq2[message.Message, error]
	Position() (line, offset int64)
	Stats() message.ReaderStats
}

// run is the whole program behind the command line; its result is the exit
// status.
func run(o *options, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &output{w: stdout}
	c, err := prepare(o, out, stderr)
	if err != nil {
		fmt.Fprintf(stderr, "problems: %v\n", err)
		return statusBroken
	}
	var in stream
	switch {
	case o.follow != "":
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		f := message.Follow(ctx, o.follow, message.Checkpoint{}, known, nil)
		defer f.Close()
		in = f
	case o.file != "":
		file, err := os.Open(o.file)
		if err != nil {
			fmt.Fprintf(stderr, "problems: %v\n", err)
			return statusBroken
		}
		defer file.Close()
		in = message.NewReader(file, known, nil)
	default:
		in = message.NewReader(stdin, known, nil)
	}
	err = c.read(in, out)
	return c.conclude(in.Stats(), err, out.err)
}

// prepare makes the collector and its printer.
func prepare(o *options, out *output, stderr io.Writer) (*collector, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("the current directory can't be used: %w", err)
	}
	p := paths{base: here}
	if root := os.Getenv("GITHUB_WORKSPACE"); o.format == "github" && filepath.IsAbs(root) {
		p.base = root
	}
	live := o.follow != ""
	c := newCollector(newPrinter(o.format, out, p, live), stderr)
	if l, ok := c.printer.(*lspPrinter); ok {
		l.notes = &linePrinter{out: &output{w: stderr}, paths: p, src: l.src}
	}
	c.dir, c.dirGiven = here, o.dir != ""
	if c.dirGiven {
		if c.dir, err = filepath.Abs(o.dir); err != nil {
			return nil, fmt.Errorf("-dir %s: %w", o.dir, err)
		}
	}
	c.all, c.follow, c.github = o.all, live, o.format == "github"
	return c, nil
}

// read takes the stream to its end, or until nobody wants the output any more.
// Its error is the one that ended the stream early.
func (c *collector) read(in stream, out *output) (err error) {
	for m, e := range in.Messages() {
		if m == nil && fatal(e) {
			err = e
			break
		}
		line, _ := in.Position()
		c.take(result{m, e, line})
		if out.err != nil {
			return nil
		}
	}
	if errors.Is(err, context.Canceled) { // the end of -follow: what runs is not cut short
		err, c.ours, c.packages = nil, false, nil
	}
	c.finish()
	return err
}

// fatal says whether an error of the stream is its last.
func fatal(err error) bool {
	var line *message.LineError
	var file *message.FileError
	return !errors.As(err, &line) && !errors.As(err, &file)
}

// conclude tells how it went and returns the exit status.
func (c *collector) conclude(read message.ReaderStats, in, out error) int {
	if errors.Is(out, syscall.EPIPE) {
		return statusPipe
	}
	fmt.Fprintln(c.notes, c.summary(read))
	if out != nil {
		fmt.Fprintf(c.notes, "problems: the output could not be written: %v\n", out)
		return statusBroken
	}
	if in != nil {
		fmt.Fprintf(c.notes, "problems: %s\n", plain(in.Error()))
		return statusBroken
	}
	if c.tally.errors > 0 {
		return statusErrors
	}
	return statusOK
}
