package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os/exec"
	"strings"
	"time"

	"github.com/linefeed-go/linefeed/message"
)

// source runs go list and yields what it prints, while it prints it.
type source struct {
	command  string
	patterns []string
	warn     func(message.Warning)
}

// listedModule is what go list -m -json prints.
type listedModule struct {
	Path, Version, GoVersion, Dir string
	Main, Indirect                bool
	Replace                       *struct{ Path, Version string }
	Error                         *struct{ Err string }
}

// modules yields the main module and those it needs.
func (s *source) modules(ctx context.Context) iter.Seq2[Module, error] {
	return convert(list[listedModule](ctx, s.command, "-m", "-json", "all"), func(l *listedModule) Module {
		m := Module{Path: l.Path, Version: l.Version, Main: l.Main, Indirect: l.Indirect, GoVersion: l.GoVersion, Dir: l.Dir}
		if l.Replace != nil {
			m.Replace = &Replacement{Path: l.Replace.Path, Version: l.Replace.Version}
			if l.Replace.Version == "" {
				s.warn(message.Warning{Code: "local_replacement", Message: l.Path + " is replaced by the directory " + l.Replace.Path,
					Details: map[string]string{"path": l.Path, "directory": l.Replace.Path}})
			}
		}
		if l.Error != nil {
			s.warn(message.Warning{Code: "module_error", Message: l.Error.Err, Details: map[string]string{"path": l.Path}})
		}
		return m
	})
}

// listedPackage is what go list -json prints.
type listedPackage struct {
	ImportPath, Name, Dir string
	Module                *struct{ Path string }
	GoFiles, Imports      []string
	Error                 *struct{ Err string }
}

// packages yields the packages that the patterns match.
func (s *source) packages(ctx context.Context) iter.Seq2[Package, error] {
	args := []string{"-e", "-json=ImportPath,Name,Dir,Module,GoFiles,Imports,Error", "--"}
	if len(s.patterns) == 0 {
		args = append(args, "./...")
	}
	return convert(list[listedPackage](ctx, s.command, append(args, s.patterns...)...), func(l *listedPackage) Package {
		p := Package{ImportPath: l.ImportPath, Name: l.Name, Dir: l.Dir, GoFiles: l.GoFiles, Imports: l.Imports}
		if l.Module != nil {
			p.Module = l.Module.Path
		}
		if p.GoFiles == nil {
			p.GoFiles = []string{}
		}
		if p.Imports == nil {
			p.Imports = []string{}
		}
		if l.Error != nil {
			s.warn(message.Warning{Code: "package_error", Message: l.Error.Err, Details: map[string]string{"import_path": l.ImportPath}})
		}
		return p
	})
}

func convert[A, B any](seq iter.Seq2[A, error], f func(*A) B) iter.Seq2[B, error] {
	return func(yield func(B, error) bool) {
		for v, err := range seq {
			if err != nil {
				var none B
				yield(none, err)
				return
			}
			if !yield(f(&v), nil) {
				return
			}
		}
	}
}

// list runs go list and yields the JSON values it prints. The command is ended
// as soon as nobody wants more.
func list[E any](ctx context.Context, command string, args ...string) iter.Seq2[E, error] {
	return func(yield func(E, error) bool) {
		running, cancel := context.WithCancel(ctx)
		defer cancel()
		args := append([]string{"list"}, args...)
		cmd := exec.CommandContext(running, command, args...)
		cmd.WaitDelay = 5 * time.Second // for grandchildren that hold the pipes
		stderr := &tail{limit: 8 << 10}
		cmd.Stderr = stderr
		var none E
		stdout, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			yield(none, startFailure(command, err))
			return
		}
		wanted, err := decode(stdout, yield)
		if !wanted || err != nil {
			cancel()
		}
		waitErr := cmd.Wait()
		switch {
		case !wanted:
		case ctx.Err() != nil:
			yield(none, context.Cause(ctx))
		case err != nil:
			yield(none, &message.Failure{Code: codeGoList, Message: fmt.Sprintf("%s list printed no JSON: %v", command, err), Err: err})
		case waitErr != nil:
			yield(none, listFailure(args, waitErr, stderr.String()))
		}
	}
}

// decode yields the values in r; wanted is false when yield said stop.
func decode[E any](r io.Reader, yield func(E, error) bool) (wanted bool, err error) {
	for dec := json.NewDecoder(r); ; {
		var v E
		if err := dec.Decode(&v); errors.Is(err, io.EOF) {
			return true, nil
		} else if err != nil {
			return true, err
		}
		if !yield(v, nil) {
			return false, nil
		}
	}
}

func startFailure(command string, err error) error {
	f := &message.Failure{Code: codeGoList, Message: err.Error(), Err: err}
	if errors.Is(err, exec.ErrNotFound) {
		f.Code, f.Message = codeNoGo, fmt.Sprintf("there is no command %q; install Go or name it with -go", command)
	}
	return f
}

// listDetails is what a failure of the go command tells beside its message.
type listDetails struct {
	Args       []string `json:"args"`
	ExitStatus int      `json:"exit_status"` // -1 when a signal ended it
	Stderr     string   `json:"stderr"`      // the last 8 KiB
}

func listFailure(args []string, err error, stderr string) error {
	f := &message.Failure{Code: codeGoList, Message: err.Error(), Err: err}
	status := -1
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		status = exit.ExitCode()
	}
	if first, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n"); first != "" {
		f.Message = "go list: " + strings.TrimPrefix(first, "go: ")
	}
	if strings.Contains(stderr, "go.mod file not found") || strings.Contains(stderr, "not using modules") {
		f.Code = codeNoModule
	}
	f.Details = &listDetails{Args: args, ExitStatus: status, Stderr: stderr}
	return f
}

// tail keeps the last bytes that are written to it.
type tail struct {
	bytes.Buffer
	limit int
}

func (t *tail) Write(p []byte) (int, error) {
	n, err := t.Buffer.Write(p)
	t.Next(max(t.Len()-t.limit, 0))
	return n, err
}
