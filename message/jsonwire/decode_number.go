package jsonwire

import (
	"encoding/json"
	"strconv"
)

// Bool decodes true or false; null gives false.
func (d *Decoder) Bool() bool {
	if s, i := d.src, d.pos; i+5 <= len(s) {
		if s[i:i+4] == "true" {
			d.pos = i + 4
			return true
		}
		if s[i:i+5] == "false" {
			d.pos = i + 5
			return false
		}
	}
	return d.boolSlow()
}

func (d *Decoder) boolSlow() bool {
	switch d.next() {
	case 't':
		if d.Take("true") {
			return true
		}
		d.fail(ErrSyntax, d.pos, "true")
	case 'f':
		if !d.Take("false") {
			d.fail(ErrSyntax, d.pos, "false")
		}
	default:
		if !d.Null() {
			d.wrongType("a boolean")
		}
	}
	return false
}

// Int decodes an integer that fits a signed type of the given bits (8, 16, 32,
// 64); null gives 0. A fraction or an exponent is ErrType, even 1.0 and 1e3:
// whoever writes an integer writes it as one. -0 is 0.
func (d *Decoder) Int(bits int) int64 {
	if s, i := d.src, d.pos; i+4 <= len(s) && bits > 8 {
		// A digit from 1 to 9 and up to two others are most of what is written.
		w := load32(s, i)
		if n := w&0xff - '1'; n < 9 {
			n, w, i = n+1, w>>8, i+1
			if c := w&0xff - '0'; c < 10 {
				n, w, i = n*10+c, w>>8, i+1
				if c := w&0xff - '0'; c < 10 {
					n, w, i = n*10+c, w>>8, i+1
				}
			}
			if c := w & 0xff; c == ',' || c == '}' || c == ']' {
				d.pos = i
				return int64(n)
			}
		}
	}
	return d.longInt(bits)
}

// longInt is Int for any integer.
func (d *Decoder) longInt(bits int) int64 {
	s, i := d.src, d.pos
	if i < len(s) && s[i] == '-' {
		i++
	}
	n, end := decimals(s, i)
	if end == i || end-i > 18 || s[i] == '0' && end-i > 1 || goesOn(s, end) {
		return d.intSlow(bits)
	}
	v := int64(n)
	if s[d.pos] == '-' {
		v = -v
	}
	if limit := int64(1) << (bits - 1); bits < 64 && (v < -limit || v >= limit) {
		d.wrongType("an integer of " + strconv.Itoa(bits) + " bits")
		return 0
	}
	d.pos = end
	return v
}

// decimals reads the decimal digits from i on; the value is right up to 19 of them.
func decimals(s string, i int) (n uint64, end int) {
	for ; i < len(s); i++ {
		c := s[i] - '0'
		if c > 9 {
			break
		}
		n = n*10 + uint64(c)
	}
	return n, i
}

// goesOn reports whether a number that has come to i has a fraction or an
// exponent there.
func goesOn(s string, i int) bool {
	return i < len(s) && (s[i] == '.' || s[i]|0x20 == 'e')
}

func (d *Decoder) intSlow(bits int) int64 {
	want := "an integer of " + strconv.Itoa(bits) + " bits"
	text, ok := d.number(want)
	if !ok {
		return 0
	}
	v, err := strconv.ParseInt(text, 10, bits)
	if err != nil {
		d.pos -= len(text)
		d.wrongType(want)
		return 0
	}
	return v
}

// Uint is Int for unsigned types. -0 is ErrType, as every other minus is.
func (d *Decoder) Uint(bits int) uint64 {
	s, i := d.src, d.pos
	n, end := decimals(s, i)
	if end == i || end-i > 18 || s[i] == '0' && end-i > 1 || goesOn(s, end) || n>>(bits-1)>>1 != 0 {
		return d.uintSlow(bits)
	}
	d.pos = end
	return n
}

func (d *Decoder) uintSlow(bits int) uint64 {
	want := "an unsigned integer of " + strconv.Itoa(bits) + " bits"
	text, ok := d.number(want)
	if !ok {
		return 0
	}
	v, err := strconv.ParseUint(text, 10, bits)
	if err != nil {
		d.pos -= len(text)
		d.wrongType(want)
		return 0
	}
	return v
}

// Float64 decodes a number to the nearest float64; null gives 0. A number
// beyond the largest float64 is ErrType.
func (d *Decoder) Float64() float64 { return d.float(64) }

// Float32 is Float64 for a float32, rounded once.
func (d *Decoder) Float32() float32 { return float32(d.float(32)) }

func (d *Decoder) float(bits int) float64 {
	if s, i := d.src, d.pos; i < len(s) && s[i]-'1' < 9 {
		// Integers of few digits are floats without a rounding.
		if n, end := decimals(s, i); end-i <= 7 && !goesOn(s, end) {
			d.pos = end
			return float64(n)
		}
	}
	text, ok := d.number("a number")
	if !ok {
		return 0
	}
	v, err := strconv.ParseFloat(text, bits)
	if err != nil {
		d.pos -= len(text)
		d.wrongType("a number that a float" + strconv.Itoa(bits) + " can hold")
		return 0
	}
	return v
}

// Number decodes a number and keeps its digits; null gives "". A string that
// holds a number is taken for it, as encoding/json does.
func (d *Decoder) Number() json.Number {
	if d.next() == '"' {
		at := d.pos
		text := d.String()
		if _, err := AppendNumber(nil, json.Number(text)); err != nil || text == "" {
			d.pos = at
			d.wrongType("a number")
			return ""
		}
		return json.Number(text)
	}
	text, ok := d.number("a number")
	if !ok {
		return ""
	}
	return json.Number(d.text(d.pos-len(text), d.pos))
}

// number steps over a number and returns its text, a view; ok is false for null
// and after a fault.
func (d *Decoder) number(want string) (text string, ok bool) {
	if c := d.next(); c != '-' && c-'0' > 9 {
		if !d.Null() {
			d.wrongType(want)
		}
		return "", false
	}
	end, err := number(d.in, d.pos)
	if err != nil {
		d.fail(ErrSyntax, end, "a number")
		return "", false
	}
	text = d.src[d.pos:end]
	d.pos = end
	return text, true
}
