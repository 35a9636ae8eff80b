package message_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/internal/race"
	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// result is what WriteResult writes, and its error.
func result(data any, opts *message.ResultOptions) (string, error) {
	var out bytes.Buffer
	err := message.WriteResult(&out, data, opts)
	return out.String(), err
}

// TestResultCases are faults of envelopes seen in other tools, each with what
// must happen here. (V004, two documents of one command, is in
// examples/modlist/testdata/failure.txtar.)
func TestResultCases(t *testing.T) {
	for name, run := range map[string]func(t *testing.T){
		"V001 an empty result prints nothing": func(t *testing.T) {
			for want, data := range map[string][]item{`{"ok":true,"data":[]}`: {}, `{"ok":true,"data":null}`: nil} {
				got, err := result(data, nil)
				require.NoError(t, err)
				assert.Equal(t, want+"\n", got)
			}
		},
		"V002 ok although the data could not be encoded": func(t *testing.T) {
			data := map[string]float64{"v": math.NaN()}
			got, err := result(data, nil)
			require.ErrorIs(t, err, jsonwire.ErrFloat)
			assert.True(t, strings.HasPrefix(got, `{"ok":false,"error":{"code":"encode_failed",`), got)
			assert.True(t, strings.HasSuffix(got, "}\n") && json.Valid([]byte(got)), got)
			got, err = result(data, &message.ResultOptions{NullFallback: true})
			require.ErrorIs(t, err, jsonwire.ErrFloat)
			assert.Equal(t, `{"ok":true,"data":null}`+"\n", got)
		},
		"V003 ampersands are changed": func(t *testing.T) {
			const url = `http://example.org/?a=1&b=<2>`
			got, err := result(map[string]string{"url": url}, nil)
			require.NoError(t, err)
			assert.Equal(t, `{"ok":true,"data":{"url":"`+url+`"}}`+"\n", got)
			got, err = result(map[string]string{"url": url}, &message.ResultOptions{Indent: true})
			require.NoError(t, err)
			assert.Contains(t, got, `"url": "`+url+`"`)
		},
		"V005 the error's text breaks the document": func(t *testing.T) {
			text := "open \"C:\\x\": line 1\nline 2\x1b[31m\xff\u2028end"
			var out bytes.Buffer
			require.NoError(t, message.WriteFailure(&out, message.FailureOf(errors.New(text)), nil))
			assert.Equal(t, 1, strings.Count(out.String(), "\n"))
			assert.Contains(t, out.String(), `\u001b[31m`)
			assert.Contains(t, out.String(), `\u2028end`)
			var doc struct {
				OK    *bool
				Data  json.RawMessage
				Error struct{ Message string }
			}
			require.NoError(t, json.Unmarshal(out.Bytes(), &doc))
			assert.False(t, *doc.OK)
			assert.Nil(t, doc.Data)
			assert.Equal(t, strings.ToValidUTF8(text, "\uFFFD"), doc.Error.Message)
		},
		"V006 indenting changes values": func(t *testing.T) {
			data := newRaw(t, `{"a":[],"b":{},"s":"{\n  \"x\": [] }","n":9007199254740993}`)
			compact, err := result(data, nil)
			require.NoError(t, err)
			indented, err := result(data, &message.ResultOptions{Indent: true})
			require.NoError(t, err)
			assert.Equal(t, `{"ok":true,"data":{"a":[],"b":{},"s":"{\n  \"x\": [] }","n":9007199254740993}}`+"\n", compact)
			assert.Equal(t, "{\n  \"ok\": true,\n  \"data\": {\n    \"a\": [],\n    \"b\": {},\n    \"s\": \"{\\n  \\\"x\\\": [] }\",\n    \"n\": 9007199254740993\n  }\n}\n", indented)
		},
		"V007 colour is forced": func(t *testing.T) {
			t.Setenv("FORCE_COLOR", "1")
			t.Setenv("CLICOLOR_FORCE", "1")
			got, err := result(map[string]int{"a": 1}, &message.ResultOptions{Indent: true})
			require.NoError(t, err)
			var out bytes.Buffer
			require.NoError(t, message.WriteFailure(&out, &message.Failure{Code: "c"}, nil))
			assert.NotContains(t, got+out.String(), "\x1b")
		},
		"V008 the data is copied into a tree": func(t *testing.T) {
			race.SkipCosts(t)
			for _, n := range []int{1, 200, 5000} {
				list := rows(n, 100)
				allocs, _ := steady(func() { _ = message.WriteResult(io.Discard, &list, nil) })
				assert.Zero(t, allocs, n)
			}
		},
	} {
		t.Run(name, run)
	}
}

