package jsonwire

// AppendHTMLEscaped appends src, which is finished JSON, with < > & written as
// \u003c \u003e \u0026. In JSON these bytes occur inside strings only, so the
// value stays the same. dst and src must not overlap.
func AppendHTMLEscaped(dst, src []byte) []byte {
	dst = Grow(dst, len(src))
	start := 0
	for i, c := range src {
		var e string
		switch c {
		case '<':
			e = `\u003c`
		case '>':
			e = `\u003e`
		case '&':
			e = `\u0026`
		default:
			continue
		}
		dst = append(dst, src[start:i]...)
		dst = append(dst, e...)
		start = i + 1
	}
	return append(dst, src[start:]...)
}
