package message_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mailru/easyjson/jwriter"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/internal/race"
	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

func TestEmitWritesOneLineInOneWrite(t *testing.T) {
	var out bytes.Buffer
	e := message.NewEmitter(&out, nil)
	require.NoError(t, e.Emit(&buildFinished{Success: true}))
	require.NoError(t, e.Emit(buildFinished{Success: true}), "a value")
	require.NoError(t, (&artifact{Name: "a"}).EmitTo(e))
	assert.Equal(t, "{\"reason\":\"build-finished\",\"success\":true}\n"+
		"{\"reason\":\"build-finished\",\"success\":true}\n"+
		"{\"reason\":\"artifact\",\"name\":\"a\",\"size\":0,\"tags\":null}\n", out.String())
	assert.Equal(t, message.Stats{Sent: 3, Written: 3, Bytes: int64(out.Len()), Writes: 3}, e.Stats())
	require.NoError(t, e.Flush())
	require.NoError(t, e.Close())
}

// foreign is a message the generator did not write: what it writes, and its
// reason.
type foreign struct{ reason, json string }

func (m *foreign) Reason() string                    { return m.reason }
func (m *foreign) MarshalEasyJSON(w *jwriter.Writer) { w.RawString(m.json) }

// embedding inherits the generated methods of artifact, but is a message of
// its own.
type embedding struct{ artifact }

func (*embedding) Reason() string                    { return "embedding" }
func (*embedding) MarshalEasyJSON(w *jwriter.Writer) { w.RawString(`{"own":true}`) }

func TestForeignMessages(t *testing.T) {
	for _, c := range []struct {
		name string
		m    message.Message
		want string
		err  string
	}{
		{"reason first", &foreign{"x", `{"reason":"x","a":[1,{"b":"\""}]}`}, `{"reason":"x","a":[1,{"b":"\""}]}`, ""},
		{"blanks and line ends", &foreign{"x", "{ \"reason\" :\n \"x\" , \"a\" : 1 }\n"}, `{"reason":"x","a":1}`, ""},
		{"no reason", &foreign{"x", `{"a":1}`}, `{"reason":"x","a":1}`, ""},
		{"no members", &foreign{"x", `{}`}, `{"reason":"x"}`, ""},
		{"reason deeper down", &foreign{"x", `{"a":{"reason":"y"},"b":-1.5e3}`}, `{"reason":"x","a":{"reason":"y"},"b":-1.5e3}`, ""},
		{"reason in a value", &foreign{"x", `{"a":"reason","b":[],"c":null}`}, `{"reason":"x","a":"reason","b":[],"c":null}`, ""},
		{"embeds a generated type", &embedding{artifact{Name: "no"}}, `{"reason":"embedding","own":true}`, ""},
		{"reason last", &foreign{"x", `{"a":1,"reason":"x"}`}, "", `message "x": the member "reason" must be the first`},
		{"escaped reason last", &foreign{"x", `{"a":1,"reas\u006fn":"x"}`}, "", "must be the first"},
		{"another reason", &foreign{"x", `{"reason":"y"}`}, "", `the member "reason" is "y", but Reason returns "x"`},
		{"no object", &foreign{"x", `[1]`}, "", "did not write a JSON object"},
		{"nothing", &foreign{"x", ``}, "", `message "x": `},
		{"two values", &foreign{"x", `{} {}`}, "", `message "x": `},
		{"a forged second line", &foreign{"x", "{}\n{\"reason\":\"y\"}"}, "", `message "x": `},
		{"broken", &foreign{"x", `{"reason":"x","a":}`}, "", `message "x": `},
		{"nil", nil, "", "the message is nil"},
		{"nil pointer", (*foreign)(nil), "", "panic: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			e := message.NewEmitter(&out, nil)
			err := e.Emit(c.m)
			if c.err == "" {
				require.NoError(t, err)
				assert.Equal(t, c.want+"\n", out.String())
				return
			}
			var failed *message.EncodeError
			require.ErrorAs(t, err, &failed)
			assert.ErrorContains(t, err, c.err)
			assert.Empty(t, out.String())
			require.ErrorIs(t, e.Close(), err, "the first error")
		})
	}
}

// chatty emits through the Emitter that is encoding it.
type chatty struct{ e *message.Emitter }

func (*chatty) Reason() string { return "chatty" }
func (m *chatty) MarshalEasyJSON(w *jwriter.Writer) {
	err := m.e.Emit(&buildFinished{Success: true})
	w.RawString(`{"said":` + strconv.FormatBool(err == nil) + `}`)
}

