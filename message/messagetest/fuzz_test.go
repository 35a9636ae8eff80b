package messagetest_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message/messagetest"
)

// FuzzCheckStream: no input stops it, it reads to the end, it finds the same
// however the input comes, and where it finds nothing every line is a valid
// object.
func FuzzCheckStream(f *testing.F) {
	f.Add([]byte(good))
	for _, tc := range faults {
		f.Add([]byte(tc.stream))
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		opts := &messagetest.Options{Registry: registry(""), MaxLine: 1 << 10}
		got := messagetest.CheckStream(bytes.NewReader(stream), opts)
		require.Equal(t, int64(len(stream)), got.Bytes)
		assert.Equal(t, got, messagetest.CheckStream(iotest.HalfReader(bytes.NewReader(stream)), opts))
		for _, finding := range got.Findings {
			assert.True(t, utf8.ValidString(finding.String()))
			assert.Less(t, len(finding.String()), 1000)
			assert.LessOrEqual(t, finding.Offset, int64(len(stream)))
		}
		if got.OK() {
			for line := range bytes.Lines(stream) {
				assert.True(t, json.Valid(line))
				assert.Equal(t, byte('{'), line[0])
			}
		}
	})
}
