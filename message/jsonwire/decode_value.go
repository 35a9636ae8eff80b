package jsonwire

import (
	"encoding"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"time"
)

// Any decodes whatever comes into what encoding/json would make of it: nil,
// bool, float64, string, []any, map[string]any. Use json.RawMessage or
// json.Number fields where integers above 2^53 must stay exact.
func (d *Decoder) Any() any {
	switch d.next() {
	case '"':
		return d.String()
	case '{':
		return d.anyObject()
	case '[':
		return d.anyArray()
	case 't', 'f':
		return d.Bool()
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return d.Float64()
	}
	if !d.Null() {
		d.fail(ErrSyntax, d.pos, "a value")
	}
	return nil
}

func (d *Decoder) anyObject() any {
	_, more := d.OpenObject()
	m := map[string]any{}
	for ; more; more = d.NextMember() {
		key := d.Key()
		m[key] = d.Any()
	}
	return m
}

func (d *Decoder) anyArray() any {
	_, more := d.OpenArray()
	list := []any{}
	for ; more; more = d.NextElement() {
		list = append(list, d.Any())
	}
	return list
}

// RawMessage returns the next value as it stands in the input, checked but not
// compacted; null gives nil. The bytes are a piece of the decoder's copy that
// nothing else shares, so the caller may change them.
func (d *Decoder) RawMessage() json.RawMessage {
	if d.Null() {
		return nil
	}
	return d.rawValue()
}

// rawValue is RawMessage with null as the bytes null.
func (d *Decoder) rawValue() []byte {
	d.next()
	from := d.pos
	d.Skip()
	if d.Failed() {
		return nil
	}
	return ownBytes(d.text(from, d.pos))
}

// Bytes decodes a base64 string (RFC 4648 section 4, with padding); null gives
// nil, "" an empty slice.
func (d *Decoder) Bytes() []byte {
	if d.Null() {
		return nil
	}
	at := d.pos
	text := d.view("a base64 string")
	out := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	n, err := base64.StdEncoding.Decode(out, viewBytes(text))
	if err != nil {
		d.foreign(at, "a base64 string", err)
		return nil
	}
	return out[:n]
}

// Time decodes an RFC 3339 time; null gives the zero time.
func (d *Decoder) Time() time.Time {
	var t time.Time
	if d.Null() {
		return t
	}
	at := d.pos
	text := d.view("an RFC 3339 time")
	if d.Failed() {
		return t
	}
	if err := t.UnmarshalText(viewBytes(text)); err != nil {
		d.foreign(at, "an RFC 3339 time", err)
		return time.Time{}
	}
	return t
}

// view decodes a string that is not kept; the decoder stands behind it.
func (d *Decoder) view(want string) string {
	if d.next() != '"' {
		d.wrongType(want)
		return ""
	}
	s, i := d.src, d.pos+1
	end, wide := span(s, i)
	if end == len(s) || s[end] != '"' || wide {
		return d.transient(i, end)
	}
	d.pos = end + 1
	return s[i:end]
}

// Text decodes a string through v; null leaves v alone. v gets bytes of its
// own, which it must copy to keep, as encoding.TextUnmarshaler says.
func (d *Decoder) Text(v encoding.TextUnmarshaler) {
	if d.Null() {
		return
	}
	if d.next() != '"' {
		d.wrongType("a string")
		return
	}
	at := d.pos
	text := d.String()
	if d.Failed() {
		return
	}
	if err := v.UnmarshalText([]byte(text)); err != nil {
		d.foreign(at, "a string that its type takes", err)
	}
}

// JSON hands the next value, checked, to v, null too, as encoding/json does.
// v gets a piece of the decoder's copy and may keep it.
func (d *Decoder) JSON(v json.Unmarshaler) {
	raw := d.rawValue()
	if d.Failed() {
		return
	}
	if err := v.UnmarshalJSON(raw); err != nil {
		d.foreign(d.pos-len(raw), "a value that its type takes", err)
	}
}

// KeyInt is Key for maps with integer keys of the given bits.
func (d *Decoder) KeyInt(bits int) int64 {
	at := d.pos
	name := d.Name()
	v, err := strconv.ParseInt(name, 10, bits)
	if err != nil && !d.Failed() {
		d.pos = at
		d.wrongType("a member name that is an integer of " + strconv.Itoa(bits) + " bits")
	}
	return v
}

// KeyUint is KeyInt for unsigned integers.
func (d *Decoder) KeyUint(bits int) uint64 {
	at := d.pos
	name := d.Name()
	v, err := strconv.ParseUint(name, 10, bits)
	if err != nil && !d.Failed() {
		d.pos = at
		d.wrongType("a member name that is an unsigned integer of " + strconv.Itoa(bits) + " bits")
	}
	return v
}

// KeyText is Key for maps whose keys are text unmarshalers.
func (d *Decoder) KeyText(v encoding.TextUnmarshaler) {
	at := d.pos
	name := d.Name()
	if d.Failed() {
		return
	}
	if err := v.UnmarshalText([]byte(name)); err != nil {
		d.foreign(at, "a member name that the key type takes", err)
	}
}

// Raw decodes whatever comes into its wire form; null gives the zero Raw. A
// value that is compact already is a piece of the decoder's copy.
func (d *Decoder) Raw() Raw {
	if d.Null() {
		return Raw{}
	}
	d.next()
	from := d.pos
	clean := d.skip()
	if d.Failed() {
		return Raw{}
	}
	if clean {
		return Raw{d.text(from, d.pos)}
	}
	raw, err := NewRaw(d.in[from:d.pos])
	if err != nil {
		d.foreign(from, "a value", err)
	}
	return raw
}
