package report

import (
	"math"

	"github.com/linefeed-go/linefeed/bench/harness"
	"github.com/linefeed-go/linefeed/bench/record"
	"github.com/linefeed-go/linefeed/message"
)

// TableLines emits a time-result for each way of a table.
func TableLines(e *message.Emitter, t *harness.Table) error {
	for _, r := range t.Rows() {
		line := record.TimeResult{
			Part: t.Case.Part, Case: t.Case.Name, Way: r.Way.Name, Role: string(r.Way.Role), Clock: string(t.Case.Clock),
			Samples: r.NS.Samples, Batch: r.Batch,
			NSMin: figure(r.NS.Min), NSP25: figure(r.P25), NSMedian: figure(r.NS.Median), NSP75: figure(r.P75),
			OtherNSMedian: figure(r.Other.Median), AllocCalls: r.Allocs.Calls, AllocBytes: r.Allocs.Bytes, BytesPerOp: t.Case.Size,
			OursRatio: figure(r.Ratio.Median), OursRatioLow: figure(r.Ratio.Low), OursRatioHigh: figure(r.Ratio.High),
			Figures: figures(t, r), Note: r.Way.Note,
		}
		if err := line.EmitTo(e); err != nil {
			return err
		}
	}
	return nil
}

// figures are the case's own, by name; those that the way has not are left out.
func figures(t *harness.Table, r harness.Row) map[string]float64 {
	if len(r.Figures) == 0 {
		return nil
	}
	out := make(map[string]float64, len(r.Figures))
	for i, name := range t.Case.Figures {
		if !math.IsNaN(r.Figures[i]) {
			out[name] = figure(r.Figures[i])
		}
	}
	return out
}

// VerdictLines emits a verdict for each bar.
func VerdictLines(e *message.Emitter, verdicts []harness.Verdict) error {
	for _, v := range verdicts {
		line := record.Verdict{
			Bar: v.Bar.Name, Kind: string(v.Bar.Kind), Against: v.Against,
			Median: figure(v.Value.Median), Low: figure(v.Value.Low), High: figure(v.Value.High), Samples: v.Value.Samples,
			Required: v.Bar.Max, Status: string(v.Status), Note: v.Note,
		}
		if err := line.EmitTo(e); err != nil {
			return err
		}
	}
	return nil
}

// SurveyLines emits what a survey has for programs.
func SurveyLines(e *message.Emitter, s *harness.Survey) error {
	for _, line := range s.Lines {
		if err := e.Emit(line); err != nil {
			return err
		}
	}
	return nil
}

// figure rounds to what can be read out of a measurement; JSON has no NaN and
// no infinities, a figure that could not be had is 0.
func figure(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return math.Round(x*1e4) / 1e4
}
