package jsonwire

import (
	"errors"
	"strings"
)

// mostDepth bounds what SetMaxDepth takes: generated code and Any recurse once
// a level, and a goroutine's stack must hold them all, on 32-bit machines too.
const mostDepth = 100_000

// Decoder reads one JSON value strictly as RFC 8259 defines it, validating and
// decoding in one pass. Generated code drives it; hand-written code may. It is
// used like this, and a zero Decoder needs nothing but the first call:
//
//	var d jsonwire.Decoder
//	d.Reset(line)
//	m.DecodeJSON(&d)             // or one of the value methods, or Skip
//	if err := d.End(); err != nil // *DecodeError: where, what, a piece of the input
//
// # Errors stick
//
// No method returns an error. The first fault is kept, the rest of the input is
// dropped, and from then on every method returns zero values and every loop
// over members or elements ends. So code asks once, at the end. A type error
// (ErrType) is reported only if the rest of the input is valid JSON: a fault of
// syntax, depth or a duplicate reason found behind it is the worse news.
//
// # Values
//
// A value method (String, Int, Bool, Strings, Any, ...) stands before its
// value, blanks allowed, and leaves the decoder behind it. null is taken by
// every one of them and gives the zero value; what must tell null from zero
// asks [Decoder.Null] first. A value of another kind, a number out of range or
// with a fraction where an integer belongs is ErrType.
//
// # Objects
//
// Generated code expects the members in the order in which our own marshalers
// write them and takes each key, with the comma before and the colon behind it,
// by one compare. Whatever deviates - a member missing, an unknown one, another
// order, a blank, an escape in a key - goes on in the general loop, with the
// same result. For a struct that is:
//
//	func (m *Point) DecodeJSON(d *jsonwire.Decoder) {
//		var more bool
//		if d.TakeOpen(`{"x":`) {
//			m.X = d.Int(64)
//			if d.Take(`,"y":`) {
//				m.Y = d.Int(64)
//			}
//			if d.Close() {
//				return
//			}
//			more = d.NextMember()
//		} else if _, more = d.OpenObject(); !more {
//			return
//		}
//		for ; more; more = d.NextMember() {
//			switch d.Name() {
//			case "x":
//				m.X = d.Int(64)
//			case "y":
//				m.Y = d.Int(64)
//			default:
//				d.Skip()
//			}
//		}
//	}
//
// The struct is zero when DecodeJSON begins. In the general loop a field that
// is not simply assigned (a nested struct, an array) is set to its zero value
// before it is decoded, so that the last of two members of one name wins whole.
//
// A message looks for its reason first: TakeOpen(`{"reason":"point"`), which
// sets seen, and in the loop `case "reason": seen = d.Reason(seen, "point")`;
// behind the loop stands d.NeedReason(seen, "point"). Where the reason stands
// elsewhere it is one of the fields, Take(`,"reason":"point"`). A type that
// keeps its reason in a field reads it by d.ReasonOf(seen, "run", "pause") and
// sets seen. Nested in another struct, a message is read without all this:
// there its discriminator is an unknown member.
//
// # Arrays and maps
//
//	if open, more := d.OpenArray(); open { // false: null
//		list := make([]T, 0, 4)        // or T{} when !more: [] is not nil
//		for ; more; more = d.NextElement() { ... }
//	}
//	if open, more := d.OpenObject(); open {
//		for ; more; more = d.NextMember() { key := d.Key(); m[key] = d.String() }
//	}
//
// # Memory
//
// The input is only read, and only until End. All strings, raw values and map
// keys of a value are copied into one piece of memory, so one small string keeps
// those of its line alive (strings.Clone parts from them). That piece is as large as
// the rest of the input is when the first string is met; a Decoder that has read
// other lines makes it as large as theirs let expect, and where that is too
// little there is a second one. Beside slices, maps and pointers this is all that
// is allocated, except for strings that invalid UTF-8 makes longer (each bad
// byte becomes U+FFFD, three bytes) and inside foreign unmarshalers.
//
// # Specifications
//
// RFC 8259, strictly: what JSONTestSuite calls y_ is accepted and what it calls
// n_ is refused. Where the RFC leaves a choice: numbers may have any size and
// any number of digits, though a field may refuse them; names may repeat;
// 10,000 levels are allowed; invalid UTF-8, unpaired surrogates and
// noncharacters are read (RFC 7493 forbids writing them), the first two as
// U+FFFD, one for each byte or escape; a byte order mark and UTF-16 are not JSON.
// The zero byte is a control character like any other.
//
// A Decoder may be used again after Reset, by one goroutine at a time.
type Decoder struct {
	src   string // the input: a view of the caller's bytes; "" after a fault
	pos   int    // the next byte of src
	own   []byte // memory for strings; nil until one is needed
	used  int    // how much of own has been given away
	depth int    // objects and arrays open
	max   int    // how many may be

	spent int // what strings took of an earlier own of the line
	share int // the largest part of a line that strings took lately, in 64ths; 0 if unknown
	rest  int // the fewest bytes of a line that they did not take

	lists  []string // room for the next lists of strings
	listed int      // how many strings of the line are in lists, or pointed to
	mostly int      // how many of a line were, lately

	in    []byte // the input as Reset got it
	fault fault
}

