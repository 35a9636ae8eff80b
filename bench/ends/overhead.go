package ends

import (
	"fmt"
	"io"
	"sync"

	"github.com/linefeed-go/linefeed/bench/harness"
	"github.com/linefeed-go/linefeed/bench/marked"
	"github.com/linefeed-go/linefeed/message"
)

const overhead = "overhead"

// OverheadPart returns what Emit costs beside the marshaler: one goroutine,
// io.Discard, the smallest message.
func OverheadPart() *harness.Part {
	bar := func(way string) harness.Bar {
		return harness.Bar{Name: "Emit's own cost, " + way, Case: overhead + "/build_finished", Kind: harness.Difference,
			Ours: way, Against: "marshaler", Max: 25, Unit: "mutex"}
	}
	return &harness.Part{Name: overhead, Title: "What Emit costs beside the marshaler",
		About: "One goroutine, io.Discard. *marshaler* is AppendJSON with the newline; *mutex* is an uncontended Lock and Unlock, which no way " +
			"to share a writer can do without. Emit's own cost is emit minus marshaler, paired by round.",
		Cases: overheadCases, Bars: []harness.Bar{bar("emit"), bar("emitto")}}
}

func overheadCases(*harness.Session) ([]*harness.Case, error) {
	e := message.NewEmitter(io.Discard, nil)
	m := &marked.BuildFinished{Success: true}
	buf := make([]byte, 0, 1000)
	var mu sync.Mutex
	ways := []harness.Way{
		{Name: "emit", Role: harness.Ours, Run: func(n int) error {
			for range n {
				if err := e.Emit(m); err != nil {
					return err
				}
			}
			return nil
		}},
		{Name: "emitto", Role: harness.Ours, Run: func(n int) error {
			for range n {
				if err := m.EmitTo(e); err != nil {
					return err
				}
			}
			return nil
		}},
		{Name: "marshaler", Role: harness.Limit, Run: func(n int) (err error) {
			for range n {
				if buf, err = m.AppendJSON(buf[:0]); err != nil {
					return err
				}
				buf = append(buf, '\n')
			}
			return nil
		}},
		{Name: "mutex", Role: harness.Limit, Run: func(n int) error {
			for range n {
				mu.Lock()
				buf[:1][0]++ // something to guard
				mu.Unlock()
			}
			return nil
		}},
	}
	return []*harness.Case{{Part: overhead, Name: "build_finished", Ways: ways, Close: func() error {
		if s := e.Stats(); s.Sent != s.Written {
			return fmt.Errorf("%d of %d messages were not written", s.Sent-s.Written, s.Sent)
		}
		return nil
	}}}, nil
}
