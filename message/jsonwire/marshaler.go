package jsonwire

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"time"
)

// DepthAppender is what generated types satisfy, through a pointer: a value
// that appends itself whole and counts levels, so that one which contains
// itself ends in ErrDepth. depth is the number of arrays and objects already
// open around it. On error dst comes back as it was.
type DepthAppender interface {
	AppendJSONDepth(dst []byte, depth int) ([]byte, error)
}

// AppendMarshaler appends what m's MarshalJSON returns, checked and compacted
// as by [AppendCompact]. A nil interface and a nil pointer are null. A
// [DepthAppender] is asked instead where m is one. Errors are those of m and
// of AppendCompact; dst is then returned as it was. A panic of m passes
// through.
func AppendMarshaler(dst []byte, m json.Marshaler, depth int) ([]byte, error) {
	if isNil(m) {
		return append(dst, "null"...), nil
	}
	switch m := m.(type) {
	case time.Time:
		return AppendTime(dst, m)
	case *time.Time:
		return AppendTime(dst, *m)
	case Raw:
		return AppendRaw(dst, m, depth)
	}
	if d, ok := depthAppender(m); ok {
		return appendDepth(dst, d, depth)
	}
	b, err := m.MarshalJSON()
	if err == nil {
		dst, err = AppendCompact(dst, b, depth)
	}
	if err != nil {
		return dst, marshalerError(m, "MarshalJSON", err)
	}
	return dst, nil
}

// AppendTextMarshaler appends what m's MarshalText returns, as a string. A nil
// interface and a nil pointer are null. On error dst is returned as it was. A
// panic of m passes through.
func AppendTextMarshaler(dst []byte, m encoding.TextMarshaler) ([]byte, error) {
	if isNil(m) {
		return append(dst, "null"...), nil
	}
	text, err := m.MarshalText()
	if err != nil {
		return dst, marshalerError(m, "MarshalText", err)
	}
	return AppendString(dst, viewString(text)), nil
}

// isNil reports whether v is nil or holds a nil pointer.
func isNil(v any) bool {
	if v == nil {
		return true
	}
	r := reflect.ValueOf(v)
	return r.Kind() == reflect.Pointer && r.IsNil()
}

// depthAppender returns v, or a pointer to a copy of it, as a DepthAppender.
// The copy is for generated types held by value: their MarshalJSON starts to
// count at 0, and a map that contains itself through one would never end.
func depthAppender(v any) (DepthAppender, bool) {
	t := reflect.TypeOf(v)
	info := infoOf(t)
	if info.own.has(byDepth) {
		return v.(DepthAppender), true
	}
	if !info.pointer.has(byDepth) {
		return nil, false
	}
	p := reflect.New(t)
	p.Elem().Set(reflect.ValueOf(v))
	return p.Interface().(DepthAppender), true
}

// appendDepth appends d; on error dst is as it was whatever d returned.
func appendDepth(dst []byte, d DepthAppender, depth int) ([]byte, error) {
	out, err := d.AppendJSONDepth(dst, depth)
	if err != nil {
		return dst, err
	}
	return out, nil
}

// keyText returns the text of a map key; that of a nil pointer is "".
func keyText(k encoding.TextMarshaler) (string, error) {
	if isNil(k) {
		return "", nil
	}
	text, err := k.MarshalText()
	if err != nil {
		return "", marshalerError(k, "MarshalText", err)
	}
	return string(text), nil
}

func marshalerError(v any, method string, err error) error {
	return fmt.Errorf("%s.%s: %w", typeName(v), method, err)
}

func numberError(n json.Number) error {
	return fmt.Errorf("%s is %w", quote(string(n)), ErrNumber)
}
