package message_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mailru/easyjson/jwriter"
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

// closed is what every item error of these tests ends a document with.
func closed(count, index int, code, text string) string {
	return `],"count":` + strconv.Itoa(count) + `,"truncated":true,"error":{"code":"` + code + `","message":` + strconv.Quote(text) +
		`,"details":{"index":` + strconv.Itoa(index) + `},"retryable":false}}` + "\n"
}

// An item that cannot be encoded, by policy and place: the exact bytes.
func TestWriteListItemError(t *testing.T) {
	const flush = 30 // every second item
	text := "v: " + jsonwire.ErrFloat.Error()
	body := func(n int) string {
		var names []string
		for i := range n {
			names = append(names, `{"name":"n`+strconv.Itoa(i)+`","v":0}`)
		}
		return `{"items":[` + strings.Join(names, ",")
	}
	for _, c := range []struct {
		name   string
		bad    int
		count  int
		policy message.ErrorPolicy
		want   string
	}{
		{"first", 0, 5, message.CloseWithError, ""},
		{"second, nothing flushed", 1, 5, message.CloseWithError, ""},
		{"third, after a flush", 2, 5, message.CloseWithError, body(2) + closed(2, 2, "encode_failed", "item 2: "+text)},
		{"last", 4, 5, message.CloseWithError, body(4) + closed(4, 4, "encode_failed", "item 4: "+text)},
		{"abort, nothing flushed", 1, 5, message.Abort, ""},
		{"abort ends behind a whole item", 3, 5, message.Abort, body(3)},
		{"fail before bytes", 4, 5, message.FailBeforeBytes, ""},
		{"two passes", 4, 5, message.TwoPass, ""},
		{"two passes, first", 0, 5, message.TwoPass, ""},
		{"skip the first", 0, 2, message.SkipWithNote, `{"items":[{"name":"n1","v":0}],"count":1,"truncated":false,"skipped":1,"skips":[{"index":0,"code":"encode_failed","message":"` + text + `"}]}` + "\n"},
		{"skip the last", 2, 3, message.SkipWithNote, body(2) + `],"count":2,"truncated":false,"skipped":1,"skips":[{"index":2,"code":"encode_failed","message":"` + text + `"}]}` + "\n"},
		{"skip the only one", 0, 1, message.SkipWithNote, `{"items":[],"count":0,"truncated":false,"skipped":1,"skips":[{"index":0,"code":"encode_failed","message":"` + text + `"}]}` + "\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			items := make([]item, c.count)
			for i := range items {
				items[i].Name = "n" + strconv.Itoa(i)
			}
			items[c.bad].V = math.NaN()
			for way, write := range ways(nil, items) {
				w := &failAt{k: -1}
				stats, err := write(w, &message.ListOptions{OnError: c.policy, FlushSize: flush})
				assert.Equal(t, c.want, w.out.String(), way)
				assert.Equal(t, int64(w.calls), stats.Writes)
				assert.Equal(t, int64(w.out.Len()), stats.Bytes)
				if c.policy == message.SkipWithNote {
					require.NoError(t, err, way)
					assert.Equal(t, int64(1), stats.Skipped)
					continue
				}
				assert.Equal(t, c.want != "", stats.Truncated)
				var at *message.ItemError
				require.ErrorAs(t, err, &at, way)
				assert.Equal(t, int64(c.bad), at.Index)
				assert.False(t, at.Source)
				assert.ErrorIs(t, err, jsonwire.ErrFloat)
				assert.EqualError(t, err, "list: item "+strconv.Itoa(c.bad)+": "+text)
			}
		})
	}
}

// Marshalers of others fail, panic and return rubbish: their item is not there.
func TestWriteListForeignItems(t *testing.T) {
	for _, c := range []struct {
		name, text string
		bad        any
	}{
		{"fails", "message_test.failing.MarshalJSON: broken", failing{}},
		{"panics", "panic: out of cheese", panicking{}},
		{"rubbish", "message_test.rubbish.MarshalJSON: invalid JSON at byte 5: ", rubbish{}},
		{"two values", "message_test.twice.MarshalJSON: invalid JSON at byte 2: ", twice{}},
		{"raw with a newline between two values", "invalid JSON at byte 2: ", json.RawMessage("1\n2")},
		{"raw empty", "invalid JSON at byte 0: ", json.RawMessage("")},
		{"raw cut", "invalid JSON at byte 5: ", json.RawMessage(`{"a":`)},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			_, err := message.WriteList(context.Background(), &out, nil, []any{1, c.bad, 3}, nil)
			var at *message.ItemError
			require.ErrorAs(t, err, &at)
			assert.Contains(t, err.Error(), "list: item 1: "+c.text)
			assert.Empty(t, out.String(), "all or nothing")

			stats, err := message.WriteList(context.Background(), &out, nil, []any{1, c.bad, 3}, &message.ListOptions{OnError: message.SkipWithNote})
			require.NoError(t, err)
			assert.Equal(t, int64(1), stats.Skipped)
			assert.True(t, strings.HasPrefix(out.String(), `{"items":[1,3],"count":2,"truncated":false,"skipped":1,"skips":[{"index":1,"code":"encode_failed","message":`), out.String())
			assert.True(t, json.Valid(out.Bytes()))
		})
	}
}

func TestWriteListHeadErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		head any
		want string
	}{
		{"not an object", []int{1}, "list: message \"list head\": not a JSON object"},
		{"nil pointer", (*listHead)(nil), "list: message \"list head\": not a JSON object"},
		{"NaN", map[string]any{"a": math.NaN()}, "list: message \"list head\": [\"a\"]: " + jsonwire.ErrFloat.Error()},
		{"panic", panicking{}, "list: message \"list head\": panic: out of cheese"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := &failAt{k: -1}
			_, err := message.WriteList(context.Background(), w, c.head, []int{1}, nil)
			assert.EqualError(t, err, c.want)
			_, err = message.WriteList(context.Background(), w, nil, []int{1}, &message.ListOptions{Tail: c.head})
			assert.EqualError(t, err, strings.Replace(c.want, "head", "tail", 1))
			assert.Zero(t, w.calls)
		})
	}
}

// Errors of the source, in the middle and everywhere.
func TestWriteListSourceError(t *testing.T) {
	source := func(bad int) iter.Seq2[*item, error] {
		return func(yield func(*item, error) bool) {
			for i := range 5 {
				if i == bad && !yield(nil, errBroken) {
					return
				}
				if i != bad && !yield(&item{Name: "n"}, nil) {
					return
				}
			}
		}
	}
	row := `{"name":"n","v":0}`
	for bad := range 5 {
		t.Run(strconv.Itoa(bad), func(t *testing.T) {
			var out bytes.Buffer
			_, err := message.WriteListSeq2(context.Background(), &out, nil, source(bad), &message.ListOptions{FlushSize: 1})
			require.ErrorIs(t, err, errBroken)
			assert.EqualError(t, err, "list: source at item "+strconv.Itoa(bad)+": broken")
			want := ""
			if bad > 0 {
				want = `{"items":[` + strings.Repeat(row+",", bad-1) + row + closed(bad, bad, "failed", "source at item "+strconv.Itoa(bad)+": broken")
			}
			assert.Equal(t, want, out.String())

			out.Reset()
			_, err = message.WriteListSeq2(context.Background(), &out, nil, source(bad), &message.ListOptions{OnError: message.SkipWithNote})
			require.NoError(t, err)
			assert.Equal(t, `{"items":[`+strings.Repeat(row+",", 3)+row+`],"count":4,"truncated":false,"skipped":1,"skips":[{"index":`+strconv.Itoa(bad)+`,"code":"failed","message":"broken"}]}`+"\n", out.String())

			out.Reset()
			_, err = message.WriteListSeq2(context.Background(), &out, nil, source(bad), &message.ListOptions{FlushSize: 1, Lines: true})
			require.ErrorIs(t, err, errBroken)
			want = ""
			if bad > 0 {
				want = strings.Repeat(`{"reason":"item","name":"n","v":0}`+"\n", bad) + `{"reason":"list-end"` + strings.TrimPrefix(closed(bad, bad, "failed", "source at item "+strconv.Itoa(bad)+": broken"), "]")
			}
			assert.Equal(t, want, out.String())
		})
	}
	t.Run("a visitor's own error", func(t *testing.T) {
		var out bytes.Buffer
		_, err := message.WriteListFunc(context.Background(), &out, nil, func(l *message.ListWriter) error {
			_ = l.Item(1)
			return errBroken
		}, nil)
		assert.EqualError(t, err, "list: source at item 1: broken")
		assert.Empty(t, out.String())
	})
	t.Run("a visitor that does not stop", func(t *testing.T) {
		var out bytes.Buffer
		_, err := message.WriteListFunc(context.Background(), &out, nil, func(l *message.ListWriter) error {
			assert.ErrorIs(t, l.Fail(errBroken), errBroken)
			assert.ErrorIs(t, l.Item(1), errBroken)
			assert.ErrorIs(t, l.Fail(io.EOF), errBroken)
			return nil
		}, nil)
		assert.EqualError(t, err, "list: source at item 0: broken")
		assert.Empty(t, out.String())
	})
}

