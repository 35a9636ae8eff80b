package message

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// How a followed file is found under the names that rotation gives it.

// rotatedName is what rotation puts behind or into a name: numbers and dates.
var rotatedName = regexp.MustCompile(`^[.-][0-9][-0-9T:._+Z]*$`)

// rotatedPath is the path of a file that may have been rotated away, and its
// mark: what of its name rotation made.
type rotatedPath struct{ path, mark string }

// rotated lists the files that may have been the one called path, .9 before .10.
// Rotation that counts up all names moves files towards the end of the list: one
// who opens them in this order does not pass by a file that moves meanwhile.
func rotated(path string) []rotatedPath {
	dir, base := filepath.Split(path)
	stem := strings.TrimSuffix(base, filepath.Ext(base))
	entries, _ := os.ReadDir(filepath.Clean(dir + ".")) // none is no fault: there is path itself
	var found []rotatedPath
	for _, entry := range entries {
		name := entry.Name()
		behind, isBehind := strings.CutPrefix(name, base)
		within, isWithin := strings.CutPrefix(strings.TrimSuffix(name, filepath.Ext(base)), stem)
		switch {
		case isBehind && rotatedName.MatchString(behind):
			found = append(found, rotatedPath{filepath.Join(dir, name), behind})
		case isWithin && rotatedName.MatchString(within):
			found = append(found, rotatedPath{filepath.Join(dir, name), within})
		}
	}
	slices.SortFunc(found, func(a, b rotatedPath) int { return compareMarks(a.mark, b.mark) })
	return found
}

// findCheckpoint opens the file of t.from, nil if it is gone. It may get another
// name between the listing and the opening; then the list is another one
// afterwards.
func (t *tail) findCheckpoint() *os.File {
	for list := rotated(t.path); ; {
		for _, at := range append([]rotatedPath{{path: t.path}}, list...) {
			f, info := openRegular(at.path)
			if f == nil {
				continue
			}
			if info.Size() >= t.from.Offset && t.from.is(f, info) {
				return f
			}
			_ = f.Close()
		}
		now := rotated(t.path)
		if slices.Equal(list, now) {
			return nil
		}
		list = now
	}
}

// rememberOld makes sure that what was rotated away before the following began
// is never taken for something missed.
func (t *tail) rememberOld() {
	for _, at := range rotated(t.path) {
		if f, info := openRegular(at.path); f != nil {
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
