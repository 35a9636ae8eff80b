package jsonwire

import (
	"strconv"
	"strings"
)

// pathTo returns the path of the value that stands at or around src[at]. src is
// valid as far as at. It runs on the error path only, which is why decoding
// keeps no path.
func pathTo(src []byte, at int) string {
	var w pathWalk
	for i := 0; i < at; {
		i = w.step(src[:at], i)
	}
	return w.String()
}

// pathWalk follows the tokens of a JSON text.
type pathWalk struct {
	steps []pathStep
	value bool // a colon has been passed: the next string is a value
}

// pathStep is one open object or array.
type pathStep struct {
	object bool
	name   string // of the member that is open; of objects
	named  bool
	index  int // of the element that is open; of arrays
}

// step takes the token at i and returns where the next one begins.
func (w *pathWalk) step(src []byte, i int) int {
	top := len(w.steps) - 1
	switch src[i] {
	case '{', '[':
		w.steps = append(w.steps, pathStep{object: src[i] == '{'})
		w.value = false
	case '}', ']':
		w.steps = w.steps[:max(top, 0)]
		w.value = false
	case ',':
		w.value = false
		if top >= 0 {
			w.steps[top].index++
			w.steps[top].named = false
		}
	case ':':
		w.value = true
	case '"':
		end := stringEnd(src, i+1)
		if end == len(src) {
			return end // the fault is in this string
		}
		if top >= 0 && w.steps[top].object && !w.value {
			w.steps[top].name = string(unescape(make([]byte, 0, end-i), string(src[i+1:end])))
			w.steps[top].named = true
		}
		return end + 1
	}
	return i + 1
}

// stringEnd returns the index of the quote that closes the string, len(src) if
// there is none.
func stringEnd(src []byte, i int) int {
	for i < len(src) && src[i] != '"' {
		if src[i] == '\\' {
			i++
		}
		i++
	}
	return min(i, len(src))
}

// String writes the path; deep ones keep both ends.
func (w *pathWalk) String() string {
	const most = 24
	var b strings.Builder
	for k, step := range w.steps {
		if k >= most && k < len(w.steps)-most {
			if k == most {
				b.WriteString(pathGap)
			}
			continue
		}
		switch {
		case !step.object:
			b.WriteString("[" + strconv.Itoa(step.index) + "]")
		case step.named:
			name := quoteName(step.name)
			if b.Len() > 0 && name[0] != '[' {
				b.WriteByte('.')
			}
			b.WriteString(name)
		}
	}
	return boundPath(b.String())
}
