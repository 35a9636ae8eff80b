package report

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/bench/harness"
	"github.com/linefeed-go/linefeed/message"
)

func TestNumber(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 0.1234: "0.123", 3.256: "3.26", 31.44: "31.4", 316.4: "316", 1234.4: "1,234", 1234567: "1,234,567",
		-22.21: "-22.2", -1234.4: "-1,234", -123.4: "-123", math.Inf(1): "-",
	} {
		assert.Equal(t, want, number(x))
	}
	assert.Equal(t, "-", number(math.NaN()))
}

func TestGrid(t *testing.T) {
	g := newGrid("way", "ns/op", "note")
	g.left[2] = true
	g.add("ours", "3.26", "")
	g.add("a|b", "1,200", "été")
	var out bytes.Buffer
	require.NoError(t, g.writeText(&out))
	assert.Equal(t, "  way   ns/op  note\n  ours   3.26\n  a|b   1,200  été\n", out.String())
	assert.Equal(t, "| way | ns/op | note |\n| --- | --: | --- |\n| ours | 3.26 |  |\n| a\\|b | 1,200 | été |\n", g.markdown())
}

func TestReplaceChapter(t *testing.T) {
	text := []byte("# A\n<!-- bench:x -->\nold\n<!-- /bench:x -->\nend\n")
	got, err := replaceChapter(text, "x", "new\n")
	require.NoError(t, err)
	assert.Equal(t, "# A\n<!-- bench:x -->\n\nnew\n\n<!-- /bench:x -->\nend\n", string(got))
	again, err := replaceChapter(got, "x", "new\n")
	require.NoError(t, err)
	assert.Equal(t, string(got), string(again), "writing it twice changes nothing")
	_, err = replaceChapter(text, "y", "new")
	assert.EqualError(t, err, `the chapter "y" has no place: <!-- bench:y --> and <!-- /bench:y --> are missing`)
}

// fixedTable is a table of two ways that take a fixed time.
func fixedTable(t *testing.T) *harness.Table {
	t.Helper()
	way := func(name string, role harness.Role, ns int) harness.Way {
		return harness.Way{Name: name, Role: role, Allocs: &harness.Allocs{}, Remote: func(n int) (time.Duration, error) {
			return time.Duration(n * ns), nil
		}}
	}
	c := &harness.Case{Part: "p", Name: "c", Size: 100, Ways: []harness.Way{way("ours", harness.Ours, 100), way("peer", harness.Peer, 400)}}
	table, err := harness.NewTable(c, harness.Plan{Batch: time.Microsecond, Batches: 1})
	require.NoError(t, err)
	require.NoError(t, table.Measure(6))
	return table
}

func TestLines(t *testing.T) {
	var out bytes.Buffer
	e := message.NewEmitter(&out, nil)
	require.NoError(t, TableLines(e, fixedTable(t)))
	require.NoError(t, VerdictLines(e, []harness.Verdict{
		{Bar: harness.Bar{Name: "b", Kind: harness.Ratio, Max: 0.5}, Against: "peer", Value: harness.Range{Median: 0.25, Low: 0.25, High: 0.25, Samples: 6}, Status: harness.Pass},
		{Bar: harness.Bar{Name: "c", Kind: harness.Ratio, Max: 0.5}, Value: harness.Range{Median: math.NaN()}, Status: harness.Skipped, Note: "no rust here"},
	}))
	require.NoError(t, e.Close())
	assert.Equal(t, `{"reason":"time-result","part":"p","case":"c","way":"ours","role":"ours","clock":"cpu","samples":6,"batch":10,"ns_min":100,"ns_p25":100,"ns_median":100,"ns_p75":100,"other_ns_median":100,"alloc_calls":0,"alloc_bytes":0,"bytes_per_op":100,"ours_ratio":1,"ours_ratio_low":1,"ours_ratio_high":1}
{"reason":"time-result","part":"p","case":"c","way":"peer","role":"peer","clock":"cpu","samples":6,"batch":3,"ns_min":400,"ns_p25":400,"ns_median":400,"ns_p75":400,"other_ns_median":400,"alloc_calls":0,"alloc_bytes":0,"bytes_per_op":100,"ours_ratio":0.25,"ours_ratio_low":0.25,"ours_ratio_high":0.25}
{"reason":"verdict","bar":"b","kind":"ratio","against":"peer","median":0.25,"low":0.25,"high":0.25,"samples":6,"required":0.5,"status":"PASS"}
{"reason":"verdict","bar":"c","kind":"ratio","median":0,"low":0,"high":0,"samples":0,"required":0.5,"status":"SKIPPED","note":"no rust here"}
`, out.String())
}

func TestChart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "chart.svg")
	require.NoError(t, Chart(path, []*harness.Table{fixedTable(t)}))
	svg, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, want := range []string{"<svg", "ours *", "peer", "c: ns per operation", "</svg>"} {
		assert.Contains(t, string(svg), want)
	}
}

func TestSeeds(t *testing.T) {
	for name, tt := range map[string]struct {
		what          quantity
		before, after float64
		want          string
	}{
		"times":              {times, 173.91, 89.814, "174 ns → 89.8 ns (-48.4 %)"},
		"long times":         {times, 25_700_000, 3_240, "25.7 ms → 3.24 µs (-100.0 %)"},
		"calls":              {calls, 210_021, 16, "210,021 → 16 (-100.0 %)"},
		"bytes":              {heap, 16, 0, "16 B → 0 B (-100.0 %)"},
		"large":              {peak, 27e6, 4.2e6, "27.0 MB → 4.2 MB (-84.4 %)"},
		"nothing to compare": {heap, 752, absent, "752 B → -"},
		"not measured":       {heap, absent, absent, "-"},
	} {
		assert.Equal(t, tt.want, fromTo(tt.what, tt.before, tt.after), name)
	}
	assert.Empty(t, seedsChapter([]*harness.Outcome{{Tables: []*harness.Table{fixedTable(t)}}}), "no case of theirs was measured")
}

func TestFigures(t *testing.T) {
	way := func(name string, figures []float64) harness.Way {
		return harness.Way{Name: name, Role: harness.Ours, Allocs: &harness.Allocs{}, Remote: func(n int) (time.Duration, error) { return time.Duration(n), nil },
			Figures: func() ([]float64, error) { return figures, nil }}
	}
	c := &harness.Case{Part: "p", Name: "c", Slow: true, Figures: []string{"writes", "growth"},
		Ways: []harness.Way{way("a", []float64{5, math.NaN()}), way("b", []float64{1_010, 0.5})}}
	table, err := harness.NewTable(c, harness.Plan{})
	require.NoError(t, err)
	require.NoError(t, table.Measure(6))
	g := tableGrid(table)
	assert.Equal(t, []string{"writes", "growth"}, g.head[6:8])
	assert.Equal(t, []string{"5", "-"}, g.rows[0][6:8])
	assert.Equal(t, []string{"1,010", "0.5"}, g.rows[1][6:8])
	assert.Equal(t, map[string]float64{"writes": 5}, figures(table, table.Rows()[0]), "what cannot be found out is left out")
}