func TestMarshalerEmits(t *testing.T) {
	for _, d := range durabilities {
		t.Run(d.name, func(t *testing.T) {
			w := &faultyWriter{}
			e := message.NewEmitter(w, &d.opts)
			var wg sync.WaitGroup
			for range 8 {
				wg.Go(func() {
					for range 20 {
						assert.NoError(t, e.Emit(&chatty{e}))
					}
				})
			}
			wg.Wait()
			require.NoError(t, e.Close())
			assert.Len(t, readStream(w.out.Bytes()).lines, 320)
			assert.EqualValues(t, 320, e.Stats().Written)
		})
	}
}

func TestOptions(t *testing.T) {
	at := time.Date(2026, 11, 30, 12, 0, 0, 5, time.FixedZone("", 3600))
	clock := func() time.Time { return at }
	for _, c := range []struct {
		name string
		opts message.EmitterOptions
		want string
	}{
		{"seq", message.EmitterOptions{Seq: true}, `{"reason":"artifact","name":"<&>","size":0,"tags":null,"@seq":1}`},
		{"time", message.EmitterOptions{Time: true, Now: clock}, `{"reason":"artifact","name":"<&>","size":0,"tags":null,"@time":"2026-11-30T11:00:00.000000005Z"}`},
		{"run", message.EmitterOptions{Run: "a\"b"}, `{"reason":"artifact","name":"<&>","size":0,"tags":null,"@run":"a\"b"}`},
		{"all", message.EmitterOptions{Seq: true, Time: true, Run: "r", Now: clock, EscapeHTML: true},
			`{"reason":"artifact","name":"\u003c\u0026\u003e","size":0,"tags":null,"@seq":1,"@time":"2026-11-30T11:00:00.000000005Z","@run":"r"}`},
		{"html in the run", message.EmitterOptions{Run: "<r>", EscapeHTML: true}, `{"reason":"artifact","name":"\u003c\u0026\u003e","size":0,"tags":null,"@run":"\u003cr\u003e"}`},
		{"html", message.EmitterOptions{EscapeHTML: true}, `{"reason":"artifact","name":"\u003c\u0026\u003e","size":0,"tags":null}`},
		{"just short enough", message.EmitterOptions{MaxLine: 54}, `{"reason":"artifact","name":"<&>","size":0,"tags":null}`[:53] + "}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var direct, outside bytes.Buffer
			m := &artifact{Name: "<&>"}
			if c.opts.MaxLine > 0 {
				m.Name = "<>"
				c.want = `{"reason":"artifact","name":"<>","size":0,"tags":null}`
				c.opts.MaxLine = len(c.want) + 1
			}
			require.NoError(t, message.NewEmitter(&direct, &c.opts).Emit(m))
			assert.Equal(t, c.want+"\n", direct.String())
			b, err := m.AppendJSON(nil)
			require.NoError(t, err)
			require.NoError(t, message.NewEmitter(&outside, &c.opts).Emit(&foreign{"artifact", string(b)}))
			assert.Equal(t, direct.String(), outside.String())
		})
	}
}

func TestMaxLine(t *testing.T) {
	var out bytes.Buffer
	e := message.NewEmitter(&out, &message.EmitterOptions{MaxLine: 50, Seq: true})
	require.NoError(t, e.Emit(&foreign{"x", `{"a":1}`}))
	for _, m := range []message.Message{&artifact{Name: "longer than it may be"}, &foreign{"x", `{"a":"longer than it may be, by far"}`}} {
		var failed *message.EncodeError
		err := e.Emit(m)
		require.ErrorAs(t, err, &failed)
		require.ErrorIs(t, err, message.ErrLineTooLong)
		require.Equal(t, m.Reason(), failed.Reason)
	}
	require.NoError(t, e.Emit(&foreign{"x", `{"a":2}`}))
	assert.Equal(t, "{\"reason\":\"x\",\"a\":1,\"@seq\":1}\n{\"reason\":\"x\",\"a\":2,\"@seq\":2}\n", out.String(), "no number is used up")
}

// A stamp obeys the wire's rules too, whatever the clock says.
func TestTimeOutOfRange(t *testing.T) {
	var out bytes.Buffer
	at := time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)
	e := message.NewEmitter(&out, &message.EmitterOptions{Time: true, Now: func() time.Time { return at }})
	err := e.Emit(&buildFinished{})
	require.ErrorIs(t, err, jsonwire.ErrTime)
	require.ErrorContains(t, err, "@time")
	assert.Empty(t, out.String())
	at = time.Date(9999, 12, 31, 23, 59, 59, 0, time.FixedZone("", 3600))
	require.NoError(t, e.Emit(&buildFinished{}))
	assert.Equal(t, "{\"reason\":\"build-finished\",\"success\":false,\"@time\":\"9999-12-31T22:59:59.000000000Z\"}\n", out.String())
}

