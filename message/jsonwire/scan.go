package jsonwire

import (
	"fmt"
	"math/bits"
	"strconv"
)

// ScanValue checks the JSON value that starts at src[at] against RFC 8259 and
// returns the index behind it. No blank may stand before it and nothing is
// demanded of what follows it. depth is the number of arrays and objects
// already open around the value.
//
// clean reports that the value may stand on the wire byte for byte: no blanks
// between its tokens, valid UTF-8 throughout, no bare U+2028 or U+2029. Bytes
// that are not UTF-8 and unpaired surrogate escapes are no error, as in
// encoding/json.
//
// Errors are a *SyntaxError, whose Offset counts from src[0], and ErrDepth.
// Numbers may have any length and size, names may repeat. It allocates only
// for values nested more than 64 levels.
func ScanValue(src []byte, at, depth int) (end int, clean bool, err error) {
	s := scanner{src: src, i: at, clean: true}
	err = s.value(depth)
	return s.i, s.clean, err
}

// Blanks returns the index of the first byte of src, from at on, that is not
// JSON whitespace (blank, tab, line feed, carriage return).
func Blanks(src []byte, at int) int {
	for at < len(src) && isBlank(src[at]) {
		at++
	}
	return at
}

func isBlank(c byte) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '\r'
}

// scanner is the state of one ScanValue.
type scanner struct {
	src   []byte
	i     int // the next byte
	clean bool
	open  nest
}

// nest remembers which of the open levels are objects: one bit each, the
// innermost lowest, full words put away.
type nest struct {
	level int
	bits  uint64
	outer []uint64
}

func (n *nest) push(object uint64) {
	if n.level > 0 && n.level&63 == 0 {
		n.outer = append(n.outer, n.bits)
	}
	n.level++
	n.bits = n.bits<<1 | object
}

func (n *nest) pop() {
	n.level--
	n.bits >>= 1
	if n.level > 0 && n.level&63 == 0 {
		n.bits = n.outer[len(n.outer)-1]
		n.outer = n.outer[:len(n.outer)-1]
	}
}

func (n *nest) object() bool { return n.bits&1 != 0 }

// value scans one value. It keeps its own stack, so that depth costs bits and
// not frames.
func (s *scanner) value(depth int) error {
	for {
		closed, err := s.start(depth)
		if err != nil {
			return err
		}
		if !closed {
			continue // a container was opened: its first element comes next
		}
		if more, err := s.next(); err != nil || !more {
			return err
		}
	}
}

// start scans a scalar or an empty container (closed is true), or the opening
// of a container up to where its first element starts.
func (s *scanner) start(depth int) (closed bool, err error) {
	if s.i >= len(s.src) {
		return false, s.fault("a value")
	}
	c := s.src[s.i]
	switch c {
	case '"':
		return true, s.str()
	case '{', '[':
		return s.enter(c, depth)
	case 't':
		return true, s.literal("true")
	case 'f':
		return true, s.literal("false")
	case 'n':
		return true, s.literal("null")
	}
	return true, s.number()
}

// enter scans the bracket that opens a container, and its closing one when the
// container is empty.
func (s *scanner) enter(c byte, depth int) (closed bool, err error) {
	if depth+s.open.level >= MaxDepth {
		return false, ErrDepth
	}
	s.i++
	s.blanks()
	if s.i < len(s.src) && s.src[s.i] == c+2 { // ] and } are two behind [ and {
		s.i++
		return true, nil
	}
	if c == '[' {
		s.open.push(0)
		return false, nil
	}
	s.open.push(1)
	return false, s.name()
}

// next scans what follows a value inside the open containers: it closes those
// that end, and goes over a comma (and a name) to the next value. more is
// false when no container is open any more.
func (s *scanner) next() (more bool, err error) {
	for s.open.level > 0 {
		s.blanks()
		if s.i >= len(s.src) {
			return false, s.fault("a comma or a closing bracket")
		}
		object := s.open.object()
		switch c := s.src[s.i]; {
		case c == ',':
			s.i++
			s.blanks()
			if object {
				return true, s.name()
			}
			return true, nil
		case c == '}' && object, c == ']' && !object:
			s.i++
			s.open.pop()
		case object:
			return false, s.fault("',' or '}'")
		default:
			return false, s.fault("',' or ']'")
		}
	}
	return false, nil
}

