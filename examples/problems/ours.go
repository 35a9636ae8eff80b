package main

import (
	"path/filepath"

	"github.com/linefeed-go/linefeed/message/build"
)

// buildDiagnostic takes a finding of a stream in the vocabulary of
// message/build.
func (c *collector) buildDiagnostic(d *build.Diagnostic) {
	p := &problem{
		level:   buildLevel(d.Level),
		source:  c.tool,
		message: d.Message,
		at:      c.buildPlace(d.File, d.Range),
	}
	if d.Code != nil {
		p.code = *d.Code
	}
	for _, r := range d.Children {
		p.remarks = append(p.remarks, remark{buildLevel(r.Level), r.Message, c.buildPlace(r.File, r.Range)})
	}
	c.found(p)
}

// buildLevel returns l, and warning for a level that is newer than this
// program.
func buildLevel(l build.Level) level {
	switch l {
	case build.LevelError:
		return levelError
	case build.LevelNote:
		return levelNote
	}
	return levelWarning
}

func (c *collector) buildPlace(file *string, r *build.Range) place {
	if file == nil || *file == "" {
		return place{}
	}
	at := place{file: c.absolute(*file)}
	if r == nil || r.Start.Line < 1 {
		return at
	}
	at.start = position{r.Start.Line, max(r.Start.Column, 0)}
	if r.End != nil && r.End.Line >= r.Start.Line {
		at.end = position{r.End.Line, max(r.End.Column, 0)}
	}
	return at
}

// buildStarted begins a run. cargo has a message of this name too, without a
// tool.
func (c *collector) buildStarted(m *build.BuildStarted) {
	c.cutShort()
	c.beginRun()
	if m.Tool == "" {
		return
	}
	c.tool, c.ours = m.Tool, true
	if m.Directory != nil && filepath.IsAbs(*m.Directory) && !c.dirGiven {
		c.dir = *m.Directory
	}
}

func (c *collector) taskFinished(m *build.TaskFinished) {
	if m.Outcome == build.OutcomeFailed && m.Cause != nil {
		c.cause = *m.Cause
	}
	c.printer.flush()
}

// buildFinished ends a run of ours or of cargo's. A run that has failed without
// an error in the stream is an error itself: build scripts, linkers and signals
// end builds with words on standard error only.
func (c *collector) buildFinished(m *build.BuildFinished) {
	if !m.Success && c.runErrors == 0 {
		p := &problem{level: levelError, source: c.tool, code: "build-failed", message: "the build failed"}
		switch {
		case m.Interrupted:
			p.message = "the build was interrupted"
		case c.cause != "":
			p.message += ": " + c.cause
		default:
			p.message += "; nothing in the stream says why, its standard error may"
		}
		c.found(p)
	}
	c.printer.endRun()
	c.beginRun()
}

// cutShort tells of a run of ours that has no end. Its last message always
// comes, unless the writer was killed.
func (c *collector) cutShort() {
	if c.ours {
		c.found(&problem{level: levelError, source: c.tool, code: "cut-short",
			message: "the build was cut short: its stream has no build-finished"})
	}
}
