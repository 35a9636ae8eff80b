package harness

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// recorder notes the order in which ways are run.
func recorder(name string, order *[]string) Way {
	return Way{Name: name, Role: Peer, Allocs: &Allocs{}, Remote: func(n int) (time.Duration, error) {
		*order = append(*order, name)
		return time.Duration(n), nil
	}}
}

func TestEveryOtherRoundGoesBackwards(t *testing.T) {
	var order []string
	table, err := NewTable(&Case{Ways: []Way{recorder("a", &order), recorder("b", &order), recorder("c", &order)}, Slow: true}, Plan{})
	require.NoError(t, err)
	require.NoError(t, table.Measure(3))
	assert.Equal(t, []string{"a", "b", "c", "c", "b", "a", "a", "b", "c"}, order)
}

func TestRatiosPairByRound(t *testing.T) {
	// Both ways slow down together by ten: the paired ratio does not see it.
	table := measured(t, Plan{Rounds: 4}, scripted("ours", Ours, 100, 1000, 100, 1000), scripted("a", Peer, 200, 2000, 200, 2000))
	r, err := table.Ratio("ours", "a")
	require.NoError(t, err)
	assert.Equal(t, Range{Median: 0.5, Low: 0.5, High: 0.5, Samples: 4, Min: 0.5}, r)
}

func TestExtraRoundsOfSomeWays(t *testing.T) {
	table := measured(t, Plan{Rounds: 2}, scripted("ours", Ours, 100), scripted("a", Peer, 200), scripted("b", Peer, 400))
	require.NoError(t, table.Measure(3, "ours", "a"))
	r, err := table.Ratio("ours", "a")
	require.NoError(t, err)
	assert.Equal(t, 5, r.Samples)
	r, err = table.Ratio("ours", "b")
	require.NoError(t, err)
	assert.Equal(t, 2, r.Samples, "rounds without b do not pair")
}

func TestSampleIsTheQuickestBatch(t *testing.T) {
	table, err := NewTable(&Case{Ways: []Way{scripted("a", Peer, 5000, 9000, 700, 800)}}, Plan{Batch: 4 * time.Microsecond, Batches: 3})
	require.NoError(t, err) // the first answer sizes the batch
	ns, _, err := table.sample(0)
	require.NoError(t, err)
	assert.InDelta(t, 700, ns, 1e-9)
}

func TestBatchIsStretchedToHoldCollections(t *testing.T) {
	tests := map[string]struct {
		count float64
		heap  uint64
		want  float64
	}{
		"no allocation":            {1000, 0, 1000},
		"long enough already":      {1000, 1 << 20, 1000},
		"stretched to 12 MiB":      {1000, 4096, 3072},
		"stretched four times":     {1000, 16, 4000},
		"one operation is a batch": {1, 1 << 30, 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			assert.InDelta(t, tt.want, stretched(tt.count, tt.heap), 1e-9)
		})
	}
}

func TestAllocationsAreCounted(t *testing.T) {
	var sink []byte
	w := Way{Name: "w", Run: func(n int) error {
		for range n {
			sink = make([]byte, 8192)
		}
		return nil
	}}
	got, err := countAllocs(&w, 0)
	require.NoError(t, err)
	assert.Equal(t, Allocs{Calls: 1, Bytes: 8192}, got)
	assert.Len(t, sink, 8192)
}

func TestCheckNamesTheDifference(t *testing.T) {
	prints := func(s string) func() ([]byte, error) { return func() ([]byte, error) { return []byte(s), nil } }
	tests := map[string]struct {
		way  Way
		want string
	}{
		"same bytes":       {Way{Name: "w", Output: prints(`{"a":1}`)}, ""},
		"nothing to print": {Way{Name: "w"}, ""},
		"other bytes":      {Way{Name: "w", Output: prints(`{"a":2}`)}, `p/c: w prints other bytes: from byte 5 on got "{\"a\":2}", want "{\"a\":1}"`},
		"too few":          {Way{Name: "w", Output: prints(`{"a"`)}, `p/c: w prints other bytes: from byte 4 on got "{\"a\"", want "{\"a\":1}"`},
		"normalized":       {Way{Name: "w", Output: prints("{\"a\":1}\n"), Normalize: func(b []byte) []byte { return b[:len(b)-1] }}, ""},
		"failing":          {Way{Name: "w", Output: func() ([]byte, error) { return nil, errors.New("broken") }}, "p/c: w: broken"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := (&Case{Part: "p", Name: "c", Want: []byte(`{"a":1}`), Ways: []Way{tt.way}}).Check()
			if tt.want == "" {
				assert.NoError(t, err)
				return
			}
			assert.EqualError(t, err, tt.want)
		})
	}
}

func TestFailingWayEndsTheMeasurement(t *testing.T) {
	broken := errors.New("disk full")
	c := &Case{Part: "p", Name: "c", Slow: true, Ways: []Way{{Name: "w", Run: func(int) error { return broken }}}}
	table, err := NewTable(c, Plan{})
	require.NoError(t, err)
	err = table.Measure(1)
	require.ErrorIs(t, err, broken)
	assert.EqualError(t, err, "p/c: w: disk full")
}
