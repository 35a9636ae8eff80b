package message_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// ways runs one list through every way of writing it that fits []item.
func ways(head any, items []item) map[string]func(w io.Writer, opts *message.ListOptions) (message.ListStats, error) {
	ctx := context.Background()
	pointers := make([]*item, len(items))
	anys := make([]any, len(items))
	for i := range items {
		pointers[i], anys[i] = &items[i], items[i]
	}
	if items == nil {
		pointers, anys = nil, nil
	}
	var seq iter.Seq[item]
	var seqPointers iter.Seq[*item]
	var seq2 iter.Seq2[item, error]
	var visit func(*message.ListWriter) error
	if items != nil {
		seq, seqPointers = slices.Values(items), slices.Values(pointers)
		seq2 = func(yield func(item, error) bool) {
			for _, v := range items {
				if !yield(v, nil) {
					return
				}
			}
		}
		visit = func(l *message.ListWriter) error {
			for i := range items {
				if l.Item(&items[i]) != nil {
					break
				}
			}
			return nil
		}
	}
	return map[string]func(w io.Writer, opts *message.ListOptions) (message.ListStats, error){
		"values": func(w io.Writer, o *message.ListOptions) (message.ListStats, error) {
			return message.WriteList(ctx, w, head, items, o)
		},
		"pointers": func(w io.Writer, o *message.ListOptions) (message.ListStats, error) {
			return message.WriteList(ctx, w, head, pointers, o)
		},
		"any": func(w io.Writer, o *message.ListOptions) (message.ListStats, error) {
			return message.WriteList(ctx, w, head, anys, o)
		},
		"seq": func(w io.Writer, o *message.ListOptions) (message.ListStats, error) {
			return message.WriteListSeq(ctx, w, head, seq, o)
		},
		"seq of pointers": func(w io.Writer, o *message.ListOptions) (message.ListStats, error) {
			return message.WriteListSeq(ctx, w, head, seqPointers, o)
		},
		"seq2": func(w io.Writer, o *message.ListOptions) (message.ListStats, error) {
			return message.WriteListSeq2(ctx, w, head, seq2, o)
		},
		"visitor": func(w io.Writer, o *message.ListOptions) (message.ListStats, error) {
			return message.WriteListFunc(ctx, w, head, visit, o)
		},
	}
}

