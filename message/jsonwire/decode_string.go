package jsonwire

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// stops marks, by the high bit of each byte, the quotes, backslashes and
// control characters of a word. The lowest mark is exact; those above it may be
// false, for a subtraction borrows. Flipping bit 1 puts the quote (0x22) next to
// the controls (0x00-0x1f), so that one compare with 0x21 finds both.
func stops(w uint64) uint64 {
	quotes := (w ^ 0x02*ones) - 0x21*ones
	slashes := (w ^ '\\'*ones) - ones
	return (quotes | slashes) & ^w & highs
}

// breaks is stops that marks bytes beyond ASCII as well.
func breaks(w uint64) uint64 {
	quotes := (w ^ 0x02*ones) - 0x21*ones
	slashes := (w ^ '\\'*ones) - ones
	return (quotes | slashes | w) & highs
}

// span returns the index of the first quote, backslash or control character of
// s at or behind i, len(s) if there is none, and whether a byte before it is
// not ASCII.
func span(s string, i int) (end int, wide bool) {
	var seen uint64
	for i+8 <= len(s) {
		w := load64(s, i)
		if m := stops(w); m != 0 {
			seen |= w & (m ^ (m - 1))
			return i + bits.TrailingZeros64(m)>>3, seen&highs != 0
		}
		seen |= w
		i += 8
	}
	for ; i < len(s); i++ {
		c := s[i]
		if c < ' ' || c == '"' || c == '\\' {
			break
		}
		seen |= uint64(c)
	}
	return i, seen&highs != 0
}

// String decodes a string; null gives "". It lies in memory that the strings of
// the line share. Invalid UTF-8 and lone surrogates become U+FFFD.
func (d *Decoder) String() string {
	s, i := d.src, d.pos+1
	if i > len(s) || s[i-1] != '"' {
		return d.stringOrNull()
	}
	// The loop of span, for the one case that matters most: plain ASCII. It copies
	// what it looks at, and a little more: nobody has been given that memory yet.
	end, own, j := i, d.own, d.used
	for ; end+16 <= len(s) && j+16 <= len(own); end, j = end+16, j+16 {
		w := load64(s, end)
		store64(own, j, w)
		m := breaks(w)
		if m == 0 {
			w = load64(s, end+8)
			store64(own, j+8, w)
			if m = breaks(w); m == 0 {
				continue
			}
			end += 8
		}
		end += bits.TrailingZeros64(m) >> 3
		if byteAt(s, end) != '"' {
			break
		}
		from := d.used
		d.used, d.pos = from+end-i, end+1
		return pieceOf(own, from, end-i)
	}
	return d.stringRest(i, end)
}

// stringRest is String for a string that is not plain ASCII, has an escape or a
// fault, ends within 15 bytes of the input, or for which there is no room yet.
// It begins at from and is plain up to i.
func (d *Decoder) stringRest(from, i int) string {
	s := d.src
	end, wide := span(s, i)
	switch {
	case end < len(s) && s[end] == '"' && (!wide || utf8.ValidString(s[from:end])):
		d.pos = end + 1
		return d.text(from, end)
	case ownIsWritable && end < len(s) && s[end] == '\\':
		return d.unescaped(from, end, wide)
	}
	return d.escaped(from, end)
}

func (d *Decoder) stringOrNull() string {
	if d.next() == '"' {
		return d.String()
	}
	if !d.Null() {
		d.wrongType("a string")
	}
	return ""
}

// text returns src[from:to] as a string to keep.
func (d *Decoder) text(from, to int) string {
	if !ownIsWritable {
		return d.src[from:to] // no view of the caller's bytes
	}
	n := to - from
	if n > len(d.own)-d.used {
		d.makeRoom(from, n)
	}
	text := d.own[d.used : d.used+n]
	copy(text, d.src[from:to])
	d.used += n
	return ownString(text)
}

// makeRoom makes memory for n bytes and the strings that follow; src has been
// read up to from. The first of a line gets as much as lines before it let
// expect. If that is too little, or there were none, the rest of the input is
// a bound.
func (d *Decoder) makeRoom(from, n int) {
	size := len(d.src) - from
	if d.own == nil && d.share > 0 {
		size = min(size, max(n, min(len(d.src)*d.share>>6, len(d.src)-d.rest)+32))
	}
	d.spent += d.used
	d.own, d.used = make([]byte, size), 0
}

