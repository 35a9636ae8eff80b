package kinds_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// TestIndentAsJSONIndent: the indented body of every type writes what
// json.Indent makes of the compact one, to the byte, and fails where that fails.
func TestIndentAsJSONIndent(t *testing.T) {
	for _, tw := range twins {
		t.Run(tw.ours.Name(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				v := reflect.New(tw.ours)
				(&filler{t: t}).fill(v.Elem(), 4)
				depth := rapid.IntRange(0, 70).Draw(t, "depth")
				indenter, ok := v.Interface().(jsonwire.Indenter)
				require.True(t, ok, "%s has no indented body", tw.ours)
				compact, err := v.Interface().(jsonwire.DepthAppender).AppendJSONDepth(nil, depth)
				got, indentErr := indenter.AppendJSONIndent([]byte("kept"), depth)
				if err != nil {
					require.EqualError(t, indentErr, err.Error())
					require.Equal(t, "kept", string(got))
					return
				}
				require.NoError(t, indentErr)
				var want bytes.Buffer
				require.NoError(t, json.Indent(&want, compact, strings.Repeat("  ", depth), "  "))
				assert.Equal(t, "kept"+want.String(), string(got))
			})
		})
	}
}
