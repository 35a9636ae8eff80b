package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

const usage = `Usage: gobuild [build|test|vet] [-o file] [-seq] [-time] [-bin dir] [packages] [-- go flags]

gobuild runs the go command on packages of the module in the current directory
and prints what happens as one JSON message per line, while it happens. The
messages are those of the vocabulary message/build: build-started first,
build-finished last, and between them a task for each package (and for each
test), diagnostics, artifacts, and what the tools printed.

Commands:
  build   compile packages and programs (the default)
  test    run tests: a task per package, and under it per test and subtest
  vet     report what go vet finds

Packages are what the go command takes: import paths, directories, patterns
such as ./..., or the .go files of one package. The default is the package in
the current directory.

Flags:
  -o file    append the messages to file instead of printing them
  -seq       number the messages: "@seq", from 1, without gaps
  -time      stamp the messages with the time: "@time"
  -bin dir   where build leaves programs; the default is a directory of this
             module's own in the user's cache directory
  -h         print this text

Flags behind -- go to go build, go test or go vet, for instance
  gobuild test ./... -- -run Fast -timeout 30s
Flags that choose what is built (-tags, -race, -mod) belong into GOFLAGS, which
every run of the go command reads.

Exit status: that of the go command (vet: 1 if there are findings, as go vet
without -json); 128 + n if signal n ended it or gobuild; 127 if there is no go
command; 2 for a wrong use of gobuild; 1 if the messages can't be written.
`

// options are the command line.
type options struct {
	command  string // build, test or vet
	output   string // file to append to, or "" for standard output
	seq      bool
	time     bool
	bin      string   // absolute directory for programs
	patterns []string // never empty
	flags    []string // for the go command
}

// errHelp is returned for -h.
var errHelp = errors.New("help was asked for")

// parseOptions reads the command line. An error is errHelp or says what is
// wrong with it.
func parseOptions(args []string) (*options, error) {
	o := &options{command: "build"}
	if i := slices.Index(args, "--"); i >= 0 {
		args, o.flags = args[:i], args[i+1:]
	}
	if len(args) > 0 && (args[0] == "build" || args[0] == "test" || args[0] == "vet") {
		o.command, args = args[0], args[1:]
	}
	set := flag.NewFlagSet("gobuild", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.StringVar(&o.output, "o", "", "")
	set.BoolVar(&o.seq, "seq", false, "")
	set.BoolVar(&o.time, "time", false, "")
	set.StringVar(&o.bin, "bin", "", "")
	for len(args) > 0 { // flags may stand between the packages
		if err := set.Parse(args); errors.Is(err, flag.ErrHelp) {
			return nil, errHelp
		} else if err != nil {
			return nil, err
		}
		if args = set.Args(); len(args) > 0 {
			o.patterns, args = append(o.patterns, args[0]), args[1:]
		}
	}
	if given(set, "o") && o.output == "" {
		return nil, errors.New("flag -o needs the name of a file")
	}
	for _, p := range o.patterns {
		if p == "" {
			return nil, errors.New("a package has an empty name")
		}
	}
	if len(o.patterns) == 0 {
		o.patterns = []string{"."}
	}
	return o, nil
}

// given says whether a flag stands on the command line.
func given(set *flag.FlagSet, name string) bool {
	found := false
	set.Visit(func(f *flag.Flag) { found = found || f.Name == name })
	return found
}

// chooseBin makes o.bin absolute, or sets it to the default: a directory in the
// user's cache directory, named after dir, so that a program which is up to date
// is not linked again.
func (o *options) chooseBin(dir string) error {
	if o.bin != "" {
		bin, err := filepath.Abs(o.bin)
		if err != nil {
			return fmt.Errorf("-bin %s: %w", o.bin, err)
		}
		o.bin = bin
		return nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	sum := sha256.Sum256([]byte(dir))
	o.bin = filepath.Join(cache, "linefeed-gobuild", hex.EncodeToString(sum[:8]))
	return nil
}
