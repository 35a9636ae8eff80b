package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linefeed-go/linefeed/message/cargo"
)

// compilerMessage takes a diagnostic of rustc. Its place is the first primary
// span, outside of macros; the other spans with a label and the children are
// remarks.
func (c *collector) compilerMessage(m *cargo.CompilerMessage) {
	d := &m.Message
	if d.Level == cargo.LevelFailureNote {
		return // "for more information, try rustc --explain E0308"
	}
	p := &problem{level: rustLevel(d.Level), source: "rustc", message: d.Message}
	if d.Code != nil {
		p.code = d.Code.Code
	}
	root := c.rustRoot(m)
	primary := -1
	for i := range d.Spans {
		if d.Spans[i].IsPrimary {
			primary = i
			p.at = rustPlace(&d.Spans[i], root)
			break
		}
	}
	for i := range d.Spans {
		s := &d.Spans[i]
		if s.Label == nil || *s.Label == "" {
			continue
		}
		if i == primary {
			p.message += "\n" + *s.Label
			continue
		}
		p.remarks = append(p.remarks, remark{levelNote, *s.Label, rustPlace(s, root)})
	}
	for i := range d.Children {
		p.remarks = append(p.remarks, rustRemark(&d.Children[i], root))
	}
	c.found(p)
}

func rustRemark(d *cargo.SubDiagnostic, root string) remark {
	r := remark{level: rustLevel(d.Level), message: d.Message}
	if d.Level == cargo.LevelHelp {
		r.message = "help: " + r.message
	}
	for i := range d.Spans {
		s := &d.Spans[i]
		if s.SuggestedReplacement != nil && *s.SuggestedReplacement != "" {
			r.message += ": `" + *s.SuggestedReplacement + "`"
		}
		if r.at.file == "" {
			r.at = rustPlace(s, root)
		}
	}
	return r
}

func rustLevel(l cargo.Level) level {
	switch l {
	case cargo.LevelError, cargo.LevelICE:
		return levelError
	case cargo.LevelNote, cargo.LevelHelp:
		return levelNote
	}
	if strings.HasPrefix(string(l), "error") {
		return levelError
	}
	return levelWarning
}

// rustPlace returns the place of a span. Code that a macro of another crate
// made stands where the macro was called: files of the standard library are
// often not there.
func rustPlace(s *cargo.Span, root string) place {
	for depth := 0; depth < 100 && s.Expansion != nil && strings.HasPrefix(s.FileName, "/rustc/"); depth++ {
		s = &s.Expansion.Span
	}
	at := place{
		file:    rustFile(s.FileName, root),
		start:   position{max(s.LineStart, 0), max(s.ColumnStart, 0)},
		scalars: true,
	}
	if s.LineEnd >= s.LineStart {
		at.end = position{max(s.LineEnd, 0), max(s.ColumnEnd, 0)}
	}
	for _, l := range s.Text {
		at.text = append(at.text, l.Text)
	}
	return at
}

// rustRoot returns the root of the workspace, which rustc's paths are relative
// to and no message names: the target's absolute path ends with the path that
// rustc has for it. Where that is not told it is the directory of the run.
func (c *collector) rustRoot(m *cargo.CompilerMessage) string {
	if c.dirGiven {
		return c.dir
	}
	source := ""
	if m.Target.SrcPath != nil {
		source = filepath.ToSlash(*m.Target.SrcPath)
	}
	for i := range m.Message.Spans {
		name := filepath.ToSlash(m.Message.Spans[i].FileName)
		if root, ok := strings.CutSuffix(source, "/"+name); ok && name != "" {
			c.workspace = filepath.FromSlash(root)
			return c.workspace
		}
	}
	for dir := filepath.Dir(m.ManifestPath); filepath.IsAbs(dir); dir = filepath.Dir(dir) {
		if slices.ContainsFunc(m.Message.Spans, func(s cargo.Span) bool { return exists(filepath.Join(dir, s.FileName)) }) {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	if c.workspace != "" {
		return c.workspace
	}
	return c.dir
}

// rustFile makes a path absolute.
func rustFile(name, root string) string {
	switch {
	case name == "" || strings.HasPrefix(name, "<"):
		return ""
	case filepath.IsAbs(name):
		return filepath.Clean(name)
	}
	return filepath.Join(root, name)
}

// exists says whether path is a file.
func exists(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
