//go:build goexperiment.jsonv2 || go1.27

package kinds_test

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message/internal/kinds"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// TestMarshalJSONTo writes messages through encoding/json/v2, which keeps its
// own options: here an indentation.
func TestMarshalJSONTo(t *testing.T) {
	m := &kinds.Structs{Slice: []kinds.Inner{{X: 1, S: "s"}}, Map: map[string]kinds.Inner{"k": {}}}
	want, err := m.AppendJSON(nil)
	require.NoError(t, err)
	for name, v := range map[string]any{"pointer": m, "value": *m} {
		got, err := json.Marshal(v)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), name)
	}
	got, err := json.Marshal([]any{m}, jsontext.WithIndent(" "))
	require.NoError(t, err)
	assert.Contains(t, string(got), "\n  \"reason\": \"structs\"")
	_, err = json.Marshal(&kinds.Quoted{Number: "x"})
	assert.ErrorContains(t, err, "number: ")
}

// TestUnmarshalJSONFrom reads messages through encoding/json/v2.
func TestUnmarshalJSONFrom(t *testing.T) {
	want := []kinds.Structs{{Slice: []kinds.Inner{{X: 1, S: "s"}}, Map: map[string]kinds.Inner{"k": {}}}, {}}
	text, err := json.Marshal(want)
	require.NoError(t, err)
	var got []kinds.Structs
	require.NoError(t, json.Unmarshal(text, &got))
	assert.Equal(t, want, got)
	err = json.Unmarshal([]byte(`[{"reason":"structs","inner":{"x":"no"}}]`), &got)
	assert.ErrorIs(t, err, jsonwire.ErrType)
	assert.Error(t, json.Unmarshal([]byte(`[{"reason":"structs"`), &got))
}
