package jsonwire

import (
	"math/bits"
	"unicode/utf8"
)

// escapeSize returns the length of the escape that s begins with, 0 if it is
// none: \u with four digits, or one of the eight short ones.
func escapeSize(s string) int {
	if len(s) < 2 {
		return 0
	}
	c := s[1]
	if c == 'u' {
		if _, ok := hex4(s[2:]); ok {
			return 6
		}
		return 0
	}
	if shortEscapes[c] != 0 {
		return 2
	}
	return 0
}

// hex4 returns the number that four hexadecimal digits write.
func hex4(s string) (r rune, ok bool) {
	if len(s) < 4 {
		return 0, false
	}
	a, b, c, e := hexDigits[s[0]], hexDigits[s[1]], hexDigits[s[2]], hexDigits[s[3]]
	return rune(a)<<12 | rune(b)<<8 | rune(c)<<4 | rune(e), a|b|c|e < 0x10
}

// hexDigits holds the value of each hexadecimal digit, 0x10 for other bytes.
var hexDigits = func() (t [256]uint8) {
	for c := range t {
		switch {
		case '0' <= c && c <= '9':
			t[c] = uint8(c - '0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			t[c] = uint8(c | 0x20 - 'a' + 10)
		default:
			t[c] = 0x10
		}
	}
	return t
}()

// unescape writes the text that the checked string body s stands for to room,
// whose capacity is at least that of s, and returns it. Invalid UTF-8 makes it
// longer; then the result has memory of its own.
func unescape(room []byte, s string) []byte {
	b := room[:len(s)]
	var seen uint64
	i, j := 0, 0
	for i < len(s) {
		if i+8 <= len(s) {
			w := load64(s, i)
			store64(b, j, w) // j is never above i
			if m := stops(w); m == 0 {
				seen |= w
				i, j = i+8, j+8
				continue
			} else {
				n := bits.TrailingZeros64(m) >> 3
				seen |= w & (m ^ (m - 1))
				i, j = i+n, j+n
			}
		} else if c := s[i]; c != '\\' {
			b[j] = c
			seen |= uint64(c)
			i, j = i+1, j+1
			continue
		}
		if c := s[i+1]; c != 'u' {
			b[j] = shortEscapes[c]
			i, j = i+2, j+1
			continue
		}
		r, n := escapedRune(s[i:])
		i += n
		if r < utf8.RuneSelf {
			b[j] = byte(r)
			j++
		} else {
			j += utf8.EncodeRune(b[j:], r)
		}
	}
	if seen&highs == 0 || utf8.Valid(b[:j]) {
		return b[:j]
	}
	// What is invalid has not come from an escape.
	return appendValid(make([]byte, 0, j+16), ownString(b[:j]))
}

// shortEscapes holds what the escapes of two bytes stand for.
var shortEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escapedRune returns the rune of the checked \u escape at the beginning of s
// and the number of bytes it takes: 12 for a surrogate pair, else 6. A
// surrogate without its other half is U+FFFD.
func escapedRune(s string) (r rune, n int) {
	r, _ = hex4(s[2:])
	if r < 0xd800 || r > 0xdfff {
		return r, 6
	}
	if r < 0xdc00 && len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
		if low, _ := hex4(s[8:]); 0xdc00 <= low && low <= 0xdfff {
			return (r-0xd800)<<10 + (low - 0xdc00) + 0x10000, 12
		}
	}
	return utf8.RuneError, 6
}

// wholeEscape is escapedRune for what has not been checked: size is 0 unless s
// begins with one \u escape, or two that are a pair.
func wholeEscape(s string) (r rune, size int) {
	if escapeSize(s) != 6 {
		return 0, 0
	}
	r, size = escapedRune(s)
	if size > 6 && escapeSize(s[6:]) != 6 {
		return 0, 0
	}
	return r, size
}

// appendValid appends s with U+FFFD in place of each byte that is not part of a
// valid rune.
func appendValid(dst []byte, s string) []byte {
	for _, r := range s { // ranging gives U+FFFD, width 1, for each bad byte
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}
