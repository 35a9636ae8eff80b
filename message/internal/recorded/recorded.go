// Package recorded is for the tests of vocabularies: it reads recorded streams
// of other tools with a vocabulary's types, emits each message again, and
// compares.
package recorded

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
)

// Counts is what a stream, or several together, held.
type Counts struct {
	Messages int // of types the registry knows
	Same     int // of these, emitted again with the very bytes of the line
	Unknown  int // objects whose reason it does not know
	Untagged int // objects without a reason
	Text     int
	Blank    int
	Damaged  int
}

// Add returns the sum of two Counts.
func (c Counts) Add(d Counts) Counts {
	return Counts{
		c.Messages + d.Messages, c.Same + d.Same, c.Unknown + d.Unknown, c.Untagged + d.Untagged,
		c.Text + d.Text, c.Blank + d.Blank, c.Damaged + d.Damaged,
	}
}

// Stream is one recorded stream.
type Stream struct {
	Name string
	Data []byte
}

// Files returns the files that match pattern, at least one.
func Files(t testing.TB, pattern string) []Stream {
	t.Helper()
	names, err := filepath.Glob(pattern)
	require.NoError(t, err)
	require.NotEmpty(t, names, "no file matches %s", pattern)
	streams := make([]Stream, 0, len(names))
	for _, name := range names {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		streams = append(streams, Stream{filepath.Base(name), data})
	}
	return streams
}

// Shared returns the files that match pattern in the shared corpus; without
// the environment's LINEFEED_SHARED the test is skipped.
func Shared(t testing.TB, pattern string) []Stream {
	t.Helper()
	root := os.Getenv("LINEFEED_SHARED")
	if root == "" {
		t.Skip("needs recorded streams: set LINEFEED_SHARED to the folder that has corpus/")
	}
	return Files(t, filepath.Join(root, "corpus", filepath.FromSlash(pattern)))
}

// RoundTrip reads the stream to its end and emits each message the registry
// knows again: the result must be the same JSON value as the line. see, which
// may be nil, is called with each such message, its line and what was emitted.
func RoundTrip(t testing.TB, s Stream, registry *message.Registry, opts *message.EmitterOptions, see func(m message.Message, line, emitted []byte)) Counts {
	t.Helper()
	var c Counts
	r := message.NewReader(bytes.NewReader(s.Data), registry, nil)
	for {
		m, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		var fault *message.LineError
		switch {
		case errors.As(err, &fault):
			assert.NotErrorIs(t, err, message.ErrType, "%s: a message that is lost", s.Name)
			c.Damaged++
			continue
		case err != nil:
			require.NoError(t, err, s.Name)
		}
		switch m.(type) {
		case *message.Text:
			c.Text++
		case *message.Unknown:
			c.Unknown++
		case *message.Untagged:
			c.Untagged++
		default:
			c.Messages++
			number, offset := r.Position()
			line := lineAt(s.Data, offset)
			emitted := emit(t, m, opts)
			if bytes.Equal(line, emitted) {
				c.Same++
			} else {
				assert.True(t, Equal(line, emitted), "%s:%d: emitted again it is another value:\n%s\n%s", s.Name, number, line, emitted)
			}
			if see != nil {
				see(m, line, emitted)
			}
		}
	}
	c.Blank = int(r.Stats().Blank)
	assert.Equal(t, int64(len(s.Data)), r.Stats().Bytes, "%s is read to its last byte", s.Name)
	return c
}

// lineAt returns the object of the line at offset, without what the Reader
// skips around it.
func lineAt(data []byte, offset int64) []byte {
	line := data[offset:]
	if end := bytes.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	return bytes.Trim(line, "\x00\x1e\r\t \ufeff")
}

// emit returns the line of m without its newline.
func emit(t testing.TB, m message.Message, opts *message.EmitterOptions) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, message.NewEmitter(&out, opts).Emit(m))
	line, ended := bytes.CutSuffix(out.Bytes(), []byte{'\n'})
	require.True(t, ended)
	return line
}

// Equal tells whether a and b are the same JSON value: members in any order,
// numbers by value.
func Equal(a, b []byte) bool {
	x, errX := decode(a)
	y, errY := decode(b)
	return errX == nil && errY == nil && equal(x, y)
}

func decode(b []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}

func equal(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for name, v := range a {
			w, has := b[name]
			if !has || !equal(v, w) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !equal(a[i], b[i]) {
				return false
			}
		}
		return true
	case json.Number:
		b, ok := b.(json.Number)
		return ok && sameNumber(string(a), string(b))
	}
	return reflect.DeepEqual(a, b)
}

// sameNumber compares whole numbers by their digits and all others as float64.
func sameNumber(a, b string) bool {
	_, errA := strconv.ParseInt(a, 10, 64)
	_, errB := strconv.ParseInt(b, 10, 64)
	if a == b || errA == nil && errB == nil {
		return a == b
	}
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return errX == nil && errY == nil && x == y
}
