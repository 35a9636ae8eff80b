package message_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
)

func TestEmitWritesOneLineInOneWrite(t *testing.T) {
	var out bytes.Buffer
	e := message.NewEmitter(&out, nil)
	require.NoError(t, e.Emit(&buildFinished{Success: true}))
	require.NoError(t, (&artifact{Name: "a"}).EmitTo(e))
	assert.Equal(t, "{\"reason\":\"build-finished\",\"success\":true}\n"+
		"{\"reason\":\"artifact\",\"name\":\"a\",\"size\":0,\"tags\":null}\n", out.String())
	assert.Equal(t, message.Stats{Sent: 2, Written: 2, Bytes: int64(out.Len()), Writes: 2}, e.Stats())
}

func TestEmitAllocatesNothing(t *testing.T) {
	e := message.NewEmitter(io.Discard, nil)
	reused := &artifact{Name: "a"}
	assert.Zero(t, testing.AllocsPerRun(100, func() { _ = e.Emit(reused) }), "Emit of a reused message")
	assert.Zero(t, testing.AllocsPerRun(100, func() { _ = (&artifact{Name: "a", Size: 7}).EmitTo(e) }), "EmitTo of a fresh literal")
}