// Times of one second share their text, and of none other.
func TestTimesOfManySeconds(t *testing.T) {
	var out bytes.Buffer
	var at time.Time
	e := message.NewEmitter(&out, &message.EmitterOptions{Time: true, Now: func() time.Time { return at }})
	for _, at = range []time.Time{{}, time.Unix(0, 0), time.Unix(0, 1), time.Unix(0, 999_999_999), time.Unix(1, 5e8), time.Unix(0, 5e8),
		time.Unix(-1, 120), time.Unix(1_800_000_000, 123_456_789), time.Unix(1_800_000_000, 7).In(time.FixedZone("", -3600))} {
		out.Reset()
		require.NoError(t, e.Emit(&buildFinished{}))
		assert.Contains(t, out.String(), at.UTC().Format(`,"@time":"2006-01-02T15:04:05.000000000Z"}`))
	}
}

// Without Now the time is the system's, here that of the bubble.
func TestTimeOfTheSystem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		e := message.NewEmitter(&out, &message.EmitterOptions{Time: true})
		for range 3 {
			time.Sleep(1234567 * time.Microsecond)
			out.Reset()
			require.NoError(t, e.Emit(&buildFinished{}))
			var got struct {
				Time time.Time `json:"@time"`
			}
			require.NoError(t, json.Unmarshal(out.Bytes(), &got))
			assert.True(t, got.Time.Equal(time.Now()), "%v, want %v", got.Time, time.Now())
		}
	})
}

func TestEncodeError(t *testing.T) {
	cause := jsonwire.AtField("target", jsonwire.AtIndex(2, jsonwire.ErrFloat))
	var out bytes.Buffer
	e := message.NewEmitter(&out, nil)
	err := e.Emit(&failingMessage{cause})
	var failed *message.EncodeError
	require.ErrorAs(t, err, &failed)
	assert.Equal(t, "failing", failed.Reason)
	assert.Equal(t, "target[2]", failed.Path)
	require.ErrorIs(t, err, jsonwire.ErrFloat)
	assert.Equal(t, `message "failing": target[2]: `+jsonwire.ErrFloat.Error(), err.Error())
	assert.Less(t, len((&message.EncodeError{Reason: strings.Repeat("r", 1000), Err: errors.New(strings.Repeat("e", 10_000))}).Error()), 1000)
}

// failingMessage is a generated message, as it were, that fails with err.
type failingMessage struct{ err error }

func (*failingMessage) Reason() string                               { return "failing" }
func (*failingMessage) MarshalEasyJSON(*jwriter.Writer)              {}
func (*failingMessage) MessageTraits(message.Message) message.Traits { return message.TraitGenerated }
func (m *failingMessage) EmitTo(e *message.Emitter) (err error) {
	var l message.Line
	defer l.Recover(&err)
	return l.End(l.Begin(e, 0, "failing"), m.err)
}

func TestBufferedWritesWhenFull(t *testing.T) {
	var w scriptedWriter
	e := message.NewEmitter(&w, &message.EmitterOptions{Durability: message.Buffered, BufferSize: 100})
	for range 5 { // 44 bytes each
		require.NoError(t, e.Emit(&buildFinished{}))
	}
	assert.Len(t, w.calls, 1)
	assert.Len(t, w.calls[0], 3*44)
	assert.EqualValues(t, 5, e.Stats().Sent)
	assert.EqualValues(t, 3, e.Stats().Written)
	require.NoError(t, e.Flush())
	assert.Len(t, w.calls, 2)
	require.NoError(t, e.Close())
	assert.Len(t, w.calls, 2)
}

func TestFlushReportsWhatEmitCouldNot(t *testing.T) {
	w := &faultyWriter{fault: fault{take: half, err: errDisk}, k: 1}
	e := message.NewEmitter(w, &message.EmitterOptions{Durability: message.Buffered})
	require.NoError(t, e.Emit(&buildFinished{}))
	require.ErrorIs(t, e.Flush(), errDisk)
	require.NoError(t, e.Flush(), "said once")
	require.ErrorIs(t, e.Close(), errDisk)
}

