// Package memory looks at what an Emitter holds after a huge message.
package memory

import (
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/mailru/easyjson/jwriter"

	"github.com/linefeed-go/linefeed/bench/harness"
	"github.com/linefeed-go/linefeed/bench/marked"
	"github.com/linefeed-go/linefeed/message"
)

const (
	huge   = 64 << 20
	small  = 1_000
	atMost = 1 << 20
)

// Part returns the memory bars.
func Part() *harness.Part {
	return &harness.Part{Name: "memory", Title: "What an Emitter holds", Values: values}
}

func values(*harness.Session) ([]harness.Verdict, error) {
	text := strings.Repeat("a line of a log\n", huge/16)
	kinds := []struct {
		name string
		big  message.Message
	}{
		{"generated marshaler", &marked.Artifact{PackageID: text}},
		{"foreign marshaler", foreign(text)},
	}
	var out []harness.Verdict
	for _, k := range kinds {
		for _, d := range []struct {
			name string
			is   message.Durability
		}{{"Written", message.Written}, {"Buffered", message.Buffered}} {
			held, err := heldAfter(k.big, &message.EmitterOptions{Durability: d.is})
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", k.name, d.name, err)
			}
			out = append(out, harness.JudgeValue(harness.Bar{
				Name: fmt.Sprintf("held after 64 MiB and 1,000 small, %s, %s", k.name, d.name), Kind: harness.Bytes, Max: atMost,
			}, held))
		}
	}
	return out, nil
}

// heldAfter emits a huge message and many small ones, and returns by how much the
// live heap has grown. easyjson's own pool, which every easyjson program shares,
// has the 32 KiB chunks of the foreign message until the second collection.
func heldAfter(big message.Message, opts *message.EmitterOptions) (float64, error) {
	before := harness.LiveHeap()
	e := message.NewEmitter(io.Discard, opts)
	if err := e.Emit(big); err != nil {
		return 0, err
	}
	for range small {
		if err := e.Emit(&marked.BuildFinished{Success: true}); err != nil {
			return 0, err
		}
	}
	if err := e.Flush(); err != nil {
		return 0, err
	}
	after := harness.LiveHeap()
	runtime.KeepAlive(big)
	runtime.KeepAlive(e)
	if err := e.Close(); err != nil {
		return 0, err
	}
	return max(0, float64(after)-float64(before)), nil
}

// foreign is a message with a marshaler that the generator did not write.
type foreign string

// Reason returns "huge-text".
func (foreign) Reason() string { return "huge-text" }

// MarshalEasyJSON writes the text.
func (f foreign) MarshalEasyJSON(w *jwriter.Writer) {
	w.RawString(`{"reason":"huge-text","text":`)
	w.String(string(f))
	w.RawByte('}')
}
