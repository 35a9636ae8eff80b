// Command modlist lists the modules or packages of the current build, as a
// table for people, as one JSON document, as a stream of messages, or over
// HTTP:
//
//	modlist [-packages] [-format text|json|ndjson] [-pretty] [-http ADDR] [PATTERNS]
//
// With -format json it prints exactly one document on standard output whatever
// happens: {"ok":true,"data":[...]} and status 0, or {"ok":false,"error":{...}}
// and the status that belongs to the error's code. With -format ndjson it
// prints one message a line while the go command finds them, and at last one
// that says whether that was all. Text for people is never mixed into either;
// warnings are members of the document, and stand on standard error otherwise.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"text/tabwriter"

	"github.com/linefeed-go/linefeed/message"
)

// schemaVersion is the version of the documents: the minor grows with new
// members, the major when others change.
const schemaVersion = "1.0"

// The codes of modlist's own failures.
const (
	codeUsage    = "usage"
	codeNoModule = "no_module"
	codeNoGo     = "go_not_found"
	codeGoList   = "go_list_failed"
)

var exits = message.ExitCodes{
	codeUsage:                2,
	codeNoModule:             3,
	codeNoGo:                 4,
	message.CodeEncodeFailed: 70,
	message.CodeCanceled:     130,
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// run is the whole command; it returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	out := &watched{w: stdout}
	c, err := parse(args)
	c.stdout, c.stderr = out, stderr
	if err == nil {
		err = c.do(ctx)
	}
	if err != nil && ctx.Err() != nil {
		err = &message.Failure{Code: message.CodeCanceled, Message: "interrupted", Err: err}
	}
	if err != nil && !c.told && out.err == nil {
		err = errors.Join(err, c.fail(err))
	}
	if out.err != nil { // no document can tell that
		fmt.Fprintf(stderr, "modlist: standard output: %v\n", out.err)
	}
	return exits.ExitCode(err)
}

// watched remembers that standard output failed.
type watched struct {
	w   io.Writer
	err error
}

func (w *watched) Write(p []byte) (int, error) {
	n, err := w.w.Write(p)
	if err != nil {
		w.err = err
	}
	return n, err
}

// do does what the flags ask for.
func (c *command) do(ctx context.Context) error {
	switch {
	case c.help:
		return c.printHelp()
	case c.addr != "":
		return c.serve(ctx)
	case c.format == "ndjson":
		return c.stream(ctx)
	case c.format == "json":
		return c.document(ctx)
	}
	return c.table(ctx)
}

// document prints the result as one document.
func (c *command) document(ctx context.Context) error {
	items, warnings, err := c.collect(ctx)
	if err != nil {
		return err
	}
	c.told = true // what follows is a document, of whichever outcome
	return message.WriteResult(c.stdout, items, &message.ResultOptions{
		Indent: c.pretty, SchemaVersion: schemaVersion, Warnings: warnings,
	})
}

// collect returns all modules or packages, and what is odd about them.
func (c *command) collect(ctx context.Context) (items any, warnings []message.Warning, err error) {
	src := source{command: c.goCommand, patterns: c.patterns, warn: func(w message.Warning) { warnings = append(warnings, w) }}
	if c.packages {
		packages, err := all(src.packages(ctx))
		return &packages, warnings, err
	}
	modules, err := all(src.modules(ctx))
	return &modules, warnings, err
}

// all returns what seq yields; never nil without an error.
func all[E any](seq func(yield func(E, error) bool)) ([]E, error) {
	list := []E{}
	for v, err := range seq {
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// stream prints messages while they are found.
func (c *command) stream(ctx context.Context) error {
	stats, err := c.write(ctx, c.stdout, &message.ListOptions{
		Lines: true,
		// A line at a time: the reader may be a person, or act on what it sees.
		FlushSize: 1,
	})
	c.told = stats.Writes > 0
	return err
}

// write writes the list in the form that opts ask for.
func (c *command) write(ctx context.Context, w io.Writer, opts *message.ListOptions) (message.ListStats, error) {
	src := source{command: c.goCommand, patterns: c.patterns, warn: c.warn}
	if c.packages {
		return message.WriteListSeq2(ctx, w, nil, src.packages(ctx), opts)
	}
	return message.WriteListSeq2(ctx, w, nil, src.modules(ctx), opts)
}

// table prints the list for people, warnings on standard error.
func (c *command) table(ctx context.Context) error {
	items, warnings, err := c.collect(ctx)
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(c.stdout, 0, 8, 2, ' ', 0)
	switch list := items.(type) {
	case *[]Module:
		for m := range slices.Values(*list) {
			fmt.Fprintf(t, "%s\t%s\t%s\n", m.Path, m.Version, note(&m))
		}
	case *[]Package:
		for p := range slices.Values(*list) {
			fmt.Fprintf(t, "%s\t%d files\t%s\n", p.ImportPath, len(p.GoFiles), p.Dir)
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, w := range warnings {
		c.warn(w)
	}
	return nil
}

// warn tells people of a warning; a document has it among its members.
func (c *command) warn(w message.Warning) {
	fmt.Fprintf(c.stderr, "modlist: warning: %s\n", w.Message)
}

// note says in the table what is special about a module.
func note(m *Module) string {
	switch {
	case m.Main:
		return "(main)"
	case m.Replace != nil:
		return "=> " + m.Replace.Path
	case m.Indirect:
		return "(indirect)"
	}
	return ""
}

// fail shows an error in the form that was asked for. Text goes to standard
// error; documents and messages go where a success would have gone.
func (c *command) fail(err error) error {
	f := message.FailureOf(err)
	switch {
	case c.format == "text":
		fmt.Fprintf(c.stderr, "modlist: %s\n", f.Message)
		if f.Code == codeUsage {
			fmt.Fprintln(c.stderr, "Run modlist -h for help.")
		}
		return nil
	case c.format == "ndjson":
		return message.NewEmitter(c.stdout, nil).Emit(&message.Result{SchemaVersion: schemaVersion, Failure: f})
	}
	return message.WriteFailure(c.stdout, f, &message.ResultOptions{Indent: c.pretty, SchemaVersion: schemaVersion})
}
