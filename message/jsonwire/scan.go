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
	s := scanner{src: src}
	end, err = s.value(at, depth)
	return end, !s.dirty, err
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

// scanner is what one ScanValue knows besides its position. The position goes
// through the methods' arguments and results, to stay in a register.
type scanner struct {
	src   []byte
	dirty bool // the value can't stand on the wire as it is
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
func (s *scanner) value(i, depth int) (int, error) {
	for {
		var c byte
		if i < len(s.src) {
			c = s.src[i]
		}
		var err error
		switch c {
		case '"':
			i, err = s.str(i)
		case '{', '[':
			var closed bool
			if i, closed, err = s.enter(i, depth); err == nil && !closed {
				continue // its first element comes next
			}
		default:
			i, err = scalar(s.src, i)
		}
		if err != nil {
			return i, err
		}
		if s.open.level == 0 {
			return i, nil
		}
		// The most common case of next, in a list or an object without blanks.
		if i+1 < len(s.src) && s.src[i] == ',' && !s.open.object() && s.src[i+1] > ' ' {
			i++
			continue
		}
		if i, err = s.next(i); err != nil || s.open.level == 0 {
			return i, err
		}
	}
}

// enter scans the bracket that opens a container, up to where its first
// element starts, or to behind its closing bracket when it is empty.
func (s *scanner) enter(i, depth int) (end int, closed bool, err error) {
	if depth+s.open.level >= MaxDepth {
		return i, false, ErrDepth
	}
	c := s.src[i]
	i = s.blanks(i + 1)
	if i < len(s.src) && s.src[i] == c+2 { // ] and } are two behind [ and {
		return i + 1, true, nil
	}
	if c == '[' {
		s.open.push(0)
		return i, false, nil
	}
	s.open.push(1)
	i, err = s.name(i)
	return i, false, err
}

// next scans what follows a value inside the open containers: it closes those
// that end, and goes over a comma (and a name) to the next value. No container
// is open any more when all have ended.
func (s *scanner) next(i int) (int, error) {
	for s.open.level > 0 {
		i = s.blanks(i)
		if i >= len(s.src) {
			return i, syntaxFault(s.src, i, "a comma or a closing bracket")
		}
		object := s.open.object()
		switch c := s.src[i]; {
		case c == ',':
			i = s.blanks(i + 1)
			if object {
				return s.name(i)
			}
			return i, nil
		case c == '}' && object, c == ']' && !object:
			i++
			s.open.pop()
		case object:
			return i, syntaxFault(s.src, i, "',' or '}'")
		default:
			return i, syntaxFault(s.src, i, "',' or ']'")
		}
	}
	return i, nil
}

// name scans a member's name, the colon and the blanks around it.
func (s *scanner) name(i int) (int, error) {
	if i >= len(s.src) || s.src[i] != '"' {
		return i, syntaxFault(s.src, i, "a member name in quotes")
	}
	i, err := s.str(i)
	if err != nil {
		return i, err
	}
	i = s.blanks(i)
	if i >= len(s.src) || s.src[i] != ':' {
		return i, syntaxFault(s.src, i, "':'")
	}
	return s.blanks(i + 1), nil
}

func (s *scanner) blanks(i int) int {
	if i < len(s.src) && s.src[i] <= ' ' {
		return s.someBlanks(i)
	}
	return i
}

func (s *scanner) someBlanks(i int) int {
	end := Blanks(s.src, i)
	s.dirty = s.dirty || end != i
	return end
}

// str scans a string, from its opening quote at i to behind its closing one.
func (s *scanner) str(i int) (int, error) {
	src := s.src
	i++
	for {
		for len(src)-i >= 8 {
			m := special(loadBytes64(src, i)) & highs
			if m != 0 {
				i += bits.TrailingZeros64(m) >> 3
				break
			}
			i += 8
		}
		if i >= len(src) {
			return len(src), syntaxFault(src, len(src), "the closing quote of a string")
		}
		switch c := src[i]; {
		case c == '"':
			return i + 1, nil
		case c == '\\':
			// By branches, not by a length out of a table: the processor
			// guesses them, and goes on before it knows.
			switch escapeKind(src, i+1) {
			case oneByteEscape:
				i += 2
			case hexEscape:
				i += 6
			default:
				return i + 1, syntaxFault(src, i+1, `an escape: one of "\/bfnrt or u and four hex digits`)
			}
		case c < ' ':
			return i, syntaxFault(src, i, "controls in strings escaped")
		case c < 0x80: // near the end of src, where there is no word to look at
			i++
		default:
			i = s.runes(i)
		}
	}
}

// runes scans the run of bytes outside ASCII at i.
func (s *scanner) runes(i int) int {
	src := s.src
	for i < len(src) && src[i] >= 0x80 {
		n := runeLen(src[i:])
		if n == 0 || n == 3 && isSeparator(src[i:]) {
			s.dirty = true
		}
		i += max(n, 1)
	}
	return i
}

// scalar scans a literal or a number.
func scalar(src []byte, i int) (int, error) {
	if i >= len(src) {
		return i, syntaxFault(src, i, "a value")
	}
	switch src[i] {
	case 't':
		return literal(src, i, "true")
	case 'f':
		return literal(src, i, "false")
	case 'n':
		return literal(src, i, "null")
	}
	return number(src, i)
}

func literal(src []byte, i int, word string) (int, error) {
	if len(src)-i >= len(word) && string(src[i:i+len(word)]) == word {
		return i + len(word), nil
	}
	for k := range len(word) {
		if i+k >= len(src) || src[i+k] != word[k] {
			return i + k, syntaxFault(src, i+k, "the literal "+word)
		}
	}
	return i + len(word), nil
}

// number scans -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
func number(src []byte, i int) (int, error) {
	first := i
	if src[i] == '-' {
		first++
	}
	i = digits(src, first)
	switch {
	case i == first && first > 0 && src[first-1] == '-':
		return i, syntaxFault(src, i, "a digit")
	case i == first:
		return i, syntaxFault(src, i, "a value")
	case src[first] == '0' && i > first+1:
		return first + 1, syntaxFault(src, first+1, "no digit after a leading 0")
	}
	if i < len(src) && src[i] == '.' {
		first = i + 1
		if i = digits(src, first); i == first {
			return i, syntaxFault(src, i, "a digit")
		}
	}
	if i < len(src) && src[i]|0x20 == 'e' {
		first = i + 1
		if first < len(src) && (src[first] == '+' || src[first] == '-') {
			first++
		}
		if i = digits(src, first); i == first {
			return i, syntaxFault(src, i, "a digit")
		}
	}
	return i, nil
}

func digits(src []byte, i int) int {
	for i < len(src) && src[i]-'0' <= 9 {
		i++
	}
	return i
}

const (
	noEscape = iota
	oneByteEscape
	hexEscape
)

// escapeKind tells which escape it is whose backslash stands before src[i].
func escapeKind(src []byte, i int) int {
	if i >= len(src) {
		return noEscape
	}
	kind := escapeKinds[src[i]]
	if kind == hexEscape && (len(src)-i < 5 || hexes[src[i+1]]&hexes[src[i+2]]&hexes[src[i+3]]&hexes[src[i+4]] == 0) {
		return noEscape
	}
	return int(kind)
}

// escapeKinds has the kind of an escape by the byte behind its backslash.
var escapeKinds = [256]uint8{
	'"': oneByteEscape, '\\': oneByteEscape, '/': oneByteEscape, 'u': hexEscape,
	'b': oneByteEscape, 'f': oneByteEscape, 'n': oneByteEscape, 'r': oneByteEscape, 't': oneByteEscape,
}

// hexes has a 1 for every hexadecimal digit.
var hexes = [256]uint8{
	'0': 1, '1': 1, '2': 1, '3': 1, '4': 1, '5': 1, '6': 1, '7': 1, '8': 1, '9': 1,
	'a': 1, 'b': 1, 'c': 1, 'd': 1, 'e': 1, 'f': 1, 'A': 1, 'B': 1, 'C': 1, 'D': 1, 'E': 1, 'F': 1,
}

// syntaxFault returns the error of a scan that wants something else than what stands
// at src[i].
func syntaxFault(src []byte, i int, want string) error {
	if i >= len(src) {
		return &SyntaxError{Offset: len(src), Msg: "input ends, want " + want}
	}
	return &SyntaxError{Offset: i, Msg: "found " + quoteByte(src[i]) + ", want " + want}
}

func quoteByte(c byte) string {
	if c < 0x80 {
		return strconv.QuoteRune(rune(c))
	}
	return fmt.Sprintf("byte 0x%02x", c)
}