func TestWriteListBoundsSkips(t *testing.T) {
	var out bytes.Buffer
	stats, err := message.WriteListFunc(context.Background(), &out, nil, func(l *message.ListWriter) error {
		for range 1000 {
			require.NoError(t, l.Fail(errBroken))
		}
		return nil
	}, &message.ListOptions{OnError: message.SkipWithNote})
	require.NoError(t, err)
	assert.Equal(t, int64(1000), stats.Skipped)
	assert.Equal(t, 16, strings.Count(out.String(), `"index"`))
	assert.Contains(t, out.String(), `"skipped":1000`)
}

// 10,000 items, number 9,000 infinite: the reader gets 9,000 items and the
// truth about the rest.
func TestWriteListLateError(t *testing.T) {
	items := manyItems(10_000)
	items[9000].V = math.Inf(1)
	for way, write := range ways(&listHead{Kind: "L"}, items) {
		w := &failAt{k: -1}
		_, err := write(w, nil)
		require.Error(t, err)
		var doc struct {
			Items     []item
			Count     int
			Truncated bool
			Error     struct {
				Code    string
				Details struct{ Index int }
			}
		}
		require.NoError(t, json.Unmarshal(w.out.Bytes(), &doc), way)
		assert.Len(t, doc.Items, 9000)
		assert.Equal(t, items[8999], doc.Items[8999])
		assert.Equal(t, 9000, doc.Count)
		assert.True(t, doc.Truncated)
		assert.Equal(t, "encode_failed", doc.Error.Code)
		assert.Equal(t, 9000, doc.Error.Details.Index)

		aborted := &failAt{k: -1}
		_, err = write(aborted, &message.ListOptions{OnError: message.Abort})
		require.Error(t, err)
		assert.True(t, strings.HasSuffix(aborted.out.String(), `8999","v":8999}`))
		assert.False(t, json.Valid(aborted.out.Bytes()))

		for _, policy := range []message.ErrorPolicy{message.FailBeforeBytes, message.TwoPass} {
			nothing := &failAt{k: -1}
			_, err = write(nothing, &message.ListOptions{OnError: policy})
			require.Error(t, err)
			assert.Zero(t, nothing.calls)
		}
	}
}

// Few writes, none small but the last, each at the border of an item.
func TestWriteListWrites(t *testing.T) {
	for _, n := range []int{0, 1, 100, 1000, 10_000} {
		items := manyItems(n)
		for way, write := range ways(&listHead{Kind: "L"}, items) {
			for _, policy := range []message.ErrorPolicy{message.CloseWithError, message.TwoPass} {
				w := &failAt{k: -1}
				stats, err := write(w, &message.ListOptions{OnError: policy})
				require.NoError(t, err)
				assert.LessOrEqual(t, int64(w.calls), stats.Bytes/(64<<10)+1, way)
				end := 0
				for i, size := range w.sizes {
					if end += size; i < len(w.sizes)-1 {
						assert.GreaterOrEqual(t, size, 64<<10)
						assert.Equal(t, byte('}'), w.out.Bytes()[end-1])
					}
				}
			}
			if whole := new(failAt); n > 0 {
				whole.k = -1
				_, err := write(whole, &message.ListOptions{OnError: message.FailBeforeBytes})
				require.NoError(t, err)
				assert.Equal(t, 1, whole.calls)
			}
		}
	}
}

// A large item leaves in one piece, and leaves no trace in what follows.
func TestWriteListLargeItem(t *testing.T) {
	items := []item{{"a", 1}, {strings.Repeat("<", 1<<20), 2}, {"b", 3}, {"c", 4}}
	for range 3 {
		w := &failAt{k: -1}
		_, err := message.WriteList(context.Background(), w, nil, items, nil)
		require.NoError(t, err)
		assert.Equal(t, 2, w.calls)
		assert.Equal(t, `{"items":[{"name":"a","v":1},{"name":"`+items[1].Name+`","v":2},{"name":"b","v":3},{"name":"c","v":4}]}`+"\n", w.out.String())
	}
}

// The writer fails at its k-th Write, for every k: its error comes back, no
// Write follows, the source is stopped and cleans up once.
func TestWriteListWriterFails(t *testing.T) {
	const count = 12
	for k := range count + 1 {
		for _, mode := range []struct {
			name  string
			taken int
			err   error
			want  error
		}{{"nothing", 0, errBroken, errBroken}, {"half", 2, errBroken, errBroken}, {"short", 2, nil, io.ErrShortWrite}} {
			for _, policy := range []message.ErrorPolicy{message.CloseWithError, message.Abort, message.SkipWithNote, message.TwoPass} {
				w := &failAt{k: k, taken: mode.taken, err: mode.err}
				asked, cleaned := 0, 0
				seq := func(yield func(*item) bool) {
					defer func() { cleaned++ }()
					for range count {
						asked++
						if !yield(&item{Name: "n"}) {
							return
						}
					}
				}
				stats, err := message.WriteListSeq(context.Background(), w, nil, seq, &message.ListOptions{FlushSize: 1, OnError: policy})
				require.ErrorIs(t, err, mode.want, "k=%d %s", k, mode.name)
				assert.Equal(t, k+1, w.calls, "no Write after the failed one")
				assert.Equal(t, int64(k+1), stats.Writes)
				assert.Equal(t, int64(w.out.Len()), stats.Bytes)
				passes := 1
				if policy == message.TwoPass {
					passes = 2
				}
				assert.Equal(t, passes, cleaned)
				assert.Equal(t, (passes-1)*count+min(k+1, count), asked)
			}
		}
	}
}

