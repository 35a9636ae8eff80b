package harness

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// scripted is a way that takes the given times per operation in turn, the last
// one for ever.
func scripted(name string, role Role, ns ...int) Way {
	call := 0
	return Way{Name: name, Role: role, Remote: func(n int) (time.Duration, error) {
		i := min(call, len(ns)-1)
		call++
		return time.Duration(ns[i] * n), nil
	}, Allocs: &Allocs{}}
}

// measured measures a case of scripted ways. Slow cases take one sample of one
// operation per round, so the script is followed to the letter.
func measured(t *testing.T, plan Plan, ways ...Way) *Table {
	t.Helper()
	table, err := NewTable(&Case{Part: "p", Name: "c", Ways: ways, Slow: true}, plan)
	require.NoError(t, err)
	require.NoError(t, table.Measure(plan.Rounds))
	return table
}

func TestJudge(t *testing.T) {
	seven := Plan{Rounds: 7}
	ratioBar := func(limit float64) Bar {
		return Bar{Name: "b", Case: "p/c", Kind: Ratio, Ours: "ours", AgainstRole: Peer, Max: limit}
	}
	tests := map[string]struct {
		bar     Bar
		ways    []Way
		status  Status
		against string
		median  float64
		noted   bool
	}{
		"clearly below": {ratioBar(0.5), []Way{scripted("ours", Ours, 100), scripted("a", Peer, 400)}, Pass, "a", 0.25, false},
		"clearly above": {ratioBar(0.2), []Way{scripted("ours", Ours, 100), scripted("a", Peer, 400)}, Miss, "a", 0.25, false},
		"exactly at":    {ratioBar(0.25), []Way{scripted("ours", Ours, 100), scripted("a", Peer, 400)}, Pass, "a", 0.25, false},
		"the best peer counts": {ratioBar(0.3), []Way{
			scripted("ours", Ours, 100), scripted("slow", Peer, 1000), scripted("quick", Peer, 200), scripted("limit", Limit, 50),
		}, Miss, "quick", 0.5, false},
		"within noise, median below": {ratioBar(0.5), []Way{
			scripted("ours", Ours, 100, 100, 100, 100, 100, 300, 300), scripted("a", Peer, 400),
		}, Pass, "a", 0.25, true},
		"within noise, median above": {ratioBar(0.5), []Way{
			scripted("ours", Ours, 300, 300, 300, 300, 300, 100, 100), scripted("a", Peer, 400),
		}, Miss, "a", 0.75, true},
		"nothing to hold against": {ratioBar(0.5), []Way{scripted("ours", Ours, 100)}, Skipped, "", 0, true},
		"a named way that is not here": {
			Bar{Name: "b", Case: "p/c", Kind: Ratio, Ours: "ours", Against: "rust", Max: 1},
			[]Way{scripted("ours", Ours, 100)}, Skipped, "", 0, true,
		},
		"a difference": {
			Bar{Name: "b", Case: "p/c", Kind: Difference, Ours: "ours", Against: "a", Max: 25},
			[]Way{scripted("ours", Ours, 130), scripted("a", Limit, 100)}, Miss, "a", 30, false,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			v, err := Judge(measured(t, seven, tt.ways...), tt.bar)
			require.NoError(t, err)
			assert.Equal(t, tt.status, v.Status)
			assert.Equal(t, tt.against, v.Against)
			assert.InDelta(t, tt.median, v.Value.Median, 1e-9)
			assert.Equal(t, tt.noted, v.Note != "", "note: %q", v.Note)
		})
	}
}

func TestJudgeSamplesAgainUntilBelow(t *testing.T) {
	for name, ns := range map[string][]int{
		"undecided":         {100, 100, 100, 300, 300, 300, 100},
		"a burst of misses": {300, 300, 300, 300, 300, 300, 100},
	} {
		t.Run(name, func(t *testing.T) {
			table := measured(t, Plan{Rounds: 6, Retry: time.Minute}, scripted("ours", Ours, ns...), scripted("a", Peer, 400))
			v, err := Judge(table, Bar{Name: "b", Kind: Ratio, Ours: "ours", AgainstRole: Peer, Max: 0.5})
			require.NoError(t, err)
			assert.Equal(t, Pass, v.Status)
			assert.Greater(t, v.Value.Samples, 6)
			assert.Empty(t, v.Note, "more samples have decided it")
		})
	}
	table := measured(t, Plan{Rounds: 6, Retry: time.Millisecond}, scripted("ours", Ours, 300), scripted("a", Peer, 400))
	v, err := Judge(table, Bar{Name: "b", Kind: Ratio, Ours: "ours", AgainstRole: Peer, Max: 0.5})
	require.NoError(t, err)
	assert.Equal(t, Miss, v.Status, "a true miss stays one when the time is over")
}

func TestJudgeCounts(t *testing.T) {
	w := scripted("ours", Ours, 100)
	w.Allocs = &Allocs{Calls: 2}
	c := &Case{Part: "p", Name: "c", Ways: []Way{w}}
	table, err := NewTable(c, Plan{Rounds: 1})
	require.NoError(t, err)
	v, err := Judge(table, Bar{Kind: Count, Ours: "ours", Max: 1})
	require.NoError(t, err)
	assert.Equal(t, Miss, v.Status)
	v, err = Judge(table, Bar{Kind: Count, Ours: "ours", Max: 2})
	require.NoError(t, err)
	assert.Equal(t, Pass, v.Status)
	_, err = Judge(table, Bar{Kind: Count, Ours: "nobody"})
	require.ErrorContains(t, err, `no way "nobody"`)
}

func TestJudgeFigures(t *testing.T) {
	w := scripted("ours", Ours, 100)
	w.Allocs = &Allocs{Calls: 1, Bytes: 72}
	w.Figures = func() ([]float64, error) { return []float64{5, math.NaN()}, nil }
	table, err := NewTable(&Case{Part: "p", Name: "c", Slow: true, Figures: []string{"writes", "growth"}, Ways: []Way{w, scripted("a", Peer, 1)}}, Plan{Rounds: 1})
	require.NoError(t, err)
	for name, tt := range map[string]struct {
		bar    Bar
		status Status
	}{
		"heap below":          {Bar{Kind: Heap, Ours: "ours", Max: 160}, Pass},
		"heap above":          {Bar{Kind: Heap, Ours: "ours", Max: 71}, Miss},
		"a figure":            {Bar{Kind: Figure, Figure: "writes", Ours: "ours", Max: 5}, Pass},
		"a figure above":      {Bar{Kind: Figure, Figure: "writes", Ours: "ours", Max: 4}, Miss},
		"cannot be found out": {Bar{Kind: Figure, Figure: "growth", Ours: "ours", Max: 4}, Skipped},
	} {
		v, err := Judge(table, tt.bar)
		require.NoError(t, err, name)
		assert.Equal(t, tt.status, v.Status, name)
	}
	_, err = Judge(table, Bar{Kind: Figure, Figure: "size", Ours: "ours"})
	require.ErrorContains(t, err, `no figure "size"`)
	_, err = Judge(table, Bar{Kind: Figure, Figure: "writes", Ours: "a"})
	require.ErrorContains(t, err, `no figure "writes"`)
}
