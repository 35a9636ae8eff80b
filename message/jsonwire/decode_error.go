package jsonwire

import (
	"errors"
	"strconv"
	"strings"
)

// ErrDuplicateReason: a message has its discriminator twice, so two readers
// could take it for two different things. It is the kind of a [DecodeError].
var ErrDuplicateReason = errors.New("duplicate discriminator")

// DecodeError says why and where a value could not be decoded. errors.Is finds
// its Kind, and Err if there is one.
type DecodeError struct {
	Kind   error  // ErrSyntax, ErrType, ErrDepth or ErrDuplicateReason
	Offset int    // of the byte or value at fault, from the start of the input
	Path   string // of that value, as target.kind[2] or env["PATH"], at most 256 bytes; "" for the outermost
	Want   string // what should have been there, in words
	Near   string // the input from Offset on, at most 40 bytes
	Err    error  // what an unmarshaler returned; else nil
}

// Error returns one line of less than 1,000 bytes, all ASCII where it quotes
// the input.
func (e *DecodeError) Error() string {
	var b strings.Builder
	b.WriteString(kindWords(e.Kind))
	b.WriteString(" at byte " + strconv.Itoa(e.Offset))
	if e.Path != "" {
		b.WriteString(", in " + e.Path)
	}
	if e.Want != "" {
		b.WriteString(": want " + bound(e.Want, 200))
	}
	b.WriteString(", found " + found(e.Near, e.Kind))
	if e.Err != nil {
		b.WriteString(" (" + bound(e.Err.Error(), 200) + ")")
	}
	return b.String()
}

// Unwrap returns Kind and Err.
func (e *DecodeError) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}

func kindWords(kind error) string {
	switch kind {
	case ErrType:
		return "value of the wrong type"
	case ErrDepth:
		return "objects and arrays nested too deeply"
	}
	return kind.Error()
}

// found names what stands at the fault: for a syntax error the character, else
// the value.
func found(near string, kind error) string {
	if near == "" {
		return "the end of the input"
	}
	if kind == ErrSyntax {
		return quote(near)
	}
	switch c := near[0]; {
	case c == '"':
		return "the string " + quoteString(near)
	case c == '{':
		return "an object"
	case c == '[':
		return "an array"
	case c == 't', c == 'f':
		return "a boolean"
	case c == 'n':
		return "null"
	case c == '-' || c-'0' <= 9:
		return "the number " + near[:strings.IndexFunc(near+" ", notOfNumber)]
	}
	return quote(near)
}

func notOfNumber(r rune) bool { return !strings.ContainsRune("+-.0123456789eE", r) }

// quoteString quotes the string literal that near begins with.
func quoteString(near string) string {
	if end := strings.IndexByte(near[1:], '"'); end >= 0 && !strings.Contains(near[:end+1], `\`) {
		return quote(near[1 : end+1])
	}
	return quote(near[1:]) + "..."
}

func bound(s string, n int) string {
	if len(s) <= n {
		return strings.ToValidUTF8(s, "?")
	}
	return strings.ToValidUTF8(s[:n], "?") + "..."
}

// fault is the first thing that went wrong, as far as it is known for nothing.
type fault struct {
	kind error
	at   int
	want string
	err  error
}

// fail keeps the first fault and takes the input away, so that whatever is
// asked next ends.
func (d *Decoder) fail(kind error, at int, want string) {
	if d.fault.kind == nil {
		d.fault = fault{kind: kind, at: at, want: want}
		d.src, d.pos = "", 0
	}
}

// wrongType stands before a value that does not fit. What is no value at all
// is found by report.
func (d *Decoder) wrongType(want string) {
	d.fail(ErrType, d.pos, want)
}

// foreign reports what an unmarshaler said of the value at the given place.
func (d *Decoder) foreign(at int, want string, err error) {
	if d.fault.kind == nil {
		d.fault = fault{kind: ErrType, at: at, want: want, err: err}
		d.src, d.pos = "", 0
	}
}

// report makes the error of the first fault. A value of the wrong type counts
// only if the input is JSON at all.
func (d *Decoder) report() error {
	if d.fault.kind == ErrType {
		check := Decoder{max: d.max}
		check.Reset(d.in)
		check.Skip()
		if check.fault.kind == nil {
			check.space()
			if check.pos < len(d.in) {
				check.fail(ErrSyntax, check.pos, "the end of the line")
			}
		}
		if check.fault.kind != nil {
			d.fault = check.fault
		}
	}
	at := d.fault.at
	near := string(d.in[at:min(len(d.in), at+maxQuoted)])
	return &DecodeError{Kind: d.fault.kind, Offset: at, Path: pathTo(d.in, at),
		Want: d.fault.want, Near: near, Err: d.fault.err}
}