// Reset makes the decoder read data from its first byte, with the limits it
// has. The caller keeps data and must not change it before End has returned.
func (d *Decoder) Reset(data []byte) {
	if d.max == 0 {
		d.max = MaxDepth
	}
	if d.fault.kind != nil {
		d.fault = fault{}
	}
	// One by one: a Decoder is larger than a short message.
	d.src, d.in = viewString(data), data
	d.pos, d.depth, d.used, d.spent, d.listed, d.own, d.lists = 0, 0, 0, 0, 0, nil, nil
	if d.share > 1 && len(data) > 0 { // lines have had strings
		d.makeRoom(0, 0)
	}
}

// SetMaxDepth sets how many objects and arrays may be open at once; 0 means
// [MaxDepth], and more than 100,000 means 100,000. Reset keeps it.
func (d *Decoder) SetMaxDepth(n int) {
	if n <= 0 {
		n = MaxDepth
	}
	d.max = min(n, mostDepth)
}

// End reports the first fault, or what stands behind the value besides blanks,
// as a *[DecodeError]. It returns nil when the input was exactly one valid
// value of the expected type. The decoder lets go of the input.
func (d *Decoder) End() error {
	if d.fault.kind == nil {
		d.space()
		if d.pos < len(d.src) {
			d.fail(ErrSyntax, d.pos, "the end of the line")
		}
	}
	var err error
	if d.fault.kind != nil {
		err = d.report()
	} else if d.own != nil {
		d.learn()
	}
	d.release()
	return err
}

// release lets go of the input and of the memory given away.
func (d *Decoder) release() {
	d.src, d.own, d.in, d.lists, d.pos, d.used = "", nil, nil, nil, 0, 0
}

// Failed reports whether a fault has been met. Loops need not ask: they end by
// themselves.
func (d *Decoder) Failed() bool { return d.fault.kind != nil }

// Offset returns how many bytes of the input have been read.
func (d *Decoder) Offset() int { return d.pos }

// Take steps over lit if the input goes on with exactly these bytes. lit is a
// key with its comma and colon, `,"name":`, possibly with more constant text.
func (d *Decoder) Take(lit string) bool {
	if strings.HasPrefix(d.src[d.pos:], lit) { // inlined, and with it a compare with a constant
		d.pos += len(lit)
		return true
	}
	return false
}

// TakeOpen is Take for a literal that opens an object: `{"name":`. It answers
// false, too, where the object would be nested too deeply; OpenObject, which is
// asked next, then reports it.
func (d *Decoder) TakeOpen(lit string) bool {
	if d.depth < d.max && d.Take(lit) {
		d.depth++
		return true
	}
	return false
}

// Close steps over the brace that ends the object, if it comes next.
func (d *Decoder) Close() bool {
	if d.pos < len(d.src) && d.src[d.pos] == '}' {
		d.pos++
		d.depth--
		return true
	}
	return false
}

