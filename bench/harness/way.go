package harness

import (
	"bytes"
	"fmt"
	"time"
)

// Role says what a way stands for in tables and verdicts.
type Role string

const (
	Ours  Role = "ours"  // linefeed
	Peer  Role = "peer"  // another Go library
	Limit Role = "limit" // not a complete way: what hardware or a shortcut would give
	Rust  Role = "rust"  // the Rust baseline, in a process of its own
)

// Way is one way to do what a case asks for.
type Way struct {
	Name string
	Role Role
	// Run does the operation n times. The loop stands inside so that no way
	// pays a call per operation that another does not.
	Run func(n int) error
	// Remote does the operation n times in another process and returns what
	// that process measured. It stands in place of Run.
	Remote func(n int) (time.Duration, error)
	// Process is the id of that process's only thread, 0 if it is not known.
	Process int
	// Output returns the bytes of one operation. nil: there are none to compare.
	Output func() ([]byte, error)
	// Normalize turns Output into what the case wants, for a way that cannot
	// print the same bytes; Note then says openly what differs.
	Normalize func([]byte) []byte
	Note      string
	// Least is the smallest number of operations that makes a batch, for a way
	// that works in groups; 0 means 1.
	Least int
	// Allocs is set for remote ways, whose allocations are counted elsewhere.
	Allocs *Allocs
	// Figures finds out the exact figures that the case names, NaN for one that
	// this way has not. It is called once, before Allocs is looked at.
	Figures func() ([]float64, error)
}

// Pair is a comparison of one of our ways with a rival.
type Pair struct{ Ours, Theirs string }

// String is the pair's name in tables.
func (p Pair) String() string { return p.Ours + "/" + p.Theirs }

// Case is one thing to do, in all the ways it can be done.
type Case struct {
	Part, Name string
	// Want holds the bytes that each way has to print, nil if they print none.
	Want []byte
	// Size is the number of bytes of one operation, for throughput; 0 if it
	// makes no sense.
	Size int
	// Ways are the ways; the first with role Ours is what others are held against.
	Ways []Way
	// Pairs are the comparisons that a matrix shows; none means the first of ours
	// with the best peer.
	Pairs []Pair
	// Figures name what is found out about each way beside time and
	// allocations: columns of the table, in the order of Way.Figures.
	Figures []string
	// Bars are requirements on this case beside its part's; they need not name it.
	Bars []Bar
	// Clock is CPU unless set.
	Clock Clock
	// Slow marks operations of many milliseconds, such as child processes: one
	// operation is one batch, without warm-up rounds and without counting
	// allocations.
	Slow bool
	// Shared marks a case whose ways work in several goroutines: allocations
	// are not counted, for the runtime's own would be among them.
	Shared bool
	// Rounds, Batches and Batch stand in place of the plan's if they are set.
	Rounds, Batches int
	Batch           time.Duration
	// Close gives back what the case holds; may be nil.
	Close func() error
}

// FullName is the name that filters and bars know the case by.
func (c *Case) FullName() string { return c.Part + "/" + c.Name }

// Reference is the way that the others are compared with, "" if there is none.
func (c *Case) Reference() string {
	for _, w := range c.Ways {
		if w.Role == Ours {
			return w.Name
		}
	}
	return ""
}

// Check compares the bytes of every way with the wanted ones. It returns the
// first difference.
func (c *Case) Check() error {
	for _, w := range c.Ways {
		if c.Want == nil || w.Output == nil {
			continue
		}
		got, err := w.Output()
		if err != nil {
			return fmt.Errorf("%s: %s: %w", c.FullName(), w.Name, err)
		}
		if w.Normalize != nil {
			got = w.Normalize(got)
		}
		if !bytes.Equal(got, c.Want) {
			return fmt.Errorf("%s: %s prints other bytes: %s", c.FullName(), w.Name, difference(got, c.Want))
		}
	}
	return nil
}

// difference shows where two texts part, with a little of both.
func difference(got, want []byte) string {
	at := 0
	for at < len(got) && at < len(want) && got[at] == want[at] {
		at++
	}
	from := max(0, at-20)
	return fmt.Sprintf("from byte %d on got %q, want %q", at, excerpt(got, from), excerpt(want, from))
}

func excerpt(b []byte, from int) []byte {
	from = min(from, len(b))
	return b[from:min(len(b), from+60)]
}
