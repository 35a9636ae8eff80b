package jsonwire

import (
	"math/bits"
	"slices"
)

// Slack is the number of bytes the string appenders want free behind what they
// write, because they store whole words. A caller that grows its buffer once
// for several values adds Slack to the sum, or the last string grows it again.
const Slack = 64

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
	ones   = 0x0101010101010101 // the byte 01 in every place of a word
	highs  = 0x80 * ones        // the top bit of every byte
	blanks = ' ' * ones         // a byte that needs no escape, in every place
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
		return appendLong(b[:j], s)
	case n > 16:
		w0, w1, w2, w3 := load64(s, 0), load64(s, 8), load64(s, n-16), load64(s, n-8)
		if (special(w0)|special(w1)|special(w2)|special(w3))&highs != 0 {
			return appendEscaped(b[:j], s, 0)
		}
		store64(b, j, w0)
		store64(b, j+8, w1)
		store64(b, j+n-16, w2)
		store64(b, j+n-8, w3)
	case n >= 8:
		w0, w1 := load64(s, 0), load64(s, n-8)
		if (special(w0)|special(w1))&highs != 0 {
			return appendEscaped(b[:j], s, 0)
		}
		store64(b, j, w0)
		store64(b, j+n-8, w1)
	case n >= 4:
		w0, w1 := load32(s, 0), load32(s, n-4)
		if special(uint64(w0)|uint64(w1)<<32)&highs != 0 {
			return appendEscaped(b[:j], s, 0)
		}
		store32(b, j, w0)
		store32(b, j+n-4, w1)
	case n > 0:
		w := uint64(byteAt(s, 0)) | uint64(byteAt(s, n>>1))<<(8*uint(n>>1)&63) | uint64(byteAt(s, n-1))<<(8*uint(n-1)&63)
		if special(w|blanks<<(8*uint(n)&63))&highs != 0 {
			return appendEscaped(b[:j], s, 0)
		}
		store32(b, j, uint32(w))
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
//
// It goes by words. All escapes of a word are found at once. Up to two, as in
// most words of a coloured message, are written one after the other, each
// followed by the 8 bytes behind it; looking again behind each would wait for
// each. Where there are more, or a rune outside ASCII follows, each byte is
// written as what it becomes, without a branch.
func appendEscaped(dst []byte, s string, i int) []byte {
	n, j := len(s), len(dst)
	b := dst[:cap(dst)]
	for n-i >= 16 {
		w := load64(s, i)
		store64(b, j, w)
		m := special(w) & highs
		if m == 0 {
			i, j = i+8, j+8
			continue
		}
		if len(b)-j < n-i+Slack {
			return appendEscaped(grow(b[:j], 2*(n-i)+Slack), s, i)
		}
		high := w & highs
		if high == 0 {
			// Two escapes at most are written one after the other; more, each byte
			// as what it becomes.
			m = specialExact(w)
			if m2 := m & (m - 1); m2&(m2-1) != 0 {
				i, j = i+8, putASCII(b, j, w, 8)
				continue
			}
			for m != 0 {
				k := bits.TrailingZeros64(m) >> 3
				e := escapes[byteAt(s, i+k)&0x7F]
				store64(b, j+k, e)
				j += int(e >> 56)
				store64(b, j+k+1, load64(s, i+k+1))
				m &= m - 1
			}
			i, j = i+8, j+8
			continue
		}
		k := bits.TrailingZeros64(high) >> 3
		i, j = i+k, putASCII(b, j, w, k)
		// copyRunes, as far as the rune is valid and no separator: a call costs
		// more than the rune. Scripts of 3-byte runes come in runs.
		x := load32(s, i)
	again:
		switch {
		case x&0xC0E0 == 0x80C0 && x&0x1E != 0:
			store32(b, j, x)
			i, j = i+2, j+2
		case x&0xC0C0F0 == 0x8080E0 && x&0x200F != 0 && x&0x200F != 0x200D && x&0xFEFFFF != 0xA880E2:
			store32(b, j, x)
			i, j = i+3, j+3
			if x = load32(s, i); x&0x80 != 0 && n-i >= 8 {
				goto again
			}
		case x&0xC0C0C0F8 == 0x808080F0 && x&0x3007 != 0 && (x&7 < 4 || x&0x3007 == 4):
			store32(b, j, x)
			i, j = i+4, j+4
		default:
			i, j = copyRunes(b, j, s, i)
		}
	}
	return appendTail(b[:j], s, i)
}

// putASCII writes the n lowest bytes of w, which are ASCII, to b at j, escaped
// where they must be, and returns the j behind them.
func putASCII(b []byte, j int, w uint64, n int) int {
	for range n {
		u := units[byte(w)]
		store64(b, j, u)
		j += int(u >> 56)
		w >>= 8
	}
	return j
}

