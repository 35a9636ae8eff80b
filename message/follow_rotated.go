package message

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// How a followed file is found under the names that rotation gives it.

// rotatedName is what rotation puts behind or into a name: numbers and dates.
var rotatedName = regexp.MustCompile(`^[.-][0-9][-0-9T:._+Z]*$`)

// rotated lists the files that may have been the one called path, .9 before .10.
// Rotation that counts up all names moves files towards the end of the list: one
// who opens them in this order does not pass by a file that moves meanwhile.
func rotated(path string) []string {
	dir, base := filepath.Split(path)
	stem := strings.TrimSuffix(base, filepath.Ext(base))
	entries, _ := os.ReadDir(filepath.Clean(dir + ".")) // none is no fault: there is path itself
	var names []string
	for _, entry := range entries {
		name := entry.Name()
		behind, isBehind := strings.CutPrefix(name, base)
		within, isWithin := strings.CutPrefix(strings.TrimSuffix(name, filepath.Ext(base)), stem)
		if isBehind && rotatedName.MatchString(behind) || isWithin && rotatedName.MatchString(within) {
			names = append(names, filepath.Join(dir, name))
		}
	}
	slices.SortFunc(names, byNumber)
	return names
}

// byNumber compares two names that rotation gave to one file.
func byNumber(x, y string) int { return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y)) }

// findCheckpoint opens the file of t.from, nil if it is gone. It may get another
// name between the listing and the opening; then the list is another one
// afterwards.
func (t *tail) findCheckpoint() *os.File {
	for names := rotated(t.path); ; {
		for _, name := range append([]string{t.path}, names...) {
			f, info := openRegular(name)
			if f == nil {
				continue
			}
			if info.Size() >= t.from.Offset && t.from.is(f, info) {
				return f
			}
			_ = f.Close()
		}
		now := rotated(t.path)
		if slices.Equal(names, now) {
			return nil
		}
		names = now
	}
}

// rememberOld makes sure that what was rotated away before the following began
// is never taken for something missed.
func (t *tail) rememberOld() {
	for _, name := range rotated(t.path) {
		if f, info := openRegular(name); f != nil {
			t.remember(fullIdentity(f, info))
			_ = f.Close()
		}
	}
}

func openRegular(name string) (*os.File, os.FileInfo) {
	f, err := openShared(name)
	if err != nil {
		return nil, nil
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		_ = f.Close()
		return nil, nil
	}
	return f, info
}

// successor opens the file that comes after the one that is done with, or the
// first one, for which it waits.
func (t *tail) successor() (*os.File, error) {
	for len(t.queue) == 0 {
		f, err := openShared(t.path)
		if err == nil {
			t.queue = append(t.between(f), f)
			break
		}
		if !os.IsNotExist(err) {
			return nil, err
		}
		if err := t.wait(); err != nil {
			return nil, err
		}
	}
	f := t.queue[0]
	t.queue = t.queue[1:]
	return f, nil
}

// between opens the files that were made after the current one and before
// next, and have been rotated away since.
func (t *tail) between(next *os.File) []*os.File {
	if t.file == nil {
		return nil
	}
	nextInfo, err := next.Stat()
	if err != nil {
		return nil
	}
	type missed struct {
		file *os.File
		info os.FileInfo
		born time.Time
	}
	from, _ := born(t.file, t.info)
	to, _ := born(next, nextInfo)
	var all []missed
	for _, name := range rotated(t.path) {
		f, info := openRegular(name)
		if f == nil {
			continue
		}
		at, _ := born(f, info)
		twice := slices.ContainsFunc(all, func(m missed) bool { return os.SameFile(m.info, info) }) // renamed in between
		if at.Before(from) || at.After(to) || os.SameFile(info, nextInfo) || twice || slices.Contains(t.known, fullIdentity(f, info)) {
			_ = f.Close()
			continue
		}
		all = append(all, missed{f, info, at})
	}
	// Clocks of file systems tick every few milliseconds. Within one tick the
	// numbers in the names tell: .9 comes before .10.
	slices.SortFunc(all, func(a, b missed) int {
		return cmp.Or(a.born.Compare(b.born), byNumber(a.file.Name(), b.file.Name()))
	})
	files := make([]*os.File, len(all))
	for i, m := range all {
		files[i] = m.file
	}
	return files
}
