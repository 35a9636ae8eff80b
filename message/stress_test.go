package message_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
)

// TestStress drives Emitters with options, faults and goroutines taken at
// random through Emits, Flushes and a Close at once. What must hold is what
// runFaulty and requireResults demand; a goroutine that is never woken shows
// as the timeout of the test binary. It is bounded in time.
func TestStress(t *testing.T) {
	budget := 2 * time.Second
	if testing.Short() {
		budget /= 10
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for start := time.Now(); time.Since(start) < budget; {
		opts := message.EmitterOptions{
			Durability: message.Durability(r.IntN(3)),
			BufferSize: 1 + r.IntN(2000),
			Exclusive:  r.IntN(2) == 0,
			Seq:        r.IntN(2) == 0,
			Time:       r.IntN(2) == 0,
			EscapeHTML: r.IntN(2) == 0,
		}
		if r.IntN(3) == 0 {
			opts.Queue = 1 + r.IntN(20)
		}
		if r.IntN(3) == 0 {
			opts.FlushEvery = time.Duration(1+r.IntN(100)) * time.Microsecond
		}
		if r.IntN(3) == 0 {
			opts.MaxLine = 200 + r.IntN(1000)
		}
		w := &faultyWriter{fault: faults[r.IntN(len(faults))], k: r.IntN(5), again: r.IntN(2) == 0}
		t.Run(fmt.Sprintf("%+v, %s at write %d", opts, w.name, w.k), func(t *testing.T) {
			stress(t, r, w, opts)
		})
		if t.Failed() {
			return
		}
	}
}

// stress lets some goroutines emit, some of them large lines, and others push,
// until Close comes at a moment of its own.
func stress(t *testing.T, r *rand.Rand, w *faultyWriter, opts message.EmitterOptions) {
	goroutines, count, closeAt := 1+r.IntN(8), 1+r.IntN(40), r.IntN(60)
	large := r.IntN(count * 4) // its position; mostly none
	e := message.NewEmitter(w, &opts)
	results := make([][]error, goroutines)
	sent := make(chan struct{}, goroutines*count)
	inParallel(goroutines+2, func(g int) {
		switch g {
		case goroutines: // closes in between, or at the end
			for range min(closeAt, goroutines*count) {
				<-sent
			}
			_ = e.Close()
		case goroutines + 1:
			for range 5 {
				_ = e.Flush()
				_ = e.Stats()
			}
		default:
			for i := range count {
				m := anyMessage(g, i)
				if a, ok := m.(*artifact); ok && i == large {
					a.Tags = []string{string(make200KB)}
				}
				results[g] = append(results[g], e.Emit(m))
				sent <- struct{}{}
			}
		}
	})
	requireClosed(t, e)
	s, got := e.Stats(), readStream(w.out.Bytes())
	require.Equal(t, s.Sent, s.Written+s.Failed+s.Dropped, "%+v", s)
	if !w.panics {
		require.EqualValues(t, s.Written, len(got.lines), "readable lines; %+v\n%.2000q", s, w.out.String())
	}
	require.LessOrEqual(t, got.bad, w.went)
	require.Empty(t, w.misuse)
	requireResults(t, w, opts, results)
	requireStamps(t, opts, w, got)
}

func requireClosed(t *testing.T, e *message.Emitter) {
	t.Helper()
	before := e.Stats()
	require.ErrorIs(t, e.Emit(&buildFinished{}), message.ErrClosed)
	before.Sent++
	before.Failed++
	require.Equal(t, before, e.Stats())
}

// make200KB is more than a batch keeps.
var make200KB = func() []byte {
	b := make([]byte, 200_000)
	for i := range b {
		b[i] = 'x'
	}
	return b
}()
