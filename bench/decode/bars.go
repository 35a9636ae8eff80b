package decode

import (
	"bytes"
	"reflect"

	"github.com/linefeed-go/linefeed/bench/fixtures"
	"github.com/linefeed-go/linefeed/bench/harness"
	"github.com/linefeed-go/linefeed/bench/marked"
	"github.com/linefeed-go/linefeed/message"
)

// lineBars are the requirements on single lines.
func lineBars() []harness.Bar {
	bars := []harness.Bar{
		{Name: "decode build_finished / best Go peer", Case: part + "/build_finished", AgainstRole: harness.Peer, Max: 0.35},
		{Name: "decode artifact / best Go peer", Case: part + "/artifact", AgainstRole: harness.Peer, Max: 0.50},
		{Name: "decode artifact / Rust reason_then_struct", Case: part + "/artifact", Against: "rust-reason_then_struct", Max: 0.80},
		{Name: "decode artifact in unexpected order / easyjson", Case: part + "/artifact_reversed", Against: "easyjson", Max: 1.1},
	}
	for i := range bars {
		bars[i].Kind, bars[i].Ours = harness.Ratio, "ours"
	}
	for _, c := range []struct {
		name string
		line []byte
		into interface{ UnmarshalJSON(b []byte) error }
	}{
		{"build_finished", fixtures.BuildFinished, new(marked.BuildFinished)},
		{"artifact", fixtures.Artifact, new(marked.Artifact)},
		{"artifact_reversed", fixtures.Artifact, new(marked.Artifact)},
		{"compiler_message", fixtures.CompilerMessage, new(marked.CompilerMessage)},
	} {
		most := 0 // a line that cannot be decoded fails in its case
		if c.into.UnmarshalJSON(c.line) == nil {
			most = 1 + containers(reflect.ValueOf(c.into).Elem())
		}
		bars = append(bars, harness.Bar{
			Name: "decode " + c.name + " allocations", Case: part + "/" + c.name, Kind: harness.Count, Ours: "ours", Max: float64(most),
		})
	}
	return bars
}

// streamBars are the requirements on streams: at most one allocation a line
// beside the message, its slices, maps and pointers. The Reader's own are a few
// per stream.
func streamBars() []harness.Bar {
	bars := []harness.Bar{{
		Name: "read cargo_stream / Scanner and the best Unmarshal", Case: streamPart + "/cargo_stream", Kind: harness.Ratio,
		Ours: "ours", AgainstRole: harness.Peer, Max: 0.40,
	}}
	for _, r := range recordings {
		most := 0
		if unit, err := r.bytes(); err == nil { // else the case fails
			for m, err := range message.NewReader(bytes.NewReader(unit), r.registry, nil).Messages() {
				if err == nil {
					most += 1 + containers(reflect.ValueOf(m))
				}
			}
		}
		bars = append(bars, harness.Bar{
			Name: "read " + r.name + " allocations", Case: streamPart + "/" + r.name, Kind: harness.Count, Ours: "ours", Max: float64(most),
		})
	}
	return bars
}

// containers counts the slices, maps and pointers of a value that need memory of
// their own, those within them included.
func containers(v reflect.Value) int {
	n := 0
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			n = 1 + containers(v.Elem())
		}
	case reflect.Slice:
		if v.Len() > 0 {
			n++
		}
		for i := range v.Len() {
			n += containers(v.Index(i))
		}
	case reflect.Map:
		if v.Len() > 0 {
			n++
		}
		for _, key := range v.MapKeys() {
			n += containers(v.MapIndex(key))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			n += containers(v.Field(i))
		}
	}
	return n
}
