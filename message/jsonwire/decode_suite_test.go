package jsonwire_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// accepts reports whether the decoder takes input as one value, and that its
// ways agree: skipping it, decoding it into any, as raw, as part of a message.
func accepts(t *testing.T, input []byte) bool {
	t.Helper()
	ways := map[string]func(d *jsonwire.Decoder){
		"skip": func(d *jsonwire.Decoder) { d.Skip() },
		"raw":  func(d *jsonwire.Decoder) { d.RawMessage() },
		"any":  func(d *jsonwire.Decoder) { d.Any() },
	}
	errs := map[string]error{}
	for name, way := range ways {
		var d jsonwire.Decoder
		d.Reset(input)
		way(&d)
		errs[name] = d.End()
	}
	if errs["any"] != nil && errs["skip"] == nil {
		require.ErrorIs(t, errs["any"], jsonwire.ErrType, "only a number that no float64 holds is JSON and not taken")
		errs["any"] = nil
	}
	assert.Equal(t, errs["skip"] == nil, errs["any"] == nil, "skip: %v, any: %v", errs["skip"], errs["any"])
	assert.Equal(t, errs["skip"] == nil, errs["raw"] == nil, "skip: %v, raw: %v", errs["skip"], errs["raw"])
	if errs["skip"] == nil {
		assert.True(t, json.Valid(input), "encoding/json refuses what we accept")
	}
	return errs["skip"] == nil
}

// undecided lists the inputs about which RFC 8259 lets a parser decide, and what we
// decide: numbers of any size are JSON (a field of a Go type may refuse them),
// strings that are not UTF-8 and lone surrogates are repaired, a byte order
// mark and UTF-16 are not JSON text, 500 levels are few.
var undecided = map[string]bool{
	"byte_order_mark":  false,
	"structure_500":    true,
	"string_UTF-16":    false,
	"string_utf16":     false,
	"structure_UTF-8_": false,
}

func TestDecodeSuite(t *testing.T) {
	root := os.Getenv("LINEFEED_SHARED")
	if root == "" {
		t.Skip("needs JSONTestSuite: set LINEFEED_SHARED to the folder that has corpus/jsontestsuite")
	}
	files, err := filepath.Glob(filepath.Join(root, "corpus", "jsontestsuite", "test_parsing", "*.json"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	count := map[byte]int{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			input, err := os.ReadFile(file)
			require.NoError(t, err)
			got := accepts(t, input)
			count[name[0]]++
			switch name[0] {
			case 'y':
				assert.True(t, got)
			case 'n':
				assert.False(t, got)
			default:
				want := true
				for prefix, verdict := range undecided {
					if strings.HasPrefix(name[2:], prefix) {
						want = verdict
					}
				}
				assert.Equal(t, want, got)
			}
		})
	}
	assert.Equal(t, map[byte]int{'y': 95, 'n': 188, 'i': 35}, count)
}
