package message_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/internal/race"
	"github.com/linefeed-go/linefeed/message"
)

// repeated is a stream of head, unit so many times, and tail, made as it is read.
type repeated struct {
	head, unit, tail string
	times            int
	rest             string
}

func (r *repeated) Read(b []byte) (int, error) {
	if r.rest == "" {
		switch {
		case r.head != "":
			r.rest, r.head = r.head, ""
		case r.times > 0:
			r.rest = r.unit
			r.times--
		case r.tail != "":
			r.rest, r.tail = r.tail, ""
		default:
			return 0, io.EOF
		}
	}
	n := copy(b, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

const gibibyte = 1 << 30

// A line of 1 GiB is skipped in the memory of the longest line that is taken,
// 16 MiB, and half as much again; its neighbours arrive. It is what the peak of a
// process of its own grows by: what the test binary and the runtime take before
// depends on the machine.
func TestReaderGiantLine(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("reads the peak of its memory from /proc")
	}
	race.SkipCosts(t)
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestReaderGiantLineChild$")
	cmd.Env = append(os.Environ(), "READER_GIANT=1", "GOMAXPROCS=2", "GOGC=100", "GOMEMLIMIT=off", "GODEBUG=")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	var grown int
	_, err = fmt.Sscanf(string(out), "events message build-finished 1:0 | damaged too-long 2:43 | message artifact 3:1073741899 | end grown by %d kB", &grown)
	require.NoError(t, err, string(out))
	assert.Less(t, grown, 24<<10, "kB")
}

func TestReaderGiantLineChild(t *testing.T) {
	if os.Getenv("READER_GIANT") == "" {
		t.Skip("is started by TestReaderGiantLine")
	}
	stream := &repeated{head: finished + "\n" + `{"reason":"artifact","name":"`, unit: strings.Repeat("x", 64<<10),
		times: gibibyte / (64 << 10), tail: "\"}\n" + anArtifact + "\n"}
	before := peakMemory(t)
	all := events(message.NewReader(stream, known, nil))
	fmt.Printf("events %s grown by %d kB\n", all, peakMemory(t)-before)
	os.Exit(0)
}

// peakMemory returns the most memory that this process has had, in kB.
func peakMemory(t *testing.T) (peak int) {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	_, err = fmt.Sscan(rest, &peak)
	require.NoError(t, err)
	return peak
}

// The longest line that is taken, and one byte more.
func TestReaderLongestLine(t *testing.T) {
	const most = 16 << 20
	frame := len(`{"reason":"artifact","name":""}`)
	for extra, want := range map[int]string{0: "message artifact 1:0 | end", 1: "damaged too-long 1:0 | end"} {
		for _, end := range []string{"\n", "\r\n", ""} {
			stream := &repeated{head: `{"reason":"artifact","name":"` + strings.Repeat("x", most-frame-1<<20+extra),
				unit: strings.Repeat("x", 1<<20), times: 1, tail: `"}` + end}
			assert.Equal(t, want, events(message.NewReader(stream, known, nil)), "%d more, end %q", extra, end)
		}
	}
}

// A million messages leave nothing behind.
func TestReaderHeapStaysFlat(t *testing.T) {
	r := message.NewReader(&repeated{unit: strings.Repeat(anArtifact+"\n", 1000), times: 1000}, known, nil)
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	var before uint64
	n := 0
	for m, err := range r.Messages() {
		if err != nil || m.Reason() != "artifact" {
			require.NoError(t, err)
		}
		if n++; n == 10_000 {
			before = heap()
		}
	}
	require.Equal(t, 1_000_000, n)
	assert.Less(t, heap(), before+256<<10)
}

// panickingSample is a foreign type whose unmarshaler panics.
type panickingSample struct{ sample }

func (*panickingSample) UnmarshalJSON([]byte) error { panic("no") }

// A long line leaves nothing behind, whatever has been looked for in it.
func TestReaderLetsGoOfLongLines(t *testing.T) {
	registry, err := message.Merge(known, message.NewRegistry("", message.Entry{Reasons: []string{"panicking"}, New: func() message.Message { return new(panickingSample) }}))
	require.NoError(t, err)
	const size = 4 << 20
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for _, frame := range [][2]string{
		{`{"reason":"artifact","name":"`, `"}`},
		{`{"size":1,"reason":"artifact","name":"`, `"}`},
		{`{ "reason": "artifact","name":"`, `"}`},
		{`{"name":"`, `","reason":"artifact"}`},
		{`{"name":"`, `","reason": "artifact"}`},
		{`{"x":"`, `","reason":"other"}`},
		{`{"x":"`, `"}`},
		{`{"reason":"panicking","x":"`, `"}`},
		{`{"reason":"artifact","size":"`, `"}`},
		{`{ "reason": "artifact","size":"`, `"}`},
		{`{ "reason": "artifact","size":"`, ``},
	} {
		long := &repeated{head: frame[0], unit: strings.Repeat("x", 1<<16), times: size >> 16, tail: frame[1] + "\n"}
		r := message.NewReader(io.MultiReader(long, &repeated{unit: finished + "\n", times: 2}), registry, nil)
		before := heap()
		_, _ = r.Next()
		for range 2 {
			_, err := r.Next()
			require.NoError(t, err, frame)
		}
		assert.Less(t, heap(), before+size/4, frame)
		runtime.KeepAlive(r)
	}
}

// At most one allocation a line beside the message, its slices and pointers.
func TestReaderAllocations(t *testing.T) {
	if builtPure() {
		t.Skip("without unsafe the input is copied twice")
	}
	for name, c := range map[string]struct {
		line string
		want float64
	}{
		"no strings":     {finished, 1},
		"strings":        {`{"reason":"artifact","name":"a\n","size":1,"tags":null}`, 2},
		"a list":         {`{"reason":"artifact","name":"a","size":1,"tags":["x","y"]}`, 3},
		"another order":  {`{"size":1,"name":"a","reason":"artifact"}`, 2},
		"text":           {"plain", 2},
		"unknown reason": {`{"reason":"new"}`, 3},
		"blank":          {"", 0},
	} {
		r := message.NewReader(&repeated{unit: c.line + "\n" + finished + "\n", times: 1_000_000}, known, nil)
		got := testing.AllocsPerRun(1000, func() {
			for range 2 {
				m, err := r.Next()
				if m == nil || err != nil {
					t.Fatal(errors.Join(err, errors.New("no message")))
				}
				if name == "blank" {
					return
				}
			}
		})
		assert.LessOrEqual(t, got, c.want+1, name)
	}
}

// builtPure reports whether the tests run with the purego tag, under which the
// input is copied once more.
func builtPure() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-tags", Value: "purego"})
}
