package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/linefeed-go/linefeed/message"
)

const usage = `Usage: modlist [-format f] [-pretty] [-http addr] [-go command]
       modlist -packages [...] [patterns]

modlist lists the modules of the current build, or with -packages the packages
that the patterns match (default ./...).

Flags:
  -format f     text    a table (the default)
                json    one document, of a success or a failure
                ndjson  a message a line, list-end last
  -pretty       indent the document
  -packages     list packages instead of modules
  -http addr    answer GET / with the list, as application/json or, where the
                request prefers it, application/x-ndjson
  -go command   the go command; the default is go
  -h            print this text

Exit status: 0 with the whole list; 2 for a wrong use; 3 if there is no module;
4 if there is no go command; 70 if the list has no JSON form; 130 if it was
interrupted; 1 for everything else.
`

// command is what the flags ask for, and where the output goes.
type command struct {
	format    string
	pretty    bool
	packages  bool
	help      bool
	addr      string
	goCommand string
	patterns  []string

	stdout, stderr io.Writer
	told           bool // the outcome stands on stdout
}

var formats = []string{"text", "json", "ndjson"}

// parse reads the arguments. The command it returns has the format asked for
// even when there is an error, so that the error is shown in that format.
func parse(args []string) (*command, error) {
	c := &command{}
	flags := flag.NewFlagSet("modlist", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&c.format, "format", "text", "")
	flags.BoolVar(&c.pretty, "pretty", false, "")
	flags.BoolVar(&c.packages, "packages", false, "")
	flags.StringVar(&c.addr, "http", "", "")
	flags.StringVar(&c.goCommand, "go", "go", "")
	err := flags.Parse(args)
	c.patterns = flags.Args()
	switch {
	case errors.Is(err, flag.ErrHelp):
		c.help, err = true, nil
		c.format = wantedFormat(args)
	case err != nil:
		// The flag at fault may stand before -format.
		c.format = wantedFormat(args)
	case !slices.Contains(formats, c.format):
		err = fmt.Errorf("-format %.40q is none of %s", c.format, strings.Join(formats, ", "))
		c.format = "text"
	case !c.packages && len(c.patterns) > 0:
		err = errors.New("patterns need -packages")
	case slices.ContainsFunc(c.patterns, func(p string) bool { return strings.HasPrefix(p, "-") }):
		err = errors.New("a pattern must not start with a dash")
	}
	if err != nil {
		return c, &message.Failure{Code: codeUsage, Message: err.Error()}
	}
	return c, nil
}

// wantedFormat finds -format in arguments that cannot be parsed.
func wantedFormat(args []string) string {
	wanted := "text"
	for i, arg := range args {
		if arg == "--" {
			break
		}
		name, value, inline := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-"), "=")
		if name != "format" || !strings.HasPrefix(arg, "-") {
			continue
		}
		if !inline && i+1 < len(args) {
			value = args[i+1]
		}
		if slices.Contains(formats, value) {
			wanted = value
		}
	}
	return wanted
}

func (c *command) printHelp() error {
	c.told = true
	switch c.format {
	case "json":
		return message.WriteResult(c.stdout, map[string]string{"usage": usage}, &message.ResultOptions{SchemaVersion: schemaVersion, Indent: c.pretty})
	case "ndjson":
		return message.NewEmitter(c.stdout, nil).Emit(&message.Result{SchemaVersion: schemaVersion, Data: map[string]string{"usage": usage}})
	}
	_, err := io.WriteString(c.stdout, usage)
	return err
}
