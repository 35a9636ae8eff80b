package main

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"unicode"
)

// level is how serious a problem is.
type level string

// The levels, as they are printed in every format that has words of its own
// for none of them.
const (
	levelError   level = "error"
	levelWarning level = "warning"
	levelNote    level = "note"
)

// problem is one finding, whatever tool it came from.
type problem struct {
	level   level
	source  string // the tool: "go", "go test", "go vet", "rustc", or what build-started says
	code    string // "" if it has none
	message string // may have several lines
	at      place
	remarks []remark
}

// remark is what a problem says about another place, or a hint without one.
type remark struct {
	level   level
	message string
	at      place
}

// place is a place in a file. The zero place is none.
type place struct {
	file  string   // absolute wherever that could be told, "" for none
	start position // line 0: only the file is known
	end   position // behind the last character; line 0: only the start is known
	// scalars says that columns count Unicode scalar values, as rustc's do.
	// Else they count bytes of UTF-8.
	scalars bool
	// text is the lines of the source from start on, as far as the message
	// has brought them along, without line breaks.
	text []string
}

// position is a point in a file. Both count from 1; column 0 is the whole line.
type position struct {
	line, column int
}

// key tells a problem from every other one. Tools repeat themselves: cargo once
// for each target that a file belongs to, go once for a package and once for
// its tests.
func (p *problem) key() [sha256.Size]byte {
	return sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%s\x00%v%v\x00%s",
		p.level, p.source, p.code, p.at.file, p.at.start, p.at.end, p.message))
}

// own gives the problem strings of its own. Those of a message share the memory
// of its whole line, which printers that keep problems need not hold.
func (p *problem) own() {
	for _, s := range []*string{&p.source, &p.code, &p.message, &p.at.file} {
		*s = strings.Clone(*s)
	}
	for i := range p.at.text {
		p.at.text[i] = strings.Clone(p.at.text[i])
	}
	for i := range p.remarks {
		r := &p.remarks[i]
		r.message, r.at.file = strings.Clone(r.message), strings.Clone(r.at.file)
	}
}

// oneLine returns s on one line: a line break and the blanks around it become
// "; ", or a blank behind a colon.
func oneLine(s string) string {
	lines := strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' })
	kept := lines[:0]
	for _, l := range lines {
		if l = strings.TrimSpace(l); l != "" {
			kept = append(kept, l)
		}
	}
	return strings.ReplaceAll(strings.Join(kept, "; "), ":; ", ": ")
}

// plain returns s with everything made visible that would steer a terminal
// instead of being shown: control characters, and those that turn the direction
// of writing. A tab becomes a blank.
func plain(s string) string {
	if strings.IndexFunc(s, steers) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\t':
			b.WriteByte(' ')
		case !steers(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

func steers(r rune) bool {
	return unicode.IsControl(r) || r == 0x2028 || r == 0x2029 ||
		0x202A <= r && r <= 0x202E || 0x2066 <= r && r <= 0x2069
}

// clip returns s cut to about n bytes, at a character.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "..."
}
