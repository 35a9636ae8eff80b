package message_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
)

// A program that reads a stream and emits every message writes it again.
func TestRelay(t *testing.T) {
	input := strings.Join([]string{
		`{"reason":"artifact","name":"a","size":1,"tags":[]}`,
		`{"reason":"brand-new","x":{"y":[1,2]}}`,
		`{"x":1.50,"reason":"last","text":"\u00e9"}`,
		`  Compiling a`,
		`{}`,
		`{"reason":5}`,
		`[1,2]`,
		`{"reason":"build-finished","success":true}`,
		``,
	}, "\n")
	var out bytes.Buffer
	e := message.NewEmitter(&out, nil)
	for m, err := range message.NewReader(strings.NewReader(input), known, nil).Messages() {
		require.NoError(t, err)
		require.NoError(t, e.Emit(m))
	}
	require.NoError(t, e.Close())
	assert.Equal(t, input, out.String())
}

// What the wire does not allow is put right on the way.
func TestRelayRepairs(t *testing.T) {
	for in, want := range map[string]string{
		"{ \"reason\" : \"new\", \"s\":\"\xff\u2028\" }": `{"reason":"new","s":"\ufffd\u2028"}`,
		"{ \"a\" : 1 }": `{"a":1}`,
		"text \xff\xff": "text \uFFFD",
	} {
		m, err := message.NewReader(strings.NewReader(in), nil, nil).Next()
		require.NoError(t, err)
		var out bytes.Buffer
		require.NoError(t, message.NewEmitter(&out, nil).Emit(m))
		assert.Equal(t, want+"\n", out.String())
	}
}

func TestForeignRefuses(t *testing.T) {
	for name, m := range map[string]message.Message{
		"no object":         &message.Unknown{Name: "a", Raw: []byte(`[1]`)},
		"nothing":           &message.Untagged{},
		"damaged":           &message.Untagged{Raw: []byte(`{"a":}`)},
		"two lines":         &message.Text{Line: "a\nb"},
		"forged message":    &message.Text{Line: finished},
		"forged, disguised": &message.Text{Line: "\x00 " + finished},
	} {
		var out bytes.Buffer
		err := message.NewEmitter(&out, nil).Emit(m)
		var fault *message.EncodeError
		assert.ErrorAs(t, err, &fault, name)
		assert.Empty(t, out.String(), name)
	}
}

func TestForeignAsJSON(t *testing.T) {
	b, err := json.Marshal([]any{
		message.Text{Line: "a\tb"}, &message.Text{},
		message.Unknown{Name: "n", Raw: []byte(`{"reason":"n"}`)}, message.Untagged{Raw: []byte(`{}`)},
	})
	require.NoError(t, err)
	assert.Equal(t, `[{"reason":"text","text":"a\tb"},{"reason":"text","text":""},{"reason":"n"},{}]`, string(b))
}

func TestRelayStamps(t *testing.T) {
	var out bytes.Buffer
	e := message.NewEmitter(&out, &message.EmitterOptions{Seq: true, Run: "r", EscapeHTML: true})
	for m, err := range message.NewReader(strings.NewReader("{}\na <b> }\n{\"a\":\"<\"}\n"+finished), known, nil).Messages() {
		require.NoError(t, err)
		require.NoError(t, e.Emit(m))
	}
	assert.Equal(t, `{"@seq":1,"@run":"r"}
a <b> }
{"a":"\u003c","@seq":2,"@run":"r"}
{"reason":"build-finished","success":true,"@seq":3,"@run":"r"}
`, out.String())
}
