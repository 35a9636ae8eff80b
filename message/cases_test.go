package message_test

import (
	"bytes"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/mailru/easyjson/jwriter"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
)

// scriptedWriter answers its Writes as it is told, then takes everything.
type scriptedWriter struct {
	bytes.Buffer
	script []func(p []byte) (int, error)
	calls  [][]byte
}

func (w *scriptedWriter) Write(p []byte) (int, error) {
	w.calls = append(w.calls, bytes.Clone(p))
	if i := len(w.calls) - 1; i < len(w.script) && w.script[i] != nil {
		n, err := w.script[i](p)
		w.Buffer.Write(p[:n])
		return n, err
	}
	return w.Buffer.Write(p)
}

// panickingMarshaler is a message of the user's own whose marshaler panics after it
// has written a part.
type panickingMarshaler struct{}

func (*panickingMarshaler) Reason() string { return "panicking" }
func (*panickingMarshaler) MarshalEasyJSON(w *jwriter.Writer) {
	w.RawString(`{"reason":"panicking","a":1`)
	panic("no b")
}

// TestCases are faults seen in other tools, each with what must happen here.
func TestCases(t *testing.T) {
	const finished = "{\"reason\":\"build-finished\",\"success\":true}\n"
	for name, run := range map[string]func(t *testing.T){
		"E001 goroutines run into each other": func(t *testing.T) {
			w := &faultyWriter{}
			e := message.NewEmitter(w, nil)
			require.Zero(t, emitMany(t, e, 8, 10_000, nil))
			got := readStream(w.out.Bytes())
			assert.Zero(t, got.bad)
			assert.LessOrEqual(t, w.writes, 80_000)
			assert.Empty(t, w.misuse)
			for name, n := range requireOrder(t, got.artifacts(t)) {
				assert.Equal(t, 10_000, n, name)
			}
		},
		"E002 half a line of a value that cannot be encoded": func(t *testing.T) {
			var w scriptedWriter
			e := message.NewEmitter(&w, nil)
			var failed *message.EncodeError
			require.ErrorAs(t, e.Emit(&progress{Done: 1, Ratio: math.NaN()}), &failed)
			assert.Equal(t, "progress", failed.Reason)
			assert.Empty(t, w.calls)
			require.NoError(t, e.Emit(&buildFinished{Success: true}))
			assert.Equal(t, finished, w.String())
		},
		"E003 short write without an error": func(t *testing.T) {
			w := scriptedWriter{script: []func([]byte) (int, error){func([]byte) (int, error) { return 10, nil }}}
			e := message.NewEmitter(&w, nil)
			require.ErrorIs(t, e.Emit(&buildFinished{Success: true}), io.ErrShortWrite)
			assert.EqualValues(t, 1, e.Stats().Failed)
		},
		"E004 next message glued to the torn one": func(t *testing.T) {
			w := scriptedWriter{script: []func([]byte) (int, error){nil, func([]byte) (int, error) { return 10, syscall.EIO }}}
			e := message.NewEmitter(&w, nil)
			for i := 1; i <= 4; i++ {
				err := e.Emit(&artifact{Name: strconv.Itoa(i)})
				assert.Equal(t, i == 2, err != nil)
			}
			assert.Equal(t, `{"reason":"artifact","name":"1","size":0,"tags":null}`+"\n"+`{"reason":`+
				"\n"+`{"reason":"artifact","name":"3","size":0,"tags":null}`+"\n"+
				`{"reason":"artifact","name":"4","size":0,"tags":null}`+"\n", w.String())
			assert.Len(t, w.calls, 4)
		},
		"E005 the reader has gone": func(t *testing.T) {
			w := &faultyWriter{fault: fault{take: none, err: syscall.EPIPE}, k: 1, again: true}
			e := message.NewEmitter(w, nil)
			for range 1000 {
				require.ErrorIs(t, e.Emit(&buildFinished{}), syscall.EPIPE)
			}
			require.ErrorIs(t, e.Close(), syscall.EPIPE)
			assert.EqualValues(t, 1000, e.Stats().Failed)
		},
		"E006 the newline comes with the next message": func(t *testing.T) {
			var w scriptedWriter
			require.NoError(t, message.NewEmitter(&w, nil).Emit(&buildFinished{Success: true}))
			assert.Equal(t, [][]byte{[]byte(finished)}, w.calls)
			assert.Len(t, w.calls[0], 43)
		},
		"E007 more than 64 KiB": func(t *testing.T) {
			var w scriptedWriter
			e := message.NewEmitter(&w, nil)
			require.NoError(t, e.Emit(&artifact{Name: strings.Repeat("x", 70_000)}))
			require.NoError(t, e.Emit(&artifact{Name: "after"}))
			got := readStream(w.Bytes()).artifacts(t)
			require.Len(t, got, 2)
			assert.Len(t, got[0].Name, 70_000)
			assert.Len(t, w.calls, 2)
		},
		"E008 os.Exit": func(t *testing.T) {
			c := childProcess(t, "emit and exit")
			out, err := c.Output()
			require.Error(t, err)
			assert.Equal(t, 1, c.ProcessState.ExitCode())
			assert.Equal(t, "{\"reason\":\"build-finished\",\"success\":false}\n", string(out))
		},
		"E009 after the end": func(t *testing.T) {
			var w scriptedWriter
			e := message.NewEmitter(&w, nil)
			require.NoError(t, e.Close())
			require.ErrorIs(t, e.Emit(&buildFinished{}), message.ErrClosed)
			require.ErrorIs(t, e.Emit(&progress{Ratio: math.NaN()}), message.ErrClosed)
			require.NoError(t, e.Close())
			assert.Empty(t, w.calls)
			assert.Equal(t, message.Stats{Sent: 2, Failed: 2}, e.Stats())
		},
		"E010 a panicking marshaler": func(t *testing.T) {
			var w scriptedWriter
			e := message.NewEmitter(&w, nil)
			var wg sync.WaitGroup
			for range 4 {
				wg.Go(func() {
					for range 100 {
						var failed *message.EncodeError
						assert.ErrorAs(t, e.Emit(&panickingMarshaler{}), &failed)
						assert.ErrorContains(t, e.Emit((*artifact)(nil)), `message "artifact": panic:`)
						assert.NoError(t, e.Emit(&buildFinished{Success: true}))
					}
				})
			}
			wg.Wait()
			assert.Equal(t, strings.Repeat(finished, 400), w.String())
		},
		"E011 the bad message's beginning stays in the buffer": func(t *testing.T) {
			var w scriptedWriter
			e := message.NewEmitter(&w, nil)
			for range 100 {
				require.NoError(t, e.Emit(&artifact{Name: "ok"}))
				require.Error(t, e.Emit(&progress{Ratio: math.Inf(-1)}))
			}
			assert.Equal(t, strings.Repeat("{\"reason\":\"artifact\",\"name\":\"ok\",\"size\":0,\"tags\":null}\n", 100), w.String())
		},
		"E012 messages in one buffer": func(t *testing.T) {
			b := []byte("keep:")
			b, _ = (&artifact{Name: "1"}).AppendJSON(b)
			b, _ = (&artifact{Name: "2"}).AppendJSON(b)
			before := len(b)
			b, err := (&progress{Ratio: math.Inf(1)}).AppendJSON(b)
			require.Error(t, err)
			require.Len(t, b, before)
			b, _ = (&artifact{Name: "3"}).AppendJSON(b)
			assert.Equal(t, `keep:{"reason":"artifact","name":"1","size":0,"tags":null}{"reason":"artifact","name":"2","size":0,"tags":null}`+
				`{"reason":"artifact","name":"3","size":0,"tags":null}`, string(b))
		},
		"E013 processes append to one file": func(t *testing.T) {
			all := appendFromChildren(t, 4, "append 300 of 8000")
			got := readStream(all)
			assert.Zero(t, got.bad)
			assert.Len(t, got.lines, 1200)
		},
	} {
		t.Run(name, run)
	}
}

func init() {
	children["emit and exit"] = func() {
		_ = message.NewEmitter(os.Stdout, nil).Emit(&buildFinished{})
		os.Exit(1)
	}
	children["append 300 of 8000"] = func() {
		f, err := os.OpenFile(os.Getenv("STREAM"), os.O_APPEND|os.O_WRONLY, 0)
		must(err)
		e := message.NewEmitter(f, nil)
		for range 300 {
			must(e.Emit(&artifact{Name: strings.Repeat("x", 8000)}))
		}
	}
}

// appendFromChildren lets n children of that name append to one file, and
// returns what it holds then.
func appendFromChildren(t *testing.T, n int, name string) []byte {
	t.Helper()
	path := t.TempDir() + "/stream"
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	var wg sync.WaitGroup
	for range n {
		c := childProcess(t, name, "STREAM="+path)
		wg.Go(func() {
			out, err := c.CombinedOutput()
			assert.NoError(t, err, "%s", out)
		})
	}
	wg.Wait()
	all, err := os.ReadFile(path)
	require.NoError(t, err)
	return all
}
