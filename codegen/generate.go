// Package codegen turns marked Go types into the code that goes with them:
// marshalers, what reads them, and registries. It is a pipeline with one stage a
// folder:
//
//	load     asks the go command for files and type-checks what marked types reach
//	model    describes the messages, and refuses what cannot be written
//	golang   renders the model as Go code
//	write    (this package) puts files in place, when everything succeeded
//
// No code of the packages runs, and nothing but the generated files is
// touched.
package codegen

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"github.com/linefeed-go/linefeed/codegen/golang"
	"github.com/linefeed-go/linefeed/codegen/load"
	"github.com/linefeed-go/linefeed/codegen/model"
	"github.com/linefeed-go/linefeed/codegen/problem"
)

// Import paths that generated code and markers refer to.
const (
	messagePath  = "github.com/linefeed-go/linefeed/message"
	jsonwirePath = "github.com/linefeed-go/linefeed/message/jsonwire"
	jwriterPath  = "github.com/mailru/easyjson/jwriter"
	jlexerPath   = "github.com/mailru/easyjson/jlexer"
)

// Options say for which packages code is generated, and how. The zero value
// means: for the package in the current directory.
type Options struct {
	// Dir is the directory in which Patterns are resolved; empty means the
	// current one. File names in errors and results are relative to it.
	Dir string
	// Env is the environment of the go command; nil means the process's own.
	Env []string
	// BuildFlags are flags of the go command, such as -tags=integration.
	BuildFlags []string
	// Patterns are package patterns as the go command takes them; none means ".".
	Patterns []string
	// Check leaves every file as it is; Result tells what would change.
	Check bool
	// Progress, when set, is called before each stage with a few words for people.
	Progress func(stage string)
}

// Result lists generated files by what happened to them, sorted, relative to
// Options.Dir. With Options.Check it is what would have happened.
type Result struct {
	// Written are new files and files whose content changed.
	Written []string
	// Removed are generated files whose source has no marked types any more.
	Removed []string
	// Unchanged are files that were up to date and have not been touched.
	Unchanged []string
}

// Stale tells whether a file was or would have been changed.
func (r *Result) Stale() bool { return len(r.Written)+len(r.Removed) > 0 }

// Generate loads the packages, renders their code and writes it. When anything
// is wrong with the packages the error is a *problem.Error with every fault
// that was found, and no file has been touched.
func Generate(ctx context.Context, opts Options) (*Result, error) {
	dir, err := filepath.Abs(opts.Dir)
	if err != nil {
		return nil, err
	}
	result, err := generate(ctx, dir, opts)
	if err != nil {
		return nil, relativeProblems(dir, err)
	}
	for _, list := range [][]string{result.Written, result.Removed, result.Unchanged} {
		for i, name := range list {
			list[i] = relative(dir, name)
		}
	}
	return result, nil
}

func generate(ctx context.Context, dir string, opts Options) (*Result, error) {
	progress := opts.Progress
	if progress == nil {
		progress = func(string) {}
	}
	progress("loading packages")
	prog, err := load.Load(ctx, load.Config{
		Dir: dir, Env: opts.Env, BuildFlags: opts.BuildFlags, Patterns: opts.Patterns,
		MarkerPath: messagePath, IsGenerated: isGenerated,
	})
	if err != nil {
		return nil, err
	}
	progress("checking messages")
	packages, err := model.Build(prog, model.Paths{Message: messagePath, Jsonwire: jsonwirePath})
	if err != nil {
		return nil, err
	}
	progress("writing code")
	plan := newPlan()
	for _, pkg := range packages {
		files, err := golang.Render(pkg, golang.Paths{Message: messagePath, Jsonwire: jsonwirePath, Jwriter: jwriterPath, Jlexer: jlexerPath})
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			plan.want(filepath.Join(pkg.Dir, f.Name), f.Content)
		}
	}
	if err := plan.compare(prog.Packages); err != nil {
		return nil, err
	}
	if !opts.Check {
		if err := plan.carryOut(); err != nil {
			return nil, err
		}
	}
	return &plan.result, nil
}

// isGenerated tells our files from others by their names and their first lines.
func isGenerated(name string, content []byte) bool {
	if name != golang.Registry && !strings.HasSuffix(name, golang.Suffix) && !strings.HasSuffix(name, golang.SuffixV2) {
		return false
	}
	const head = 1024 // a merge conflict may stand above the header
	return strings.Contains(string(content[:min(len(content), head)]), golang.Header)
}

func relative(dir, name string) string {
	if rel, err := filepath.Rel(dir, name); err == nil && len(rel) < len(name) {
		return rel
	}
	return name
}

func relativeProblems(dir string, err error) error {
	var list *problem.Error
	if errors.As(err, &list) {
		for _, p := range list.Problems {
			if filepath.IsAbs(p.Pos.Filename) {
				p.Pos.Filename = relative(dir, p.Pos.Filename)
			}
		}
	}
	return err
}
