package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

const usage = `Usage: problems [-format f] [-dir d] [-all] [file]
       problems [-format f] [-dir d] [-all] -follow file

problems reads the messages of a build from standard input or from a file and
prints the problems in them. It takes, told apart by themselves and also mixed,
  gobuild ...                          the messages of message/build
  cargo ... --message-format=json      cargo's messages
  go build -json, go test -json        the go command's events
  go vet -json                         its documents

Flags:
  -format f      table   a table (the default)
                 line    file:line:column: level: message, as compilers print
                         it: vim -q, errorformat, VS Code's problem matchers
                 lsp     LSP publishDiagnostics notifications, one per line
                 github  workflow commands of GitHub Actions
                 sarif   one SARIF 2.1.0 document
  -dir d         what relative paths in the stream are relative to; the default
                 is the current directory, or the one that the stream names
  -all           print repetitions too: cargo tells the same for each target
  -follow file   read the file as it grows, until interrupted
  -h             print this text

Files below the current directory (for github, below $GITHUB_WORKSPACE if that
is set) are named relative to it. Columns count bytes with table and line, and
UTF-16 units with lsp, github and sarif, for which the source files are read;
without them columns stay as the tool counted.

On standard error: lines that are no messages and lines that are damaged, the
first 20 of them (none with github, whose runner would obey them), problems
without a file with lsp, and a last line that counts everything.

Exit status: 0 without errors among the problems, 1 with errors, 2 for a wrong
use, or if the input can't be read or the output not be written.
`

// options are the command line.
type options struct {
	format string
	dir    string
	all    bool
	follow string // the file to follow, or ""
	file   string // the file to read, or "" for standard input
}

// errHelp is returned for -h.
var errHelp = errors.New("help was asked for")

var formats = []string{"table", "line", "lsp", "github", "sarif"}

// parseOptions reads the command line. An error is errHelp or says what is
// wrong with it.
func parseOptions(args []string) (*options, error) {
	o := &options{}
	set := flag.NewFlagSet("problems", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.StringVar(&o.format, "format", "table", "")
	set.StringVar(&o.dir, "dir", "", "")
	set.BoolVar(&o.all, "all", false, "")
	set.StringVar(&o.follow, "follow", "", "")
	if err := set.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil, errHelp
	} else if err != nil {
		return nil, err
	}
	if !slices.Contains(formats, o.format) {
		return nil, fmt.Errorf("unknown format %q, it must be one of %s", o.format, strings.Join(formats, ", "))
	}
	switch rest := set.Args(); {
	case len(rest) > 1:
		return nil, fmt.Errorf("one file at a time, not %q; flags stand before it", rest)
	case len(rest) == 1 && o.follow != "":
		return nil, fmt.Errorf("-follow %s and also file %s: only one can be read", o.follow, rest[0])
	case len(rest) == 1:
		o.file = rest[0]
	}
	return o, nil
}
