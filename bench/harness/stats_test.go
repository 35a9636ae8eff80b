package harness

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSummarize(t *testing.T) {
	nan := math.NaN()
	tests := map[string]struct {
		xs   []float64
		want Range
	}{
		"odd count":             {[]float64{3, 1, 2}, Range{Median: 2, Low: 1, High: 3, Samples: 3, Min: 1}},
		"even count":            {[]float64{4, 1, 3, 2}, Range{Median: 2.5, Low: 1, High: 4, Samples: 4, Min: 1}},
		"one sample":            {[]float64{7}, Range{Median: 7, Low: 7, High: 7, Samples: 1, Min: 7}},
		"missing rounds":        {[]float64{nan, 5, nan}, Range{Median: 5, Low: 5, High: 5, Samples: 1, Min: 5}},
		"nine leave out one":    {[]float64{1, 2, 3, 4, 5, 6, 7, 8, 9}, Range{Median: 5, Low: 2, High: 8, Samples: 9, Min: 1}},
		"an outlier has no say": {[]float64{1, 2, 3, 4, 5, 6, 7, 8, 900}, Range{Median: 5, Low: 2, High: 8, Samples: 9, Min: 1}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, Summarize(tt.xs))
		})
	}
	assert.True(t, math.IsNaN(Summarize(nil).Median), "no samples, no median")
}

// The ranks are those of published tables of the median's 95 % interval.
func TestIntervalRank(t *testing.T) {
	for n, wantFromOne := range map[int]int{6: 1, 8: 1, 9: 2, 11: 2, 12: 3, 20: 6, 25: 8, 41: 14, 100: 40} {
		assert.Equal(t, wantFromOne-1, intervalRank(n), "of %d samples", n)
	}
}

func TestIntervalCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const trials, samples, median = 2000, 15, 0.5
	covered := 0
	for range trials {
		xs := make([]float64, samples)
		for i := range xs {
			xs[i] = rng.Float64()
		}
		if r := Summarize(xs); r.Low <= median && median <= r.High {
			covered++
		}
	}
	assert.GreaterOrEqual(t, float64(covered)/trials, Confidence-0.01)
}
