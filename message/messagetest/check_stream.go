package messagetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"
)

// CheckStream reads r to its end and reports each place where the stream
// breaks the contract of the wire: every line is valid UTF-8, is exactly one
// JSON object with its discriminator first and each member once, and ends
// with \n; nothing comes after the final message; tasks that start finish;
// @seq has no gap; opts says what else. Nothing is forgiven that a Reader
// forgives (carriage returns, a byte order mark, text between messages). opts
// may be nil.
//
// Messages with different @run stamps are checked as runs of their own, so
// that a file to which several processes append can be checked too.
//
// It reads one line at a time; it does not close r. It holds the ids of all
// tasks of the stream.
func CheckStream(r io.Reader, opts *Options) Report {
	c := &checker{
		opts:   opts.resolved(),
		runs:   map[string]*run{},
		report: Report{Reasons: map[string]int{}},
	}
	if reg := c.opts.Registry; reg != nil {
		c.bodies = newBodies(reg, c.opts.MaxLine)
		if err := reg.Err(); err != nil {
			c.add(Finding{}, KindBody, "the Registry cannot be used: "+clipTo(err.Error(), 300))
			c.bodies = nil
		}
	}
	lines := newLineReader(r, c.opts.MaxLine)
	for {
		l, err := lines.next()
		if err != nil {
			c.end(lines, err)
			return c.report
		}
		c.report.Lines++
		c.check(l)
	}
}

// checker holds the state of one CheckStream.
type checker struct {
	opts     Options
	report   Report
	bodies   *bodies // nil without a registry
	runs     map[string]*run
	runOrder []*run // in order of appearance, so that reports do not vary
}

// add keeps a finding at the place of at.
func (c *checker) add(at Finding, kind Kind, what string) {
	if len(c.report.Findings) >= c.opts.MaxFindings {
		c.report.More++
		return
	}
	at.Kind, at.What = kind, what
	c.report.Findings = append(c.report.Findings, at)
}

// check looks at one line.
func (c *checker) check(l line) {
	at := Finding{Line: l.number, Offset: l.offset}
	if !l.terminated {
		c.add(Finding{Line: l.number, Offset: l.offset + int64(len(l.text))}, KindUnterminated, "the last line has no \\n")
	}
	if l.tooLong {
		c.add(at, KindTooLong, "a line of more than "+strconv.Itoa(c.opts.MaxLine)+" bytes: "+clip(l.text))
		return
	}
	if i := invalidUTF8(l.text); i >= 0 {
		c.add(Finding{Line: at.Line, Offset: at.Offset + int64(i)}, KindUTF8, "the byte "+strconv.Quote(string(l.text[i:i+1]))+" is not UTF-8")
	}
	text, skipped := c.unframe(at, l.text)
	if text == nil {
		return
	}
	all, fault := members(text)
	if fault != nil {
		c.add(Finding{Line: at.Line, Offset: at.Offset + int64(skipped+fault.offset)}, KindSyntax, fault.what+" in "+clip(text))
		return
	}
	at.Reason = c.checkMessage(at, all)
	if at.Reason != "" && c.bodies != nil {
		c.checkBody(at, text)
	}
}

// unframe reports what stands around the object, and returns the object and
// the number of bytes before it; nil when the line is not meant as one.
func (c *checker) unframe(at Finding, text []byte) (object []byte, skipped int) {
	object = bytes.TrimLeft(text, " \t\r\x00\x1e")
	object = bytes.TrimPrefix(object, []byte("\ufeff"))
	skipped = len(text) - len(object)
	object = bytes.TrimRight(object, " \t\r")
	switch {
	case len(object) == 0:
		c.add(at, KindFraming, "a blank line")
		return nil, 0
	case object[0] != '{':
		c.add(at, KindText, clip(text))
		return nil, 0
	case skipped > 0:
		c.add(at, KindFraming, "bytes before the object: "+clip(text[:skipped]))
	}
	if end := skipped + len(object); end < len(text) {
		c.add(Finding{Line: at.Line, Offset: at.Offset + int64(end)}, KindFraming, "bytes after the object: "+clip(text[end:]))
	}
	return object, skipped
}

// checkMessage looks at the members of an object and returns its reason, ""
// when it is no message.
func (c *checker) checkMessage(at Finding, all []member) string {
	if name, twice := repeated(all); twice {
		c.add(at, KindDuplicate, "the member "+clip(name)+" stands twice in one object")
	}
	reason, what := c.reason(all)
	at.Reason = reason
	if what != "" {
		c.add(at, KindDiscriminator, what)
	}
	if reason == "" {
		return ""
	}
	c.report.Messages++
	c.report.Reasons[reason]++
	r := c.runOf(all)
	c.checkFinal(at, r)
	c.checkSeq(at, r, all)
	c.checkTask(at, r, all)
	return reason
}

// reason returns the reason of a message, and what is wrong with its
// discriminator.
func (c *checker) reason(all []member) (reason, what string) {
	name := c.opts.Discriminator
	i := find(all, name)
	if i < 0 {
		return "", "no member " + clip(name)
	}
	if err := json.Unmarshal(all[i].value, &reason); err != nil || all[i].value[0] != '"' {
		return "", clip(name) + " is no string: " + clip(all[i].value)
	}
	switch {
	case reason == "":
		return "", clip(name) + " is empty"
	case i > 0 && !c.opts.AnyPlace:
		return reason, clip(name) + " stands after " + clip(all[0].name) + " and should be first"
	}
	return reason, ""
}

// end reports what shows only at the end of the stream.
func (c *checker) end(lines *lineReader, err error) {
	c.report.Bytes = lines.offset
	end := Finding{Line: c.report.Lines, Offset: lines.offset}
	if !errors.Is(err, io.EOF) {
		c.add(end, KindRead, clip(err.Error()))
	}
	if len(c.runOrder) == 0 && len(c.opts.Final) > 0 {
		c.add(end, KindNoFinal, "no message came")
	}
	for _, r := range c.runOrder {
		c.endRun(end, r)
	}
}

// invalidUTF8 returns the index of the first byte that is not UTF-8, or -1.
func invalidUTF8(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}
