package jsonwire

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// MaxDepth is how many arrays and objects may stand inside each other in one
// value; the outermost counts. A value nested deeper, or one that contains
// itself, ends in ErrDepth. It is the limit of encoding/json's decoder.
const MaxDepth = 10_000

// The causes why a value has no JSON form. They come wrapped, with the place
// in the value where it is known; test with errors.Is.
var (
	// ErrDepth: arrays and objects nested deeper than MaxDepth.
	ErrDepth = errors.New("nested deeper than 10000 levels; does the value contain itself?")
	// ErrFloat: NaN or an infinity, which JSON cannot write.
	ErrFloat = errors.New("NaN and infinities have no JSON form; use null or a string")
	// ErrTime: a year outside 0 to 9999 or a zone a day or more from UTC,
	// which RFC 3339 cannot write.
	ErrTime = errors.New("time has no RFC 3339 form: its year must be 0 to 9999 and its zone less than a day from UTC")
	// ErrSyntax: bytes that should be one JSON value are not. The error
	// is a *SyntaxError.
	ErrSyntax = errors.New("invalid JSON")
	// ErrNumber: a json.Number that is not a JSON number.
	ErrNumber = errors.New("not a JSON number")
	// ErrType: a type that has no JSON form, such as a channel or a function;
	// in decoding, a JSON value that does not fit the type it is for.
	ErrType = errors.New("type has no JSON form")
)

// SyntaxError says where bytes stop being JSON. errors.Is(err, ErrSyntax) holds.
type SyntaxError struct {
	Offset int    // of the byte at fault, from the start of the value; the length when the input ends too early
	Msg    string // what is wrong there
}

// Error returns the offset and what is wrong there, at most 100 bytes.
func (e *SyntaxError) Error() string {
	return "invalid JSON at byte " + strconv.Itoa(e.Offset) + ": " + e.Msg
}

// Unwrap returns ErrSyntax.
func (e *SyntaxError) Unwrap() error { return ErrSyntax }

// PathError says where inside a value encoding failed.
type PathError struct {
	Path string // from the outermost value inwards, as target.kind[2] or env["PATH"]; at most 256 bytes, the middle left out
	Err  error  // the cause
}

// Error returns the path and the cause.
func (e *PathError) Error() string { return e.Path + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *PathError) Unwrap() error { return e.Err }

// AtField puts a member's name before err's path. Callers use it while they
// return from a failed encoding, from the inside out; it allocates, so it
// stands on the error path only.
func AtField(name string, err error) error { return at(quoteName(name), err) }

// AtIndex puts the index of an element before err's path.
func AtIndex(i int, err error) error { return at("["+strconv.Itoa(i)+"]", err) }

// AtKey puts a map's key before err's path.
func AtKey(key string, err error) error { return at("["+quote(key)+"]", err) }

func at(segment string, err error) error {
	inner, ok := err.(*PathError) // only our own outermost error is extended
	if !ok {
		return &PathError{Path: segment, Err: err}
	}
	path := segment + inner.Path
	if inner.Path[0] != '[' {
		path = segment + "." + inner.Path
	}
	return &PathError{Path: boundPath(path), Err: inner.Err}
}

const (
	pathGap  = "..(cut).."
	pathPart = 120 // bytes kept at either end of a path that is too long
)

// boundPath cuts the middle out of a path longer than 256 bytes; called again
// with more in front, it keeps the same inner end.
func boundPath(path string) string {
	if len(path) <= 2*pathPart+len(pathGap) {
		return path
	}
	head, tail, cut := strings.Cut(path, pathGap)
	if !cut {
		head, tail = path, path[len(path)-pathPart:]
	}
	return strings.ToValidUTF8(head[:min(len(head), pathPart)], "") + pathGap + strings.ToValidUTF8(tail, "")
}

// quoteName returns a member's name as a path shows it: bare when it reads as
// a word, else quoted.
func quoteName(name string) string {
	for _, r := range name {
		if r <= ' ' || r == '"' || r == '.' || r == '[' || r == '\\' || r >= 0x7F {
			return "[" + quote(name) + "]"
		}
	}
	if name == "" || len(name) > maxQuoted {
		return "[" + quote(name) + "]"
	}
	return name
}

const maxQuoted = 40

// quote returns s in Go quotes, all ASCII, at most maxQuoted bytes of it.
func quote(s string) string {
	if len(s) > maxQuoted {
		return strconv.QuoteToASCII(s[:maxQuoted]) + "..."
	}
	return strconv.QuoteToASCII(s)
}

// typeName returns the type of v for an error, at most 100 bytes.
func typeName(v any) string {
	name := fmt.Sprintf("%T", v)
	if len(name) > 100 {
		return name[:100] + "..."
	}
	return name
}
