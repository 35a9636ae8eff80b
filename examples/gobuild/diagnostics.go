package main

import (
	"path/filepath"
	"strings"

	"github.com/linefeed-go/linefeed/examples/internal/gotext"
	"github.com/linefeed-go/linefeed/message/build"
)

// The codes of diagnostics that gobuild itself gives; vet's findings have their
// analyzer's name as code.
const (
	codeSyntax      = "syntax"
	codeImportCycle = "import-cycle"
	codeMissing     = "missing-package"
	codeLink        = "link"
	codeTooMany     = "too-many-errors"
	codeVet         = "vet"
)

// finding is a diagnostic that may still get lines.
type finding struct {
	level    build.Level
	code     string
	message  string
	at       place
	children []remark
	rendered strings.Builder
	// stack says that the finding is an import stack: "package p", then a line
	// "\timports q" for each step, the last one with the message.
	stack bool
	// held says that the level depends on how the command ends.
	held bool
}

// remark is a line under a finding that has a place of its own.
type remark struct {
	at   place
	text string
}

// findings turns the text that the go command, the compilers, the linker and
// vet print into diagnostics. Its input is lines, its output the two functions.
type findings struct {
	dir string // what relative paths are relative to
	// packageDir returns the directory of an import path, or "".
	packageDir func(importPath string) string
	// found gets each diagnostic, without its task, with the import path of the
	// header it stood under ("" without a header).
	found func(header string, d *build.Diagnostic)
	// text gets what is not part of a diagnostic, with its newlines.
	text func(header, text string)
	// live lets text pass at once. Otherwise it is kept until it is clear
	// whether it is all there is to say why a package failed.
	live bool

	header string
	vet    bool
	cur    *finding
	held   []*finding // their level is known when the command has ended
	loose  []string
	errors int // of level error, under this header
	pieces gotext.Lines
}

// write takes a piece of text, which may end in the middle of a line.
func (f *findings) write(text string) {
	f.pieces.Write(text, f.line)
}

// flush ends the text; failed says whether what it is about has failed.
func (f *findings) flush(failed bool) {
	f.pieces.Flush(f.line)
	f.endFinding()
	f.endHeld(failed)
	f.endLoose(failed)
	f.header, f.vet, f.errors = "", false, 0
}

func (f *findings) line(s string) {
	if name, ok := strings.CutPrefix(s, "# "); ok {
		f.startSection(name)
		return
	}
	if f.cur != nil && s != "" && (s[0] == '\t' || s[0] == ' ') {
		f.continueFinding(s)
		return
	}
	if f.noteOfC(s) || f.underTitle(s) {
		return
	}
	f.endFinding()
	if f.startFinding(s) {
		return
	}
	if f.live && len(f.loose) == 0 {
		f.text(f.header, s+"\n")
		return
	}
	f.loose = append(f.loose, s)
}

// startSection takes a header: "# p", "# p [p.test]", or "# [p]" for vet.
func (f *findings) startSection(name string) {
	f.endFinding()
	if inner, ok := strings.CutPrefix(name, "["); ok {
		f.vet = true
		name = strings.TrimSuffix(inner, "]")
	} else {
		f.vet = false
	}
	if name = plainPath(name); name != f.header {
		f.endLoose(false)
		f.header, f.errors = name, 0
	}
}

// startFinding begins a diagnostic if s is the first line of one.
func (f *findings) startFinding(s string) bool {
	n := &finding{level: build.LevelError}
	switch {
	case strings.HasPrefix(s, "go: "):
		if isGoProgress(s) {
			return false
		}
		n.message, n.held = s[len("go: "):], true
		if text, ok := strings.CutPrefix(n.message, "warning: "); ok {
			n.message, n.level, n.held = text, build.LevelWarning, false
		}
	case s == "too many errors":
		n.message = s
	case strings.HasPrefix(s, "package ") && !strings.Contains(s, ": "):
		n.message, n.stack = s, true
	default:
		at, text, ok := cutPlace(strings.TrimPrefix(s, "vet: "))
		if !ok {
			return false
		}
		n.at = at
		level, message := gotext.CutLevel(text)
		n.level, n.message = build.Level(level), message
		if f.vet || strings.HasPrefix(s, "vet: ") {
			n.code = codeVet
		}
	}
	f.classify(n)
	n.rendered.WriteString(s + "\n")
	f.cur = n
	return true
}

// noteOfC takes a C compiler's "file:line:column: note: text", which belongs to
// the finding before it.
func (f *findings) noteOfC(s string) bool {
	if f.cur == nil {
		return false
	}
	at, text, ok := cutPlace(s)
	if !ok || !strings.HasPrefix(text, "note: ") {
		return false
	}
	f.cur.rendered.WriteString(s + "\n")
	f.cur.children = append(f.cur.children, remark{at, text[len("note: "):]})
	return true
}

// underTitle takes a line with a place behind a line such as "go: errors parsing
// go.mod:", which is only its title.
func (f *findings) underTitle(s string) bool {
	title := f.cur
	if title == nil || !title.held || !strings.HasSuffix(title.message, ":") {
		return false
	}
	if _, _, ok := cutPlace(s); !ok {
		return false
	}
	f.startFinding(s)
	rendered := title.rendered.String() + f.cur.rendered.String()
	f.cur.rendered.Reset()
	f.cur.rendered.WriteString(rendered)
	return true
}

