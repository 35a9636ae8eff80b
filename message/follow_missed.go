package message

import (
	"cmp"
	"os"
	"slices"
	"strings"
	"time"
)

// How the files that came and went unseen are put in order.
//
// Birth tells, but clocks of file systems tick every few milliseconds, and
// rotation can be faster. Within a tick the names tell, in one of two ways: each
// file keeps the number or date that it got and the next one gets a higher one,
// or all of them count up whenever a file joins them (.1 becomes .2). For either
// way the names must be those of one moment, while somebody is renaming. So the
// folder is looked at until two looks agree.

// settleTime is how long to look for a moment at which the names stand still.
const settleTime = time.Second

// missed is a file between the one that is done with and the next.
type missed struct {
	listed
	file *os.File
	look int // the last one in which it was there
}

// listed is a file under a name that rotation gave it.
type listed struct {
	mark string // what rotation made of the name
	born time.Time
}

// view is what one look at the folder shows.
type view struct {
	files map[identity]listed // those that were rotated away
	top   identity            // the file under the path itself, behind the look
}

// search looks for the missed files.
type search struct {
	t          *tail
	nextInfo   os.FileInfo
	next       identity
	from, to   time.Time // births of the file that is done with, and of the next
	current    identity  // the file that is done with
	all        map[identity]*missed
	looks      int
	ascending  bool // the last looks have shown that files keep their names
	lastLooked view
}

// between opens the files that were made after the current one and before
// next, which was found under the path, and have been rotated away since.
func (t *tail) between(next *os.File) []*os.File {
	if t.file == nil {
		return nil
	}
	info, err := next.Stat()
	if err != nil {
		return nil
	}
	s := &search{t: t, nextInfo: info, all: map[identity]*missed{}}
	s.next, s.to = identifyBorn(next, info)
	s.current, s.from = identifyBorn(t.file, t.info)
	s.settle()
	return s.inOrder()
}

// settle looks at the folder until two looks agree, or the time is over. What
// was seen once is kept open.
func (s *search) settle() {
	start := time.Now()
	before := view{top: s.next}
	one := s.look()
	for wait := time.Millisecond; ; wait *= 2 {
		two := s.look()
		if s.agree(before.top, one, two) || time.Since(start) > settleTime || !s.t.pause(min(wait, settleTime/20)) {
			s.lastLooked = two
			return
		}
		before, one = one, two
	}
}

// look lists the rotated files and opens those that are missed.
func (s *search) look() view {
	s.looks++
	v := view{files: map[identity]listed{}}
	for _, at := range rotated(s.t.path) {
		f, info := openRegular(at.path)
		if f == nil {
			continue
		}
		id, birth := identifyBorn(f, info)
		if _, twice := v.files[id]; !twice {
			v.files[id] = listed{at.mark, birth}
			if s.keep(id, v.files[id], f, info) {
				continue
			}
		}
		_ = f.Close()
	}
	if f, info := openRegular(s.t.path); f != nil {
		v.top = fullIdentity(f, info)
		_ = f.Close()
	}
	return v
}

// keep takes note of a file that was seen. It reports whether f is needed.
func (s *search) keep(id identity, at listed, f *os.File, info os.FileInfo) bool {
	if m := s.all[id]; m != nil {
		m.listed, m.look = at, s.looks
		return false
	}
	if at.born.Before(s.from) || at.born.After(s.to) || os.SameFile(info, s.nextInfo) || slices.Contains(s.t.known, id) {
		return false
	}
	s.all[id] = &missed{at, f, s.looks}
	return true
}

// agree reports whether the names of two looks are those of one moment: none
// has moved, and there was no rotation, or such a one that leaves the names of
// others alone. top was under the path before the first look.
func (s *search) agree(top identity, one, two view) bool {
	highest, gone := "", "" // of the first look, and of those that are not in the second
	for id, was := range one.files {
		is, ok := two.files[id]
		switch {
		case !ok:
			gone = higher(gone, was.mark)
		case is.mark != was.mark:
			return false
		}
		highest = higher(highest, was.mark)
	}
	if gone == "" && one.top == top && two.top == top {
		return true
	}
	// The oldest may have been deleted, and top must have got the highest name.
	if _, ok := two.files[top]; !ok {
		return false // it is on its way
	}
	for id, is := range two.files {
		_, old := one.files[id]
		if !old && compareMarks(is.mark, highest) <= 0 || compareMarks(is.mark, gone) <= 0 {
			return false
		}
	}
	_, old := one.files[top]
	s.ascending = !old && highest != ""
	return true
}

func higher(a, b string) string {
	if compareMarks(a, b) < 0 {
		return b
	}
	return a
}

// inOrder returns the missed files in the order in which they were made, and
// closes those that are later than next.
func (s *search) inOrder() []*os.File {
	compare := s.compare()
	end, isListed := s.lastLooked.files[s.next]
	var list []*missed
	for _, m := range s.all {
		if isListed && compare(m, &missed{listed: end, look: s.looks}) > 0 {
			_ = m.file.Close() // the next search finds it
			continue
		}
		list = append(list, m)
	}
	slices.SortFunc(list, compare)
	files := make([]*os.File, len(list))
	for i, m := range list {
		files[i] = m.file
	}
	return files
}

// compare returns the order of files. Of one birth, those that have gone are
// the oldest: that is what is deleted.
func (s *search) compare() func(a, b *missed) int {
	sign := 1
	if !s.ascending && s.countUp() {
		sign = -1
	}
	return func(a, b *missed) int {
		return cmp.Or(a.born.Compare(b.born), cmp.Compare(a.look, b.look), sign*compareMarks(a.mark, b.mark))
	}
}

// countUp reports whether the names count up with every rotation, so that the
// oldest file has the highest: by the files whose order is known otherwise.
func (s *search) countUp() bool {
	files := make([]listed, 0, len(s.lastLooked.files))
	for _, at := range s.lastLooked.files {
		files = append(files, at)
	}
	slices.SortFunc(files, func(a, b listed) int { return a.born.Compare(b.born) })
	votes := 0
	for i := 1; i < len(files); i++ {
		if files[i-1].born.Before(files[i].born) {
			votes += compareMarks(files[i-1].mark, files[i].mark)
		}
	}
	first, hasFirst := s.lastLooked.files[s.current]
	lowest := ""
	for _, m := range s.all {
		if hasFirst && m.look == s.looks {
			votes += compareMarks(first.mark, m.mark)
		}
		if lowest == "" || compareMarks(m.mark, lowest) < 0 {
			lowest = m.mark
		}
	}
	if votes == 0 { // nothing to go by: had files kept their numbers, the first would be of an older one
		return len(lowest) > 1 && compareMarks(lowest[1:], "1") <= 0
	}
	return votes > 0
}

// compareMarks compares names with their numbers as numbers: .9 is less
// than .10.
func compareMarks(a, b string) int {
	for a != "" && b != "" {
		x, y := digits(a), digits(b)
		if x == 0 || y == 0 {
			if a[0] != b[0] {
				return cmp.Compare(a[0], b[0])
			}
			a, b = a[1:], b[1:]
			continue
		}
		m, n := strings.TrimLeft(a[:x], "0"), strings.TrimLeft(b[:y], "0")
		if c := cmp.Or(cmp.Compare(len(m), len(n)), cmp.Compare(m, n)); c != 0 {
			return c
		}
		a, b = a[x:], b[y:]
	}
	return cmp.Compare(len(a), len(b))
}

// digits returns how many digits s begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}