// L009: a million items, the second Write fails.
func TestWriteListStopsSource(t *testing.T) {
	asked, cleaned := 0, 0
	seq := func(yield func(item) bool) {
		defer func() { cleaned++ }()
		for range 1_000_000 {
			asked++
			if !yield(item{Name: "some name", V: 1}) {
				return
			}
		}
	}
	w := &failAt{k: 1, err: errBroken}
	_, err := message.WriteListSeq(context.Background(), w, nil, seq, nil)
	require.ErrorIs(t, err, errBroken)
	assert.Equal(t, 2, w.calls)
	assert.Equal(t, 1, cleaned)
	assert.Less(t, asked, 10_000)
}

func TestWriteListContext(t *testing.T) {
	cause := errors.New("the client hung up")
	for _, c := range []struct {
		name   string
		at     int
		policy message.ErrorPolicy
		want   string
	}{
		{"before the first item", 0, message.CloseWithError, ""},
		{"in the middle", 2, message.CloseWithError, `{"items":[0,1` + closed(2, 2, "canceled", "source at item 2: the client hung up")},
		{"abort", 2, message.Abort, `{"items":[0,1`},
		{"skipping does not go on", 2, message.SkipWithNote, `{"items":[0,1` + closed(2, 2, "canceled", "source at item 2: the client hung up")},
		{"fail before bytes", 2, message.FailBeforeBytes, ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(context.Background())
			cleaned := 0
			seq := func(yield func(int) bool) {
				defer func() { cleaned++ }()
				for i := range 100 {
					if i == c.at {
						cancel(cause)
					}
					if !yield(i) {
						return
					}
				}
			}
			var out bytes.Buffer
			stats, err := message.WriteListSeq(ctx, &out, nil, seq, &message.ListOptions{FlushSize: 1, OnError: c.policy})
			require.ErrorIs(t, err, cause)
			require.ErrorIs(t, err, context.Canceled, "beside its cause")
			assert.Equal(t, c.want, out.String())
			assert.Equal(t, 1, cleaned)
			assert.Equal(t, int64(c.at), stats.Items)
		})
	}
	t.Run("already over", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_, err := message.WriteList(ctx, io.Discard, nil, []int{1}, nil)
		require.ErrorIs(t, err, context.Canceled)
		assert.Equal(t, "canceled", message.FailureOf(err).Code)
	})
	t.Run("nil", func(t *testing.T) {
		var out bytes.Buffer
		var none context.Context
		_, err := message.WriteList(none, &out, nil, []int{1}, nil)
		require.NoError(t, err)
		assert.Equal(t, "{\"items\":[1]}\n", out.String())
	})
}

// TwoPass needs a source that yields the same again; one that does not is
// found out, and the document says so.
func TestWriteListTwoPassSourceChanges(t *testing.T) {
	runs := 0
	var out bytes.Buffer
	_, err := message.WriteListFunc(context.Background(), &out, nil, func(l *message.ListWriter) error {
		if runs++; runs == 2 {
			_ = l.Item(1)
			return errBroken
		}
		return errors.Join(l.Item(1), l.Item(2))
	}, &message.ListOptions{FlushSize: 1, OnError: message.TwoPass})
	require.ErrorIs(t, err, errBroken)
	assert.Equal(t, `{"items":[1`+closed(1, 1, "failed", "source at item 1: broken"), out.String())
}

// The slice header is taken once.
func TestWriteListSnapshot(t *testing.T) {
	items := []*item{{"a", 1}, {"b", 2}}
	replaced := &replacing{items: &items}
	_, err := message.WriteList(context.Background(), replaced, nil, items, &message.ListOptions{FlushSize: 1})
	require.NoError(t, err)
	assert.Equal(t, `{"items":[{"name":"a","v":1},{"name":"b","v":2}]}`+"\n", replaced.String())
}

type replacing struct {
	bytes.Buffer
	items *[]*item
}

func (w *replacing) Write(p []byte) (int, error) {
	*w.items = nil
	return w.Buffer.Write(p)
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

// A source that fails while nothing says why.
func TestItemErrorWithoutCause(t *testing.T) {
	assert.EqualError(t, &message.ItemError{Index: 3, Source: true}, "source at item 3: failed")
}
