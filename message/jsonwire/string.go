package jsonwire

import (
	"math/bits"
	"slices"
)

// Slack is the number of bytes the string appenders want free behind what they
// write, because they store whole words. A caller that grows its buffer once
// for several values adds Slack to the sum, or the last string grows it again.
const Slack = 16

// Grow returns dst with room for n more bytes; length and content stay. It
// allocates only when the capacity does not suffice, and then at least
// doubles it, so that growing byte by byte costs linear time.
func Grow(dst []byte, n int) []byte {
	if cap(dst)-len(dst) >= n {
		return dst
	}
	return grow(dst, n)
}

func grow(dst []byte, n int) []byte {
	return slices.Grow(dst, max(n, cap(dst)))
}

const (
	ones  = 0x0101010101010101 // the byte 01 in every place of a word
	highs = 0x80 * ones        // the top bit of every byte
)

// special marks the bytes of w that do not stand for themselves in a JSON
// string: controls, quote, backslash and everything outside ASCII. The top bit
// of the lowest such byte is set, and none below it; bits above it may be set
// too, by a borrow. Bits other than the top bits are noise.
//
// XOR 02 exchanges quote (22) and blank (20) and keeps the controls together,
// so one subtraction finds both.
func special(w uint64) uint64 {
	return w | ((w ^ 0x02*ones) - 0x21*ones) | ((w ^ '\\'*ones) - ones)
}

// specialExact is special with the top bit of every such byte set and all
// other bits clear.
func specialExact(w uint64) uint64 {
	control := (w ^ 0x02*ones | highs) - 0x21*ones
	slash := (w ^ '\\'*ones | highs) - ones
	return (w | ^(control & slash)) & highs
}

// AppendString appends s to dst as a JSON string, quotes included.
//
// Quote, backslash and controls are escaped (\b \f \n \r \t, others \u00xx),
// U+2028 and U+2029 as \u2028 and \u2029, a byte that is not part of valid
// UTF-8 becomes \ufffd; < > & and everything else stay as they are (RFC 8259
// section 7). It allocates only when dst must grow.
func AppendString(dst []byte, s string) []byte {
	dst = Grow(dst, len(s)+2+Slack)
	dst = AppendStringBody(append(dst, '"'), s)
	return append(dst, '"')
}

// AppendStringBody appends s as [AppendString] does, without the quotes, for
// generated code that keeps the quotes in the constants around it.
func AppendStringBody(dst []byte, s string) []byte {
	n, j := len(s), len(dst)
	if cap(dst)-j < n+Slack {
		dst = grow(dst, n+Slack)
	}
	b := dst[:cap(dst)]
	switch {
	case n > 32:
		return appendLong(dst, s)
	case n > 16:
		w0, w1, w2, w3 := load64(s, 0), load64(s, 8), load64(s, n-16), load64(s, n-8)
		if (special(w0)|special(w1)|special(w2)|special(w3))&highs != 0 {
			return appendEscaped(dst, s, 0)
		}
		store64(b, j, w0)
		store64(b, j+8, w1)
		store64(b, j+n-16, w2)
		store64(b, j+n-8, w3)
	case n >= 8:
		w0, w1 := load64(s, 0), load64(s, n-8)
		if (special(w0)|special(w1))&highs != 0 {
			return appendEscaped(dst, s, 0)
		}
		store64(b, j, w0)
		store64(b, j+n-8, w1)
	case n > 0:
		w := loadShort(s)
		if special(w)&highs&(1<<(8*uint(n)&63)-1) != 0 {
			return appendEscaped(dst, s, 0)
		}
		store64(b, j, w)
	}
	return b[:j+n]
}

// loadShort returns the 1 to 7 bytes of s as a word, zeros above them.
func loadShort(s string) uint64 {
	n := len(s)
	if n >= 4 {
		return uint64(load32(s, 0)) | uint64(load32(s, n-4))<<(8*uint(n-4)&63)
	}
	// The first, the middle and the last of 1, 2 or 3 bytes.
	return uint64(byteAt(s, 0)) | uint64(byteAt(s, n>>1))<<(8*uint(n>>1)) | uint64(byteAt(s, n-1))<<(8*uint(n-1)&63)
}

// appendLong is AppendStringBody for more than 32 bytes; dst has the room.
func appendLong(dst []byte, s string) []byte {
	n, j := len(s), len(dst)
	b := dst[:cap(dst)]
	for i := 0; ; i += 32 {
		if i+32 > n {
			if i == n {
				break
			}
			i = n - 32 // the last round overlaps the one before
		}
		w0, w1, w2, w3 := load64(s, i), load64(s, i+8), load64(s, i+16), load64(s, i+24)
		if (special(w0)|special(w1)|special(w2)|special(w3))&highs != 0 {
			return appendEscaped(b[:j+i], s, i)
		}
		store64(b, j+i, w0)
		store64(b, j+i+8, w1)
		store64(b, j+i+16, w2)
		store64(b, j+i+24, w3)
	}
	return b[:j+n]
}

