// Gobuild runs the go command and tells what happens as one JSON message per
// line, live, in the vocabulary of message/build:
//
//	gobuild [build|test|vet] [-o file] [-seq] [-time] [-bin dir] [packages] [-- go flags]
//
// A run has three steps, each a child process in a group of its own: go list
// says which packages there are; go build -json, go test -json or go vet -json
// does the work, and what it prints becomes messages while it runs; after a
// build go list -export says where the archives are.
//
// How a message comes about, by file: child.go runs the child and cuts its
// output into lines; compile.go, testing.go and vet.go follow the events of the
// three commands; diagnostics.go turns the text in them into diagnostics,
// testlog.go the logs and crashes of tests; session.go numbers, counts and keeps
// the order that the vocabulary promises; stream.go is the Emitter.
//
// What is known of a build: go build -v names a package when it begins to
// compile it, so what that package imports is done by then; a build-fail event
// ends a package with errors; the rest, and the times, come from the action
// graph when go build has ended. A package that was never named and did not fail
// was up to date.
//
// Every run ends with build-finished: on an interrupt the child's group gets the
// signal and, after five seconds or a second interrupt, SIGKILL. Only a third
// interrupt and gobuild's own SIGKILL leave a stream without an end.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"
)

func main() {
	os.Exit(run(os.Args[1:]))
}

// run is the whole program; its result is the exit status.
func run(args []string) int {
	o, err := parseOptions(args)
	if errors.Is(err, errHelp) {
		fmt.Print(usage)
		return 0
	} else if err != nil {
		fmt.Fprintf(os.Stderr, "gobuild: %v\nRun gobuild -h for help.\n", err)
		return 2
	}
	out, err := openStream(o)
	if err != nil {
		fmt.Fprintf(os.Stderr, "gobuild: %v\n", err)
		return 1
	}
	status := work(args, o, out)
	if err := out.close(); err != nil {
		if out.pipeGone(err) {
			dieOfPipe()
			return 141
		}
		fmt.Fprintf(os.Stderr, "gobuild: the messages could not be written: %v\n", err)
		if status == 0 {
			status = 1
		}
	}
	return status
}

// work tells the run in the stream and returns the exit status.
func work(args []string, o *options, out *stream) int {
	r := &runner{}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	watchSignals(ctx, r)
	out.watchReader(r.kill)

	s := &session{emit: out.emit, broken: func(error) { r.kill() }, now: time.Now}
	dir, dirErr := os.Getwd()
	s.dir = dir
	s.begin(args, strings.ToLower(rand.Text()))
	if dirErr == nil {
		dirErr = o.chooseBin(dir)
	}
	if dirErr != nil {
		s.fault(nil, fmt.Sprintf("the current directory can't be used: %v", dirErr))
		s.end(false, false, "")
		return 1
	}
	status, cause := newJob(s, r, o).run()
	interrupted := r.interrupted() != nil
	s.end(status == 0, interrupted, cause)
	return status
}

// watchSignals passes the first interrupt on to the child, so that the run can
// come to an orderly end. A second one kills the child, and the run ends as
// orderly: programs such as timeout(1) send two at once, to gobuild and to its
// group. A third ends gobuild, should nobody read its stream.
func watchSignals(ctx context.Context, r *runner) {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, interrupts()...)
	go func() {
		for count := 1; ; count++ {
			select {
			case sig := <-signals:
				switch {
				case r.interrupt(sig):
				case count == 2:
					r.kill()
				default:
					os.Exit(signalStatus(sig))
				}
			case <-ctx.Done():
				return
			}
		}
	}()
}
