package model

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// jsonTag is the json tag of a field, taken apart.
type jsonTag struct {
	name    string
	skip    bool // json:"-"
	options []string
}

func parseJSONTag(tag string) jsonTag {
	if tag == "-" {
		return jsonTag{skip: true}
	}
	parts := strings.Split(tag, ",")
	return jsonTag{name: parts[0], options: parts[1:]}
}

func (t jsonTag) has(option string) bool {
	for _, o := range t.options {
		if o == option {
			return true
		}
	}
	return false
}

// validName tells whether encoding/json takes the name from a tag: letters,
// digits and signs other than quotes, backslash and comma.
func validName(s string) bool {
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) {
			return false
		}
	}
	return s != ""
}

// validReason tells whether s is a reason of our own protocols: lower-case
// words of letters and digits joined by single hyphens, a letter first.
func validReason(s string) bool {
	if s == "" || s[0] < 'a' || s[0] > 'z' || strings.HasSuffix(s, "-") || strings.Contains(s, "--") {
		return false
	}
	for i := range len(s) {
		if c := s[i]; c != '-' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// validForeignReason tells whether s can be a reason of somebody else's
// protocol: any text without control characters.
func validForeignReason(s string) bool {
	return s != "" && utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
}
