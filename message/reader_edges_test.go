package message_test

import (
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
)

// scriptedReader answers its Reads as it is told.
type scriptedReader []func(b []byte) (int, error)

func (r *scriptedReader) Read(b []byte) (int, error) {
	if len(*r) == 0 {
		return 0, io.EOF
	}
	read := (*r)[0]
	*r = (*r)[1:]
	return read(b)
}

func TestReaderOddSources(t *testing.T) {
	broken := errors.New("the cable is out")
	long := strings.Repeat("x", 200)
	give := func(s string, err error) func([]byte) (int, error) {
		return func(b []byte) (int, error) { return copy(b, s), err }
	}
	nothing := give("", nil)
	for name, c := range map[string]struct {
		script scriptedReader
		want   string
	}{
		"bytes and the end at once":             {scriptedReader{give(finished+"\n"+finished, io.EOF)}, "message build-finished 1:0 | message build-finished 2:43 | end"},
		"bytes and an error at once":            {scriptedReader{give(finished+"\n"+finished, broken)}, "message build-finished 1:0 | fatal: message: reading the stream behind offset 43: the cable is out"},
		"an error with a line that is too long": {scriptedReader{give(long, broken)}, "fatal: message: reading the stream behind offset 0: the cable is out"},
		"an error within one":                   {scriptedReader{give(long, nil), give(long, nil), give(long, broken)}, "fatal: message: reading the stream behind offset 0: the cable is out"},
		"an error behind one":                   {scriptedReader{give(long, nil), give(long+"\n", broken)}, "damaged too-long 1:0 | fatal: message: reading the stream behind offset 401: the cable is out"},
		"the end with one":                      {scriptedReader{give(long, io.EOF)}, "damaged too-long 1:0 | end"},
		"goes on behind its error":              {scriptedReader{give(finished+"\n{", broken), give("}\n", nil)}, "message build-finished 1:0 | fatal: message: reading the stream behind offset 43: the cable is out"},
		"reads of nothing":                      {scriptedReader{nothing, nothing, give("{}", nil), nothing, nothing, give("\n", nil), nothing}, "no-reason 1:0 | end"},
		"too large a count":                     {scriptedReader{func(b []byte) (int, error) { return len(b) + 1, nil }}, "fatal: message: reading the stream behind offset 0: the io.Reader says it has read 65537 bytes into 65536"},
		"a negative count":                      {scriptedReader{give("{}", nil), func([]byte) (int, error) { return -1, nil }}, "fatal: message: reading the stream behind offset 0: the io.Reader says it has read -1 bytes into 65534"},
	} {
		t.Run(name, func(t *testing.T) {
			r := message.NewReader(&c.script, known, &message.ReaderOptions{MaxLine: 64})
			assert.Equal(t, c.want, events(r))
			_, first := r.Next()
			_, again := r.Next()
			assert.Equal(t, first, again, "the end stays the end")
		})
	}
	stuck := message.NewReader(iotest.ErrReader(nil), known, nil)
	_, err := stuck.Next()
	assert.ErrorIs(t, err, io.ErrNoProgress)
}

// No limit is a limit like others.
func TestReaderLargestMaxLine(t *testing.T) {
	line := `{"reason":"artifact","name":"` + strings.Repeat("x", 2<<20) + `"}`
	for _, size := range []int{43, 1 << 20} {
		stream := &pieces{s: finished + "\n" + line + "\n" + finished, sizes: []int{size}, err: io.EOF}
		r := message.NewReader(stream, known, &message.ReaderOptions{MaxLine: math.MaxInt})
		assert.Equal(t, "message build-finished 1:0 | message artifact 2:43 | message build-finished 3:2097227 | end", events(r))
	}
}

// A stream that ends in the middle of a rune is cut there, under Strict too.
func TestReaderStrictAtTheEnd(t *testing.T) {
	for name, c := range map[string]struct{ input, want string }{
		"cut in a rune":                  {"{\"reason\":\"artifact\",\"name\":\"\xc3", "truncated 1:0 | end"},
		"cut behind one that is invalid": {"{\"reason\":\"artifact\",\"name\":\"\xff\"", "truncated 1:0 | end"},
		"whole, with an invalid one":     {"{\"reason\":\"artifact\",\"name\":\"\xff\"}", "damaged syntax 1:0 | end"},
		"twice the reason, and invalid":  {"{\"reason\":\"artifact\",\"reason\":\"\xff\"}\n", "damaged duplicate-reason 1:0 | end"},
	} {
		r := message.NewReader(strings.NewReader(c.input), known, &message.ReaderOptions{Strict: true})
		assert.Equal(t, c.want, events(r), name)
	}
}

// Floods of what is skipped or blank hold no memory and take no stack.
func TestReaderFloods(t *testing.T) {
	for _, unit := range []string{"\x00", "\x1e", " ", "\r", "\x00 \x1e\t"} {
		flood := strings.Repeat(unit, 1<<20/len(unit))
		r := message.NewReader(strings.NewReader(flood+finished+"\n"+flood+"\n"+finished), known, nil)
		var kinds []string
		for m, err := range r.Messages() {
			require.NoError(t, err)
			kinds = append(kinds, messageName(m))
		}
		assert.Equal(t, []string{"message build-finished", "message build-finished"}, kinds, "%q", unit)
		assert.EqualValues(t, 1, r.Stats().Blank)
	}
}

// Nothing is said of a line before its newline has come.
func TestReaderWaitsForTheNewline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		from, to := io.Pipe()
		var got []string
		done := make(chan struct{})
		go func() {
			defer close(done)
			for m, err := range message.NewReader(from, known, nil).Messages() {
				assert.NoError(t, err)
				got = append(got, messageName(m))
			}
		}()
		stream, sent := anArtifact+"\n"+finished+"\n", 0
		for _, step := range []struct {
			to   int
			want []string
		}{
			{20, nil},
			{51, nil},
			{70, []string{"message artifact"}},
			{94, []string{"message artifact"}},
			{95, []string{"message artifact", "message build-finished"}},
		} {
			_, err := io.WriteString(to, stream[sent:step.to])
			require.NoError(t, err)
			sent = step.to
			synctest.Wait()
			assert.Equal(t, step.want, got)
		}
		require.NoError(t, to.Close())
		<-done
	})
}

func TestRegistryWithoutNew(t *testing.T) {
	r := message.NewRegistry("", message.Entry{Reasons: []string{"a"}})
	require.ErrorContains(t, r.Err(), `entry for ["a"] has no New`)
	assert.Nil(t, r.New("a"))
}