// name scans a member's name, the colon and the blanks around it.
func (s *scanner) name() error {
	if s.i >= len(s.src) || s.src[s.i] != '"' {
		return s.fault("a member name in quotes")
	}
	if err := s.str(); err != nil {
		return err
	}
	s.blanks()
	if s.i >= len(s.src) || s.src[s.i] != ':' {
		return s.fault("':'")
	}
	s.i++
	s.blanks()
	return nil
}

func (s *scanner) blanks() {
	if s.i < len(s.src) && s.src[s.i] <= ' ' {
		if i := Blanks(s.src, s.i); i != s.i {
			s.i, s.clean = i, false
		}
	}
}

func (s *scanner) literal(word string) error {
	for k := range len(word) {
		if s.i >= len(s.src) || s.src[s.i] != word[k] {
			return s.fault("the literal " + word)
		}
		s.i++
	}
	return nil
}

// number scans -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
func (s *scanner) number() error {
	src, i := s.src, s.i
	if i < len(src) && src[i] == '-' {
		i++
	}
	first := i
	i = digits(src, i)
	if i == first {
		if s.i = i; first > 0 && src[first-1] == '-' {
			return s.fault("a digit")
		}
		return s.fault("a value")
	}
	if src[first] == '0' && i > first+1 {
		s.i = first + 1
		return s.fault("no digit after a leading 0")
	}
	if i < len(src) && src[i] == '.' {
		first = i + 1
		if i = digits(src, first); i == first {
			s.i = i
			return s.fault("a digit")
		}
	}
	if i < len(src) && src[i]|0x20 == 'e' {
		first = i + 1
		if first < len(src) && (src[first] == '+' || src[first] == '-') {
			first++
		}
		if i = digits(src, first); i == first {
			s.i = i
			return s.fault("a digit")
		}
	}
	s.i = i
	return nil
}

func digits(src []byte, i int) int {
	for i < len(src) && src[i]-'0' <= 9 {
		i++
	}
	return i
}

// str scans a string, from its opening quote to behind its closing one.
func (s *scanner) str() error {
	src, i := s.src, s.i+1
	for {
		for len(src)-i >= 8 {
			m := special(loadBytes64(src, i)) & highs
			if m == 0 {
				i += 8
				continue
			}
			i += bits.TrailingZeros64(m) >> 3
			break
		}
		if i >= len(src) {
			s.i = len(src)
			return s.fault("the closing quote of a string")
		}
		switch c := src[i]; {
		case c == '"':
			s.i = i + 1
			return nil
		case c == '\\':
			n := escapeLen(src[i+1:])
			if n == 0 {
				s.i = min(i+1, len(src))
				return s.fault(`an escape: one of "\/bfnrt or u and four hex digits`)
			}
			i += 1 + n
		case c < ' ':
			s.i = i
			return s.fault("controls in strings escaped")
		case c < 0x80:
			i++
		default:
			n := runeLen(src[i:])
			if n == 0 || n == 3 && isSeparator(src[i:]) {
				s.clean = false
			}
			i += max(n, 1)
		}
	}
}

// escapeLen returns the length of the escape whose backslash stands before b,
// 1 or 5, or 0 when it is none.
func escapeLen(b []byte) int {
	if len(b) == 0 {
		return 0
	}
	switch b[0] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 1
	case 'u':
		if len(b) >= 5 && isHex(b[1]) && isHex(b[2]) && isHex(b[3]) && isHex(b[4]) {
			return 5
		}
	}
	return 0
}

func isHex(c byte) bool {
	return c-'0' <= 9 || c|0x20-'a' <= 5
}

// fault returns the error of a scan that wants something else than what stands
// at s.i.
func (s *scanner) fault(want string) error {
	if s.i >= len(s.src) {
		return &SyntaxError{Offset: len(s.src), Msg: "input ends, want " + want}
	}
	return &SyntaxError{Offset: s.i, Msg: "found " + quoteByte(s.src[s.i]) + ", want " + want}
}

func quoteByte(c byte) string {
	if c < 0x80 {
		return strconv.QuoteRune(rune(c))
	}
	return fmt.Sprintf("byte 0x%02x", c)
}
