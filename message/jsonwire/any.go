package jsonwire

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
)

// AppendAny appends v whatever its type, as encoding/json would apart from the
// wire's own rules (no HTML escaping, times with nine fraction digits, [N]byte
// as numbers). Map keys are sorted by the bytes of their text. depth is the
// number of arrays and objects already open around v.
//
// It takes every type that encoding/json takes. A [DepthAppender] goes before
// easyjson's marshalers, these before json.Marshaler, and that before
// encoding.TextMarshaler; nil pointers are null and not called.
//
// Errors, with the place in v as a *PathError: ErrDepth (also for a v that
// contains itself), ErrFloat, ErrTime, ErrNumber, ErrType, *SyntaxError, and
// those of marshalers; dst is then returned as it was. A panic of a marshaler
// passes through. The basic types, any, []any, []string, map[string]any and
// map[string]string need neither reflection nor, in steady state, allocation.
func AppendAny(dst []byte, v any, depth int) ([]byte, error) {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...), nil
	case string:
		return AppendString(dst, v), nil
	case bool:
		return AppendBool(dst, v), nil
	case int:
		return AppendInt(dst, int64(v)), nil
	case float64:
		return AppendFloat64(dst, v)
	case map[string]any:
		return appendAnyMap(dst, v, depth)
	case []any:
		return appendAnySlice(dst, v, depth)
	}
	return appendCommon(dst, v, depth)
}

// appendCommon has the types that are less common, and leaves the rest to
// reflection.
func appendCommon(dst []byte, v any, depth int) ([]byte, error) {
	switch v := v.(type) {
	case []string:
		return appendStrings(dst, v, depth)
	case map[string]string:
		return appendStringMap(dst, v, depth)
	case int64:
		return AppendInt(dst, v), nil
	case int32:
		return AppendInt(dst, int64(v)), nil
	case int16:
		return AppendInt(dst, int64(v)), nil
	case int8:
		return AppendInt(dst, int64(v)), nil
	case uint:
		return AppendUint(dst, uint64(v)), nil
	case uint64:
		return AppendUint(dst, v), nil
	case uint32:
		return AppendUint(dst, uint64(v)), nil
	case uint16:
		return AppendUint(dst, uint64(v)), nil
	case uint8:
		return AppendUint(dst, uint64(v)), nil
	case float32:
		return AppendFloat32(dst, v)
	case []byte:
		return AppendBytes(dst, v), nil
	case time.Time:
		return AppendTime(dst, v)
	case time.Duration:
		return AppendInt(dst, int64(v)), nil
	case json.Number:
		return AppendNumber(dst, v)
	case json.RawMessage:
		return AppendRawMessage(dst, v, depth)
	case Raw:
		return AppendRaw(dst, v, depth)
	}
	r := reflect.ValueOf(v)
	out, err := appendValue(dst, r, infoOf(r.Type()), depth)
	if err != nil {
		return dst, err
	}
	return out, nil
}

func appendAnySlice(dst []byte, list []any, depth int) ([]byte, error) {
	if list == nil {
		return append(dst, "null"...), nil
	}
	if depth >= MaxDepth {
		return dst, ErrDepth
	}
	out := append(dst, '[')
	for i, v := range list {
		if i > 0 {
			out = append(out, ',')
		}
		var err error
		if out, err = AppendAny(out, v, depth+1); err != nil {
			return dst, AtIndex(i, err)
		}
	}
	return append(out, ']'), nil
}

func appendStrings(dst []byte, list []string, depth int) ([]byte, error) {
	if list == nil {
		return append(dst, "null"...), nil
	}
	if depth >= MaxDepth {
		return dst, ErrDepth
	}
	dst = append(dst, '[')
	for i, s := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendString(dst, s)
	}
	return append(dst, ']'), nil
}

// anyMembers is pooled room to sort the members of a map in: looking values up
// again by key would cost a hash each.
type anyMembers struct {
	list []anyMember
}

type anyMember struct {
	name  string
	value any
}

var anyMembersPool = sync.Pool{New: func() any { return new(anyMembers) }}

func (m *anyMembers) release() {
	if cap(m.list) > maxPooledKeys {
		return
	}
	clear(m.list)
	m.list = m.list[:0]
	anyMembersPool.Put(m)
}

func appendAnyMap(dst []byte, m map[string]any, depth int) ([]byte, error) {
	if m == nil {
		return append(dst, "null"...), nil
	}
	if depth >= MaxDepth {
		return dst, ErrDepth
	}
	members := anyMembersPool.Get().(*anyMembers)
	defer members.release()
	for name, value := range m {
		members.list = append(members.list, anyMember{name, value})
	}
	slices.SortFunc(members.list, func(a, b anyMember) int { return strings.Compare(a.name, b.name) })
	out := append(dst, '{')
	for i := range members.list {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(AppendString(out, members.list[i].name), ':')
		var err error
		if out, err = AppendAny(out, members.list[i].value, depth+1); err != nil {
			return dst, AtKey(members.list[i].name, err)
		}
	}
	return append(out, '}'), nil
}

func appendStringMap(dst []byte, m map[string]string, depth int) ([]byte, error) {
	if m == nil {
		return append(dst, "null"...), nil
	}
	if depth >= MaxDepth {
		return dst, ErrDepth
	}
	keys := SortedKeys(m)
	dst = append(dst, '{')
	for i, name := range keys.Names {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(AppendString(dst, name), ':')
		dst = AppendString(dst, m[name])
	}
	keys.Release()
	return append(dst, '}'), nil
}
