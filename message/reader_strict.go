package message

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// errLossy is the cause of a line that is refused only because it is lossy.
var errLossy = fmt.Errorf("%w: invalid UTF-8 or an unpaired surrogate", ErrSyntax)

// lossy reports whether reading the line b puts U+FFFD in place of something:
// of invalid UTF-8, or of a \u escape that is half a surrogate pair.
func lossy(b []byte) bool {
	if !utf8.Valid(b) {
		return true
	}
	for {
		i := bytes.IndexByte(b, '\\')
		if i < 0 || i+1 >= len(b) {
			return false
		}
		r, size := escape(b[i:])
		b = b[i+size:]
		switch {
		case 0xDC00 <= r && r <= 0xDFFF:
			return true
		case 0xD800 <= r && r <= 0xDBFF:
			low, size := escape(b)
			if low < 0xDC00 || low > 0xDFFF {
				return true
			}
			b = b[size:]
		}
	}
}

// escape returns the code unit of the \u escape that b begins with, -1 if it
// begins with something else, and the bytes it takes.
func escape(b []byte) (unit int64, size int) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return -1, min(2, len(b))
	}
	unit, err := strconv.ParseInt(string(b[2:6]), 16, 32)
	if err != nil {
		return -1, 2
	}
	return unit, 6
}
