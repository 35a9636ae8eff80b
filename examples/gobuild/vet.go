package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/linefeed-go/linefeed/message/build"
)

// vetter follows go vet -json: on stdout a JSON document for each package that
// was checked ({} for one without findings), on stderr what did not compile.
type vetter struct {
	*job
	doc      []byte // lines of a document that is not complete
	findings map[string]int
}

// vet checks what was asked for. With -json go vet ends with 0 even if it has
// found something; the exit status here is that of go vet without it.
func (j *job) vet() (exit, error) {
	v := &vetter{job: j, findings: map[string]int{}}
	for _, p := range j.list.roots() {
		j.packageTask(p.ImportPath)
	}
	args := append([]string{"vet", "-json"}, j.opts.flags...)
	x, err := j.child(append(args, j.opts.patterns...), v.line)
	if err != nil {
		return x, err
	}
	v.end()
	if x.signal != "" || j.runner.interrupted() != nil {
		return x, nil
	}
	for _, p := range j.list.roots() {
		v.conclude(p, x)
	}
	if x.ok() && len(v.findings) > 0 {
		x.code = 1
	}
	return x, nil
}

// conclude ends the task of a package after go vet has ended.
func (v *vetter) conclude(p *pkg, x exit) {
	t := v.packageTask(p.ImportPath)
	switch {
	case v.findings[p.ImportPath] > 0:
		v.finishPackage(p.ImportPath, build.OutcomeFailed, v.elapsed(t), count(v.findings[p.ImportPath], "finding"))
	case v.failed[p.ImportPath]:
		v.finishPackage(p.ImportPath, build.OutcomeFailed, v.elapsed(t), v.cause(p.ImportPath))
	case p.unloadable():
		v.finishPackage(p.ImportPath, build.OutcomeFailed, v.elapsed(t), "it can't be checked: it could not be loaded")
	case !x.ok() && v.anyUnloadable():
		v.finishPackage(p.ImportPath, build.OutcomeSkipped, nil, "go vet ended before it: another package could not be loaded")
	default:
		v.finishPackage(p.ImportPath, build.OutcomeOK, nil, "")
	}
}

func (v *vetter) anyUnloadable() bool {
	return slices.ContainsFunc(v.list.roots(), (*pkg).unloadable)
}

// line takes a line of stdout.
func (v *vetter) line(line []byte) {
	if len(v.doc) == 0 && !bytes.HasPrefix(line, []byte("{")) {
		v.output(v.root, build.StreamStdout, line)
		return
	}
	v.doc = append(v.doc, line...)
	// Only a line at the margin that closes a brace can end a document, which
	// saves looking at the whole of it at each line.
	if last := chomp(line); bytes.HasSuffix(last, []byte("}")) && last[0] != '\t' && last[0] != ' ' && json.Valid(v.doc) {
		v.document(v.doc)
		v.doc = v.doc[:0]
	}
}

// end takes what has been no document.
func (v *vetter) end() {
	v.output(v.root, build.StreamStdout, v.doc)
	v.doc = nil
}

// vetFinding is one finding in a document.
type vetFinding struct {
	Posn    string
	End     string
	Message string
	Fixes   []struct{ Message string } `json:"suggested_fixes"`
	Related []struct{ Posn, End, Message string }
}

// document takes what go vet has to say about a package: its id, then by
// analyzer a list of findings, or an object if the analyzer failed.
func (v *vetter) document(b []byte) {
	var doc map[string]map[string]json.RawMessage
	if json.Unmarshal(b, &doc) != nil {
		v.output(v.root, build.StreamStdout, b)
		return
	}
	for _, id := range slices.Sorted(maps.Keys(doc)) {
		p := v.packageOf(id)
		for _, analyzer := range slices.Sorted(maps.Keys(doc[id])) {
			v.analyzer(p, analyzer, doc[id][analyzer])
		}
		// A package with an external test has a second document, so it ends
		// with go vet.
		if q := v.list.byPath[p]; v.findings[p] > 0 && (q == nil || len(q.XTestGoFiles) == 0) {
			v.finishPackage(p, build.OutcomeFailed, v.elapsed(v.packageTask(p)), count(v.findings[p], "finding"))
		}
	}
}

// packageOf returns the import path of the package of that id: "p" for its
// variants "p [p.test]" and "p_test [p.test]" too.
func (v *vetter) packageOf(id string) string {
	path := plainPath(id)
	tested := strings.TrimSuffix(path, "_test")
	if p := v.list.byPath[tested]; p != nil && v.list.byPath[path] == nil {
		return tested
	}
	return path
}

func (v *vetter) analyzer(importPath, name string, result json.RawMessage) {
	var found []vetFinding
	if json.Unmarshal(result, &found) != nil {
		var failure struct{ Err string }
		if json.Unmarshal(result, &failure) != nil || failure.Err == "" {
			failure.Err = string(result)
		}
		found = []vetFinding{{Message: "the analyzer failed: " + failure.Err}}
	}
	for _, f := range found {
		v.findings[importPath]++
		d := f.diagnostic(v.dir)
		d.Code = &name
		v.found(importPath, "", d)
	}
}

// diagnostic returns the message for f. A finding is an error: go vet fails
// because of it.
func (f *vetFinding) diagnostic(dir string) *build.Diagnostic {
	rendered := f.Message + "\n"
	if f.Posn != "" {
		rendered = shorten(f.Posn, dir) + ": " + rendered
	}
	d := &build.Diagnostic{Level: build.LevelError, Message: f.Message, Rendered: &rendered}
	d.File, d.Range = vetRange(f.Posn, f.End, dir)
	for _, r := range f.Related {
		c := build.Child{Level: build.LevelNote, Message: r.Message}
		c.File, c.Range = vetRange(r.Posn, r.End, dir)
		d.Children = append(d.Children, c)
	}
	for _, r := range f.Fixes {
		d.Children = append(d.Children, build.Child{Level: build.LevelNote, Message: "suggested fix: " + r.Message})
	}
	return d
}

// vetRange returns the place from posn to end, two positions as vet writes them.
func vetRange(posn, end, dir string) (*string, *build.Range) {
	from, _, ok := cutPlace(posn + ": ")
	if !ok {
		return nil, nil
	}
	file, r := from.locate(dir)
	to, _, ok := cutPlace(end + ": ")
	if ok && r != nil && to.File == from.File && (to.Line > from.Line || to.Line == from.Line && to.Column > from.Column) {
		r.End = &build.Position{Line: to.Line, Column: to.Column}
	}
	return file, r
}

// shorten makes a path at the front of s relative to dir, as the go command
// prints it, if it is below dir.
func shorten(s, dir string) string {
	if rest, ok := strings.CutPrefix(s, dir); ok && dir != "" && len(rest) > 1 {
		return rest[1:]
	}
	return s
}

// count returns "1 finding", "2 findings".
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
