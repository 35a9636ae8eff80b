package jsonwire

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The functions of this file append a value through reflection. On error what
// they return as dst is undefined but for the memory; AppendAny gives its
// caller's dst back.

// appendValue appends v, whose type info describes.
func appendValue(dst []byte, v reflect.Value, info *typeInfo, depth int) ([]byte, error) {
	for hops := 0; ; hops++ {
		if out, done, err := appendByMethod(dst, v, info, depth); done || err != nil {
			return out, err
		}
		switch info.kind {
		case reflect.Pointer:
			if v.IsNil() {
				return append(dst, "null"...), nil
			}
			v, info = v.Elem(), info.elem
		case reflect.Interface:
			if v.IsNil() {
				return append(dst, "null"...), nil
			}
			if hops == 0 {
				return AppendAny(dst, v.Interface(), depth)
			}
			v = v.Elem()
			info = infoOf(v.Type())
		default:
			return appendKind(dst, v, info, depth)
		}
		if hops > MaxDepth { // pointers in a circle open no level
			return dst, ErrDepth
		}
	}
}

// appendByMethod appends v through a method of its type; done is false when it
// has none.
func appendByMethod(dst []byte, v reflect.Value, info *typeInfo, depth int) (out []byte, done bool, err error) {
	ways := info.own
	addressed := info.pointer &^ info.own
	if addressed != 0 && v.CanAddr() {
		ways |= addressed
	} else {
		// A generated type held by value: see depthAppender.
		ways |= addressed & byDepth
	}
	if ways == 0 || !v.CanInterface() { // an unexported struct embedded under a name
		return dst, false, nil
	}
	if info.kind == reflect.Pointer && v.IsNil() {
		return append(dst, "null"...), true, nil
	}
	way := ways & -ways // the first of the set
	if addressed.has(way) {
		if v.CanAddr() {
			v = v.Addr()
		} else {
			p := reflect.New(info.t)
			p.Elem().Set(v)
			v = p
		}
	}
	switch way {
	case byDepth:
		out, err = v.Interface().(DepthAppender).AppendJSONDepth(dst, depth)
	case byEasy:
		out, err = AppendEasyJSON(dst, v.Interface().(EasyMarshaler), depth)
	case byJSON:
		out, err = AppendMarshaler(dst, v.Interface().(json.Marshaler), depth)
	case byText:
		out, err = AppendTextMarshaler(dst, v.Interface().(encoding.TextMarshaler))
	}
	return out, true, err
}

// appendKind appends v, which is neither pointer nor interface and has no
// methods that count.
func appendKind(dst []byte, v reflect.Value, info *typeInfo, depth int) ([]byte, error) {
	switch info.form {
	case isTime:
		if v.CanInterface() {
			return AppendTime(dst, v.Interface().(time.Time))
		}
	case isNumber:
		return AppendNumber(dst, json.Number(v.String()))
	case isRawMessage:
		return AppendRawMessage(dst, v.Bytes(), depth)
	case isRaw:
		return AppendRaw(dst, Raw{v.Field(0).String()}, depth)
	case isBytes:
		return AppendBytes(dst, v.Bytes()), nil
	}
	switch info.kind {
	case reflect.Bool:
		return AppendBool(dst, v.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return AppendInt(dst, v.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return AppendUint(dst, v.Uint()), nil
	case reflect.Float32:
		return AppendFloat32(dst, float32(v.Float()))
	case reflect.Float64:
		return AppendFloat64(dst, v.Float())
	case reflect.String:
		return AppendString(dst, v.String()), nil
	case reflect.Slice, reflect.Map:
		if v.IsNil() {
			return append(dst, "null"...), nil
		}
	case reflect.Array, reflect.Struct:
	default:
		return dst, typeError(info.t)
	}
	if depth >= MaxDepth {
		return dst, ErrDepth
	}
	switch info.kind {
	case reflect.Map:
		return appendMapValue(dst, v, info, depth+1)
	case reflect.Struct:
		return appendStruct(dst, v, info, depth+1)
	}
	return appendElements(dst, v, info, depth+1)
}

func typeError(t reflect.Type) error {
	name := t.String()
	if len(name) > 100 {
		name = name[:100] + "..."
	}
	return fmt.Errorf("%s: %w", name, ErrType)
}

func appendElements(dst []byte, v reflect.Value, info *typeInfo, depth int) ([]byte, error) {
	dst = append(dst, '[')
	for i := range v.Len() {
		if i > 0 {
			dst = append(dst, ',')
		}
		var err error
		if dst, err = appendValue(dst, v.Index(i), info.elem, depth); err != nil {
			return dst, AtIndex(i, err)
		}
	}
	return append(dst, ']'), nil
}

type mapMember struct {
	name  string
	value reflect.Value
}

func appendMapValue(dst []byte, v reflect.Value, info *typeInfo, depth int) ([]byte, error) {
	if info.form == isBadKeys {
		return dst, typeError(info.t)
	}
	members := make([]mapMember, 0, v.Len())
	for it := v.MapRange(); it.Next(); {
		name, err := keyName(it.Key(), info.form)
		if err != nil {
			return dst, err
		}
		members = append(members, mapMember{name, it.Value()})
	}
	slices.SortFunc(members, func(a, b mapMember) int { return strings.Compare(a.name, b.name) })
	dst = append(dst, '{')
	for i := range members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(AppendString(dst, members[i].name), ':')
		var err error
		if dst, err = appendValue(dst, members[i].value, info.elem, depth); err != nil {
			return dst, AtKey(members[i].name, err)
		}
	}
	return append(dst, '}'), nil
}

func keyName(k reflect.Value, keys form) (string, error) {
	switch {
	case keys == isTextKeys:
		if k.Kind() == reflect.Interface && k.IsNil() {
			return "", nil
		}
		return keyText(k.Interface().(encoding.TextMarshaler))
	case k.Kind() == reflect.String:
		return k.String(), nil
	case k.CanInt():
		return strconv.FormatInt(k.Int(), 10), nil
	}
	return strconv.FormatUint(k.Uint(), 10), nil
}

func appendStruct(dst []byte, v reflect.Value, info *typeInfo, depth int) ([]byte, error) {
	dst = append(dst, '{')
	start := len(dst)
	for i := range info.fields {
		f := &info.fields[i]
		member, ok := f.find(v)
		if !ok || f.omits(member) {
			continue
		}
		if len(dst) > start {
			dst = append(dst, ',')
		}
		dst = append(dst, f.key...)
		var err error
		if f.quoted {
			dst, err = appendQuoted(dst, member, f.info, depth)
		} else {
			dst, err = appendValue(dst, member, f.info, depth)
		}
		if err != nil {
			return dst, AtField(f.name, err)
		}
	}
	return append(dst, '}'), nil
}

// appendQuoted appends v, a bool, number or string or a pointer to one, as a
// string that holds its JSON: the string option of a json tag.
func appendQuoted(dst []byte, v reflect.Value, info *typeInfo, depth int) ([]byte, error) {
	if info.kind == reflect.Pointer && info.own == 0 && !v.IsNil() {
		v, info = v.Elem(), info.elem
	}
	if info.kind == reflect.Pointer || info.own|info.pointer != 0 {
		return appendValue(dst, v, info, depth)
	}
	scratch := Scratch()
	defer Release(scratch)
	text, err := appendKind((*scratch)[:0], v, info, depth)
	if err != nil {
		return dst, err
	}
	*scratch = text
	return AppendString(dst, viewString(text)), nil
}
