package kinds_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/internal/kinds"
	"github.com/linefeed-go/linefeed/message/internal/kinds/plain"
)

var update = flag.Bool("update", false, "write the twin package anew")

// twin is a message type and the same struct without generated methods.
type twin struct {
	ours, plain reflect.Type
	valueOnly   bool // bytes differ on purpose; compare what they decode to
}

func pair[Ours, Plain any]() twin {
	return twin{ours: reflect.TypeFor[Ours](), plain: reflect.TypeFor[Plain]()}
}

var twins = []twin{
	pair[kinds.Scalars, plain.Scalars](),
	pair[kinds.NamedScalars, plain.NamedScalars](),
	pair[kinds.Bools, plain.Bools](),
	pair[kinds.Empty, plain.Empty](),
	pair[kinds.Names, plain.Names](),
	pair[kinds.OmitEmpty, plain.OmitEmpty](),
	pair[kinds.OmitZero, plain.OmitZero](),
	pair[kinds.Quoted, plain.Quoted](),
	pair[kinds.Pointers, plain.Pointers](),
	pair[kinds.Structs, plain.Structs](),
	pair[kinds.Collections, plain.Collections](),
	pair[kinds.Tree, plain.Tree](),
	pair[kinds.Embeds, plain.Embeds](),
	pair[kinds.EmbedsPointers, plain.EmbedsPointers](),
	pair[kinds.Shadows, plain.Shadows](),
	pair[kinds.TaggedWins, plain.TaggedWins](),
	pair[kinds.EmbedsMessage, plain.EmbedsMessage](),
	pair[kinds.Marshalers, plain.Marshalers](),
	pair[kinds.Library, plain.Library](),
	{ours: reflect.TypeFor[kinds.Times](), plain: reflect.TypeFor[plain.Times](), valueOnly: true},
	pair[kinds.Event[kinds.Inner], plain.Event[plain.Inner]](),
	pair[kinds.Event[map[string][]kinds.MyInt], plain.Event[map[string][]plain.MyInt]](),
	pair[kinds.Generics, plain.Generics](),
}

// TestAsEncodingJSON writes random values of every message type and of its
// twin, the one by generated code and the other by encoding/json.
func TestAsEncodingJSON(t *testing.T) {
	for _, tw := range twins {
		t.Run(tw.ours.Name(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { tw.check(t, &filler{t: t}) })
		})
	}
}

func (tw twin) check(t *rapid.T, f *filler) {
	ours, twin := reflect.New(tw.ours), reflect.New(tw.plain)
	f.fill(ours.Elem(), 4)
	f.rewind()
	f.fill(twin.Elem(), 4)
	if field := "MapStrT"; !sameBytes && tw.ours == reflect.TypeFor[kinds.Collections]() {
		// The newer engine calls MarshalText of string keys, too.
		ours.Elem().FieldByName(field).SetZero()
		twin.Elem().FieldByName(field).SetZero()
	}
	want := encodeJSON(t, twin.Interface())
	got, err := ours.Interface().(interface {
		AppendJSON([]byte) ([]byte, error)
	}).AppendJSON([]byte("x"))
	require.NoError(t, err)
	line := withoutReason(t, got[1:], ours.Interface().(message.Message).Reason())
	if sameBytes && !tw.valueOnly {
		assert.Equal(t, want, line)
		return
	}
	// A string in a string keeps how the engine spells U+FFFD.
	line = strings.ReplaceAll(line, `\\ufffd`, "\ufffd")
	want = strings.ReplaceAll(want, `\\ufffd`, "\ufffd")
	assert.Equal(t, decode(t, want), decode(t, line))
}

// encodeJSON is encoding/json without HTML escaping, which our wire leaves out.
func encodeJSON(t require.TestingT, v any) string {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	require.NoError(t, enc.Encode(v))
	return strings.TrimSuffix(buf.String(), "\n")
}

func withoutReason(t require.TestingT, line []byte, reason string) string {
	require.True(t, json.Valid(line), "%s", line)
	rest, ok := strings.CutPrefix(string(line), `{"reason":"`+reason+`"`)
	require.True(t, ok, "%s", line)
	return "{" + strings.TrimPrefix(rest, ",")
}

// decode reads JSON with its numbers exact and its times as instants.
func decode(t require.TestingT, s string) any {
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	var v any
	require.NoError(t, d.Decode(&v))
	return instants(v)
}

func instants(v any) any {
	switch v := v.(type) {
	case string:
		if at, err := time.Parse(time.RFC3339Nano, v); err == nil {
			return at.UTC()
		}
	case []any:
		for i := range v {
			v[i] = instants(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = instants(v[k])
		}
	}
	return v
}

var (
	markerLine  = regexp.MustCompile("(?m)^\t_ +message\\.Reason +`[^`]*`\n")
	importLine  = regexp.MustCompile("(?m)^\t?(import )?\"github.com/linefeed-go/linefeed/message\"\n")
	emptyImport = regexp.MustCompile("import \\(\n*\\)\n")
)

// TestTwins holds the twin package to the types of this one.
func TestTwins(t *testing.T) {
	sources, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range sources {
		if name == "doc.go" || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_easyjson.go") || strings.HasSuffix(name, "_jsonv2.go") || strings.HasSuffix(name, "_linefeed.go") {
			continue
		}
		src, err := os.ReadFile(name)
		require.NoError(t, err)
		want := strings.Replace(string(src), "package kinds\n", "package plain // a copy of "+name+" without markers, made by the tests of package kinds\n", 1)
		want = markerLine.ReplaceAllString(want, "")
		want = importLine.ReplaceAllString(want, "")
		want = emptyImport.ReplaceAllString(want, "")
		file := filepath.Join("plain", name)
		if *update {
			require.NoError(t, os.WriteFile(file, gofmt(t, want), 0o644))
		}
		got, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(gofmt(t, want)), string(got), "go test ./message/internal/kinds -update writes it anew")
	}
}
