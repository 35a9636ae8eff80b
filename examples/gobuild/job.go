package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"unicode/utf8"

	"github.com/linefeed-go/linefeed/message/build"
)

// job is what the three commands share: the listing, the task of the command
// and those of the packages, and what the go command prints on stderr.
type job struct {
	*session
	runner *runner
	opts   *options
	// command runs a child as runner.run does; size returns the size of a file in
	// bytes. Tests put recordings in their place.
	command func(args []string, line func(build.Stream, []byte)) (exit, error)
	size    func(file string) (int64, error)

	root     *task
	list     *listing
	packages map[string]*task  // by import path; running or over
	failed   map[string]bool   // import paths with an error
	first    map[string]string // the first error of each import path, one line
	errors   map[string]int    // and how many there are
	stderr   *findings
	said     strings.Builder // what the last child printed there that is no diagnostic
	// While go list runs, the diagnostics on its stderr wait: if it succeeds, the
	// command itself prints them again.
	listing bool
	early   []*build.Diagnostic

	total int // packages to tell about
	done  int // of these
}

func newJob(s *session, r *runner, o *options) *job {
	j := &job{session: s, runner: r, opts: o, command: r.run, size: fileSize, list: &listing{}}
	j.packages, j.failed = map[string]*task{}, map[string]bool{}
	j.first, j.errors = map[string]string{}, map[string]int{}
	j.stderr = &findings{
		dir:        s.dir,
		live:       true,
		packageDir: func(importPath string) string { return j.list.dir(importPath) },
		found: func(header string, d *build.Diagnostic) {
			if j.listing {
				j.early = append(j.early, d)
				return
			}
			j.found(header, "", d)
		},
		text: func(header, text string) {
			if j.said.Len() < maxLog {
				j.said.WriteString(text)
			}
			j.output(j.runningPackage(header), build.StreamStderr, []byte(text))
		},
	}
	return j
}

// run does all of it and returns the exit status and, if that is not 0, why.
func (j *job) run() (status int, cause string) {
	j.root = j.start(nil, build.KindCommand, strings.Join(append([]string{"go", j.opts.command}, j.opts.patterns...), " "), "")
	x, err := j.listPackages()
	if err == nil && x.ok() {
		switch j.opts.command {
		case "build":
			x, err = j.build()
		case "test":
			x, err = j.test()
		case "vet":
			x, err = j.vet()
		}
	}
	status, cause = j.verdict(x, err)
	j.conclude(status, cause)
	return status, cause
}

// verdict turns the end of the last child into the exit status and its cause.
func (j *job) verdict(x exit, err error) (int, string) {
	if sig := j.runner.interrupted(); sig != nil {
		return signalStatus(sig), "interrupted: " + sig.String()
	}
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return 127, "the go command was not found: " + err.Error()
	case err != nil:
		return 1, fmt.Sprintf("the go command could not be run: %v", err)
	case x.signal != "":
		return x.code, "the go command was ended by a signal: " + x.signal
	case x.code != 0:
		return x.code, fmt.Sprintf("exit status %d", x.code)
	}
	return 0, ""
}

// conclude ends what is running. A failure that nothing in the stream explains
// gets a diagnostic.
func (j *job) conclude(status int, cause string) {
	if status == 0 {
		for len(j.running) > 1 { // what no event has ended, the command has
			t := j.running[len(j.running)-1]
			j.finish(t, build.OutcomeOK, nil, "")
		}
		j.finish(j.root, build.OutcomeOK, j.elapsed(j.root), "")
		return
	}
	interrupted := j.runner.interrupted() != nil
	if !interrupted && j.diags.Error == 0 && j.tasks.Failed == 0 {
		j.unexplained(cause)
	}
	for len(j.running) > 1 {
		t := j.running[len(j.running)-1]
		j.finish(t, build.OutcomeCanceled, j.elapsed(t), cause)
	}
	outcome := build.OutcomeFailed
	if interrupted {
		outcome = build.OutcomeCanceled
	}
	j.finish(j.root, outcome, j.elapsed(j.root), cause)
}

// unexplained sends the diagnostic for a failure of which nothing is known but
// what stands on stderr, if anything does.
func (j *job) unexplained(cause string) {
	d := &build.Diagnostic{Level: build.LevelError, Message: cause}
	if said := j.said.String(); strings.TrimSpace(said) != "" {
		d.Message, _, _ = strings.Cut(strings.TrimSpace(said), "\n")
		d.Rendered = &said
	}
	j.diagnostic(j.root, d)
}