func TestWriteList(t *testing.T) {
	two := []item{{"a", 1}, {"b", 2}}
	for _, c := range []struct {
		name  string
		head  any
		items []item
		opts  message.ListOptions
		want  string
	}{
		{"nil", &listHead{Kind: "L"}, nil, message.ListOptions{}, `{"reason":"list","kind":"L","items":null}`},
		{"empty", &listHead{Kind: "L"}, []item{}, message.ListOptions{}, `{"reason":"list","kind":"L","items":[]}`},
		{"two", &listHead{Kind: "L"}, two, message.ListOptions{}, `{"reason":"list","kind":"L","items":[{"name":"a","v":1},{"name":"b","v":2}]}`},
		{"no head", nil, two[:1], message.ListOptions{}, `{"items":[{"name":"a","v":1}]}`},
		{"no head, nil", nil, nil, message.ListOptions{}, `{"items":null}`},
		{"head without members", struct{}{}, two[:1], message.ListOptions{}, `{"items":[{"name":"a","v":1}]}`},
		{"head of another type", map[string]any{"b": 1, "a": nil}, []item{}, message.ListOptions{}, `{"a":null,"b":1,"items":[]}`},
		{"raw head", newRaw(t, `{ "a" : {} }`), []item{}, message.ListOptions{}, `{"a":{},"items":[]}`},
		{"key", nil, two[:1], message.ListOptions{Key: `mod"ules`}, `{"mod\"ules":[{"name":"a","v":1}]}`},
		{"footer", nil, two, message.ListOptions{Footer: true}, `{"items":[{"name":"a","v":1},{"name":"b","v":2}],"count":2,"truncated":false}`},
		{"footer, nil", nil, nil, message.ListOptions{Footer: true}, `{"items":null,"count":0,"truncated":false}`},
		{"tail", &listHead{Kind: "L"}, two[:1], message.ListOptions{Tail: map[string]any{"z": 1, "y": nil}}, `{"reason":"list","kind":"L","items":[{"name":"a","v":1}],"y":null,"z":1}`},
		{"tail and footer", nil, []item{}, message.ListOptions{Tail: newRaw(t, `{"z":"}"}`), Footer: true}, `{"items":[],"z":"}","count":0,"truncated":false}`},
		{"empty tail", nil, nil, message.ListOptions{Tail: struct{}{}}, `{"items":null}`},
		{"tail of lines", nil, nil, message.ListOptions{Tail: map[string]int{"z": 1}, Lines: true}, `{"reason":"list-end","z":1,"count":0,"truncated":false}`},
		{"ampersands", nil, []item{{"<&>", 0}}, message.ListOptions{}, `{"items":[{"name":"<&>","v":0}]}`},
		{"EscapeHTML", nil, []item{{"<&>", 0}}, message.ListOptions{EscapeHTML: true}, `{"items":[{"name":"\u003c\u0026\u003e","v":0}]}`},
		{"lines", &listHead{Kind: "L"}, two, message.ListOptions{Lines: true}, `{"reason":"list","kind":"L"}
{"reason":"item","name":"a","v":1}
{"reason":"item","name":"b","v":2}
{"reason":"list-end","count":2,"truncated":false}`},
		{"lines, nil, no head", nil, nil, message.ListOptions{Lines: true}, `{"reason":"list-end","count":0,"truncated":false}`},
		{"lines, plain head", map[string]int{"a": 1}, two[:1], message.ListOptions{Lines: true, ItemReason: "module"}, `{"reason":"list","a":1}
{"reason":"module","name":"a","v":1}
{"reason":"list-end","count":1,"truncated":false}`},
		{"lines, empty head", struct{}{}, nil, message.ListOptions{Lines: true}, `{"reason":"list"}
{"reason":"list-end","count":0,"truncated":false}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			for way, write := range ways(c.head, c.items) {
				for _, policy := range []message.ErrorPolicy{message.CloseWithError, message.Abort, message.FailBeforeBytes, message.TwoPass, message.SkipWithNote} {
					for _, flush := range []int{0, 1, 40} {
						var out bytes.Buffer
						opts := c.opts
						opts.OnError, opts.FlushSize = policy, flush
						stats, err := write(&out, &opts)
						require.NoError(t, err, way)
						require.Equal(t, c.want+"\n", out.String(), "%s, policy %d, flush %d", way, policy, flush)
						assert.Equal(t, int64(len(c.items)), stats.Items)
						assert.Equal(t, int64(out.Len()), stats.Bytes)
						assert.False(t, stats.Truncated)
					}
				}
			}
		})
	}
}

// What slices of other things than generated types give.
func TestWriteListItemTypes(t *testing.T) {
	ctx := context.Background()
	doc := func(_ message.ListStats, err error) error { return err }
	for _, c := range []struct {
		name  string
		write func(w io.Writer) error
		want  string
	}{
		{"raw", func(w io.Writer) error {
			return doc(message.WriteList(ctx, w, nil, []jsonwire.Raw{newRaw(t, "{\"a\": 1,\n\"b\":\"<\"}"), {}}, nil))
		}, `[{"a":1,"b":"<"},null]`},
		{"raw seq", func(w io.Writer) error {
			return doc(message.WriteListSeq(ctx, w, nil, slices.Values([]jsonwire.Raw{newRaw(t, "[ 1 ]"), {}}), nil))
		}, `[[1],null]`},
		{"raw messages", func(w io.Writer) error {
			return doc(message.WriteList(ctx, w, nil, []json.RawMessage{json.RawMessage(" [ 1 ] "), nil}, nil))
		}, `[[1],null]`},
		{"nil pointers", func(w io.Writer) error {
			return doc(message.WriteList(ctx, w, nil, []*item{{"a", 1}, nil, {"b", 2}}, nil))
		}, `[{"name":"a","v":1},null,{"name":"b","v":2}]`},
		{"messages", func(w io.Writer) error {
			return doc(message.WriteList(ctx, w, nil, []message.Message{&listHead{Kind: "a"}, nil, (*listHead)(nil)}, nil))
		}, `[{"reason":"list","kind":"a"},null,null]`},
		{"messages by value", func(w io.Writer) error {
			return doc(message.WriteList(ctx, w, nil, []listHead{{Kind: "a"}}, nil))
		}, `[{"reason":"list","kind":"a"}]`},
		{"strings", func(w io.Writer) error { return doc(message.WriteList(ctx, w, nil, []string{"a", "\n"}, nil)) }, `["a","\n"]`},
		{"numbers", func(w io.Writer) error {
			return doc(message.WriteListSeq(ctx, w, nil, slices.Values([]float64{1, 1e21}), nil))
		}, `[1,1e+21]`},
		{"maps", func(w io.Writer) error {
			return doc(message.WriteList(ctx, w, nil, []map[string]any{{"b": 1, "a": []int(nil)}, nil, {}}, nil))
		}, `[{"a":null,"b":1},null,{}]`},
		{"any", func(w io.Writer) error {
			return doc(message.WriteList(ctx, w, nil, []any{nil, 1, "a", &item{"a", 1}, []item{}}, nil))
		}, `[null,1,"a",{"name":"a","v":1},[]]`},
		{"visitor", func(w io.Writer) error {
			return doc(message.WriteListFunc(ctx, w, nil, func(l *message.ListWriter) error {
				return errors.Join(l.Item(&item{"a", 1}), l.Item(nil), l.Item((*item)(nil)), l.Null(), l.Raw(newRaw(t, "1")), l.Item(item{"b", 2}), l.Item("s"))
			}, nil))
		}, `[{"name":"a","v":1},null,null,null,1,{"name":"b","v":2},"s"]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			require.NoError(t, c.write(&out))
			assert.Equal(t, `{"items":`+c.want+"}\n", out.String())
		})
	}
}