func TestFlushEvery(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w scriptedWriter
		e := message.NewEmitter(&w, &message.EmitterOptions{Durability: message.Buffered, FlushEvery: time.Second})
		for round := range 3 {
			require.NoError(t, e.Emit(&buildFinished{}))
			time.Sleep(900 * time.Millisecond)
			require.NoError(t, e.Emit(&buildFinished{}))
			synctest.Wait()
			require.EqualValues(t, round, e.Stats().Writes)
			time.Sleep(100 * time.Millisecond)
			synctest.Wait()
			require.Len(t, w.calls, round+1)
			require.Len(t, w.calls[round], 2*44)
			time.Sleep(time.Hour)
		}
		require.NoError(t, e.Emit(&buildFinished{}))
		require.NoError(t, e.Close())
		time.Sleep(time.Hour)
		require.Len(t, w.calls, 4)
	})
}

// gate is a writer that takes nothing until it is opened.
type gate struct {
	bytes.Buffer
	entered chan struct{}
	open    chan struct{}
}

func (g *gate) Write(p []byte) (int, error) {
	select {
	case g.entered <- struct{}{}:
	default:
	}
	<-g.open
	return g.Buffer.Write(p)
}

func TestQueueDropsAndSaysSo(t *testing.T) {
	g := &gate{entered: make(chan struct{}, 1), open: make(chan struct{})}
	e := message.NewEmitter(g, &message.EmitterOptions{Queue: 3, Seq: true})
	require.NoError(t, e.Emit(&artifact{Name: "1"}))
	<-g.entered
	for i := 2; i <= 4; i++ {
		require.NoError(t, e.Emit(&artifact{Name: strconv.Itoa(i)}))
	}
	for range 5 {
		require.ErrorIs(t, e.Emit(&artifact{Name: "lost"}), message.ErrDropped)
	}
	assert.EqualValues(t, 5, e.Stats().Dropped)
	close(g.open)
	require.NoError(t, e.Flush())
	require.NoError(t, e.Emit(&artifact{Name: "5"}))
	require.NoError(t, e.Close())
	assert.Equal(t, `{"reason":"artifact","name":"1","size":0,"tags":null,"@seq":1}
{"reason":"artifact","name":"2","size":0,"tags":null,"@seq":2}
{"reason":"artifact","name":"3","size":0,"tags":null,"@seq":3}
{"reason":"artifact","name":"4","size":0,"tags":null,"@seq":4}
{"reason":"messages-dropped","count":5,"@seq":5}
{"reason":"artifact","name":"5","size":0,"tags":null,"@seq":6}
`, g.String())
	s := e.Stats()
	assert.EqualValues(t, 11, s.Sent, "the announcement is a message too")
	assert.EqualValues(t, 6, s.Written)
	assert.Equal(t, s.Sent, s.Written+s.Failed+s.Dropped)
}

func TestBackPressure(t *testing.T) {
	for _, d := range []message.Durability{message.Written, message.Buffered} {
		t.Run(fmt.Sprint(d), func(t *testing.T) {
			g := &gate{entered: make(chan struct{}, 1), open: make(chan struct{})}
			e := message.NewEmitter(g, &message.EmitterOptions{Durability: d, BufferSize: 50})
			var wg sync.WaitGroup
			for range 8 {
				wg.Go(func() {
					for range 10 {
						assert.NoError(t, e.Emit(&buildFinished{}))
					}
				})
			}
			<-g.entered
			s := e.Stats() // does not wait for the writer
			assert.Zero(t, s.Written)
			assert.LessOrEqual(t, s.Sent, int64(8+2))
			close(g.open)
			wg.Wait()
			require.NoError(t, e.Close())
			assert.EqualValues(t, 80, e.Stats().Written)
		})
	}
}

func TestCloseWaitsForThoseUnderWay(t *testing.T) {
	g := &gate{entered: make(chan struct{}, 1), open: make(chan struct{})}
	e := message.NewEmitter(g, nil)
	var wg sync.WaitGroup
	wg.Go(func() { assert.NoError(t, e.Emit(&buildFinished{})) })
	<-g.entered
	require.ErrorIs(t, e.Emit(&progress{Ratio: 1 / zero}), errFloat)
	for range 3 {
		wg.Go(func() {
			_ = e.Close() // its error is asked for below
			assert.EqualValues(t, 1, e.Stats().Written, "when Close returned")
		})
	}
	for !errors.Is(e.Emit(&progress{Ratio: 1 / zero}), message.ErrClosed) {
		runtime.Gosched() // until one of the Closes has begun
	}
	close(g.open)
	wg.Wait()
	assert.EqualValues(t, 1, e.Stats().Written)
	require.ErrorIs(t, e.Emit(&buildFinished{}), message.ErrClosed)
	assert.Equal(t, "{\"reason\":\"build-finished\",\"success\":false}\n", g.String())
	for range 2 {
		assert.ErrorIs(t, e.Close(), errFloat, "the first error, of the message that did not encode")
	}
}

