package build_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/build"
)

// fill gives v, whatever it is made of, random content.
func fill(t *rapid.T, v reflect.Value) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		v.Set(reflect.ValueOf(time.Unix(rapid.Int64Range(0, 1e11).Draw(t, "s"), rapid.Int64Range(0, 999_999_999).Draw(t, "ns")).UTC()))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "_" {
				fill(t, v.Field(i))
			}
		}
	case reflect.Pointer:
		if rapid.Bool().Draw(t, "there") {
			v.Set(reflect.New(v.Type().Elem()))
			fill(t, v.Elem())
		}
	case reflect.Slice:
		if n := rapid.IntRange(-1, 3).Draw(t, "len"); n >= 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				fill(t, v.Index(i))
			}
		}
	case reflect.String:
		v.SetString(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "main.go", `{"reason":"x"}`, "a\nb\r\n", "\u2028", "<&>", "\x00\x1e"})).Draw(t, "text"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "flag"))
	case reflect.Float64:
		v.SetFloat(rapid.Float64Range(-1e300, 1e300).Draw(t, "float"))
	case reflect.Uint8:
		v.SetUint(uint64(rapid.Byte().Draw(t, "byte")))
	default:
		v.SetInt(rapid.Int64().Draw(t, "int"))
	}
}

func drawMessage(t *rapid.T) message.Message {
	reasons := append(build.Messages.Reasons(), "unknown", "untagged", "text")
	switch reason := rapid.SampledFrom(reasons).Draw(t, "reason"); reason {
	case "unknown":
		return &message.Unknown{Name: "later", Raw: []byte(`{"reason":"later","v":[1,{"reason":"x"}]}`)}
	case "untagged":
		return &message.Untagged{Raw: []byte(`{"level":30,"msg":"}{"}`)}
	case "text":
		return &message.Text{Line: rapid.SampledFrom([]string{"# pkg", "x {\"reason\":\"a\"}", "[1]", "é", "  indented"}).Draw(t, "line")}
	default:
		m := build.Messages.New(reason)
		fill(t, reflect.ValueOf(m).Elem())
		return m
	}
}

// damage changes one place of a line, newline included.
func damage(t *rapid.T, line, other []byte) []byte {
	at := rapid.IntRange(0, len(line)-1).Draw(t, "at")
	switch rapid.SampledFrom([]string{"cut", "hole", "splice", "flip", "text", "double"}).Draw(t, "damage") {
	case "cut": // the newline too: the next line is glued to what is left
		return line[:at]
	case "hole":
		to := rapid.IntRange(at, len(line)).Draw(t, "to")
		return slices.Concat(line[:at], line[to:])
	case "splice":
		return slices.Concat(line[:at], other[min(at, len(other)):])
	case "flip":
		line = bytes.Clone(line)
		line[at] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		return line
	case "text":
		return slices.Concat(line[:at], []byte(rapid.SampledFrom([]string{"\n", "\r", "warning: x\n", "\x00", "\xff", "\"", "\\", "{", "}", "\x1e", "\xef\xbb\xbf"}).Draw(t, "insert")), line[at:])
	}
	return slices.Concat(line[:at], line)
}

// verdict says what must come of a line, as encoding/json sees it.
func verdict(line []byte) string {
	line = bytes.TrimSuffix(line, []byte("\r"))
	object := bytes.TrimLeft(line, "\x00\x1e \t\r")
	var members map[string]json.RawMessage
	switch {
	case len(object) == 0:
		return "blank"
	case object[0] != '{':
		return "text"
	case !json.Valid(object):
		return "damaged"
	}
	if err := json.Unmarshal(object, &members); err != nil {
		return "damaged"
	}
	return "object"
}

