package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// githubPrinter prints workflow commands, which GitHub Actions shows as
// annotations: ::error file=f,line=1,col=2,title=t::message. Columns count
// UTF-16 units from 1. Source of the escapes: toolkit/packages/core, command.ts.
type githubPrinter struct {
	out   *output
	paths paths
	src   *sources
}

func (g *githubPrinter) print(p *problem) {
	command := "warning"
	switch p.level {
	case levelError:
		command = "error"
	case levelNote:
		command = "notice"
	}
	var properties []string
	add := func(name string, value any) {
		properties = append(properties, name+"="+githubProperty.Replace(fmt.Sprint(value)))
	}
	if p.at.file != "" {
		add("file", filepath.ToSlash(g.paths.name(p.at.file)))
		g.region(&p.at, add)
	}
	if title := strings.TrimSpace(p.source + " " + p.code); title != "" {
		add("title", title)
	}
	text := p.message
	for i := range p.remarks {
		r := &p.remarks[i]
		text += "\n"
		if at := placeName(&r.at, g.paths, g.src); at != "" {
			text += at + ": "
		}
		text += string(r.level) + ": " + r.message
	}
	line := "::" + command
	if len(properties) > 0 {
		line += " " + strings.Join(properties, ",")
	}
	io.WriteString(g.out, line+"::"+githubData.Replace(text)+"\n")
}

// region adds the line and the columns. Columns have a meaning within one line
// only.
func (g *githubPrinter) region(at *place, add func(string, any)) {
	if at.start.line == 0 {
		return
	}
	add("line", at.start.line)
	if at.end.line > at.start.line {
		add("endLine", at.end.line)
		return
	}
	if at.start.column > 0 {
		add("col", g.src.utf16Column(at, at.start)+1)
	}
	if at.end.line > 0 && at.end.column > at.start.column && at.start.column > 0 {
		add("endColumn", g.src.utf16Column(at, at.end)+1)
	}
}

func (g *githubPrinter) flush()  {}
func (g *githubPrinter) endRun() {}
func (g *githubPrinter) close()  {}

var (
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
