package documents

import (
	"bytes"
	"encoding/json"
	"io"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/bench/harness"
)

// The tables' ways print the same bytes; the payload is the fixtures'.
func TestWaysPrintTheSame(t *testing.T) {
	for _, p := range []*harness.Part{Part(), ListPart()} {
		s := &harness.Session{Progress: func(string, ...any) {}}
		n, err := s.Check(p)
		require.NoError(t, err)
		assert.Greater(t, n, 3)
	}
}

func TestListSize(t *testing.T) {
	for _, n := range []int{1_000, 5_000} {
		text, err := json.Marshal(&newLists(n).kube)
		require.NoError(t, err)
		assert.Equal(t, len(text)+1, listSize(n))
	}
}

var kept []byte

func TestPeakHeap(t *testing.T) {
	small, err := peakHeap(func(io.Writer) error { kept = make([]byte, 64<<10); return nil })
	require.NoError(t, err)
	assert.InDelta(t, 64<<10, small, 16<<10)

	// 64 MiB are requested, but no more than one or two of a MiB live at a time.
	// What is requested while the collector marks counts too: on one processor it
	// gets its turn, on more than the machine really has it may come late.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	large, err := peakHeap(func(w io.Writer) error {
		for range 64 {
			kept = make([]byte, 1<<20)
		}
		_, err := w.Write(kept)
		kept = nil // or it would be alive before the next time
		return err
	})
	require.NoError(t, err)
	assert.Greater(t, large, float64(1<<20-1))
	assert.Less(t, large, float64(32<<20))
}

func TestChildTellsWhatItTook(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, Child("ours-iterator", &out))
	var got childResult
	require.NoError(t, json.Unmarshal(out.Bytes(), &got))
	assert.Equal(t, int64(listSize(million)), got.Bytes)
	assert.Positive(t, got.Writes)
	assert.ErrorContains(t, Child("nobody", &out), `no way "nobody"`)
}
