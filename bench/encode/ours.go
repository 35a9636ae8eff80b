package encode

import (
	"bytes"
	"io"

	"github.com/linefeed-go/linefeed/bench/harness"
	"github.com/linefeed-go/linefeed/message"
)

// appender is the generated fast path.
type appender interface {
	AppendJSON(dst []byte) ([]byte, error)
}

// streamed is a message of a mixed stream: whoever holds one does not know its type.
type streamed interface {
	message.Message
	appender
}

// ours is AppendJSON into a kept buffer; run is the loop over the case's own type.
func ours(m appender, run func(n int) error) harness.Way {
	return harness.Way{Name: "ours", Role: harness.Ours, Run: run, Output: func() ([]byte, error) { return m.AppendJSON(nil) }}
}

// emitWays are Emit of a message that is used again, and EmitTo of a fresh
// literal, both to io.Discard: the whole line with its newline and its write.
func emitWays(m message.Message, fresh func(e *message.Emitter, n int) error) []harness.Way {
	return []harness.Way{
		emitting("ours-emit", func(e *message.Emitter, n int) error {
			for range n {
				if err := e.Emit(m); err != nil {
					return err
				}
			}
			return nil
		}),
		emitting("ours-emitto", fresh),
	}
}

func emitting(name string, run func(e *message.Emitter, n int) error) harness.Way {
	e := message.NewEmitter(io.Discard, nil)
	return harness.Way{
		Name: name, Role: harness.Ours, Normalize: dropNewline, Note: "ends and writes the line; compared without the newline",
		Run: func(n int) error { return run(e, n) },
		Output: func() ([]byte, error) {
			var out bytes.Buffer
			once := message.NewEmitter(&out, nil)
			err := run(once, 1)
			return out.Bytes(), err
		},
	}
}

func streamEmitWays(messages []streamed) []harness.Way {
	w := emitting("ours-emit", func(e *message.Emitter, n int) error {
		for range n {
			for _, m := range messages {
				if err := e.Emit(m); err != nil {
					return err
				}
			}
		}
		return nil
	})
	w.Normalize, w.Note = nil, "100 writes to io.Discard"
	return []harness.Way{w}
}
