package recorded

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
)

// Stable reads one line and, if it is a message the registry knows, checks
// that the line is valid JSON and that the message, emitted and read again, is
// emitted with the same bytes. It is the body of fuzz targets.
func Stable(t testing.TB, line []byte, registry *message.Registry) {
	t.Helper()
	line = bytes.TrimSuffix(line, []byte{'\n'})
	m := read(line, registry)
	if m == nil {
		return
	}
	object := bytes.TrimLeft(bytes.TrimPrefix(line, []byte("\ufeff")), "\x00\x1e\r\t ")
	assert.True(t, json.Valid(object), "accepted, and not valid JSON: %q", line)
	first := emit(t, m, nil)
	again := read(first, registry)
	require.NotNil(t, again, "what was emitted cannot be read: %s", first)
	assert.Equal(t, string(first), string(emit(t, again, nil)), "from %q", line)
}

// read returns the message of a line, nil when it is none that registry knows.
func read(line []byte, registry *message.Registry) message.Message {
	if bytes.IndexByte(line, '\n') >= 0 {
		return nil
	}
	m, err := message.NewReader(bytes.NewReader(line), registry, nil).Next()
	if err != nil {
		return nil
	}
	switch m.(type) {
	case *message.Text, *message.Unknown, *message.Untagged:
		return nil
	}
	return m
}
