package harness

import (
	"math"
	"slices"
)

// Confidence is the coverage that the range of a median has at least.
const Confidence = 0.95

// Range is a median with its confidence range, the number of samples it is
// drawn from, and the smallest of them.
type Range struct {
	Median, Low, High float64
	Samples           int
	Min               float64
}

// Summarize returns the median of xs with its order-statistic interval: the
// narrowest pair of samples, symmetric by rank, between which the true median
// lies with [Confidence]. It assumes nothing about the samples' distribution.
// Below six samples no pair reaches that; the range is then the whole of xs.
// NaNs are left out; without samples everything is NaN.
func Summarize(xs []float64) Range {
	sorted := make([]float64, 0, len(xs))
	for _, x := range xs {
		if !math.IsNaN(x) {
			sorted = append(sorted, x)
		}
	}
	slices.Sort(sorted)
	n := len(sorted)
	if n == 0 {
		return Range{Median: math.NaN(), Low: math.NaN(), High: math.NaN(), Min: math.NaN()}
	}
	k := intervalRank(n)
	return Range{Median: median(sorted), Low: sorted[k], High: sorted[n-1-k], Samples: n, Min: sorted[0]}
}

func median(sorted []float64) float64 {
	n := len(sorted)
	if n%2 == 1 {
		return sorted[n/2]
	}
	return (sorted[n/2-1] + sorted[n/2]) / 2
}

// quantile returns the sample at the fraction q of a sorted list.
func quantile(sorted []float64, q float64) float64 {
	return sorted[int(q*float64(len(sorted)-1))]
}

// intervalRank returns the largest k for which the k-th sample from either end
// (counted from 0) encloses the median with [Confidence]: the number of samples
// below the median is binomial, B(n, 1/2), so both tails of k samples together
// must stay below 1 - Confidence.
func intervalRank(n int) int {
	tail, k := 0.0, 0
	for ; k <= n/2; k++ {
		tail += binomialHalf(n, k)
		if 2*tail > 1-Confidence {
			break
		}
	}
	return max(0, k-1)
}

// binomialHalf is the probability of k heads in n throws of a fair coin.
func binomialHalf(n, k int) float64 {
	lg := func(x int) float64 { v, _ := math.Lgamma(float64(x) + 1); return v }
	return math.Exp(lg(n) - lg(k) - lg(n-k) - float64(n)*math.Ln2)
}
