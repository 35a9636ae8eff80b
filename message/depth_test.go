package message_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/mailru/easyjson/jwriter"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// arrays is a Raw of n levels.
func arrays(t *testing.T, n int) jsonwire.Raw {
	t.Helper()
	r, err := jsonwire.NewRaw([]byte(strings.Repeat("[", n) + strings.Repeat("]", n)))
	require.NoError(t, err)
	return r
}

// object is a Raw of n levels, the outermost an object.
func object(t *testing.T, n int) jsonwire.Raw {
	t.Helper()
	r, err := jsonwire.NewRaw([]byte(`{"a":` + arrays(t, n-1).String() + `}`))
	require.NoError(t, err)
	return r
}

// unowned is a message that easyjson could have written, around a Raw.
type unowned struct{ data jsonwire.Raw }

func (unowned) Reason() string { return "unowned" }

func (m unowned) MarshalEasyJSON(w *jwriter.Writer) {
	w.RawString(`{"data":` + m.data.String() + `}`)
}

// itsOwn is a value that encodes itself.
type itsOwn struct{ data jsonwire.Raw }

func (v itsOwn) MarshalJSON() ([]byte, error) { return []byte(v.data.String()), nil }

// outlets are the ways in which a value of other hands gets to the wire: each
// writes r somewhere in what it writes, so many levels inside.
var outlets = []struct {
	name  string
	opens int
	write func(t *testing.T, w io.Writer, r jsonwire.Raw) error
}{
	{"emitted, data of a Result", 1, emitted(func(r jsonwire.Raw) message.Message { return &message.Result{Data: r} })},
	{"emitted, in a map in a Result", 2, emitted(func(r jsonwire.Raw) message.Message {
		return &message.Result{Data: map[string]any{"a": &r}}
	})},
	{"emitted, details of a failure", 2, emitted(func(r jsonwire.Raw) message.Message {
		return &message.Result{Failure: &message.Failure{Details: r}}
	})},
	{"emitted, details of a warning", 3, emitted(func(r jsonwire.Raw) message.Message {
		return &message.Result{Warnings: []message.Warning{{Details: r}}}
	})},
	{"emitted, a Result in Results", 3, emitted(func(r jsonwire.Raw) message.Message {
		return &message.Result{Data: &message.Result{Data: []jsonwire.Raw{r}}}
	})},
	{"emitted, a marshaler", 1, emitted(func(r jsonwire.Raw) message.Message { return &message.Result{Data: itsOwn{r}} })},
	{"emitted, another's message", 1, emitted(func(r jsonwire.Raw) message.Message { return unowned{r} })},
	{"emitted, another's message in a Result", 2, emitted(func(r jsonwire.Raw) message.Message {
		return &message.Result{Data: unowned{r}}
	})},
	{"emitted, Unknown", 1, emitted(func(r jsonwire.Raw) message.Message {
		return &message.Unknown{Name: "new", Raw: []byte(`{"reason":"new","a":` + r.String() + `}`)}
	})},
	{"emitted, Untagged in a Result", 2, emitted(func(r jsonwire.Raw) message.Message {
		return &message.Result{Data: &message.Untagged{Raw: []byte(`{"a":` + r.String() + `}`)}}
	})},
	{"result", 1, func(_ *testing.T, w io.Writer, r jsonwire.Raw) error { return message.WriteResult(w, r, nil) }},
	{"document", 0, func(_ *testing.T, w io.Writer, r jsonwire.Raw) error { return message.WriteDocument(w, r, nil) }},
	{"item", 2, listed(func(r jsonwire.Raw) any { return r }, nil)},
	{"item by value", 2, listed(func(r jsonwire.Raw) any { return itsOwn{r} }, nil)},
	{"item in an item", 3, listed(func(r jsonwire.Raw) any { return []any{r} }, nil)},
	{"item, a line of its own", 1, listed(func(r jsonwire.Raw) any { return r }, &message.ListOptions{Lines: true})},
	{"item in an item, a line of its own", 2, listed(func(r jsonwire.Raw) any { return []any{r} }, &message.ListOptions{Lines: true})},
	{"item of objects, a line of its own", 1, listed(func(r jsonwire.Raw) any { return map[string]any{"a": r} }, &message.ListOptions{Lines: true})},
	{"items of Raw", 2, func(t *testing.T, w io.Writer, r jsonwire.Raw) error {
		_, err := message.WriteList(t.Context(), w, nil, []jsonwire.Raw{{}, r}, nil)
		return err
	}},
	{"items of Raw, lines", 1, func(t *testing.T, w io.Writer, r jsonwire.Raw) error {
		_, err := message.WriteList(t.Context(), w, nil, []jsonwire.Raw{r}, &message.ListOptions{Lines: true})
		return err
	}},
	{"head of a list", 1, func(t *testing.T, w io.Writer, r jsonwire.Raw) error {
		_, err := message.WriteList(t.Context(), w, map[string]any{"a": r}, []int{1}, nil)
		return err
	}},
	{"head of lines that is no object", 1, func(t *testing.T, w io.Writer, r jsonwire.Raw) error {
		_, err := message.WriteList(t.Context(), w, r, []int{1}, &message.ListOptions{Lines: true})
		return err
	}},
	{"tail of a list", 1, func(t *testing.T, w io.Writer, r jsonwire.Raw) error {
		_, err := message.WriteList(t.Context(), w, nil, []int{1}, &message.ListOptions{Tail: map[string]any{"a": r}})
		return err
	}},
}

