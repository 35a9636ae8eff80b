package httpdoc_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message/httpdoc"
)

// What is taken for a problem is written as one, and read back unchanged.
func FuzzProblem(f *testing.F) {
	for _, s := range []string{
		`{}`, `[]`, `{"type":"about:blank","title":"t","status":404,"detail":"d","instance":"/x"}`, `{"status":1e2}`,
		`{"code":"c","retryable":true,"causes":[{"message":"m"}],"details":{"a":[1]}}`, `{"x":1,"x":2}`, `{"\u0000":"\ud800"}`, `{"a":1}x`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var p httpdoc.Problem
		if p.UnmarshalJSON(in) != nil {
			return
		}
		_ = p.Failure()
		out, err := p.MarshalJSON()
		require.NoError(t, err)
		require.True(t, json.Valid(out), "%s", out)
		var back httpdoc.Problem
		require.NoError(t, back.UnmarshalJSON(out))
		again, err := back.MarshalJSON()
		require.NoError(t, err)
		assert.Equal(t, string(out), string(again))
	})
}

// Whatever the header, the answer is an offer or nothing.
func FuzzAccept(f *testing.F) {
	for _, s := range []string{"", "*/*", "application/json;q=0.5,application/x-ndjson", ";;,,q=", "application/*;q=NaN", "a/b;q=1e9"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, header string) {
		got := httpdoc.Accept(header, httpdoc.JSON, httpdoc.NDJSON)
		require.True(t, slices.Contains([]string{"", httpdoc.JSON, httpdoc.NDJSON}, got), got)
	})
}