var zero float64

func TestEmitAllocatesNothing(t *testing.T) {
	for _, d := range durabilities {
		e := message.NewEmitter(io.Discard, &d.opts)
		reused := &artifact{Name: "a"}
		if d.opts.Queue == 0 { // a queue starts goroutines
			assert.Zero(t, testing.AllocsPerRun(100, func() { _ = e.Emit(reused) }), "%s: Emit of a reused message", d.name)
			assert.Zero(t, testing.AllocsPerRun(100, func() { _ = (&artifact{Name: "a", Size: 7}).EmitTo(e) }), "%s: EmitTo of a fresh literal", d.name)
		}
		require.NoError(t, e.Close())
	}
}

func TestContendedEmitAllocatesNothing(t *testing.T) {
	race.SkipCosts(t)
	e := message.NewEmitter(io.Discard, nil)
	const goroutines, count = 16, 2000
	round := func() {
		var wg sync.WaitGroup
		for range goroutines {
			wg.Go(func() {
				for range count {
					_ = (&artifact{Name: "a", Size: 7}).EmitTo(e)
				}
			})
		}
		wg.Wait()
	}
	round()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	round()
	runtime.ReadMemStats(&after)
	assert.Less(t, after.Mallocs-before.Mallocs, uint64(goroutines*count/20), "steady state, goroutines and pools refilled after a collection aside")
}

func TestHugeMessageLeavesNoHugeBuffer(t *testing.T) {
	race.SkipCosts(t)
	heap := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for _, d := range append(durabilities, struct {
		name string
		opts message.EmitterOptions
	}{"buffered, default size", message.EmitterOptions{Durability: message.Buffered}}) {
		t.Run(d.name, func(t *testing.T) {
			huge := &artifact{Name: strings.Repeat("x", 64<<20)}
			before := heap()
			opts := d.opts
			opts.Queue *= 10 // all of them find room
			e := message.NewEmitter(io.Discard, &opts)
			require.NoError(t, e.Emit(huge))
			for range 1000 {
				require.NoError(t, e.Emit(&artifact{Name: "small"}))
			}
			require.NoError(t, e.Flush())
			assert.Less(t, int64(heap())-int64(before), int64(1<<20))
			runtime.KeepAlive(huge)
			require.NoError(t, e.Close())
		})
	}
}

// TestMillion is the demand of the design: 64 goroutines, 15,625 messages
// each, nothing lost, nothing broken, every @seq once and in order.
func TestMillion(t *testing.T) {
	count := 15_625
	if testing.Short() {
		count = 500
	}
	w := &lineChecker{t: t, last: map[string]int64{}}
	e := message.NewEmitter(w, &message.EmitterOptions{Seq: true})
	require.Zero(t, emitMany(t, e, 64, count, nil))
	require.NoError(t, e.Close())
	assert.EqualValues(t, 64*count, w.seq)
	assert.EqualValues(t, 64*count, e.Stats().Written)
}

// lineChecker is a writer that checks each line as it comes.
type lineChecker struct {
	t    *testing.T
	seq  int64
	last map[string]int64
}

func (w *lineChecker) Write(p []byte) (int, error) {
	for line := range bytes.Lines(p) {
		rest, ok1 := bytes.CutPrefix(line, []byte(`{"reason":"artifact","name":"`))
		name, rest, ok2 := bytes.Cut(rest, []byte(`","size":`))
		size, rest, ok3 := bytes.Cut(rest, []byte(`,"tags":["one","two"],"@seq":`))
		seq, ok4 := bytes.CutSuffix(rest, []byte("}\n"))
		if !ok1 || !ok2 || !ok3 || !ok4 {
			w.t.Errorf("bad line %q", line)
			return 0, errDisk
		}
		if string(seq) != strconv.FormatInt(w.seq+1, 10) || string(size) != strconv.FormatInt(w.last[string(name)], 10) {
			w.t.Errorf("after %d: %q", w.seq, line)
		}
		w.seq++
		w.last[string(name)]++
	}
	return len(p), nil
}