// TestListCases are faults of lists seen in other tools, each with what must
// happen here.
func TestListCases(t *testing.T) {
	ctx, head := context.Background(), &listHead{Kind: "L"}
	const start = `{"reason":"list","kind":"L","items":`
	write := func(items []*item, opts *message.ListOptions) (*failAt, error) {
		w := &failAt{k: -1}
		_, err := message.WriteList(ctx, w, head, items, opts)
		return w, err
	}
	for name, run := range map[string]func(t *testing.T){
		"L001 nil and empty": func(t *testing.T) {
			for want, items := range map[string][]*item{start + "null}\n": nil, start + "[]}\n": {}} {
				for _, flush := range []int{0, 1} {
					w, err := write(items, &message.ListOptions{FlushSize: flush})
					require.NoError(t, err)
					assert.Equal(t, want, w.out.String())
				}
			}
		},
		"L002 a nil element panics": func(t *testing.T) {
			for _, flush := range []int{0, 1} {
				w, err := write([]*item{{"a", 1}, nil, {"b", 2}}, &message.ListOptions{FlushSize: flush})
				require.NoError(t, err)
				assert.Equal(t, start+`[{"name":"a","v":1},null,{"name":"b","v":2}]}`+"\n", w.out.String())
			}
		},
		"L003 an item error lets half a document out": func(t *testing.T) {
			w, err := write([]*item{{}, {}, {"c", math.NaN()}, {}, {}}, nil)
			var at *message.ItemError
			require.ErrorAs(t, err, &at)
			assert.Equal(t, int64(2), at.Index)
			assert.Zero(t, w.calls)
		},
		"L004 raw items go out as they are": func(t *testing.T) {
			_, err := jsonwire.NewRaw([]byte(`{"a":`))
			assert.ErrorIs(t, err, jsonwire.ErrSyntax, "refused when made")
			for _, c := range []struct {
				raw  json.RawMessage
				want string
			}{{json.RawMessage("{\"a\": 1,\n\"b\":\"<\"}"), `[{"a":1,"b":"<"}]`}, {json.RawMessage(`{"a":`), ""}, {json.RawMessage{}, ""}, {nil, `[null]`}} {
				w := &failAt{k: -1}
				_, err := message.WriteList(ctx, w, head, []json.RawMessage{c.raw}, nil)
				if c.want == "" {
					require.ErrorIs(t, err, jsonwire.ErrSyntax)
					assert.Zero(t, w.calls)
					continue
				}
				require.NoError(t, err)
				assert.Equal(t, start+c.want+"}\n", w.out.String())
			}
		},
		"L005 many small writes": func(t *testing.T) {
			w := &failAt{k: -1}
			_, err := message.WriteList(ctx, w, head, manyItems(1000), nil)
			require.NoError(t, err)
			assert.LessOrEqual(t, w.calls, w.out.Len()/(16<<10)+2)
			assert.GreaterOrEqual(t, w.sizes[0], 4096)
		},
		"L006 memory grows with the items": func(t *testing.T) {
			race.SkipCosts(t)
			for _, n := range []int{10, 1000, 100_000} {
				items := make([]item, n)
				allocs, size := steady(func() { _, _ = message.WriteList(ctx, io.Discard, head, items, nil) })
				assert.Zero(t, allocs+size, n)
			}
		},
		"L007 an item fails after many have left": func(t *testing.T) {
			items := manyItems(10_000)
			items[9000].V = math.Inf(1)
			w := &failAt{k: -1}
			_, err := message.WriteList(ctx, w, head, items, nil)
			var at *message.ItemError
			require.ErrorAs(t, err, &at)
			assert.Equal(t, int64(9000), at.Index)
			assert.True(t, json.Valid(w.out.Bytes()))
			assert.Contains(t, w.out.String(), `8999","v":8999}],"count":9000,"truncated":true,"error":{`)
			w = &failAt{k: -1}
			_, err = message.WriteList(ctx, w, head, items, &message.ListOptions{OnError: message.Abort})
			require.Error(t, err)
			assert.True(t, strings.HasSuffix(w.out.String(), `8999","v":8999}`))
		},
		"L008 commas": func(t *testing.T) {
			all := []item{{"a", 1}, {"b", 2}, {"c", 3}}
			for n, want := range map[int]string{0: `[]`, 1: `[{"name":"a","v":1}]`, 3: `[{"name":"a","v":1},{"name":"b","v":2},{"name":"c","v":3}]`} {
				var out bytes.Buffer
				_, err := message.WriteListSeq(ctx, &out, &listHead{}, iter.Seq[item](slices.Values(all[:n])), nil)
				require.NoError(t, err)
				assert.Equal(t, `{"reason":"list","items":`+want+"}\n", out.String())
			}
		},
		"L009 the source goes on after the writer failed": func(t *testing.T) {
			asked, cleaned := 0, 0
			w := &failAt{k: 1, err: errBroken}
			_, err := message.WriteListSeq(ctx, w, head, func(yield func(*item) bool) {
				defer func() { cleaned++ }()
				for range 1_000_000 {
					if asked++; !yield(&item{Name: "some name"}) {
						return
					}
				}
			}, nil)
			require.ErrorIs(t, err, errBroken)
			assert.Equal(t, 2, w.calls)
			assert.Equal(t, 1, cleaned)
			assert.Less(t, asked, 10_000)
		},
	} {
		t.Run(name, run)
	}
}

