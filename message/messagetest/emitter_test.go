package messagetest_test

import (
	"io"
	"testing"
	"time"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/messagetest"
)

func TestMessageEmitter(t *testing.T) {
	t.Parallel()
	tests := map[string]*message.EmitterOptions{
		"no options":       nil,
		"buffered":         {Durability: message.Buffered},
		"small buffer":     {Durability: message.Buffered, BufferSize: 100},
		"flushed by clock": {Durability: message.Buffered, FlushEvery: time.Hour},
		"synced":           {Durability: message.Synced},
		"queue":            {Queue: 2_000},
		"every stamp":      {Seq: true, Time: true, Run: "r1"},
		"HTML escaped":     {EscapeHTML: true},
	}
	for name, opts := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			messagetest.TestEmitter(t, func(w io.Writer) messagetest.Emitter {
				return message.NewEmitter(w, opts)
			})
		})
	}
}

// counting is a writer that stands between an emitter and its end.
type counting struct {
	w     io.Writer
	bytes int
}

func (c *counting) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.bytes += max(n, 0)
	return n, err
}

func ExampleTestEmitter() {
	var t *testing.T // the test's own
	messagetest.TestEmitter(t, func(w io.Writer) messagetest.Emitter {
		return message.NewEmitter(&counting{w: w}, nil)
	})
}

func TestWriterBetween(t *testing.T) {
	t.Parallel()
	messagetest.TestEmitter(t, func(w io.Writer) messagetest.Emitter {
		return message.NewEmitter(&counting{w: w}, nil)
	})
}
