package message_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
)

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
