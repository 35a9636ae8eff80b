// Linefeed writes the marshalers of machine messages.
//
//	linefeed gen [-check] [-v] [-tags list] [packages]
//
// Code is generated for the structs that a field marks as messages, for the
// structs they contain, and for those with a directive, which is a line of
// the struct's doc comment:
//
//	//linefeed:document   also AppendJSONIndent: the layout of json.Indent, made
//	                      while the value is appended, for this struct and the
//	                      package's structs in it. Before a package clause: for
//	                      every type for which code is generated.
//	//linefeed:list       also WriteList: streams the elements of the last field
//	                      through one buffer, in constant memory.
//
// See linefeed help.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
)

// Exit statuses.
const (
	exitOK    = 0
	exitFault = 1 // something is wrong with the packages, or a file is stale
	exitUsage = 2 // the command line is wrong
)

const usage = `linefeed writes the code that writes and reads machine messages.

Usage:

	linefeed gen [-check] [-v] [-tags list] [packages]
	linefeed version
	linefeed help

gen generates code for every struct with a reason marker in the named packages
(default: the one in the current directory) and for the structs they contain.
For messages.go it writes messages_easyjson.go and messages_jsonv2.go, and for
the package messages_linefeed.go with its registry, Messages. Either every
package succeeds, or no file is touched.

A line in a struct's doc comment asks for more, and for code for a struct that
no message contains; one that is misspelt or stands elsewhere is a fault:

  //linefeed:document   also AppendJSONIndent, which lays the value out as
                        json.Indent does while it is appended; before a
                        package clause, for all types with generated code
  //linefeed:list       also WriteList, which streams the elements of the last
                        field, a slice of structs or jsonwire.Raw

Flags:

  -check   write nothing; exit 1 and name the files that are not up to date
  -v       list what was written and removed
  -tags    build tags, separated by commas

Exit status: 0 when all is well, 1 when something is wrong with the packages or
a file is stale, 2 when the command line is wrong.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, usage)
		return exitUsage
	}
	switch name := args[0]; name {
	case "gen":
		return gen(ctx, args[1:], stdout, stderr)
	case "version", "-version", "--version":
		fmt.Fprintln(stdout, "linefeed", version())
		return exitOK
	case "help", "-h", "-help", "--help":
		fmt.Fprint(stdout, usage)
		return exitOK
	default:
		fmt.Fprintf(stderr, "linefeed: unknown command %q; linefeed help lists the commands\n", name)
		return exitUsage
	}
}

// version is what the go command has put into the binary: a tag, a
// pseudo-version, or (devel).
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
