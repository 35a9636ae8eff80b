package faults_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/mailru/easyjson/jlexer"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/internal/faults"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// fresh returns constructors by reason, from the registries of the package.
func fresh(reason string) message.Message {
	for _, r := range []*message.Registry{faults.Messages, faults.MessagesByStep} {
		if m := r.New(reason); m != nil {
			return m
		}
	}
	return nil
}

// TestReading decodes lines and encodes the messages again; the number in front
// of the name is that of the fault in the project's collection.
func TestReading(t *testing.T) {
	for _, c := range []struct{ name, reason, line, want string }{
		{"D001 member of many types", "loose", `{"reason":"loose","opt":"small","size":3,"none":null}`, ``},
		{"D001 other types", "loose", `{"reason":"loose","opt":[true,{"a":1.5}],"size":"big","none":false}`, ``},
		{"D002 unknown members", "few", `{"reason":"few","added":{"deep":[2,{"count":7,"reason":"other"}],"brace":"}\""},"count":4,"tail":null}`, `{"reason":"few","count":4}`},
		{"D002 stamps of an emitter", "few", `{"reason":"few","count":4,"@seq":7,"@time":"2026-01-01T00:00:00Z","@run":"r"}`, `{"reason":"few","count":4}`},
		{"D003 large integers", "exact", `{"reason":"exact","id":9007199254740995,"total":18446744073709551614,"code":0,"pct":0}`, ``},
		{"D003 the ends of the range", "exact", `{"reason":"exact","id":-9223372036854775808,"total":18446744073709551615,"code":-2147483648,"pct":255}`, ``},
		{"D005 minus zero", "exact", `{"reason":"exact","id":-0,"total":0,"code":0,"pct":0}`, `{"reason":"exact","id":0,"total":0,"code":0,"pct":0}`},
		{"D006 null everywhere", "nullable", `{"reason":"nullable","int":null,"text":null,"list":null,"map":null,"ptr":null,"flag":null,"any":null,"at":null,"raw":null,"head":null,"array":null}`,
			`{"reason":"nullable","int":0,"text":"","list":null,"map":null,"ptr":null,"flag":false,"any":null,"at":"0001-01-01T00:00:00.000000000Z","raw":null,"head":{"nr":0,"took":0},"array":[0,0]}`},
		{"D006 null after a value of the same name", "nullable", `{"int":1,"text":"t","list":[1],"map":{"a":1},"ptr":1,"flag":true,"any":1,"raw":1,"head":{"nr":1},"array":[1,2],"reason":"nullable",` +
			`"int":null,"text":null,"list":null,"map":null,"ptr":null,"flag":null,"any":null,"raw":null,"head":null,"array":null}`,
			`{"reason":"nullable","int":0,"text":"","list":null,"map":null,"ptr":null,"flag":false,"any":null,"at":"0001-01-01T00:00:00.000000000Z","raw":null,"head":{"nr":0,"took":0},"array":[0,0]}`},
		{"D008 bytes that are not UTF-8", "keyed", "{\"reason\":\"keyed\",\"by_name\":{\"n\xfe\":\"x\xff\xffy\"},\"by_nr\":null}", `{"reason":"keyed","by_name":{"n�":"x��y"},"by_nr":null}`},
		{"D009 raw member", "fragment", `{"reason":"fragment","raw":[ { "k" : "v" } , 2 ],"last":3}`, `{"reason":"fragment","raw":[{"k":"v"},2],"last":3}`},
		{"D010 embedded pointer, nothing of it there", "grown", `{"reason":"grown","level":"warm","few":{"count":0},"more":null,"event":null}`, ``},
		{"D010 embedded pointer, one member there", "grown", `{"reason":"grown","level":"warm","few":{"count":0},"more":null,"event":null,"took":2}`,
			`{"reason":"grown","level":"warm","few":{"count":0},"more":null,"event":null,"nr":0,"took":2}`},
		{"D011 in quotes", "stringly", `{"reason":"stringly","big":"9007199254740995","flag":"true"}`, ``},
		{"D011 null without and with quotes", "stringly", `{"reason":"stringly","big":null,"flag":"null"}`, `{"reason":"stringly","big":"0","flag":"false"}`},
		{"the last of two members wins", "few", `{"reason":"few","count":1,"count":2}`, `{"reason":"few","count":2}`},
		{"the last of two wins whole", "nullable", `{"reason":"nullable","map":{"a":1},"head":{"nr":1},"list":[1,2,3],"array":[1,2],"head":{"took":2},"map":{"b":2},"array":[3],"list":[]}`,
			`{"reason":"nullable","int":0,"text":"","list":[],"map":{"b":2},"ptr":null,"flag":false,"any":null,"at":"0001-01-01T00:00:00.000000000Z","raw":null,"head":{"nr":0,"took":2},"array":[3,0]}`},
		{"names differ by case", "few", `{"reason":"few","Count":1,"COUNT":2,"Reason":"x"}`, `{"reason":"few","count":0}`},
		{"reason in the middle, blanks, escapes in names", "exact", " {\"p\\u0063t\" : 9 ,\n\"reason\":\t\"exact\" , \"id\":1}\r", `{"reason":"exact","id":1,"total":0,"code":0,"pct":9}`},
		{"reason with an escape", "few", `{"reason":"f\u0065w","count":1}`, `{"reason":"few","count":1}`},
		{"open enumeration", "grown", `{"reason":"grown","level":"lukewarm"}`, `{"reason":"grown","level":"lukewarm","few":{"count":0},"more":null,"event":null}`},
		{"messages in a message, without and with a reason", "grown", `{"reason":"grown","few":{"count":1},"more":[{"reason":"few","count":2},{"reason":"another","count":3},null]}`,
			`{"reason":"grown","level":"","few":{"count":1},"more":[{"count":2},{"count":3},{"count":0}],"event":null}`},
		{"reason in a field", "end", `{"Step":"end","N":1}`, ``},
		{"reason in a field, later", "begin", `{"N":2,"Step":"begin"}`, `{"Step":"begin","N":2}`},
		{"reason in a field of an inner message", "grown", `{"reason":"grown","event":{"N":1,"Step":"end"}}`, `{"reason":"grown","level":"","few":{"count":0},"more":null,"event":{"Step":"end","N":1}}`},
		{"reason in its place", "placed", `{"stamp":"s","reason":"placed","n":1}`, ``},
		{"reason in its place, nothing before it", "placed", `{"reason":"placed","n":1}`, ``},
		{"reason too early and too late", "placed", `{"reason":"placed","stamp":"s","n":1}`, `{"stamp":"s","reason":"placed","n":1}`},
		{"reason at the end", "placed", `{"n":1,"stamp":"s","reason":"placed"}`, `{"stamp":"s","reason":"placed","n":1}`},
		{"nothing but the reason", "all-left-out", `{"reason":"all-left-out"}`, ``},
		{"first members missing", "left-out", `{"reason":"left-out","text":"t","done":true}`, ``},
		{"array too long and too short", "nullable", `{"reason":"nullable","array":[1,2,{"x":[]},4]}`,
			`{"reason":"nullable","int":0,"text":"","list":null,"map":null,"ptr":null,"flag":false,"any":null,"at":"0001-01-01T00:00:00.000000000Z","raw":null,"head":{"nr":0,"took":0},"array":[1,2]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.want == "" {
				c.want = c.line
			}
			for road, read := range roads {
				m := fresh(c.reason)
				require.NotNil(t, m)
				line := []byte(c.line)
				require.NoError(t, read(m, line), road)
				for i := range line {
					line[i] = 'Z' // what was read must not lie in the input
				}
				got, err := m.(json.Marshaler).MarshalJSON()
				require.NoError(t, err)
				assert.Equal(t, c.want, string(got), road)
			}
		})
	}
}

// roads are the ways into a message: fresh, used before, and through a lexer.
var roads = map[string]func(m message.Message, line []byte) error{
	"UnmarshalJSON": func(m message.Message, line []byte) error { return m.(json.Unmarshaler).UnmarshalJSON(line) },
	"encoding/json": func(m message.Message, line []byte) error { return json.Unmarshal(line, m) },
	"UnmarshalEasyJSON": func(m message.Message, line []byte) error {
		l := jlexer.Lexer{Data: line}
		m.(jsonwire.EasyUnmarshaler).UnmarshalEasyJSON(&l)
		l.Consumed()
		return l.Error()
	},
	"Reader, CRLF, byte by byte": func(m message.Message, line []byte) error {
		got, err := throughReader(m, line)
		if err == nil {
			reflect.ValueOf(m).Elem().Set(reflect.ValueOf(got).Elem())
		}
		return err
	},
	"used before": func(m message.Message, line []byte) error {
		if err := m.(json.Unmarshaler).UnmarshalJSON(line); err != nil {
			return err
		}
		return m.(json.Unmarshaler).UnmarshalJSON(line)
	},
}

// throughReader returns what a Reader makes of a line that is to be m's type.
func throughReader(m message.Message, line []byte) (message.Message, error) {
	registry := faults.Messages
	if _, ok := m.(*faults.Stage); ok {
		registry = faults.MessagesByStep
	}
	stream := append(bytes.ReplaceAll(line, []byte("\n"), []byte(" ")), "\r\n"...)
	return message.NewReader(iotest.OneByteReader(bytes.NewReader(stream)), registry, nil).Next()
}

// TestNotReading decodes lines that are at fault.
func TestNotReading(t *testing.T) {
	for _, c := range []struct {
		name, reason, line string
		kind               error
		words              []string
	}{
		{"D004 too large for 32 bits", "exact", `{"reason":"exact","code":2147483648}`, jsonwire.ErrType, []string{"in code", "32 bits", "2147483648"}},
		{"D004 too large for 8 bits", "exact", `{"reason":"exact","pct":256}`, jsonwire.ErrType, []string{"in pct", "8 bits"}},
		{"D004 negative", "exact", `{"reason":"exact","pct":-1}`, jsonwire.ErrType, []string{"in pct", "unsigned"}},
		{"D004 too large for 64 bits", "exact", `{"reason":"exact","total":18446744073709551616}`, jsonwire.ErrType, []string{"in total"}},
		{"D005 exponent", "few", `{"reason":"few","count":2e3}`, jsonwire.ErrType, []string{"in count", "integer"}},
		{"D005 fraction of zero", "few", `{"reason":"few","count":1.0}`, jsonwire.ErrType, []string{"in count"}},
		{"D005 fraction", "few", `{"reason":"few","count":2.5}`, jsonwire.ErrType, []string{"in count"}},
		{"D007 wrong type before a huge member", "decimal", `{"reason":"decimal","value":"x","label":"` + strings.Repeat("y", 1_000_000) + `"}`, jsonwire.ErrType, []string{"in value", "a number", `the string "x"`}},
		{"D007 wrong type deep inside", "grown", `{"reason":"grown","more":[{"count":1},{"count":true}]}`, jsonwire.ErrType, []string{"in more[1].count", "a boolean"}},
		{"D012 broken escape in a name", "few", `{"reason":"few","\q":1,"count":1}`, jsonwire.ErrSyntax, []string{"escape"}},
		{"D012 cut in an escape", "few", `{"\q`, jsonwire.ErrSyntax, nil},
		{"D012 cut behind the backslash", "few", `{"\`, jsonwire.ErrSyntax, nil},
		{"D013 leading zero", "decimal", `{"reason":"decimal","value":01}`, jsonwire.ErrSyntax, nil},
		{"D013 dot without digits", "decimal", `{"reason":"decimal","value":1.}`, jsonwire.ErrSyntax, nil},
		{"D013 dot first", "decimal", `{"reason":"decimal","value":.5}`, jsonwire.ErrSyntax, nil},
		{"D013 plus", "decimal", `{"reason":"decimal","value":+1}`, jsonwire.ErrSyntax, nil},
		{"D013 hexadecimal", "decimal", `{"reason":"decimal","value":0x1}`, jsonwire.ErrSyntax, nil},
		{"D013 minus alone", "decimal", `{"reason":"decimal","value":-}`, jsonwire.ErrSyntax, nil},
		{"D013 NaN", "decimal", `{"reason":"decimal","value":NaN}`, jsonwire.ErrSyntax, nil},
		{"D013 Infinity", "decimal", `{"reason":"decimal","value":Infinity}`, jsonwire.ErrSyntax, nil},
		{"D013 raw tab", "decimal", "{\"reason\":\"decimal\",\"label\":\"a\tb\"}", jsonwire.ErrSyntax, []string{"control"}},
		{"D013 raw newline", "decimal", "{\"reason\":\"decimal\",\"label\":\"a\nb\"}", jsonwire.ErrSyntax, nil},
		{"D013 in an unknown member", "few", `{"reason":"few","new":[01]}`, jsonwire.ErrSyntax, nil},
		{"D014 another reason", "few", `{"reason":"other","count":1}`, jsonwire.ErrType, []string{`"few"`, `"other"`}},
		{"D014 reason that goes on", "few", `{"reason":"few-more","count":1}`, jsonwire.ErrType, []string{`"few"`, `"few-more"`}},
		{"D014 another reason in a field", "end", `{"Step":"middle"}`, jsonwire.ErrType, []string{`"begin" or "end"`, `"middle"`}},
		{"D014 no reason", "few", `{"count":1}`, jsonwire.ErrType, []string{`"few"`}},
		{"D014 no reason in its place", "placed", `{"stamp":"s","n":1}`, jsonwire.ErrType, []string{`"placed"`}},
		{"D014 no reason in a field", "end", `{"N":1}`, jsonwire.ErrType, []string{`"end"`}},
		{"D014 null for a reason", "few", `{"reason":null,"count":1}`, jsonwire.ErrType, []string{`"few"`}},
		{"two reasons", "few", `{"reason":"few","count":1,"reason":"few"}`, jsonwire.ErrDuplicateReason, nil},
		{"two reasons, in order", "few", `{"reason":"few","reason":"few","count":1}`, jsonwire.ErrDuplicateReason, nil},
		{"two reasons, late", "few", `{"count":1,"reason":"few","reason":"few"}`, jsonwire.ErrDuplicateReason, nil},
		{"two reasons in a field", "end", `{"Step":"end","Step":"end"}`, jsonwire.ErrDuplicateReason, nil},
		{"two reasons in their place", "placed", `{"stamp":"s","reason":"placed","n":1,"reason":"placed"}`, jsonwire.ErrDuplicateReason, nil},
		{"two values", "few", `{"reason":"few","count":1}{}`, jsonwire.ErrSyntax, nil},
		{"brace instead of a comma", "placed", `{"stamp":"s"{"reason":"placed","n":1}`, jsonwire.ErrSyntax, nil},
		{"comma instead of a brace", "placed", `,"stamp":"s","reason":"placed","n":1}`, jsonwire.ErrSyntax, nil},
		{"comma at the end", "few", `{"reason":"few","count":1,}`, jsonwire.ErrSyntax, nil},
		{"cut", "few", `{"reason":"few","count":1`, jsonwire.ErrSyntax, nil},
		{"an array", "few", `[]`, jsonwire.ErrType, nil},
		{"nested too deeply", "loose", `{"reason":"loose","opt":` + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000) + `}`, jsonwire.ErrDepth, nil},
		{"nested too deeply in an unknown member", "few", `{"reason":"few","x":` + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000) + `}`, jsonwire.ErrDepth, nil},
		{"value that needs a type", "own", `{"reason":"own","one":1}`, jsonwire.ErrType, []string{"in one", "json.Marshaler"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := fresh(c.reason)
			require.NotNil(t, m)
			err := m.(json.Unmarshaler).UnmarshalJSON([]byte(c.line))
			require.ErrorIs(t, err, c.kind)
			assert.Less(t, len(err.Error()), 1000)
			var where *jsonwire.DecodeError
			require.True(t, errors.As(err, &where))
			for _, words := range c.words {
				assert.Contains(t, err.Error(), words)
			}
			assert.Equal(t, fresh(c.reason), m, "after an error the message is zero")
			assert.Error(t, roads["UnmarshalEasyJSON"](fresh(c.reason), []byte(c.line)))

			other, err := throughReader(m, []byte(c.line))
			switch {
			case strings.HasPrefix(c.name, "D014"), c.line == "[]", strings.HasPrefix(c.line, ","):
				require.NoError(t, err, "by another type, or as text")
				assert.NotEqual(t, reflect.TypeOf(m), reflect.TypeOf(other))
			case !strings.Contains(c.line, "\n"):
				var fault *message.LineError
				require.ErrorAs(t, err, &fault)
				assert.ErrorIs(t, err, c.kind)
			}
		})
	}
}

// TestReused reads one line after the other into one message: nothing of the
// first may show in the second.
func TestReused(t *testing.T) {
	full := `{"reason":"nullable","int":1,"text":"t","list":[1,2],"map":{"a":1},"ptr":5,"flag":true,"any":{"x":1},"at":"2026-01-02T03:04:05Z","raw":[1],"head":{"nr":1,"took":2},"array":[1,2]}`
	for _, line := range []string{`{"reason":"nullable"}`, `{"reason":"nullable","list":[],"map":{},"head":{"took":3},"array":[9]}`, `null`} {
		var used, unused faults.Nullable
		require.NoError(t, used.UnmarshalJSON([]byte(full)))
		before := used
		require.NoError(t, used.UnmarshalJSON([]byte(line)))
		require.NoError(t, unused.UnmarshalJSON([]byte(line)))
		assert.Equal(t, unused, used, line)
		assert.Equal(t, []int{1, 2}, before.List, "a copy of the first message is left alone")
		assert.Equal(t, 5, *before.Ptr)
	}
}

// TestReadingAllocations: beside slices, maps and pointers a line costs one
// allocation, the copy of its strings; without strings none.
func TestReadingAllocations(t *testing.T) {
	for _, c := range []struct {
		name, line string
		m          json.Unmarshaler
		want       float64
	}{
		{"numbers", `{"reason":"exact","id":1,"total":2,"code":3,"pct":4}`, new(faults.Exact), 0},
		{"numbers, other order", `{"pct":4,"code":3,"total":2,"id":1,"reason":"exact"}`, new(faults.Exact), 0},
		{"a string", `{"reason":"decimal","value":1.5,"label":"l"}`, new(faults.Decimal), 1},
		{"strings with escapes", `{"reason":"left-out","n":1,"text":"\u00e4\n\"x\"","done":true}`, new(faults.LeftOut), 1},
		{"an inner message, a list", `{"reason":"grown","level":"l","few":{"count":1},"more":[{"count":1},{"count":2}],"event":null}`, new(faults.Grown), 2},
		{"a reason in a field", `{"Step":"end","N":1}`, new(faults.Stage), 0},
		{"in quotes", `{"reason":"stringly","big":"9007199254740995","flag":"true"}`, new(faults.Stringly), 0},
	} {
		line := []byte(c.line)
		require.NoError(t, c.m.UnmarshalJSON(line), c.name)
		got := testing.AllocsPerRun(100, func() { _ = c.m.UnmarshalJSON(line) })
		if checkedMemory {
			assert.Equal(t, c.want, got, c.name)
		}
	}
}
