package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"

	"github.com/linefeed-go/linefeed/codegen"
)

// gen runs the generator.
func gen(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("linefeed gen", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // faults are reported here, in our words
	check := flags.Bool("check", false, "")
	verbose := flags.Bool("v", false, "")
	tags := flags.String("tags", "", "")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, usage)
		return exitOK
	case err != nil:
		fmt.Fprintf(stderr, "linefeed gen: %v; linefeed help lists the flags\n", err)
		return exitUsage
	}
	opts := codegen.Options{Patterns: flags.Args(), Check: *check}
	if *tags != "" {
		opts.BuildFlags = []string{"-tags=" + *tags}
	}
	var done func()
	opts.Progress, done = progress(stderr)
	result, err := codegen.Generate(ctx, opts)
	done()
	if err != nil {
		fmt.Fprintln(stderr, err)
		return exitFault
	}
	return report(result, *check, *verbose, stdout, stderr)
}

// report says what was done, or with -check what would have to be done.
func report(r *codegen.Result, check, verbose bool, stdout, stderr io.Writer) int {
	written, removed := "wrote", "removed"
	if check {
		written, removed = "stale:", "left over:"
	}
	if verbose || check {
		for _, name := range r.Written {
			fmt.Fprintln(stdout, written, name)
		}
	}
	for _, name := range r.Removed {
		fmt.Fprintln(stdout, removed, name)
	}
	if !r.Stale() && len(r.Unchanged) == 0 {
		fmt.Fprintln(stderr, "linefeed gen: nothing to do: no struct here has a reason marker; its first field would be _ message.Reason `reason:\"some-thing-happened\"` (files named _test.go are not read)")
	}
	if check && r.Stale() {
		fmt.Fprintln(stderr, "linefeed gen: generated files are not up to date; run linefeed gen without -check")
		return exitFault
	}
	return exitOK
}

// progress returns a function that shows the current stage on a terminal, and
// one that clears it. Where w is no terminal both do nothing.
func progress(w io.Writer) (show func(string), done func()) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return nil, func() {}
	}
	const clearLine = "\r\x1b[K"
	show = func(stage string) { fmt.Fprint(w, clearLine, "linefeed: ", stage, " ...") }
	return show, func() { fmt.Fprint(w, clearLine) }
}
