// Testwatch reads go test -json while the tests run, shows how far they are,
// and tells at the end what failed.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/term"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/gotest"
)

const usage = `Usage: go test -json [packages] | testwatch [-plain]

testwatch reads the events of go test -json and shows the tests while they run:
on a terminal as bars, elsewhere as a line for each package and each failed
test. At the end it prints what failed, what never ended (because its process
exited, was killed or ran out of time) and what could not be built, each with
its output. The last line counts everything and begins with
  tests: N passed, N failed, N skipped

Lines that are no events, of go test itself for instance, are shown as they
come. Of each output the first 8 KiB and the last 24 KiB are kept, 16 MiB of
all together; what is cut is told.

Flags:
  -plain   lines on a terminal too
  -h       print this text

Exit status: 0 when everything passed; 1 when something failed or never ended;
2 for a wrong use, when there were no events or they could not be read, or when
the output could not be written.
`

// The exit statuses.
const (
	statusOK     = 0
	statusFailed = 1
	statusBroken = 2
)

func main() {
	set := flag.NewFlagSet("testwatch", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	plain := set.Bool("plain", false, "")
	err := set.Parse(os.Args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Print(usage)
		return
	case err == nil && set.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q: events are read from standard input", set.Arg(0))
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "testwatch: %v\nRun testwatch -h for help.\n", err)
		os.Exit(statusBroken)
	}
	outliveInterrupt()
	var v view = &plainView{w: os.Stdout}
	if !*plain && term.IsTerminal(int(os.Stdout.Fd())) && os.Getenv("TERM") != "dumb" {
		v = newBarView(os.Stdout)
	}
	os.Exit(run(os.Stdin, os.Stdout, os.Stderr, v, time.Now))
}

// outliveInterrupt passes over the first Ctrl-C, which is meant for the tests:
// what they say because of it is to be read. A second one ends testwatch.
func outliveInterrupt() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	go func() {
		<-signals
		signal.Reset(os.Interrupt)
	}()
}

// run is the whole program behind the command line; its result is the exit
// status. notes is told when out fails.
func run(in io.Reader, out, notes io.Writer, v view, now func() time.Time) int {
	began := now()
	s := newSuite(v)
	r := message.NewReader(in, gotest.Messages, nil)
	err := s.read(r)
	s.end()
	v.close()
	s.report(out)
	if err != nil {
		fmt.Fprintf(out, "\ntestwatch: %s\n", harmless(err.Error()))
	} else if s.tally.events == 0 {
		fmt.Fprintf(out, "\ntestwatch: there were no events; was it go test -json, and did it start?\n")
	}
	if note := other(r.Stats()); note != "" {
		fmt.Fprintf(out, "\ntestwatch: not understood: %s\n", note)
	}
	_, gone := fmt.Fprintf(out, "\n%s\n", s.closing(now().Sub(began)))
	if errors.Is(gone, syscall.EPIPE) { // nobody wants to know
		gone = nil
	}
	if gone != nil {
		fmt.Fprintf(notes, "testwatch: the output could not be written: %v\n", gone)
	}
	switch {
	case err != nil || s.tally.events == 0 || gone != nil:
		return statusBroken
	case !s.ok():
		return statusFailed
	}
	return statusOK
}
