// Package record holds the lines that the benchmark program writes: its own
// machine messages, printed by its own generated marshalers.
package record

import (
	"time"

	"github.com/linefeed-go/linefeed/message"
)

//go:generate go tool linefeed gen

// RunStarted opens a stream of results: where and how they were measured.
type RunStarted struct {
	_       message.Reason `reason:"run-started"`
	Command string         `json:"command"`
	Time    time.Time      `json:"time"`
	Machine string         `json:"machine"`
	CPUs    int            `json:"cpus"`
	System  string         `json:"system"`
	Go      string         `json:"go"`
	// Rust names the compiler and crates of the baseline, "" if it did not run.
	Rust    string            `json:"rust"`
	Modules map[string]string `json:"modules"`
	Rounds  int               `json:"rounds"`
}

// TimeResult is what one way of a case took, per operation.
type TimeResult struct {
	_       message.Reason `reason:"time-result"`
	Part    string         `json:"part"`
	Case    string         `json:"case"`
	Way     string         `json:"way"`
	Role    string         `json:"role"`
	Clock   string         `json:"clock"`
	Samples int            `json:"samples"`
	Batch   int            `json:"batch"`
	// The times are nanoseconds per operation by the case's clock.
	NSMin    float64 `json:"ns_min"`
	NSP25    float64 `json:"ns_p25"`
	NSMedian float64 `json:"ns_median"`
	NSP75    float64 `json:"ns_p75"`
	// OtherNSMedian is by the other clock (cpu or wall).
	OtherNSMedian float64 `json:"other_ns_median"`
	AllocCalls    uint64  `json:"alloc_calls"`
	AllocBytes    uint64  `json:"alloc_bytes"`
	// Figures are exact ones that the case has beside, by name.
	Figures       map[string]float64 `json:"figures,omitempty"`
	BytesPerOp    int                `json:"bytes_per_op"`
	OursRatio     float64            `json:"ours_ratio"`
	OursRatioLow  float64            `json:"ours_ratio_low"`
	OursRatioHigh float64            `json:"ours_ratio_high"`
	Note          string             `json:"note,omitempty"`
}

// Verdict is a requirement with what was measured.
type Verdict struct {
	_        message.Reason `reason:"verdict"`
	Bar      string         `json:"bar"`
	Kind     string         `json:"kind"`
	Against  string         `json:"against,omitempty"`
	Median   float64        `json:"median"`
	Low      float64        `json:"low"`
	High     float64        `json:"high"`
	Samples  int            `json:"samples"`
	Required float64        `json:"required"`
	Status   string         `json:"status"`
	Note     string         `json:"note,omitempty"`
}

// RunFinished closes a stream of results.
type RunFinished struct {
	_              message.Reason `reason:"run-finished"`
	Passed         int            `json:"passed"`
	Missed         int            `json:"missed"`
	Skipped        int            `json:"skipped"`
	ElapsedSeconds float64        `json:"elapsed_seconds"`
}

// PeakResult is what a process needed to read a short line, a long one and
// another short one. It is what the program peak prints.
type PeakResult struct {
	_         message.Reason `reason:"peak-result"`
	Way       string         `json:"way"`
	LineBytes int64          `json:"line_bytes"`
	// Neighbours is how many of the two short lines have arrived as messages.
	Neighbours int `json:"neighbours"`
	// Long tells what became of the long line: "message", "reported" or "lost".
	Long      string `json:"long"`
	PeakBytes int64  `json:"peak_bytes"`
}
