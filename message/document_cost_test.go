package message_test

import (
	"context"
	"io"
	"iter"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/internal/race"
	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// steady returns allocations and bytes per run of f, whole ones: the fewest of
// three rounds, on one processor and with the collector off, so that pools
// keep what they have and the runtime's own work does not count.
func steady(f func()) (allocs, bytes uint64) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	const runs = 5
	allocs, bytes = math.MaxUint64, math.MaxUint64
	for range 3 {
		f()
		a, b := once(func() {
			for range runs {
				f()
			}
		})
		allocs, bytes = min(allocs, a/runs), min(bytes, b/runs)
	}
	return allocs, bytes
}

func TestWriteResultAllocations(t *testing.T) {
	race.SkipCosts(t)
	for _, size := range [][2]int{{1, 100}, {200, 100}, {5000, 100}, {200, 16000}} {
		list := rows(size[0], size[1])
		for _, opts := range []*message.ResultOptions{nil, {Indent: true}} {
			allocs, bytes := steady(func() { _ = message.WriteResult(io.Discard, &list, opts) })
			assert.Zero(t, allocs, "%v, indented %v, by pointer", size, opts != nil)
			assert.Zero(t, bytes)
			allocs, _ = steady(func() { _ = message.WriteResult(io.Discard, list, opts) })
			assert.LessOrEqual(t, allocs, uint64(1), "%v, indented %v: the slice's header", size, opts != nil)
		}
	}
}

// The buffer of a first, large document is about as large as the document. What
// else is requested, by pools that begin anew for instance, are a few KiB, more of
// them the more processors there are.
func TestWriteResultPeakMemory(t *testing.T) {
	race.SkipCosts(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const beside = 16 << 10
	for _, size := range [][2]int{{5000, 100}, {200, 16000}} {
		list := rows(size[0], size[1])
		for _, opts := range []*message.ResultOptions{nil, {Indent: true}} {
			// Two collections empty the pools.
			runtime.GC()
			runtime.GC()
			var out counter
			_, bytes := once(func() { require.NoError(t, message.WriteResult(&out, &list, opts)) })
			assert.Less(t, float64(bytes), 1.1*float64(out)+beside, "%v, indented %v: all that is requested, so the peak is no higher", size, opts != nil)
		}
	}
}

// once returns what one run of f requests, the collector being off.
func once(f func()) (allocs, bytes uint64) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc
}

// counter counts the bytes written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// A large document's buffer is kept while documents are large, and given up
// when they are small again.
func TestWriteResultShrinks(t *testing.T) {
	race.SkipCosts(t)
	large := rows(100_000, 100)
	held := func() uint64 {
		runtime.GC() // moves what pools hold aside and keeps it
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := held()
	require.NoError(t, message.WriteResult(io.Discard, &large, nil))
	for range 1000 {
		require.NoError(t, message.WriteResult(io.Discard, 1, nil))
	}
	after := held()
	runtime.KeepAlive(large)
	assert.Less(t, after, before+1<<20, "the document took 40 MB")
}

func TestWriteListAllocations(t *testing.T) {
	race.SkipCosts(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	head := &listHead{Kind: "L"}
	for _, n := range []int{0, 1, 1000, 100_000} {
		items := make([]item, n)
		pointers := make([]*item, n)
		raws := make([]jsonwire.Raw, n)
		raw := newRaw(t, `{"name":"a","v":1}`)
		for i := range items {
			items[i] = item{"some name", float64(i)}
			pointers[i], raws[i] = &items[i], raw
		}
		seq2 := func(yield func(*item, error) bool) {
			for _, v := range pointers {
				if !yield(v, nil) {
					return
				}
			}
		}
		opts := &message.ListOptions{Footer: true}
		for _, c := range []struct {
			name          string
			allocs, bytes uint64
			write         func() (message.ListStats, error)
		}{
			{"values", 0, 0, func() (message.ListStats, error) { return message.WriteList(ctx, io.Discard, head, items, nil) }},
			{"pointers", 0, 0, func() (message.ListStats, error) { return message.WriteList(ctx, io.Discard, head, pointers, opts) }},
			{"raw", 0, 0, func() (message.ListStats, error) { return message.WriteList(ctx, io.Discard, head, raws, nil) }},
			{"field", 0, 0, func() (message.ListStats, error) {
				return message.WriteListField(ctx, io.Discard, head, "rows", items, opts)
			}},
			{"lines", 0, 0, func() (message.ListStats, error) {
				return message.WriteList(ctx, io.Discard, head, items, &message.ListOptions{Lines: true})
			}},
			{"seq of values", 4, 160, func() (message.ListStats, error) {
				return message.WriteListSeq(ctx, io.Discard, head, slices.Values(items), nil)
			}},
			{"seq of pointers", 4, 160, func() (message.ListStats, error) {
				return message.WriteListSeq(ctx, io.Discard, head, slices.Values(pointers), nil)
			}},
			{"seq2", 4, 160, func() (message.ListStats, error) {
				return message.WriteListSeq2(ctx, io.Discard, head, iter.Seq2[*item, error](seq2), nil)
			}},
			{"visitor", 4, 160, func() (message.ListStats, error) {
				return message.WriteListFunc(ctx, io.Discard, head, func(l *message.ListWriter) error {
					for i := range items {
						if l.Item(&items[i]) != nil {
							break
						}
					}
					return nil
				}, nil)
			}},
			{"two passes", 4, 160, func() (message.ListStats, error) {
				return message.WriteList(ctx, io.Discard, head, items, &message.ListOptions{OnError: message.TwoPass})
			}},
		} {
			allocs, bytes := steady(func() { _, _ = c.write() })
			assert.LessOrEqual(t, allocs, c.allocs, "%s, %d items", c.name, n)
			assert.LessOrEqual(t, bytes, c.bytes, "%s, %d items", c.name, n)
		}
	}
}

// A million items from an iterator, in the memory of one buffer.
func TestWriteListConstantMemory(t *testing.T) {
	race.SkipCosts(t)
	var v item
	seq := func(yield func(*item) bool) {
		for i := range 1_000_000 {
			v = item{"an item's name, the same for all", float64(i)}
			if !yield(&v) {
				return
			}
		}
	}
	var out counter
	_, bytes := once(func() {
		stats, err := message.WriteListSeq(context.Background(), &out, nil, seq, nil)
		require.NoError(t, err)
		assert.Equal(t, int64(1_000_000), stats.Items)
	})
	assert.Greater(t, int64(out), int64(50<<20))
	assert.Less(t, bytes, uint64(256<<10), "all that was requested, whether still in use or not")
}
