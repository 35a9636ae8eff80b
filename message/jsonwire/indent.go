package jsonwire

import (
	"bytes"
	"reflect"
	"slices"
)

// Indenter is a value that appends itself indented. Generated types marked
// //linefeed:document satisfy it through a pointer. The layout is that of
// json.Indent with no prefix and two spaces; depth is the number of arrays and
// objects open around the value, so that its closing brace stands after
// 2*depth blanks. On error dst comes back as it was.
type Indenter interface {
	AppendJSONIndent(dst []byte, depth int) ([]byte, error)
}

const (
	tableDepth = 64
	tableLine  = "\n" +
		"                                                                " +
		"                                                                "
)

// breakLine is what stands between two members: the end of a string, the
// comma, the line break and the blanks.
const breakLine = `",` + tableLine

// The first 16 bytes of its three forms.
const (
	break16      = "\n" + blanks13 + "  "
	commaBreak16 = ",\n" + blanks13 + " "
	quoteBreak16 = "\",\n" + blanks13
	blanks13     = "             "
)

// AppendBreak appends a line break and the blanks in front of what follows;
// size is the length of that, 2*depth+1 in front of a value inside of depth
// levels. It and its likes are inlined in generated code, and copy 16 bytes
// where that is enough: they are there for every member. (Measured on objects
// of twelve members, 480 bytes: 170 ns and 4.9 kB of code; as calls 180 and 2.2;
// appending strings 191 and 4.7; without a layout 159 and 2.0.)
func AppendBreak(dst []byte, size int) []byte {
	if uint(size-1) < 16 {
		return append(dst, break16...)[:len(dst)+size]
	}
	return appendBreak(dst, 2, size)
}

// AppendCommaBreak appends a comma and what [AppendBreak] does; size is one
// more.
func AppendCommaBreak(dst []byte, size int) []byte {
	if uint(size-1) < 16 {
		return append(dst, commaBreak16...)[:len(dst)+size]
	}
	return appendBreak(dst, 1, size)
}

// AppendQuoteBreak appends the quote that ends a string, a comma, and what
// [AppendBreak] does; size is two more.
func AppendQuoteBreak(dst []byte, size int) []byte {
	if uint(size-1) < 16 {
		return append(dst, quoteBreak16...)[:len(dst)+size]
	}
	return appendBreak(dst, 0, size)
}

// appendBreak appends size bytes of breakLine from begin on, and as many more
// blanks as there are levels. It must not be inlined: it would be the larger
// part of every generated function.
//
//go:noinline
func appendBreak(dst []byte, begin, size int) []byte {
	size = max(size, 2-begin+1) // a depth below 0 is 0
	line := breakLine[begin:]
	dst = append(dst, line[:min(size, len(line))]...)
	for size -= len(line); size > 0; size -= len(tableLine) - 1 {
		dst = append(dst, tableLine[1:1+min(size, len(tableLine)-1)]...)
	}
	return dst
}

// AppendNewline appends a line break and the blanks of depth levels, two for
// each.
func AppendNewline(dst []byte, depth int) []byte {
	return AppendBreak(dst, newlineSize(depth))
}

// AppendIndent appends src laid out as json.Indent with no prefix and two
// spaces lays it out, the first line excepted: it stands where dst ends. src
// is one finished value as the appenders of this package write it (valid,
// compact) and is not checked again; depth is the number of levels open around
// it. Empty arrays and objects stay on one line. dst and src must not overlap.
func AppendIndent(dst, src []byte, depth int) []byte {
	n := len(dst)
	return IndentTail(append(dst, src...), n, depth)
}

// IndentTail lays dst[start:] out as [AppendIndent] does, in place: the value
// is moved to the end of the room it will need and laid out from there, so
// that no second buffer exists. dst grows by what the layout adds.
func IndentTail(dst []byte, start, depth int) []byte {
	extra := layoutSize(dst[start:], depth)
	if extra == 0 {
		return dst
	}
	size := len(dst) - start
	dst = slices.Grow(dst, extra)[:len(dst)+extra]
	copy(dst[start+extra:], dst[start:start+size])
	// What is written never overtakes what is read: the distance between the
	// two is exactly what is still to be added.
	w, r := start, start+extra
	for r < len(dst) {
		c := dst[r]
		switch c {
		case '"':
			end := closingQuote(dst, r)
			w += copy(dst[w:], dst[r:end])
			r = end
			continue
		case '{', '[':
			dst[w] = c
			if r+1 < len(dst) && dst[r+1] == c+2 {
				dst[w+1] = c + 2
				w, r = w+2, r+2
				continue
			}
			depth++
			w = putNewline(dst, w+1, depth)
		case ',':
			dst[w] = c
			w = putNewline(dst, w+1, depth)
		case ':':
			dst[w], dst[w+1] = ':', ' '
			w += 2
		case '}', ']':
			depth--
			w = putNewline(dst, w, depth)
			dst[w] = c
			w++
		default:
			dst[w] = c
			w++
		}
		r++
	}
	return dst
}

// layoutSize returns how many bytes the layout adds to src.
func layoutSize(src []byte, depth int) (extra int) {
	for i := 0; i < len(src); i++ {
		switch c := src[i]; c {
		case '"':
			i = closingQuote(src, i) - 1
		case '{', '[':
			if i+1 < len(src) && src[i+1] == c+2 {
				i++
				continue
			}
			depth++
			extra += newlineSize(depth)
		case ',':
			extra += newlineSize(depth)
		case ':':
			extra++
		case '}', ']':
			depth--
			extra += newlineSize(depth)
		}
	}
	return extra
}

func newlineSize(depth int) int { return 1 + 2*max(depth, 0) }