// OpenObject steps into an object. open is false for null (and after a fault);
// more tells whether a member follows, whose name is to be asked for next. An
// empty object is stepped over whole.
func (d *Decoder) OpenObject() (open, more bool) {
	if !d.open('{', "an object") {
		return false, false
	}
	if d.next() == '"' {
		return true, true
	}
	if d.Close() {
		return true, false
	}
	d.fail(ErrSyntax, d.pos, `a member name or "}"`)
	return false, false
}

// OpenArray steps into an array; open and more are as in OpenObject.
func (d *Decoder) OpenArray() (open, more bool) {
	if s, i := d.src, d.pos+1; i < len(s) && s[i-1] == '[' && s[i] > ' ' && d.depth < d.max { // most arrays
		if s[i] == ']' {
			d.pos = i + 1
			return true, false
		}
		d.pos = i
		d.depth++
		return true, true
	}
	if !d.open('[', "an array") {
		return false, false
	}
	if d.next() != ']' {
		return true, true
	}
	d.pos++
	d.depth--
	return true, false
}

func (d *Decoder) open(bracket byte, want string) bool {
	if d.next() != bracket {
		if !d.Null() {
			d.wrongType(want)
		}
		return false
	}
	if d.depth >= d.max {
		d.fail(ErrDepth, d.pos, "")
		return false
	}
	d.depth++
	d.pos++
	return true
}

// NextMember stands behind a member's value. It reports whether another member
// follows, whose name is to be asked for next; if not, the object is closed.
func (d *Decoder) NextMember() bool {
	switch d.next() {
	case ',':
		d.pos++
		if d.next() == '"' {
			return true
		}
		d.fail(ErrSyntax, d.pos, "a member name")
		return false
	case '}':
		d.pos++
		d.depth--
		return false
	}
	d.fail(ErrSyntax, d.pos, `"," or "}"`)
	return false
}

// NextElement stands behind an element of an array. It reports whether another
// one follows; if not, the array is closed.
func (d *Decoder) NextElement() bool {
	if s, i := d.src, d.pos; i < len(s) && s[i] == ']' { // lists are short
		d.pos = i + 1
		d.depth--
		return false
	}
	switch d.next() {
	case ',':
		d.pos++
		return true
	case ']':
		d.pos++
		d.depth--
		return false
	}
	d.fail(ErrSyntax, d.pos, `"," or "]"`)
	return false
}

// Null steps over null, if that comes next.
func (d *Decoder) Null() bool {
	if s, i := d.src, d.pos; i+4 <= len(s) && s[i] > ' ' { // most values
		if s[i:i+4] != "null" {
			return s[i] == 'n' && d.null()
		}
		d.pos = i + 4
		return true
	}
	return d.null()
}

func (d *Decoder) null() bool {
	if d.next() != 'n' {
		return false
	}
	if !d.Take("null") {
		d.fail(ErrSyntax, d.pos, "null")
		return false
	}
	return true
}

// next skips blanks and returns the byte that follows, 0 at the end.
func (d *Decoder) next() byte {
	if d.pos < len(d.src) {
		if c := d.src[d.pos]; c > ' ' {
			return c
		}
		d.space()
		if d.pos < len(d.src) {
			return d.src[d.pos]
		}
	}
	return 0
}

// space skips the four bytes that RFC 8259 allows between tokens.
func (d *Decoder) space() {
	for d.pos < len(d.src) {
		switch d.src[d.pos] {
		case ' ', '\t', '\n', '\r':
			d.pos++
		default:
			return
		}
	}
}

// Skip steps over the next value, whatever it is, and checks it in full.
func (d *Decoder) Skip() { d.skip() }

// skip is Skip; clean is as in [ScanValue].
func (d *Decoder) skip() (clean bool) {
	d.next()
	if d.fault.kind != nil {
		return false
	}
	// ScanValue knows one limit; a lower one is so many levels used up.
	end, clean, err := ScanValue(d.in, d.pos, d.depth+MaxDepth-d.max)
	if err == nil {
		d.pos = end
		return clean
	}
	var syntax *SyntaxError
	if errors.As(err, &syntax) {
		d.fail(ErrSyntax, syntax.Offset, "")
	} else {
		d.fail(ErrDepth, end, "")
	}
	return false
}
