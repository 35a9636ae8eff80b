package documents

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/linefeed-go/linefeed/bench/harness"
)

// million is the length that is measured in processes of its own.
const million = 1_000_000

// flushSize is what the list writers collect before they write.
const flushSize = 64 << 10

func listCases(s *harness.Session) ([]*harness.Case, error) {
	var out []*harness.Case
	for _, n := range []int{1, 100, 1_000, 10_000} {
		c, err := listCase(s, n)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return append(out, millionCase(s)), nil
}

// fewBatches is how many batches make a sample where an operation is many
// milliseconds. It is no less: after the collection before the sample, the first
// operation may not find its buffer in the pool.
const fewBatches = 2

func listCase(s *harness.Session, n int) (*harness.Case, error) {
	c := &harness.Case{Part: listPart, Name: fmt.Sprint(n), Figures: []string{"output", "writes"}}
	if n >= 10_000 {
		c.Batches, c.Rounds = fewBatches, 11 // no bar of time
	}
	if s.Quick {
		c.Batch, c.Rounds = 500*time.Microsecond, 7
	}
	if !s.Wants(c.FullName()) {
		return c, nil
	}
	l := newLists(n)
	want, err := json.Marshal(&l.kube)
	if err != nil {
		return nil, err
	}
	c.Want, c.Size = want, len(want)+1
	for _, w := range l.ways() {
		c.Ways = append(c.Ways, listWay(w))
	}
	c.Bars = listBars(n, c.Size)
	if s.Quick {
		c.Ways = slices.DeleteFunc(c.Ways, func(w harness.Way) bool { return w.Role != harness.Ours && !judged(c.Bars, w.Name) })
	}
	return c, nil
}

// listWay makes a way of a function that writes one list.
func listWay(l listWriter) harness.Way {
	return harness.Way{Name: l.name, Role: l.role, Note: l.note,
		Run: func(n int) error {
			for range n {
				if err := l.write(io.Discard); err != nil {
					return err
				}
			}
			return nil
		},
		Output: func() ([]byte, error) {
			var out bytes.Buffer
			err := l.write(&out)
			return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
		},
		Figures: func() ([]float64, error) {
			var to counter
			err := l.write(&to)
			return []float64{float64(to.bytes), float64(to.writes)}, err
		},
	}
}

// oursLists are our ways with the Kubernetes way that does the same.
var oursLists = []struct {
	name, kube string
	bytes      float64 // heap bytes that a list may cost
}{
	{"ours-values", "kube-stream-values", 0},
	{"ours-pointers", "kube-stream-pointers", 0},
	{"ours-raw", "kube-stream-raw", 0},
	{"ours-iterator", "kube-stream-values", 160},
}

func listBars(n, size int) []harness.Bar {
	var bars []harness.Bar
	for _, o := range oursLists {
		name := listName(n, o.name)
		if n == 100 || n == 1_000 {
			bars = append(bars, harness.Bar{Name: name + " / " + o.kube, Kind: harness.Ratio, Ours: o.name, Against: o.kube, Max: 0.5})
		}
		bars = append(bars, harness.Bar{Name: name + ", heap", Kind: harness.Heap, Ours: o.name, Max: o.bytes})
		if n == 1_000 {
			bars = append(bars, writesBar(name, o.name, size))
			if o.bytes == 0 {
				bars = append(bars, harness.Bar{Name: name + ", allocations", Kind: harness.Count, Ours: o.name})
			}
		}
	}
	return bars
}

func listName(n int, way string) string { return fmt.Sprintf("list of %d, %s", n, way) }

func writesBar(name, way string, size int) harness.Bar {
	most := (size+flushSize-1)/flushSize + 1
	return harness.Bar{Name: name, Kind: harness.Figure, Figure: "writes", Ours: way, Max: float64(most)}
}
