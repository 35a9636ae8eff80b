package jsonwire

import (
	"encoding/json"
)

// Raw is one JSON value in its wire form: valid, compact, valid UTF-8, one
// line. It is checked once, when it is made or decoded, so that appending it
// is a copy. It can't be changed, so it may be shared and compared with ==;
// equal values of different spelling (1 and 1.0) are not equal. The zero Raw
// is null.
type Raw struct {
	text string // "" for null
}

// NewRaw returns the JSON value that b holds, in the form of [AppendCompact].
// nil is null; empty b, blanks only, and anything that is not exactly one
// value are errors. b is copied and stays the caller's.
func NewRaw(b []byte) (Raw, error) {
	if b == nil {
		return Raw{}, nil
	}
	scratch := Scratch()
	defer Release(scratch)
	out, err := AppendCompact((*scratch)[:0], b, 0)
	if err != nil {
		return Raw{}, err
	}
	*scratch = out
	if string(out) == "null" {
		return Raw{}, nil
	}
	return Raw{string(out)}, nil
}

// IsZero reports whether r is null.
func (r Raw) IsZero() bool { return r.text == "" }

// String returns the JSON text of r.
func (r Raw) String() string {
	if r.text == "" {
		return "null"
	}
	return r.text
}

// MarshalJSON returns a copy of the JSON text. It never fails.
func (r Raw) MarshalJSON() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalJSON makes r the value b holds. b is copied.
func (r *Raw) UnmarshalJSON(b []byte) (err error) {
	*r, err = NewRaw(b)
	return err
}

// AppendRaw appends r's JSON text, a copy: nothing is checked again but that
// the whole does not get too deep. depth is the number of arrays and objects
// already open around it. The only error is [ErrDepth], and dst is then as it
// was; what looking for it costs in a large Raw says [CheckDepth].
func AppendRaw(dst []byte, r Raw, depth int) ([]byte, error) {
	if r.text == "" {
		return append(dst, "null"...), nil
	}
	if most := MaxDepth - depth; len(r.text)/2 > most && deeper(viewBytes(r.text), most) {
		return dst, ErrDepth
	}
	return append(dst, r.text...), nil
}

// AppendRawMessage appends m as [AppendCompact] does; nil is null.
func AppendRawMessage(dst []byte, m json.RawMessage, depth int) ([]byte, error) {
	if m == nil {
		return append(dst, "null"...), nil
	}
	return AppendCompact(dst, m, depth)
}

// AppendNumber appends n as it is spelled; "" is 0, as in encoding/json. What
// is not a JSON number is [ErrNumber], and dst is returned as it was. It
// allocates nothing.
func AppendNumber(dst []byte, n json.Number) ([]byte, error) {
	if n == "" {
		return append(dst, '0'), nil
	}
	out := append(dst, n...)
	if end, err := number(out, len(dst)); err != nil || end != len(out) {
		return dst, numberError(n)
	}
	return out, nil
}
