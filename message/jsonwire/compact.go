package jsonwire

import "math/bits"

// AppendCompact appends the one JSON value that src holds, in the form the
// wire wants: checked against RFC 8259, without blanks between tokens, invalid
// UTF-8 written as \ufffd (one per bad byte) and bare U+2028 and U+2029 as
// escapes. Everything else, the spelling of numbers and escapes too, stays as
// it is. Blanks around the value are dropped. depth is the number of arrays
// and objects already open around it.
//
// It accepts what json.Valid accepts. Anything else, empty input too, is a
// *SyntaxError or ErrDepth, and dst is returned as it was. A clean value costs
// a scan and a copy; it allocates only when dst must grow or the value is
// nested more than 64 levels. dst and src must not overlap.
func AppendCompact(dst, src []byte, depth int) ([]byte, error) {
	at := Blanks(src, 0)
	end, clean, err := ScanValue(src, at, depth)
	if err != nil {
		return dst, err
	}
	if rest := Blanks(src, end); rest != len(src) {
		return dst, &SyntaxError{Offset: rest, Msg: "found " + quoteByte(src[rest]) + " behind the value, want one value only"}
	}
	if clean {
		return append(dst, src[at:end]...), nil
	}
	return appendRepaired(Grow(dst, end-at), src[at:end]), nil
}

// appendRepaired appends src, a value that ScanValue accepted but not as
// clean, in its clean form.
func appendRepaired(dst, src []byte) []byte {
	start := 0 // of the bytes that wait to be copied
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case isBlank(c):
			dst = append(dst, src[start:i]...)
			i = Blanks(src, i)
			start = i
		case c == '"':
			dst = append(dst, src[start:i]...)
			dst, i = appendRepairedString(dst, src, i)
			start = i
		default:
			i++
		}
	}
	return append(dst, src[start:]...)
}

// appendRepairedString appends the string that starts at src[i] and returns
// the index behind it.
func appendRepairedString(dst, src []byte, i int) ([]byte, int) {
	start := i
	i++
	for {
		for len(src)-i >= 8 {
			m := special(loadBytes64(src, i)) & highs
			if m != 0 {
				i += bits.TrailingZeros64(m) >> 3
				break
			}
			i += 8
		}
		switch c := src[i]; {
		case c == '"':
			return append(dst, src[start:i+1]...), i + 1
		case c == '\\':
			i += 2
			continue
		case c < 0x80:
			i++
			continue
		}
		n := runeLen(src[i:])
		switch {
		case n == 0:
			dst = append(dst, src[start:i]...)
			dst = append(dst, `\ufffd`...)
			i++
			start = i
		case n == 3 && isSeparator(src[i:]):
			dst = append(dst, src[start:i]...)
			dst = append(dst, `\u202`...)
			dst = append(dst, '8'+src[i+2]&1)
			i += 3
			start = i
		default:
			i += n
		}
	}
}

// isSeparator reports whether the three bytes of a rune are U+2028 or U+2029.
func isSeparator(s []byte) bool {
	return s[0] == 0xE2 && s[1] == 0x80 && s[2]|1 == 0xA9
}
