package message_test

import (
	"bytes"
	"context"
	"io"
	"slices"
	"testing"

	"github.com/mailru/easyjson/jwriter"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
)

// broken appends itself badly, or not at all.
type broken struct{ how string }

func (b *broken) AppendJSONDepth(dst []byte, _ int) ([]byte, error) {
	switch b.how {
	case "panics":
		panic(errBroken)
	case "fails":
		return dst, errBroken
	}
	return append(dst, b.how...), nil
}

// brokenMessage is broken and a message.
type brokenMessage struct{ broken }

func (*brokenMessage) Reason() string                    { return "broken" }
func (*brokenMessage) MarshalEasyJSON(w *jwriter.Writer) { w.RawString("7") }

// stockMessage is a message with a marshaler of easyjson's.
type stockMessage struct{ N int }

func (stockMessage) Reason() string { return "stock" }
func (m stockMessage) MarshalEasyJSON(w *jwriter.Writer) {
	w.RawString(`{"reason":"stock","n":`)
	w.Int(m.N)
	w.RawByte('}')
}

// Messages of others keep their one reason, however the list holds them.
func TestWriteListStockMessages(t *testing.T) {
	opts := &message.ListOptions{Lines: true}
	want := "{\"reason\":\"stock\",\"n\":1}\n{\"reason\":\"list-end\",\"count\":1,\"truncated\":false}\n"
	ctx := context.Background()
	one := stockMessage{1}
	for name, write := range map[string]func(w io.Writer) (message.ListStats, error){
		"values": func(w io.Writer) (message.ListStats, error) {
			return message.WriteList(ctx, w, nil, []stockMessage{one}, opts)
		},
		"pointers": func(w io.Writer) (message.ListStats, error) {
			return message.WriteList(ctx, w, nil, []*stockMessage{&one}, opts)
		},
		"interfaces": func(w io.Writer) (message.ListStats, error) {
			return message.WriteList(ctx, w, nil, []message.Message{one}, opts)
		},
		"seq of values": func(w io.Writer) (message.ListStats, error) {
			return message.WriteListSeq(ctx, w, nil, slices.Values([]stockMessage{one}), opts)
		},
		"seq of pointers": func(w io.Writer) (message.ListStats, error) {
			return message.WriteListSeq(ctx, w, nil, slices.Values([]*stockMessage{&one}), opts)
		},
		"visitor": func(w io.Writer) (message.ListStats, error) {
			return message.WriteListFunc(ctx, w, nil, func(l *message.ListWriter) error { return l.Item(one) }, opts)
		},
	} {
		var out bytes.Buffer
		_, err := write(&out)
		require.NoError(t, err, name)
		assert.Equal(t, want, out.String(), name)
	}
}

func TestWriteListBrokenItems(t *testing.T) {
	for _, c := range []struct {
		name  string
		write func(w io.Writer, opts *message.ListOptions) (message.ListStats, error)
		lines bool
		want  string
	}{
		{"panic", func(w io.Writer, o *message.ListOptions) (message.ListStats, error) {
			return message.WriteList(context.Background(), w, nil, []broken{{"1"}, {"panics"}}, o)
		}, false, "list: item 1: panic: broken"},
		{"error", func(w io.Writer, o *message.ListOptions) (message.ListStats, error) {
			return message.WriteList(context.Background(), w, nil, []*broken{{"1"}, {"fails"}}, o)
		}, false, "list: item 1: broken"},
		{"error in a line", func(w io.Writer, o *message.ListOptions) (message.ListStats, error) {
			return message.WriteList(context.Background(), w, nil, []broken{{"{}"}, {"fails"}}, o)
		}, true, "list: item 1: broken"},
		{"panic in a line", func(w io.Writer, o *message.ListOptions) (message.ListStats, error) {
			return message.WriteListSeq(context.Background(), w, nil, slices.Values([]any{failing{}}), o)
		}, true, "list: item 0: message_test.failing.MarshalJSON: broken"},
		{"message that is no object", func(w io.Writer, o *message.ListOptions) (message.ListStats, error) {
			return message.WriteList(context.Background(), w, nil, []*brokenMessage{{broken{"7"}}}, o)
		}, true, "list: item 0: not a JSON object"},
		{"raw after the end", func(w io.Writer, o *message.ListOptions) (message.ListStats, error) {
			return message.WriteListFunc(context.Background(), w, nil, func(l *message.ListWriter) error {
				_ = l.Fail(errBroken)
				return l.Null()
			}, o)
		}, false, "list: source at item 0: broken"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			_, err := c.write(&out, &message.ListOptions{Lines: c.lines})
			assert.EqualError(t, err, c.want)
			assert.Empty(t, out.String())
		})
	}
}