// learn notes what the strings of the line took. Lines before count less by
// and by.
func (d *Decoder) learn() {
	n := d.spent + d.used
	if d.share == 0 {
		d.rest = len(d.in) - n
	}
	d.share = max(n<<6/len(d.in)+1, d.share-1)
	d.rest = min(len(d.in)-n, d.rest)
	d.mostly = max(d.listed, d.mostly-(d.mostly+7)/8)
	d.spent = 0
}

// escaped decodes the string that begins at from and has, at or behind stop,
// an escape, invalid UTF-8 or a fault.
func (d *Decoder) escaped(from, stop int) string {
	end := d.closingQuote(stop)
	if end < 0 {
		return ""
	}
	d.pos = end + 1
	n := end - from
	if !ownIsWritable {
		return ownString(unescape(make([]byte, 0, n), d.src[from:end]))
	}
	if n > len(d.own)-d.used {
		d.makeRoom(from, n)
	}
	text := unescape(d.own[d.used:d.used:d.used+n], d.src[from:end])
	d.used += min(len(text), n) // it may have memory of its own
	return ownString(text)
}

// unescaped is escaped in one pass over the string, whose first escape stands at
// stop; wide tells that a byte before it is not ASCII. Whatever is not as it
// should be, and a string for which there may not be room, is left to escaped.
func (d *Decoder) unescaped(from, stop int, wide bool) string {
	if d.own == nil {
		d.makeRoom(from, stop-from)
	}
	s, i, b := d.src, stop, d.own[d.used:]
	if stop-from > len(b) {
		return d.escaped(from, stop)
	}
	j := copy(b, s[from:stop])
	var seen uint64
	if wide {
		seen = highs
	}
	for {
		if i+17 <= len(s) && j+17 <= len(b) { // two words and the second byte of an escape
			w := load64(s, i)
			store64(b, j, w)
			seen |= w // bytes behind a stop too: at worst they are looked at for nothing
			m := stops(w)
			if m == 0 {
				w = load64(s, i+8)
				store64(b, j+8, w)
				seen |= w
				if m = stops(w); m == 0 {
					i, j = i+16, j+16
					continue
				}
				i, j = i+8, j+8
			}
			n := bits.TrailingZeros64(m) >> 3
			i, j = i+n, j+n
		} else if i+1 >= len(s) || j+utf8.UTFMax > len(b) {
			break
		} else if c := s[i]; c >= ' ' && c != '"' && c != '\\' { // near the end
			b[j] = c
			seen |= uint64(c)
			i, j = i+1, j+1
			continue
		}
		if c := byteAt(s, i); c != '\\' {
			if c != '"' || seen&highs != 0 && !utf8.Valid(b[:j]) {
				break
			}
			d.pos = i + 1
			d.used += j
			return ownString(b[:j])
		}
		if c := shortEscapes[byteAt(s, i+1)]; c != 0 {
			storeByte(b, j, c)
			i, j = i+2, j+1
			continue
		}
		r, size := wholeEscape(s[i:])
		if size == 0 || j+utf8.UTFMax > len(b) {
			break
		}
		i, j = i+size, j+utf8.EncodeRune(b[j:], r)
	}
	return d.escaped(from, stop)
}

// closingQuote checks the rest of a string from i on and returns the index of
// its closing quote, -1 after a fault.
func (d *Decoder) closingQuote(i int) int {
	s := d.src
	for i < len(s) {
		if i+8 <= len(s) {
			m := stops(load64(s, i))
			if m == 0 {
				i += 8
				continue
			}
			i += bits.TrailingZeros64(m) >> 3
		}
		switch c := s[i]; {
		case c == '\\':
			n := escapeSize(s[i:])
			if n == 0 {
				d.fail(ErrSyntax, i, "an escape that JSON knows")
				return -1
			}
			i += n
		case c == '"':
			return i
		case c < ' ':
			d.fail(ErrSyntax, i, "a string without raw control characters")
			return -1
		default:
			i++
		}
	}
	d.fail(ErrSyntax, len(s), "the rest of a string")
	return -1
}