// Under Lines, items keep their reason, and what is no object has a member.
func TestWriteListLinesItems(t *testing.T) {
	var out bytes.Buffer
	_, err := message.WriteList(context.Background(), &out, nil, []any{&listHead{Kind: "a"}, nil, (*listHead)(nil), 7, "s", struct{}{}, []int{1}}, &message.ListOptions{Lines: true, ItemReason: "x"})
	require.NoError(t, err)
	assert.Equal(t, `{"reason":"list","kind":"a"}
{"reason":"x","value":null}
{"reason":"x","value":null}
{"reason":"x","value":7}
{"reason":"x","value":"s"}
{"reason":"x"}
{"reason":"x","value":[1]}
{"reason":"list-end","count":7,"truncated":false}
`, out.String())
}

// manyItems makes n items of about 250 bytes.
func manyItems(n int) []item {
	items := make([]item, n)
	for i := range items {
		items[i] = item{strings.Repeat("x", 220) + strconv.Itoa(i), float64(i)}
	}
	return items
}

func TestWriteListField(t *testing.T) {
	var out bytes.Buffer
	stats, err := message.WriteListField(context.Background(), &out, &listHead{Kind: "L"}, "rows", []item{{"a", 1}}, &message.ListOptions{Key: "other", Footer: true})
	require.NoError(t, err)
	assert.Equal(t, `{"reason":"list","kind":"L","rows":[{"name":"a","v":1}],"count":1,"truncated":false}`+"\n", out.String())
	assert.Equal(t, message.ListStats{Items: 1, Bytes: int64(out.Len()), Writes: 1}, stats)
}

// A list that is a nil pointer is null, and as messages a list without items.
func TestWriteNullList(t *testing.T) {
	ctx := context.Background()
	var out bytes.Buffer
	stats, err := message.WriteNullList(ctx, &out, nil)
	require.NoError(t, err)
	assert.Equal(t, "null\n", out.String())
	assert.Equal(t, message.ListStats{Bytes: 5, Writes: 1}, stats)

	out.Reset()
	stats, err = message.WriteNullList(ctx, &out, &message.ListOptions{Lines: true})
	require.NoError(t, err)
	assert.Equal(t, `{"reason":"list-end","count":0,"truncated":false}`+"\n", out.String())
	assert.Equal(t, message.ListStats{Bytes: int64(out.Len()), Writes: 1}, stats)

	stats, err = message.WriteNullList(ctx, &failAt{err: errBroken}, nil)
	assert.ErrorIs(t, err, errBroken)
	assert.Equal(t, message.ListStats{Writes: 1, Truncated: true}, stats)
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	w := &failAt{k: -1}
	_, err = message.WriteNullList(canceled, w, nil)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Zero(t, w.calls)
}

func ExampleWriteListSeq2() {
	source := func(yield func(map[string]int, error) bool) {
		_ = yield(map[string]int{"id": 1}, nil) && yield(nil, errors.New("page 2: timeout")) && yield(map[string]int{"id": 3}, nil)
	}
	opts := &message.ListOptions{Key: "rows", OnError: message.SkipWithNote}
	stats, err := message.WriteListSeq2(context.Background(), os.Stdout, nil, source, opts)
	fmt.Println(stats.Items, stats.Skipped, err)
	// Output:
	// {"rows":[{"id":1},{"id":3}],"count":2,"truncated":false,"skipped":1,"skips":[{"index":1,"code":"failed","message":"page 2: timeout"}]}
	// 2 1 <nil>
}