// appendEscaped appends s[i:], escaping what must be. dst has room for it
// unescaped and Slack.
func appendEscaped(dst []byte, s string, i int) []byte {
	n, j := len(s), len(dst)
	b := dst[:cap(dst)]
	for i < n {
		var w, m uint64
		size := 8
		if n-i >= 8 {
			w = load64(s, i)
			m = special(w) & highs
		} else {
			size = n - i
			w = loadTail(s, i)
			m = special(w) & highs & (1<<(8*uint(size)&63) - 1)
		}
		store64(b, j, w)
		if m == 0 {
			i, j = i+size, j+size
			continue
		}
		k := bits.TrailingZeros64(m) >> 3
		i, j = i+k, j+k
		c := byteAt(s, i)
		if c < 0x80 {
			e := escapes[c]
			store64(b, j, e)
			j += int(e >> 56)
			i++
		} else {
			i, j = copyRunes(b, j, s, i)
		}
		if len(b)-j < n-i+Slack {
			b = grow(b[:j], 2*(n-i)+Slack)
			b = b[:cap(b)]
		}
	}
	return b[:j]
}

// loadTail returns the fewer than 8 bytes of s from i on, zeros above them.
func loadTail(s string, i int) uint64 {
	n := len(s)
	if n >= 8 {
		return load64(s, n-8) >> (8 * uint(8-(n-i)) & 63)
	}
	return loadShort(s[i:])
}

// copyRunes writes the first rune of s[i:], which is not ASCII, to b at j, or
// an escape in its place, and returns the new i and j. b has 8 bytes of room.
func copyRunes(b []byte, j int, s string, i int) (int, int) {
	size := runeLen(s[i:])
	switch {
	case size == 0:
		store64(b, j, escapeBad)
		return i + 1, j + 6
	case size == 3 && isSeparator(s[i:i+3]):
		store64(b, j, escapeLine|uint64(s[i+2]&1)<<40)
		return i + 3, j + 6
	}
	return i + size, j + copy(b[j:], s[i:i+size])
}

const (
	escapeBad  = '\\' | 'u'<<8 | 'f'<<16 | 'f'<<24 | 'f'<<32 | 'd'<<40
	escapeLine = '\\' | 'u'<<8 | '2'<<16 | '0'<<24 | '2'<<32 | '8'<<40
)

// runeLen returns how many bytes the rune at the start of s takes, 2 to 4, or
// 0 when they are not valid UTF-8 (RFC 3629 section 4). s starts with a byte
// of 80 or more.
func runeLen[T string | []byte](s T) int {
	c := s[0]
	switch {
	case c < 0xC2:
		return 0
	case c < 0xE0:
		if len(s) >= 2 && isTail(s[1]) {
			return 2
		}
	case c < 0xF0:
		if len(s) < 3 || !isTail(s[1]) || !isTail(s[2]) || c == 0xE0 && s[1] < 0xA0 || c == 0xED && s[1] > 0x9F {
			return 0
		}
		return 3
	case c < 0xF5:
		if len(s) < 4 || !isTail(s[1]) || !isTail(s[2]) || !isTail(s[3]) || c == 0xF0 && s[1] < 0x90 || c == 0xF4 && s[1] > 0x8F {
			return 0
		}
		return 4
	}
	return 0
}

func isTail(c byte) bool { return c&0xC0 == 0x80 }

// escapes holds, for every ASCII byte that must be escaped, its escape, first
// byte lowest, and its length in the top byte.
var escapes = [128]uint64{
	0x00: u00 | '0'<<32 | '0'<<40, 0x01: u00 | '0'<<32 | '1'<<40, 0x02: u00 | '0'<<32 | '2'<<40, 0x03: u00 | '0'<<32 | '3'<<40,
	0x04: u00 | '0'<<32 | '4'<<40, 0x05: u00 | '0'<<32 | '5'<<40, 0x06: u00 | '0'<<32 | '6'<<40, 0x07: u00 | '0'<<32 | '7'<<40,
	0x08: short | 'b'<<8, 0x09: short | 't'<<8, 0x0A: short | 'n'<<8, 0x0B: u00 | '0'<<32 | 'b'<<40,
	0x0C: short | 'f'<<8, 0x0D: short | 'r'<<8, 0x0E: u00 | '0'<<32 | 'e'<<40, 0x0F: u00 | '0'<<32 | 'f'<<40,
	0x10: u00 | '1'<<32 | '0'<<40, 0x11: u00 | '1'<<32 | '1'<<40, 0x12: u00 | '1'<<32 | '2'<<40, 0x13: u00 | '1'<<32 | '3'<<40,
	0x14: u00 | '1'<<32 | '4'<<40, 0x15: u00 | '1'<<32 | '5'<<40, 0x16: u00 | '1'<<32 | '6'<<40, 0x17: u00 | '1'<<32 | '7'<<40,
	0x18: u00 | '1'<<32 | '8'<<40, 0x19: u00 | '1'<<32 | '9'<<40, 0x1A: u00 | '1'<<32 | 'a'<<40, 0x1B: u00 | '1'<<32 | 'b'<<40,
	0x1C: u00 | '1'<<32 | 'c'<<40, 0x1D: u00 | '1'<<32 | 'd'<<40, 0x1E: u00 | '1'<<32 | 'e'<<40, 0x1F: u00 | '1'<<32 | 'f'<<40,
	'"': short | '"'<<8, '\\': short | '\\'<<8,
}

const (
	short = 2<<56 | '\\'
	u00   = 6<<56 | '\\' | 'u'<<8 | '0'<<16 | '0'<<24
)
