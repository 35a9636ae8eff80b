package message

import (
	"bytes"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// slowWriter runs a function within its first Write.
type slowWriter struct {
	bytes.Buffer
	within func()
}

func (w *slowWriter) Write(p []byte) (int, error) {
	if within := w.within; within != nil {
		w.within = nil
		within()
	}
	return w.Buffer.Write(p)
}

// TestLargeBatchComesBackLate: the last goroutine that waited for a large
// batch gives it back while another writes alone, from the batch in which
// lines gather, and a third wants to join it. (Giving it back put the large
// batch in that one's place, so that the third waited for ever.)
func TestLargeBatchComesBackLate(t *testing.T) {
	w := &slowWriter{}
	e := NewEmitter(w, nil)
	var wg sync.WaitGroup
	w.within = func() {
		e.mu.Lock()
		large := e.newBatch()
		large.buf = append(make([]byte, 0, 2*large.keep), '\n')
		e.giveBack(large)
		e.mu.Unlock()
		wg.Go(func() { assert.NoError(t, e.Emit(&Text{Line: "second"})) })
		for e.Stats().Sent < 2 {
			runtime.Gosched()
		}
	}
	require.NoError(t, e.Emit(&Text{Line: "first"}))
	wg.Wait() // for ever, unless the goroutine that joined is woken
	require.NoError(t, e.Emit(&Text{Line: "third"}))
	require.NoError(t, e.Close())
	assert.Equal(t, "first\nsecond\nthird\n", w.String())
	assert.Equal(t, Stats{Sent: 3, Written: 3, Bytes: int64(w.Len()), Writes: 3}, e.Stats())
}
