package cargo_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message/cargo"
)

// FuzzValues: what the hand-written unmarshalers take is valid JSON, and comes
// back as the same value.
func FuzzValues(f *testing.F) {
	for _, seed := range []string{`null`, `2`, `"line-tables-only"`, `"\ud800"`, `["codegen",{"start":0.1,"end":0.4}]`, `["x",{"end":null}]`, ` [ "x" , { } ] `, `-0`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var info, infoAgain cargo.DebugInfo
		if info.UnmarshalJSON(b) == nil {
			again(t, b, info, &infoAgain)
			assert.Equal(t, info, infoAgain)
		}
		var section, sectionAgain cargo.TimingSection
		if section.UnmarshalJSON(b) == nil {
			again(t, b, section, &sectionAgain)
			assert.Equal(t, section, sectionAgain)
		}
	})
}

// again writes v, which was read from b, and reads it into back.
func again(t *testing.T, b []byte, v json.Marshaler, back json.Unmarshaler) {
	t.Helper()
	assert.True(t, json.Valid(b), "%q", b)
	wire, err := v.MarshalJSON()
	require.NoError(t, err)
	require.NoError(t, back.UnmarshalJSON(wire), "%q", wire)
}