// appendTail is appendEscaped for the last bytes, fewer than 16.
func appendTail(dst []byte, s string, i int) []byte {
	n, j := len(s), len(dst)
	if room := 6*(n-i) + 16; cap(dst)-j < room { // each byte an escape, and the overhang of a word
		dst = grow(dst, room)
	}
	b := dst[:cap(dst)]
	for i < n {
		w, size := uint64(0), uint(64)
		if n-i >= 8 {
			w = load64(s, i)
		} else {
			w, size = loadTail(s, i)
		}
		store64(b, j, w)
		m := special(w) & highs
		if m == 0 {
			i, j = i+int(size>>3), j+int(size>>3)
			continue
		}
		k := bits.TrailingZeros64(m) >> 3
		i, j = i+k, j+k
		if c := byteAt(s, i); c < 0x80 {
			e := escapes[c]
			store64(b, j, e)
			i, j = i+1, j+1+int(e>>56)
		} else {
			i, j = copyRunes(b, j, s, i)
		}
	}
	return b[:j]
}

// loadTail returns the fewer than 8 bytes of s from i on, blanks above them,
// and how many bits they are.
func loadTail(s string, i int) (w uint64, size uint) {
	n := len(s)
	size = uint(n-i) * 8 & 63
	if n >= 8 {
		w = load64(s, n-8) >> (-size & 63)
	} else {
		w = loadShort(s[i:])
	}
	return w | blanks<<size, size
}

// copyRunes writes the runes outside ASCII that s has at i to b at j, or
// escapes in their place, and returns the i and j behind them. b has room for
// s[i:] and 16 bytes more; it stops after the first escape, so that the caller
// can see to the room again.
func copyRunes(b []byte, j int, s string, i int) (int, int) {
	for i < len(s) {
		var x uint32 // the next four bytes, blanks behind the end
		if len(s)-i >= 4 {
			x = load32(s, i)
		} else {
			w, _ := loadTail(s, i)
			x = uint32(w)
		}
		if x&0x80 == 0 {
			break
		}
		n := runeSize(x)
		switch {
		case n == 0:
			store64(b, j, escapeBad)
			return i + 1, j + 6
		case x&0xFEFFFF == 0xA880E2:
			store64(b, j, escapeLine|uint64(x)>>16&1<<40)
			return i + 3, j + 6
		}
		store32(b, j, x)
		i, j = i+n, j+n
	}
	return i, j
}

// runeSize returns how many of the bytes of x, the lowest first, are the rune
// outside ASCII that starts with the lowest, 2 to 4, or 0 when it is not valid
// UTF-8 (RFC 3629 section 4).
func runeSize(x uint32) int {
	switch {
	case x&0xC0E0 == 0x80C0: // 2 bytes; C0 and C1 would be overlong
		if x&0x1E != 0 {
			return 2
		}
	case x&0xC0C0F0 == 0x8080E0: // 3 bytes; E0 80 to E0 9F overlong, ED A0 to ED BF surrogates
		if y := x & 0x200F; y != 0 && y != 0x200D {
			return 3
		}
	case x&0xC0C0C0F8 == 0x808080F0: // 4 bytes; F0 80 to F0 8F overlong, above F4 8F no code points
		if y := x & 0x3007; y != 0 && (x&7 < 4 || y == 4) {
			return 4
		}
	}
	return 0
}

const (
	escapeBad  = '\\' | 'u'<<8 | 'f'<<16 | 'f'<<24 | 'f'<<32 | 'd'<<40
	escapeLine = '\\' | 'u'<<8 | '2'<<16 | '0'<<24 | '2'<<32 | '8'<<40
)

// runeLen is runeSize for the start of b.
func runeLen(b []byte) int {
	if len(b) >= 4 {
		return runeSize(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24)
	}
	var x uint32
	for i, c := range b {
		x |= uint32(c) << (8 * i)
	}
	return runeSize(x)
}

// escapes holds, for every ASCII byte that must be escaped, its escape, first
// byte lowest, and in the top byte by how much it is longer than the byte.
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

// units holds, for every ASCII byte, what it becomes, first byte lowest, and
// the length of that in the top byte. It has 256 entries so that a byte is an
// index without a check.
var units = func() (units [256]uint64) {
	for c, e := range escapes {
		if units[c] = 1<<56 | uint64(c); e != 0 {
			units[c] = 1<<56 + e
		}
	}
	return units
}()

const (
	short = 1<<56 | '\\'
	u00   = 5<<56 | '\\' | 'u'<<8 | '0'<<16 | '0'<<24
)
