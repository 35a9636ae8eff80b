package message_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

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

// Stamps of the stream that is passed on stay; those that the Emitter sets
// itself replace them, however the name is escaped.
func TestRelayOfStampedLines(t *testing.T) {
	all := message.EmitterOptions{Seq: true, Time: true, Run: "r", Now: func() time.Time { return time.Unix(0, 0) }}
	for _, c := range []struct {
		name string
		opts message.EmitterOptions
		m    message.Message
		want string
	}{
		{"kept", message.EmitterOptions{}, &message.Unknown{Name: "n", Raw: []byte(`{"reason":"n","@seq":7}`)}, `{"reason":"n","@seq":7}`},
		{"others kept", message.EmitterOptions{Seq: true}, &message.Unknown{Name: "n", Raw: []byte(`{"reason":"n","@seq":7,"@run":"a"}`)}, `{"reason":"n","@run":"a","@seq":1}`},
		{"replaced", all, &message.Unknown{Name: "n", Raw: []byte(`{"reason":"n","a":{"@seq":1},"@seq":7,"@time":"x","@run":[1,"}"]}`)},
			`{"reason":"n","a":{"@seq":1},"@seq":1,"@time":"1970-01-01T00:00:00.000000000Z","@run":"r"}`},
		{"first of all", message.EmitterOptions{Seq: true}, &message.Untagged{Raw: []byte(`{"\u0040seq":7,"a":1}`)}, `{"a":1,"@seq":1}`},
		{"alone", message.EmitterOptions{Seq: true}, &message.Untagged{Raw: []byte(`{"@se\u0071":7}`)}, `{"@seq":1}`},
		{"of a foreign marshaler", message.EmitterOptions{Run: "r"}, &foreign{"x", `{"@run":"own","a":1}`}, `{"reason":"x","a":1,"@run":"r"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			require.NoError(t, message.NewEmitter(&out, &c.opts).Emit(c.m))
			assert.Equal(t, c.want+"\n", out.String())
		})
	}
}
