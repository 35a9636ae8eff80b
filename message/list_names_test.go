package message_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"

	"github.com/mailru/easyjson/jwriter"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// No name stands twice in a document, nor in the last line.
func TestWriteListNames(t *testing.T) {
	const own = " is one of the list's own"
	for _, c := range []struct {
		name       string
		head, tail any
		opts       message.ListOptions
		want       string // the document, or the error
	}{
		{"the items' name in the head", map[string]int{"items": 1}, nil, message.ListOptions{}, `list: message "list head": the member "items" is that of the items`},
		{"escaped", newRaw(t, `{"\u0069tems":1}`), nil, message.ListOptions{}, `list: message "list head": the member "\u0069tems" is that of the items`},
		{"another name for the items", map[string]int{"items": 1}, nil, message.ListOptions{Key: "rows"}, `{"items":1,"rows":[1]}`},
		{"the items' name deeper", map[string]any{"a": map[string]int{"items": 1}}, nil, message.ListOptions{}, `{"a":{"items":1},"items":[1]}`},
		{"the items' name in the tail", nil, map[string]int{"items": 1}, message.ListOptions{}, `list: message "list tail": the member "items" is that of the items`},
		{"head and tail", map[string]int{"a": 1}, map[string]int{"a": 1}, message.ListOptions{}, `list: message "list tail": the member "a" stands twice`},
		{"count without a footer", map[string]int{"count": 1}, nil, message.ListOptions{}, `{"count":1,"items":[1]}`},
		{"count and a footer", map[string]int{"count": 1}, nil, message.ListOptions{Footer: true}, `list: message "list head": the member "count"` + own},
		{"error and notes", map[string]int{"error": 1}, nil, message.ListOptions{OnError: message.SkipWithNote}, `list: message "list head": the member "error"` + own},
		{"skips in the tail", nil, map[string]int{"skips": 1}, message.ListOptions{Footer: true}, `list: message "list tail": the member "skips"` + own},
		{"items called count", nil, nil, message.ListOptions{Key: "count"}, `{"count":[1]}`},
		{"items called count, and a footer", nil, nil, message.ListOptions{Key: "count", Footer: true}, `list: message "list head": the items' member "count"` + own},
		{"lines, head", map[string]int{"count": 1, "items": 2}, nil, message.ListOptions{Lines: true},
			`{"reason":"list","count":1,"items":2}` + "\n" + `{"reason":"item","value":1}` + "\n" + `{"reason":"list-end","count":1,"truncated":false}`},
		{"lines, tail", nil, map[string]int{"truncated": 1}, message.ListOptions{Lines: true}, `list: message "list tail": the member "truncated"` + own},
		{"lines, tail with a reason", nil, map[string]int{"reason": 1}, message.ListOptions{Lines: true}, `list: message "list tail": the member "reason"` + own},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			c.opts.Tail = c.tail
			_, err := message.WriteList(context.Background(), &out, c.head, []int{1}, &c.opts)
			if !strings.HasPrefix(c.want, "list: ") {
				require.NoError(t, err)
				assert.Equal(t, c.want+"\n", out.String())
				return
			}
			assert.EqualError(t, err, c.want)
			assert.Empty(t, out.String())
		})
	}
}

// A document that has a footer's name already cannot be closed with one: it
// stays unterminated.
func TestWriteListNamesClosing(t *testing.T) {
	for _, opts := range []message.ListOptions{
		{FlushSize: 1, Tail: map[string]int{"error": 0}},
		{FlushSize: 1, Key: "truncated"},
	} {
		var out bytes.Buffer
		stats, err := message.WriteListSeq2(context.Background(), &out, nil, func(yield func(int, error) bool) {
			_ = yield(1, nil) && yield(0, errBroken)
		}, &opts)
		require.ErrorIs(t, err, errBroken)
		assert.True(t, stats.Truncated)
		assert.True(t, strings.HasSuffix(out.String(), `":[1`), out.String())
	}
}

