package jsonwire

import "bytes"

// CheckDepth returns [ErrDepth] when b within depth open arrays and objects is
// nested deeper than [MaxDepth], for those who put finished JSON into other
// values; nil if not. b is one compact, valid value, as the appenders make it.
//
// A value of n bytes has at most n/2 levels: one of less than twice the levels
// that are left costs a comparison. In a longer one the brackets are counted,
// 0.1 ns a byte, and only when there are more of them than levels left are its
// strings told from its structure. It allocates nothing.
func CheckDepth(b []byte, depth int) error {
	if most := MaxDepth - depth; len(b)/2 > most && deeper(b, most) {
		return ErrDepth
	}
	return nil
}

// deeper reports whether more than most arrays and objects of b, a finished
// value, stand inside each other.
func deeper(b []byte, most int) bool {
	if bytes.Count(b, []byte{'{'})+bytes.Count(b, []byte{'['}) <= most {
		return false
	}
	level := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			i = closingQuote(b, i) - 1
		case '{', '[':
			if level++; level > most {
				return true
			}
		case '}', ']':
			level--
		}
	}
	return false
}