// classify gives the codes that can be told from the words.
func (f *findings) classify(n *finding) {
	switch {
	case n.message == "too many errors":
		n.level, n.code = build.LevelNote, codeTooMany
	case strings.HasPrefix(n.message, "syntax error"):
		n.code = codeSyntax
	case strings.HasPrefix(n.message, "no required module provides package"),
		strings.HasPrefix(n.message, "cannot find module providing package"),
		strings.Contains(n.message, " is not in std"):
		n.code = codeMissing
	}
}

// continueFinding takes a line that starts with a blank or a tab: a remark with
// a place of its own, a further line of the message, or (of C compilers) a
// picture of the source.
func (f *findings) continueFinding(s string) {
	n := f.cur
	n.rendered.WriteString(s + "\n")
	if s[0] == ' ' {
		return
	}
	text := strings.TrimSpace(s)
	if n.stack {
		f.continueStack(text)
		return
	}
	if at, rest, ok := cutPlace(text); ok {
		n.children = append(n.children, remark{at, rest})
		return
	}
	n.message += "\n" + text
}

// continueStack takes "imports q", "imports q from f.go" or, last, either of
// them with ": message".
func (f *findings) continueStack(text string) {
	n := f.cur
	step, message, last := strings.Cut(text, ": ")
	from := strings.TrimPrefix(n.message, "package ")
	if len(n.children) > 0 {
		from = imported(n.children[len(n.children)-1].text)
	}
	r := remark{text: step}
	if _, file, ok := strings.Cut(step, " from "); ok && f.packageDir != nil {
		if dir := f.packageDir(plainPath(from)); dir != "" {
			r.at.File = filepath.Join(dir, file)
		}
	}
	if n.children = append(n.children, r); !last {
		return
	}
	n.at.File = n.children[0].at.File
	n.message = message
	if strings.HasPrefix(message, "import cycle not allowed") {
		n.code = codeImportCycle
	}
	n.stack = false
}

// imported returns q of "imports q from f.go".
func imported(step string) string {
	q, _, _ := strings.Cut(strings.TrimPrefix(step, "imports "), " from ")
	return q
}

// endFinding sends the finding that was begun, if there is one.
func (f *findings) endFinding() {
	n := f.cur
	if f.cur = nil; n == nil {
		return
	}
	if n.held {
		f.held = append(f.held, n)
		return
	}
	f.send(n)
}

// endHeld sends what the go command said without a level: an error if the
// command failed, else a note.
func (f *findings) endHeld(failed bool) {
	for _, n := range f.held {
		if !failed {
			n.level = build.LevelNote
		}
		f.send(n)
	}
	f.held = nil
}

func (f *findings) send(n *finding) {
	if n.level == build.LevelError {
		f.errors++
	}
	rendered := n.rendered.String()
	d := &build.Diagnostic{Level: n.level, Message: n.message, Rendered: &rendered}
	if n.code != "" {
		d.Code = &n.code
	}
	d.File, d.Range = n.at.locate(f.dir)
	for _, r := range n.children {
		c := build.Child{Level: build.LevelNote, Message: r.text}
		c.File, c.Range = r.at.locate(f.dir)
		d.Children = append(d.Children, c)
	}
	f.found(f.header, d)
}

// endLoose decides what the lines without a place are: why a package failed, if
// nothing else says so, else only text.
func (f *findings) endLoose(failed bool) {
	loose := f.loose
	f.loose = nil
	if len(loose) == 0 {
		return
	}
	if !failed || f.errors > 0 {
		f.text(f.header, strings.Join(loose, "\n")+"\n")
		return
	}
	var n *finding
	for _, s := range loose {
		if n != nil && (!isLink(s) || n.code != codeLink) {
			n.rendered.WriteString(s + "\n")
			continue
		}
		if n != nil {
			f.send(n)
		}
		n = &finding{level: build.LevelError, message: s}
		if isLink(s) {
			n.code = codeLink
		}
		n.rendered.WriteString(s + "\n")
	}
	f.send(n)
}

// isGoProgress says whether a line of the go command tells what it does, not
// what is wrong.
func isGoProgress(s string) bool {
	verb, _, _ := strings.Cut(strings.TrimPrefix(s, "go: "), " ")
	switch verb {
	case "downloading", "finding", "found", "extracting", "added", "upgraded",
		"downgraded", "removed", "creating", "switching", "copying":
		return true
	}
	return false
}

// isLink says whether a line is a linker's.
func isLink(s string) bool {
	for _, part := range []string{
		"relocation target ", "undefined reference to ", "is undeclared in the main package",
		"duplicated definition of symbol", "ld returned ", "link: ", "ld: ",
	} {
		if strings.Contains(s, part) {
			return true
		}
	}
	return false
}

// plainPath returns the import path of a package's id: "p" of "p [p.test]".
func plainPath(id string) string {
	path, _, _ := strings.Cut(id, " ")
	return path
}