func emitted(wrap func(jsonwire.Raw) message.Message) func(*testing.T, io.Writer, jsonwire.Raw) error {
	return func(_ *testing.T, w io.Writer, r jsonwire.Raw) error {
		e := message.NewEmitter(w, &message.EmitterOptions{Seq: true, Run: "r", Time: true})
		return errors.Join(e.Emit(wrap(r)), e.Flush())
	}
}

func listed(wrap func(jsonwire.Raw) any, opts *message.ListOptions) func(*testing.T, io.Writer, jsonwire.Raw) error {
	return func(t *testing.T, w io.Writer, r jsonwire.Raw) error {
		_, err := message.WriteListFunc(t.Context(), w, nil, func(l *message.ListWriter) error {
			if raw, ok := wrap(r).(jsonwire.Raw); ok {
				return l.Raw(raw)
			}
			return l.Item(wrap(r))
		}, opts)
		return err
	}
}

// Whatever gets out can be read in again, up to the last level there may be.
func TestDepthOfWhatGetsOut(t *testing.T) {
	for _, o := range outlets {
		t.Run(o.name, func(t *testing.T) {
			most := jsonwire.MaxDepth - o.opens
			var out bytes.Buffer
			require.NoError(t, o.write(t, &out, arrays(t, most)))
			wantReadable(t, out.Bytes())
			if o.opens == 0 {
				return // no Raw is deeper
			}
			out.Reset()
			require.ErrorIs(t, o.write(t, &out, arrays(t, most+1)), jsonwire.ErrDepth)
			wantReadable(t, out.Bytes()) // a document that tells of the failure, or nothing
		})
	}
}

// wantReadable wants b to be lines that a Reader takes as messages, or one
// document.
func wantReadable(t *testing.T, b []byte) {
	t.Helper()
	if _, err := jsonwire.AppendCompact(nil, b, 0); err == nil {
		return
	}
	wantRead(t, b)
}

func wantRead(t *testing.T, b []byte) {
	t.Helper()
	for m, err := range message.NewReader(bytes.NewReader(b), nil, nil).Messages() {
		require.NoError(t, err)
		_, isText := m.(*message.Text)
		require.False(t, isText)
	}
}

// An object is a line of its own as it is; its reason is one of its members.
func TestDepthOfAnObjectItem(t *testing.T) {
	var out bytes.Buffer
	stats, err := message.WriteList(t.Context(), &out, nil, []jsonwire.Raw{object(t, jsonwire.MaxDepth)}, &message.ListOptions{Lines: true})
	require.NoError(t, err)
	assert.EqualValues(t, 1, stats.Items)
	wantRead(t, out.Bytes())
}

// The footer of a list that failed stands in the list's object.
func TestDepthOfAFooter(t *testing.T) {
	for _, c := range []struct {
		name   string
		levels int
		kept   bool
	}{
		{"as deep as may be", jsonwire.MaxDepth - 2, true},
		{"one level more", jsonwire.MaxDepth - 1, false},
	} {
		for _, lines := range []bool{false, true} {
			t.Run(c.name, func(t *testing.T) {
				cause := &message.Failure{Code: "broke", Message: "x", Details: arrays(t, c.levels)}
				var out bytes.Buffer
				_, err := message.WriteListFunc(context.Background(), &out, nil, func(l *message.ListWriter) error {
					if err := l.Item(1); err != nil {
						return err
					}
					return cause
				}, &message.ListOptions{FlushSize: 1, Lines: lines})
				require.ErrorIs(t, err, cause)
				require.Contains(t, out.String(), `"code":"broke"`)
				assert.Equal(t, c.kept, strings.Contains(out.String(), `"details"`))
				wantRead(t, out.Bytes())
			})
		}
	}
}

// A Result counts its own levels, too.
func TestDepthOfAResult(t *testing.T) {
	for _, c := range []struct {
		name   string
		levels int
		result message.Result
	}{
		{"without data", 1, message.Result{}},
		{"data", 2, message.Result{Data: []int{}}},
		{"failure", 2, message.Result{Failure: &message.Failure{}}},
		{"causes", 4, message.Result{Failure: &message.Failure{Causes: []message.Cause{{}}}}},
		{"warning", 3, message.Result{Warnings: []message.Warning{{}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			most := jsonwire.MaxDepth - c.levels
			got, err := c.result.AppendJSONDepth([]byte("x"), most)
			require.NoError(t, err)
			_, err = jsonwire.AppendCompact(nil, got[1:], most)
			require.NoError(t, err)
			for _, way := range []func([]byte, int) ([]byte, error){c.result.AppendJSONDepth, c.result.AppendJSONIndent} {
				got, err = way([]byte("x"), most+1)
				require.ErrorIs(t, err, jsonwire.ErrDepth)
				assert.Equal(t, "x", string(got))
			}
		})
	}
}