// reasonless is a message whose marshaler leaves the reason to others.
type reasonless struct{ reason string }

func (m reasonless) Reason() string                  { return m.reason }
func (reasonless) MarshalEasyJSON(w *jwriter.Writer) { w.RawString(`{"n":1}`) }

// embedded has a message's methods, but a marshaler of its own.
type embedded struct{ listHead }

func (embedded) MarshalJSON() ([]byte, error)      { return []byte(`{"reason":"list","own":1}`), nil }
func (embedded) MarshalEasyJSON(w *jwriter.Writer) { w.RawString(`{"reason":"list","own":1}`) }

// A line begins with exactly one reason, wherever it comes from.
func TestWriteListLinesReason(t *testing.T) {
	for _, c := range []struct {
		name string
		item any
		want string // the line, or the error
	}{
		{"a message in raw", newRaw(t, `{"reason" : "module", "a":1}`), `{"reason":"module","a":1}`},
		{"only a reason", newRaw(t, `{"reason":""}`), `{"reason":""}`},
		{"a message in a map", map[string]any{"reason": "module"}, `{"reason":"module"}`},
		{"its name escaped", newRaw(t, `{"\u0072eason":"module"}`), `{"\u0072eason":"module"}`},
		{"reason behind others", map[string]any{"a": 1, "reason": "module"}, `list: item 0: the member "reason" must be the first, or be left to the emitter`},
		{"reason that is no string", newRaw(t, `{"reason":7}`), `list: item 0: the member "reason" is not a string`},
		{"reason deeper, and as a value", newRaw(t, `{"a":{"reason":1},"b":"reason"}`), `{"reason":"x","a":{"reason":1},"b":"reason"}`},
		{"backslashes", map[string]string{"a": `\"reason":`}, `{"reason":"x","a":"\\\"reason\":"}`},
		{"a message that leaves it out", reasonless{"mine"}, `{"reason":"mine","n":1}`},
		{"a message that embeds another", &embedded{}, `{"reason":"list","own":1}`},
		{"an unknown message", &message.Unknown{Name: "u", Raw: []byte(`{"a":1,"reason":"u"}`)}, `{"a":1,"reason":"u"}`},
		{"an empty object", struct{}{}, `{"reason":"x"}`},
		{"null", nil, `{"reason":"x","value":null}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			_, err := message.WriteList(context.Background(), &out, nil, []any{c.item}, &message.ListOptions{Lines: true, ItemReason: "x"})
			if strings.HasPrefix(c.want, "list: ") {
				assert.EqualError(t, err, c.want)
				assert.Empty(t, out.String())
				return
			}
			require.NoError(t, err)
			line, _, _ := strings.Cut(out.String(), "\n")
			assert.Equal(t, c.want, line)
		})
	}
	t.Run("a head that is a message", func(t *testing.T) {
		var out bytes.Buffer
		// What a generated WriteList passes: the head of a message, without its methods.
		_, err := message.WriteListField(context.Background(), &out, headOnly{}, "items", []int{}, &message.ListOptions{Lines: true})
		require.NoError(t, err)
		assert.Equal(t, `{"reason":"carps","kind":"L"}`+"\n"+`{"reason":"list-end","count":0,"truncated":false}`+"\n", out.String())
	})
}

type headOnly struct{}

func (headOnly) AppendJSONDepth(dst []byte, _ int) ([]byte, error) {
	return append(dst, `{"reason":"carps","kind":"L"}`...), nil
}

// reenter is an item that appends to its own list.
type reenter struct{ l *message.ListWriter }

func (r reenter) MarshalJSON() ([]byte, error) { return []byte("2"), r.l.Item(99) }

func TestWriteListReentered(t *testing.T) {
	for _, lines := range []bool{false, true} {
		var out bytes.Buffer
		_, err := message.WriteListFunc(context.Background(), &out, nil, func(l *message.ListWriter) error {
			return errors.Join(l.Item(1), l.Item(reenter{l}), l.Item(3))
		}, &message.ListOptions{Lines: lines})
		assert.EqualError(t, err, "list: item 1: message_test.reenter.MarshalJSON: item 1: its marshaler appends to the list itself")
		assert.Empty(t, out.String())
	}
}

// nested is an item that is a list of its own, and written as one.
type nested struct{ list []int }

func (n nested) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	_, err := message.WriteList(context.Background(), &b, nil, n.list, nil)
	return b.Bytes(), err
}

func TestWriteListNested(t *testing.T) {
	var out bytes.Buffer
	_, err := message.WriteListSeq(context.Background(), &out, nil, slices.Values([]nested{{[]int{1, 2}}, {nil}}), nil)
	require.NoError(t, err)
	assert.Equal(t, `{"items":[{"items":[1,2]},{"items":null}]}`+"\n", out.String())
}

// A panic of an iterator or a visitor is its caller's; what has left stays
// unterminated, and the next list begins anew.
func TestWriteListSourcePanics(t *testing.T) {
	ctx, opts := context.Background(), &message.ListOptions{FlushSize: 1}
	for name, write := range map[string]func(out *bytes.Buffer) error{
		"seq": func(out *bytes.Buffer) error {
			_, err := message.WriteListSeq(ctx, out, nil, func(yield func(int) bool) { yield(1); panic(errBroken) }, opts)
			return err
		},
		"seq2": func(out *bytes.Buffer) error {
			_, err := message.WriteListSeq2(ctx, out, nil, func(yield func(int, error) bool) { yield(1, nil); panic(errBroken) }, opts)
			return err
		},
		"visitor": func(out *bytes.Buffer) error {
			_, err := message.WriteListFunc(ctx, out, nil, func(l *message.ListWriter) error { _ = l.Item(1); panic(errBroken) }, opts)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			assert.PanicsWithError(t, "broken", func() { _ = write(&out) })
			assert.Equal(t, `{"items":[1`, out.String())
			out.Reset()
			_, err := message.WriteList(ctx, &out, nil, []int{2}, nil)
			require.NoError(t, err)
			assert.Equal(t, "{\"items\":[2]}\n", out.String())
		})
	}
}

// At the border of the flush size, one byte to either side.
func TestWriteListFlushBorder(t *testing.T) {
	const head, last = `{"items":[`, "]}\n"
	for _, c := range []struct {
		name  string
		raw   int // length of the first of two items
		sizes []int
	}{
		{"one below, and the second fills it", 100 - len(head) - 1, []int{99 + len(",1"), len(last)}},
		{"exactly", 100 - len(head), []int{100, len(",1") + len(last)}},
		{"one above", 100 - len(head) + 1, []int{101, len(",1") + len(last)}},
		{"far above", 1000, []int{1000 + len(head), len(",1") + len(last)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := &failAt{k: -1}
			items := []jsonwire.Raw{newRaw(t, `"`+strings.Repeat("x", c.raw-2)+`"`), newRaw(t, "1")}
			stats, err := message.WriteList(context.Background(), w, nil, items, &message.ListOptions{FlushSize: 100})
			require.NoError(t, err)
			assert.Equal(t, c.sizes, w.sizes)
			assert.LessOrEqual(t, stats.Writes, stats.Bytes/100+1)
			assert.True(t, json.Valid(w.out.Bytes()))
		})
	}
}

// What a list referred to is not held by the buffers that are kept.
func TestWriteListLetsGo(t *testing.T) {
	big := new([1 << 10]byte)
	kept := weak.Make(big)
	func() {
		holder := []struct{ P *[1 << 10]byte }{{big}}
		_, err := message.WriteListSeq(context.Background(), io.Discard, nil, slices.Values(holder), nil)
		require.NoError(t, err)
	}()
	_ = big[0]
	big = nil
	runtime.GC() // the pool still has its buffers after one collection
	assert.Nil(t, kept.Value())
}