// Documents and lists are written by many goroutines at once, from shared
// data, through pooled buffers: none sees bytes of another.
func TestDocumentsConcurrently(t *testing.T) {
	const workers, rounds = 8, 200
	list := rows(3, 50)
	want := map[string]string{}
	write := map[string]func(w io.Writer) error{
		"result": func(w io.Writer) error { return message.WriteResult(w, &list, nil) },
		"pretty": func(w io.Writer) error {
			return message.WriteResult(w, &list, &message.ResultOptions{Indent: true, EscapeHTML: true})
		},
		"failure": func(w io.Writer) error {
			return message.WriteFailure(w, &message.Failure{Code: "c", Details: list}, nil)
		},
		"list": func(w io.Writer) error {
			_, err := message.WriteList(context.Background(), w, nil, list, &message.ListOptions{FlushSize: 100, Footer: true})
			return err
		},
		"lines": func(w io.Writer) error {
			_, err := message.WriteListSeq(context.Background(), w, nil, slices.Values(list), &message.ListOptions{Lines: true, EscapeHTML: true})
			return err
		},
		"failing": func(w io.Writer) error {
			_, err := message.WriteList(context.Background(), w, nil, []any{1, panicking{}}, &message.ListOptions{FlushSize: 1})
			if err == nil {
				return errors.New("no error")
			}
			return nil
		},
	}
	for name, f := range write {
		var out bytes.Buffer
		require.NoError(t, f(&out))
		want[name] = out.String()
	}
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for range rounds {
				for name, f := range write {
					var out bytes.Buffer
					if err := f(&out); err != nil || out.String() != want[name] {
						t.Errorf("%s: %v: %s", name, err, out.String())
						return
					}
				}
			}
		})
	}
	wg.Wait()
}
