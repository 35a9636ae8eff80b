package jsonwire

import (
	"encoding/json"
	"errors"
)

// The methods of this file are for generated code, and for types that decode
// themselves: objects whose first members may be missing, values whose type is
// known at run time only.

// Take16 is Take for a literal of 8 to 16 bytes, compared as two words that
// may overlap. The compiler knows both words of a constant, so a call costs no
// more than two compares.
func (d *Decoder) Take16(lit string) bool {
	s, i := d.src, d.pos
	if len(s)-i >= len(lit) && load64(s, i) == load64(lit, 0) && load64(s, i+len(lit)-8) == load64(lit, len(lit)-8) {
		d.pos += len(lit)
		return true
	}
	return false
}

// Take8 is Take16 for 4 to 8 bytes, two half words.
func (d *Decoder) Take8(lit string) bool {
	s, i := d.src, d.pos
	if len(s)-i >= len(lit) && load32(s, i) == load32(lit, 0) && load32(s, i+len(lit)-4) == load32(lit, len(lit)-4) {
		d.pos += len(lit)
		return true
	}
	return false
}

// Take32 is Take16 for 17 to 32 bytes, four words.
func (d *Decoder) Take32(lit string) bool {
	s, i, n := d.src, d.pos, len(lit)
	if len(s)-i >= n && load64(s, i) == load64(lit, 0) && load64(s, i+8) == load64(lit, 8) &&
		load64(s, i+n-16) == load64(lit, n-16) && load64(s, i+n-8) == load64(lit, n-8) {
		d.pos += n
		return true
	}
	return false
}

// TakeOpen16 is TakeOpen for a literal of 8 to 16 bytes.
func (d *Decoder) TakeOpen16(lit string) bool {
	if d.depth < d.max && d.Take16(lit) {
		d.depth++
		return true
	}
	return false
}

// TakeOpen32 is TakeOpen for a literal of 17 to 32 bytes.
func (d *Decoder) TakeOpen32(lit string) bool {
	if d.depth < d.max && d.Take32(lit) {
		d.depth++
		return true
	}
	return false
}

// Begin stands before an object whose first member may be one of several. It
// counts the object as open and returns where its brace stands, without
// stepping over it: TakeFrom does, and Resume where no member was as expected.
// ok is false, and nothing has happened, where no object comes next or
// one would be nested too deeply.
func (d *Decoder) Begin() (at int, ok bool) {
	if d.pos < len(d.src) && d.src[d.pos] == '{' && d.depth < d.max {
		d.depth++
		return d.pos, true
	}
	return 0, false
}

// TakeFrom is Take for a member that may be the first of the object that Begin
// found at the given place. lit is its key with the colon, `"name":`; before it
// stands the brace there, a comma elsewhere.
func (d *Decoder) TakeFrom(at int, lit string) bool {
	s := d.src[d.pos:]
	if len(s) <= len(lit) || s[1:1+len(lit)] != lit || d.pos != at && s[0] != ',' {
		return false
	}
	d.pos += 1 + len(lit)
	return true
}

// Resume is NextMember in an object that Begin found at the given place.
func (d *Decoder) Resume(at int) bool {
	if d.pos != at || d.Failed() {
		return d.NextMember()
	}
	d.depth--
	_, more := d.OpenObject()
	return more
}

// Extend returns list with one more element, which is zero. What list has room
// for behind its elements must be zero, as it is where make and Extend have made
// it; so nothing is cleared twice. Room that has to be made is doubled.
func Extend[S ~[]T, T any](list S) S {
	n := len(list)
	if n == cap(list) {
		list = append(make(S, 0, max(2*n, 1)), list...)
	}
	return list[:n+1]
}

// Peek returns the first byte of the value that comes next, which tells what it
// is; 0 at the end of the input and after a fault.
func (d *Decoder) Peek() byte { return d.next() }

// Refuse reports the value that comes next as ErrType. want says what should
// have been there, or why nothing can be.
func (d *Decoder) Refuse(want string) {
	d.next()
	d.wrongType(want)
}

// Into decodes the next value into what v points to, whose type is a type
// parameter's or has a marshaler but nothing that reads it: by its DecodeJSON
// or UnmarshalEasyJSON, else as encoding/json does, which then allocates and
// finds members whatever the case of their names.
func (d *Decoder) Into(v any) {
	switch v := v.(type) {
	case interface{ DecodeJSON(d *Decoder) }:
		v.DecodeJSON(d)
		return
	case EasyUnmarshaler:
		d.EasyJSON(v)
		return
	case json.Unmarshaler:
		d.JSON(v)
		return
	}
	raw := d.rawValue()
	if d.Failed() {
		return
	}
	if err := json.Unmarshal(raw, v); err != nil {
		at := d.pos - len(raw)
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) {
			d.foreign(at, "a value of Go's type "+wrong.Type.String(), err)
			return
		}
		d.foreign(at, "a value that its type takes", err)
	}
}
