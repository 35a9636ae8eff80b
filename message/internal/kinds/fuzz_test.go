package kinds_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
)

// FuzzUnmarshal reads arbitrary lines into every message type. What is accepted
// is valid JSON, and what is then written reads as the same.
func FuzzUnmarshal(f *testing.F) {
	for _, tw := range twins {
		m := reflect.New(tw.ours).Interface()
		f.Add([]byte(toJSON(f, m)))
		f.Add([]byte(`{"reason":"` + m.(message.Message).Reason() + `","":[{"a":null}],"x":1e5}`))
	}
	for _, seed := range []string{`null`, `{"reason":"`, `{"\q`, ` { "reason" : null } `, `{"reason":"tree","kids":[{"left":{"list":[[[]]]}}]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		for _, tw := range twins {
			m := reflect.New(tw.ours).Interface()
			if m.(json.Unmarshaler).UnmarshalJSON(bytes.Clone(line)) != nil {
				continue
			}
			assert.True(t, json.Valid(line), "%q", line)
			settle(reflect.ValueOf(m).Elem())
			once, err := m.(json.Marshaler).MarshalJSON()
			require.NoError(t, err, "%q", line)
			assert.Equal(t, string(once), again(t, reflect.New(tw.ours).Interface(), string(once)))
		}
	})
}
