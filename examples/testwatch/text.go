package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// harmless returns s with control characters made visible, except newlines,
// tabs and colours (ESC [ numbers m): what a test prints must not move the
// cursor of whoever reads the report. Invalid UTF-8 becomes U+FFFD.
func harmless(s string) string {
	if strings.IndexFunc(s, unicode.IsControl) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if n := colour(s[i:]); n > 0 {
			b.WriteString(s[i : i+n])
			i += n
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\r' && strings.HasPrefix(s[i:], "\r\n"):
		case unicode.IsControl(r) && r != '\n' && r != '\t':
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			b.WriteRune(r)
		}
		i += n
	}
	return b.String()
}

// colour returns the length of the escape sequence for colours that s begins
// with, or 0.
func colour(s string) int {
	if !strings.HasPrefix(s, "\x1b[") {
		return 0
	}
	for i := 2; i < len(s); i++ {
		switch c := s[i]; {
		case c == 'm':
			return i + 1
		case c != ';' && (c < '0' || c > '9'):
			return 0
		}
	}
	return 0
}