// Name reads a member's name and the colon behind it. The string may be a view
// of the input: it is for comparing, not for keeping (see Key).
func (d *Decoder) Name() string {
	s, i := d.src, d.pos+1
	if i > len(s) || s[i-1] != '"' {
		return ""
	}
	end, wide := span(s, i)
	var name string
	if end == len(s) || s[end] != '"' || wide && !utf8.ValidString(s[i:end]) {
		name = d.transient(i, end)
	} else {
		name = s[i:end]
		d.pos = end + 1
	}
	d.colon()
	return name
}

// transient is escaped for a string that is not kept: it leaves the copy alone.
func (d *Decoder) transient(from, stop int) string {
	end := d.closingQuote(stop)
	if end < 0 {
		return ""
	}
	d.pos = end + 1
	return ownString(unescape(make([]byte, 0, end-from), d.src[from:end]))
}

// Key reads a member's name and the colon behind it, as a string to keep: the
// key of a map.
func (d *Decoder) Key() string {
	if d.pos >= len(d.src) {
		return ""
	}
	key := d.String()
	d.colon()
	return key
}

func (d *Decoder) colon() {
	if d.pos < len(d.src) && d.src[d.pos] == ':' {
		d.pos++
		return
	}
	if d.next() != ':' {
		d.fail(ErrSyntax, d.pos, `":"`)
		return
	}
	d.pos++
}

// StringPointer decodes a string that may be null, which gives nil. What it
// points to may lie beside other strings of the line.
func (d *Decoder) StringPointer() *string {
	if s, i := d.src, d.pos; i+4 <= len(s) && s[i:i+4] == "null" {
		d.pos = i + 4
		return nil
	} else if d.Null() {
		return nil
	}
	text := d.String()
	p := &d.room(1)[:1][0]
	*p = text
	return p
}

// Strings decodes an array of strings; null gives nil, an element that is null
// gives "". Short lists of one line may lie side by side in memory, each with a
// capacity of its own.
func (d *Decoder) Strings() []string {
	if s, i := d.src, d.pos; i+1 < len(s) && s[i] == '[' && s[i+1] == '"' && d.depth < d.max {
		d.pos++ // OpenArray, which a plain list need not ask
		d.depth++
	} else if open, more := d.OpenArray(); !open {
		return nil
	} else if !more {
		return []string{}
	}
	// The first ones wait for the memory that is made when their number is known.
	var few [4]string
	for n := range few {
		few[n] = d.String()
		if s, i := d.src, d.pos; i+1 < len(s) && s[i] == ',' && s[i+1] == '"' {
			d.pos++
		} else if !d.NextElement() {
			return append(d.room(n+1), few[:n+1]...)
		}
	}
	list := append(d.room(len(few)+d.stringsAhead()), few[:]...)
	list = append(list, d.String())
	for {
		if s, i := d.src, d.pos; i+1 >= len(s) || s[i] != ',' || s[i+1] != '"' {
			if !d.NextElement() {
				return list
			}
		} else {
			d.pos++
		}
		list = append(list, d.String())
	}
}

// stringsAhead returns how many strings there are up to the next closing
// bracket. It is a guess: quotes and brackets within them mislead it.
func (d *Decoder) stringsAhead() int {
	rest := d.src[d.pos:]
	if end := strings.IndexByte(rest, ']'); end >= 0 {
		rest = rest[:end]
	}
	return min(strings.Count(rest, `"`)/2, 1023)
}

// room returns an empty list with the capacity for n strings. The first of a
// line is made with room for as many as lines before let expect, others with
// some for the next list as well.
func (d *Decoder) room(n int) []string {
	if n > len(d.lists) {
		d.makeLists(n)
	}
	d.listed += n
	list := d.lists[:0:n]
	d.lists = d.lists[n:]
	return list
}

func (d *Decoder) makeLists(n int) {
	more := min(n, 4)
	if d.listed == 0 && d.mostly > 0 {
		more = min(max(d.mostly-n, 0), 64)
	}
	d.lists = make([]string, n+more)
}
