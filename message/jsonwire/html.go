package jsonwire

import "math/bits"

// AppendHTMLEscaped appends src, which is finished JSON, with < > & written as
// \u003c \u003e \u0026. In JSON these bytes occur inside strings only, so the
// value stays the same. dst and src must not overlap.
func AppendHTMLEscaped(dst, src []byte) []byte {
	dst = Grow(dst, len(src))
	start := 0
	for i := nextHTML(src, 0); i < len(src); i = nextHTML(src, start) {
		e := `\u0026`
		switch src[i] {
		case '<':
			e = `\u003c`
		case '>':
			e = `\u003e`
		}
		dst = append(dst, src[start:i]...)
		dst = append(dst, e...)
		start = i + 1
	}
	return append(dst, src[start:]...)
}

// nextHTML returns the index of the first < > or & from src[i] on, or the
// length.
func nextHTML(src []byte, i int) int {
	for len(src)-i >= 8 {
		w := loadBytes64(src, i)
		angle := (w | 0x02*ones) ^ '>'*ones // < and > differ in one bit
		and := w ^ '&'*ones
		// The top bit of the lowest zero byte, as in special; not w, because
		// bytes outside ASCII are no hits.
		if m := ((angle-ones)&^angle | (and-ones)&^and) & highs; m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
		i += 8
	}
	for i < len(src) && src[i] != '<' && src[i] != '>' && src[i] != '&' {
		i++
	}
	return i
}