// Messages go through an Emitter, the stream is damaged, and a Reader takes it:
// each line that is as it was brings its message, each other one is reported at
// its place, and nothing else comes.
func TestDamagedStreams(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opts := &message.EmitterOptions{
			Seq: rapid.Bool().Draw(t, "seq"), Time: rapid.Bool().Draw(t, "time"), EscapeHTML: rapid.Bool().Draw(t, "html"),
			Run: rapid.SampledFrom([]string{"", "r\n1"}).Draw(t, "run"), Durability: rapid.SampledFrom([]message.Durability{message.Written, message.Buffered}).Draw(t, "durability"),
		}
		var whole bytes.Buffer
		e := message.NewEmitter(&whole, opts)
		original := map[string]message.Message{}
		var sent []message.Message
		for range rapid.IntRange(1, 12).Draw(t, "messages") {
			m := drawMessage(t)
			require.NoError(t, e.Emit(m))
			sent = append(sent, m)
		}
		require.NoError(t, e.Close())
		lines := bytes.SplitAfter(bytes.TrimSuffix(whole.Bytes(), []byte("\n")), []byte("\n"))
		require.Len(t, lines, len(sent), "one line each")
		lines[len(lines)-1] = append(bytes.Clone(lines[len(lines)-1]), '\n')
		var stream []byte
		for i, line := range lines {
			original[strings.TrimSuffix(string(line), "\n")] = sent[i]
			if rapid.IntRange(0, 2).Draw(t, "damaged") == 0 {
				line = damage(t, line, lines[rapid.IntRange(0, len(lines)-1).Draw(t, "other")])
			}
			stream = append(stream, line...)
		}
		if bytes.HasPrefix(stream, []byte("\xef\xbb\xbf")) { // skipped at the start, see the Reader's own tests
			stream = stream[3:]
		}
		check(t, stream, original)
	})
}

func check(t *rapid.T, stream []byte, original map[string]message.Message) {
	src := iotest.OneByteReader(bytes.NewReader(stream))
	if rapid.Bool().Draw(t, "at once") {
		src = bytes.NewReader(stream)
	}
	r := message.NewReader(src, build.Messages, nil)
	var offset int64
	number := int64(0)
	for line := range bytes.Lines(stream) {
		number++
		text, ended := bytes.CutSuffix(line, []byte("\n"))
		want := verdict(text)
		if want == "blank" {
			offset += int64(len(line))
			continue
		}
		m, err := r.Next()
		at, from := r.Position()
		where := fmt.Sprintf("line %d, %q of %q", number, line, stream)
		require.Equal(t, number, at, where)
		require.Equal(t, offset, from, where)
		offset += int64(len(line))
		var fault *message.LineError
		if errors.As(err, &fault) {
			require.Equal(t, []int64{number, from, int64(len(bytes.TrimSuffix(text, []byte("\r"))))}, []int64{fault.Line, fault.Offset, fault.Length}, where)
		}
		if old, asItWas := original[string(text)]; asItWas {
			require.NoError(t, err, where)
			require.Equal(t, withoutStamps(old), withoutStamps(m), where)
			continue
		}
		_, isText := m.(*message.Text)
		switch want {
		case "text":
			require.True(t, isText, where)
		case "damaged":
			if !errors.Is(err, message.ErrDuplicateReason) { // which is told of where it comes first
				require.ErrorIs(t, err, message.ErrSyntax, where)
				require.Equal(t, !ended, errors.Is(err, message.ErrTruncated), where)
			}
		default: // an object, but not what it was: valid, or at fault for another cause
			require.False(t, isText, where)
			require.NotErrorIs(t, err, message.ErrSyntax, where)
			require.Equal(t, m == nil, errors.Is(err, message.ErrType) || errors.Is(err, message.ErrDuplicateReason), where)
		}
	}
	_, err := r.Next()
	require.ErrorIs(t, err, io.EOF, "%q", stream)
	s := r.Stats()
	assert.EqualValues(t, len(stream), s.Bytes)
	assert.Equal(t, number, s.Lines)
}

// withoutStamps returns m, or the object of one that is kept raw without what
// an Emitter put at its end.
func withoutStamps(m message.Message) any {
	cut := func(raw []byte) string {
		if i := bytes.Index(raw, []byte(`,"@`)); i >= 0 {
			return string(raw[:i]) + "}"
		}
		return string(raw)
	}
	switch m := m.(type) {
	case *message.Unknown:
		return m.Name + " " + cut(m.Raw)
	case *message.Untagged:
		return cut(m.Raw)
	}
	return m
}
