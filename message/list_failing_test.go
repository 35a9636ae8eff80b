package message_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

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

// A source that fails while nothing says why.
func TestItemErrorWithoutCause(t *testing.T) {
	assert.EqualError(t, &message.ItemError{Index: 3, Source: true}, "source at item 3: failed")
}