// child runs the go command. stdout gets its lines there; its stderr is taken
// care of.
func (j *job) child(args []string, stdout func(line []byte)) (exit, error) {
	j.said.Reset()
	x, err := j.command(append([]string{"go"}, args...), func(of build.Stream, line []byte) {
		if of == build.StreamStdout {
			stdout(line)
			return
		}
		j.stderrLine(line)
	})
	j.stderr.flush(err == nil && x.code != 0)
	return x, err
}

func (j *job) stderrLine(line []byte) {
	if !utf8.Valid(line) { // findings hold text; these bytes go as they are
		j.output(j.root, build.StreamStderr, line)
		return
	}
	j.stderr.write(string(line))
}

// listPackages asks go list what the patterns stand for.
func (j *job) listPackages() (exit, error) {
	args := []string{"list", "-e", "-json=" + listFields}
	if j.opts.command == "build" {
		args = append(args, "-deps")
	}
	args = append(append(args, "--"), j.opts.patterns...)
	var out bytes.Buffer
	j.listing = true
	x, err := j.child(args, func(line []byte) { out.Write(line) })
	j.listing = false
	if err != nil || !x.ok() {
		for _, d := range j.early {
			j.found("", "", d)
		}
		return x, err
	}
	if j.list, err = parseListing(out.Bytes()); err != nil {
		return x, fmt.Errorf("go list printed something else than packages: %w", err)
	}
	for _, p := range j.list.packages {
		if j.wanted(p) {
			j.total++
		}
	}
	return x, nil
}

// wanted says whether p gets a task in any case: the packages that were asked
// for do, and those they need, apart from the standard library's, of which only
// those that are compiled are told.
func (j *job) wanted(p *pkg) bool {
	return !p.DepOnly || j.opts.command == "build" && !p.Standard && p.Dir != ""
}

// packageTask returns the task of a package, started if need be.
func (j *job) packageTask(importPath string) *task {
	t := j.packages[importPath]
	if t == nil {
		t = j.start(j.root, build.KindPackage, importPath, importPath)
		j.packages[importPath] = t
	}
	return t
}

// runningPackage returns the task of a package if it runs, else the command's.
func (j *job) runningPackage(importPath string) *task {
	if t := j.packages[importPath]; t != nil && !t.over {
		return t
	}
	return j.root
}

// finishPackage ends the task of a package, which is started if need be.
func (j *job) finishPackage(importPath string, outcome build.Outcome, elapsed *float64, cause string) {
	t := j.packageTask(importPath)
	if t.over {
		return
	}
	j.finish(t, outcome, elapsed, cause)
	if p := j.list.byPath[importPath]; p == nil || !j.wanted(p) {
		return
	}
	if j.done++; j.done <= j.total {
		j.progress(j.root, j.done, j.total, build.UnitPackages, importPath)
	}
}

// found sends a diagnostic as one of the package it belongs to: that of the
// header above it, else that of the file, else id, the package in whose name
// the go command printed it.
func (j *job) found(header, id string, d *build.Diagnostic) {
	t := j.root
	if owner := j.owner(header, id, d.File); owner != "" {
		if d.Level == build.LevelError {
			j.failed[owner] = true
			if j.errors[owner]++; j.errors[owner] == 1 {
				j.first[owner], _, _ = strings.Cut(d.Message, "\n")
			}
		}
		t = j.packageTask(owner)
	}
	if t.over {
		t = j.root
	}
	j.diagnostic(t, d)
}

func (j *job) owner(header, id string, file *string) string {
	for _, name := range []string{header, plainPath(id)} {
		if p := j.list.byPath[name]; p != nil && (p.Dir != "" || !p.DepOnly) {
			return name
		}
		if p := j.list.ofFile(file); p != nil {
			return p.ImportPath
		}
	}
	if header != "" {
		return header
	}
	return ""
}

// cause says in one line why a package can't be compiled.
func (j *job) cause(importPath string) string {
	switch n := j.errors[importPath]; n {
	case 0:
		return "it did not compile"
	case 1:
		return j.first[importPath]
	default:
		return fmt.Sprintf("%s (and %d more)", j.first[importPath], n-1)
	}
}

// exists says whether there is a file of that name.
func (j *job) exists(file string) bool {
	_, err := j.size(file)
	return err == nil
}

func fileSize(file string) (int64, error) {
	info, err := os.Stat(file)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