// putNewline writes a newline and the blanks of depth levels to b at i and
// returns the place behind them.
func putNewline(b []byte, i, depth int) int {
	if uint(depth) <= tableDepth {
		return i + copy(b[i:], tableLine[:1+2*depth])
	}
	b[i] = '\n'
	i++
	for range max(depth, 0) {
		b[i], b[i+1] = ' ', ' '
		i += 2
	}
	return i
}

// closingQuote returns the place behind the finished string that starts at
// src[i].
func closingQuote(src []byte, i int) int {
	for j := i + 1; ; j++ {
		n := bytes.IndexByte(src[j:], '"')
		if n < 0 {
			return len(src) // not finished JSON; the caller's bytes stay whole
		}
		j += n
		escapes := 0
		for src[j-1-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return j + 1
		}
	}
}

// AppendAnyIndent appends v as [AppendAny] does, laid out as by
// [AppendIndent]. Types that are an [Indenter], and slices and arrays of them,
// are laid out while they are appended; everything else in place afterwards.
func AppendAnyIndent(dst []byte, v any, depth int) ([]byte, error) {
	if v == nil {
		return append(dst, "null"...), nil
	}
	r := reflect.ValueOf(v)
	info := infoOf(r.Type())
	if m, ok := v.(Indenter); ok && info.own.has(byDepth) {
		if r.Kind() == reflect.Pointer && r.IsNil() {
			return append(dst, "null"...), nil
		}
		out, err := m.AppendJSONIndent(dst, depth)
		if err != nil {
			return dst, err
		}
		return out, nil
	}
	if list, ok := listOf(r, info); ok {
		return appendList(dst, list, depth, true)
	}
	n := len(dst)
	out, err := AppendAny(dst, v, depth)
	if err != nil {
		return dst, err
	}
	return IndentTail(out, n, depth), nil
}

// AppendAnyList appends v as [AppendAny] does. For a slice of generated types,
// or a pointer to one, it sees to the room of all elements as soon as the first
// few tell their size, so that a large list neither doubles the buffer nor
// copies it.
func AppendAnyList(dst []byte, v any, depth int) ([]byte, error) {
	if r := reflect.ValueOf(v); r.IsValid() {
		if list, ok := listOf(r, infoOf(r.Type())); ok {
			return appendList(dst, list, depth, false)
		}
	}
	return AppendAny(dst, v, depth)
}

// Direct returns v as a [DepthAppender] when appending it is the business of
// its own generated code: v is not a nil pointer, and does not merely inherit
// the method from a type it embeds while it has a marshaler of its own. Callers
// that append many values of one type ask once.
func Direct(v any) (DepthAppender, bool) {
	d, ok := v.(DepthAppender)
	if !ok {
		return nil, false
	}
	r := reflect.ValueOf(v)
	if r.Kind() == reflect.Pointer && r.IsNil() || !infoOf(r.Type()).own.has(byDepth) {
		return nil, false
	}
	return d, true
}

// listOf returns r, or the slice that r points to, when it is a slice of
// generated types held by value.
func listOf(r reflect.Value, info *typeInfo) (reflect.Value, bool) {
	if info.kind == reflect.Pointer && info.own == 0 && !r.IsNil() {
		r, info = r.Elem(), info.elem
		if info.pointer != 0 {
			return r, false
		}
	}
	ok := info.kind == reflect.Slice && info.own == 0 && info.form == plain && info.elem.pointer.has(byDepth) && !r.IsNil()
	return r, ok
}

// appendList appends the elements of r, which are generated types.
func appendList(dst []byte, r reflect.Value, depth int, indent bool) ([]byte, error) {
	if depth >= MaxDepth {
		return dst, ErrDepth
	}
	count := r.Len()
	if count == 0 {
		return append(dst, "[]"...), nil
	}
	out := append(dst, '[')
	start := len(out)
	for i := range count {
		if i > 0 {
			out = append(out, ',')
		}
		if indent {
			out = AppendNewline(out, depth+1)
		}
		var err error
		if out, err = appendElement(out, r.Index(i).Addr().Interface(), depth+1, indent); err != nil {
			return dst, AtIndex(i, err)
		}
		if i+1 >= sampled {
			out = growFor(out, (len(out)-start)/(i+1)+1, count-i-1)
		}
	}
	if indent {
		out = AppendNewline(out, depth)
	}
	return append(out, ']'), nil
}

// appendElement appends v, a pointer to a generated type.
func appendElement(dst []byte, v any, depth int, indent bool) ([]byte, error) {
	if indent {
		if m, ok := v.(Indenter); ok {
			return m.AppendJSONIndent(dst, depth)
		}
	}
	n := len(dst)
	dst, err := v.(DepthAppender).AppendJSONDepth(dst, depth)
	if err == nil && indent {
		dst = IndentTail(dst, n, depth)
	}
	return dst, err
}

const (
	sampled = 4  // elements that appendList looks at before it foresees the rest
	ahead   = 32 // by which factor it lets the buffer grow at most on what it has seen
)

// growFor sees to the room of rest more elements of about size bytes before
// the buffer runs out of it, where it would double. A thirtieth more is there
// for the digits that counters grow by and the like.
func growFor(dst []byte, size, rest int) []byte {
	soon := min(rest, 2)*size + 8*Slack
	if cap(dst)-len(dst) >= soon {
		return dst
	}
	need := size * rest
	return slices.Grow(dst, min(need+need/30, ahead*len(dst))+soon)
}

// Appends reports whether appending a T is the business of T's own generated
// code, as [Direct] decides it for a value. It is false for interface types.
func Appends[T any]() bool {
	t := reflect.TypeFor[T]()
	return t.Kind() != reflect.Interface && infoOf(t).own.has(byDepth)
}
