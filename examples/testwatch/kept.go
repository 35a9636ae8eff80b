package main

import (
	"bytes"
	"fmt"
	"strings"
)

const (
	maxHead   = 8 << 10  // bytes kept of the beginning of an output
	maxTail   = 24 << 10 // and of its end
	maxBudget = 16 << 20 // bytes kept of all outputs together
)

// budget bounds what all outputs together hold.
type budget struct {
	used, most int
}

// kept is an output of which the beginning and the end are kept.
type kept struct {
	budget *budget
	head   []byte
	tail   []byte // its last maxTail bytes count, older ones are thrown away in time
	total  int    // bytes written
	lost   int    // bytes for which the budget had no room
}

func (k *kept) write(s string) {
	k.total += len(s)
	if k.budget.used+len(s) > k.budget.most {
		k.lost += len(s)
		return
	}
	before := k.held()
	if room := maxHead - len(k.head); room > 0 {
		n := min(room, len(s))
		k.head = append(k.head, s[:n]...)
		s = s[n:]
	}
	k.tail = append(k.tail, s...)
	if len(k.tail) > 2*maxTail {
		n := copy(k.tail, k.tail[len(k.tail)-maxTail:])
		k.tail = k.tail[:n]
	}
	k.budget.used += k.held() - before
}

func (k *kept) held() int { return len(k.head) + len(k.tail) }

// seal ends the output and gives back what room it does not need.
func (k *kept) seal() {
	before := k.held()
	k.tail = k.tail[max(0, len(k.tail)-maxTail):]
	k.head, k.tail = bytes.Clone(k.head), bytes.Clone(k.tail)
	k.budget.used += k.held() - before
}

// release gives the room back.
func (k *kept) release() {
	k.budget.used -= k.held()
	k.head, k.tail = nil, nil
}

// String returns what was kept, and in its middle how much was not.
func (k *kept) String() string {
	tail := k.tail
	if len(tail) > maxTail {
		tail = tail[len(tail)-maxTail:]
	}
	cut := k.total - len(k.head) - len(tail)
	if cut == 0 {
		return string(k.head) + string(tail)
	}
	head := string(k.head)
	if head != "" && !strings.HasSuffix(head, "\n") {
		head += "\n"
	}
	return fmt.Sprintf("%s[... %d bytes of output are cut out here ...]\n%s", head, cut, tail)
}
