package messagetest_test

import (
	"encoding/json"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/mailru/easyjson/jwriter"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/messagetest"
)

// good is a stream that keeps every rule.
const good = `{"reason":"build-started","version":1,"@seq":1}
{"reason":"task-started","id":1,"name":"compile a\nb","@seq":2}
{"reason":"task-started","id":"x","@seq":3}
{"reason":"from-the-future","deep":{"reason":"inner"},"@seq":4}
{"reason":"task-finished","id":"x","outcome":"ok","@seq":5}
{"reason":"task-finished","id":1,"outcome":"failed","@seq":6}
{"reason":"build-finished","success":false,"@seq":7}
`

func TestCheckStreamGood(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		stream string
		opts   *messagetest.Options
	}{
		"every rule kept":          {good, nil},
		"unstamped":                {`{"reason":"build-finished"}` + "\n", nil},
		"no final asked for":       {`{"reason":"a"}` + "\n", &messagetest.Options{Final: []string{}}},
		"empty stream, none asked": {"", &messagetest.Options{Final: []string{}}},
		"another discriminator": {
			`{"type":"start","task":7}` + "\n" + `{"type":"stop","task":7}` + "\n" + `{"type":"bye"}` + "\n",
			&messagetest.Options{Discriminator: "type", Final: []string{"bye"}, Tasks: []messagetest.Pair{{Started: "start", Finished: "stop", ID: "task"}}},
		},
		"discriminator in another place": {
			`{"run_id":"r","reason":"build-finished"}` + "\n", &messagetest.Options{AnyPlace: true},
		},
		"two runs in one file": {
			`{"reason":"task-started","id":1,"@seq":1,"@run":"a"}` + "\n" +
				`{"reason":"task-started","id":1,"@seq":1,"@run":"b"}` + "\n" +
				`{"reason":"task-finished","id":1,"@seq":2,"@run":"b"}` + "\n" +
				`{"reason":"build-finished","@seq":3,"@run":"b"}` + "\n" +
				`{"reason":"task-finished","id":1,"@seq":2,"@run":"a"}` + "\n" +
				`{"reason":"build-finished","@seq":3,"@run":"a"}` + "\n", nil,
		},
		"bodies that fit, with members to come": {
			`{"reason":"artifact","name":"a","size":1,"colour":"red"}` + "\n" + final, &messagetest.Options{Registry: registry("")},
		},
		"line as long as allowed": {
			`{"reason":"build-finished"}` + "\n", &messagetest.Options{MaxLine: len(`{"reason":"build-finished"}`)},
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.NoError(t, messagetest.CheckStream(strings.NewReader(tc.stream), tc.opts).Err())
		})
	}
}

func TestCheckStreamCounts(t *testing.T) {
	t.Parallel()
	got := messagetest.CheckStream(strings.NewReader(good), nil)
	assert.True(t, got.OK())
	assert.Equal(t, 7, got.Lines)
	assert.Equal(t, 7, got.Messages)
	assert.Equal(t, int64(len(good)), got.Bytes)
	assert.Equal(t, map[string]int{
		"build-started": 1, "task-started": 2, "from-the-future": 1, "task-finished": 2, "build-finished": 1,
	}, got.Reasons)
}

const final = `{"reason":"build-finished"}` + "\n"

// faults has, for every kind of finding, streams that have that fault and no
// other.
var faults = map[string]struct {
	stream string
	opts   *messagetest.Options
	want   messagetest.Finding
}{
	"last line without newline": {
		`{"reason":"build-finished"}`, nil,
		messagetest.Finding{Kind: messagetest.KindUnterminated, Line: 1, Offset: 27, What: `the last line has no \n`},
	},
	"line over the limit": {
		`{"reason":"a","text":"` + strings.Repeat("x", 200<<10) + `"}` + "\n" + final, &messagetest.Options{MaxLine: 100},
		messagetest.Finding{Kind: messagetest.KindTooLong, Line: 1, What: `a line of more than 100 bytes: "{\"reason\":\"a\",\"text\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"...`},
	},
	"one byte over the limit": {
		final, &messagetest.Options{MaxLine: 26, Final: []string{}},
		messagetest.Finding{Kind: messagetest.KindTooLong, Line: 1, What: `a line of more than 26 bytes: "{\"reason\":\"build-finished\""`},
	},
	"bytes that are not UTF-8": {
		`{"reason":"a","s":"é` + "\xff" + `"}` + "\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindUTF8, Line: 1, Offset: 21, What: `the byte "\xff" is not UTF-8`},
	},
	"half a character": {
		`{"reason":"a","s":"` + "\xc3" + `"}` + "\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindUTF8, Line: 1, Offset: 19, What: `the byte "\xc3" is not UTF-8`},
	},
	"blank line": {
		`{"reason":"a"}` + "\n\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindFraming, Line: 2, Offset: 15, What: `a blank line`},
	},
	"blanks alone": {
		" \t\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindFraming, Line: 1, What: `a blank line`},
	},
	"carriage return": {
		`{"reason":"a"}` + "\r\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindFraming, Line: 1, Offset: 14, What: `bytes after the object: "\r"`},
	},
	"byte order mark": {
		"\ufeff" + final, nil,
		messagetest.Finding{Kind: messagetest.KindFraming, Line: 1, What: `bytes before the object: "\ufeff"`},
	},
	"record separator": {
		"\x1e" + final, nil,
		messagetest.Finding{Kind: messagetest.KindFraming, Line: 1, What: `bytes before the object: "\x1e"`},
	},
	"text": {
		"Compiling a v0.1.0\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindText, Line: 1, What: `"Compiling a v0.1.0"`},
	},
	"a list": {
		"[1,2]\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindText, Line: 1, What: `"[1,2]"`},
	},
	"null": {
		final + "null\n", nil,
		messagetest.Finding{Kind: messagetest.KindText, Line: 2, Offset: 28, What: `"null"`},
	},
	"text in front of an object": {
		"ok " + final, &messagetest.Options{Final: []string{}},
		messagetest.Finding{Kind: messagetest.KindText, Line: 1, What: `"ok {\"reason\":\"build-finished\"}"`},
	},
	"cut in the middle": {
		`{"reason":"a","n` + "\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindSyntax, Line: 1, Offset: 15, What: `unexpected end of JSON input in "{\"reason\":\"a\",\"n"`},
	},
	"two objects on one line": {
		`{"reason":"a"}{"reason":"b"}` + "\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindSyntax, Line: 1, Offset: 14, What: `invalid character '{' after top-level value in "{\"reason\":\"a\"}{\"reason\":\"b\"}"`},
	},
	"raw control character": {
		`{"reason":"a","s":"` + "\x01" + `"}` + "\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindSyntax, Line: 1, Offset: 19, What: `invalid character '\x01' in string literal in "{\"reason\":\"a\",\"s\":\"\x01\"}"`},
	},
	"member twice": {
		`{"reason":"a","n":1,"n":1}` + "\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindDuplicate, Line: 1, What: `the member "n" stands twice in one object`},
	},
	"discriminator twice": {
		`{"reason":"a","n":1,"reason":"a"}` + "\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindDuplicate, Line: 1, What: `the member "reason" stands twice in one object`},
	},
	"member twice, once escaped": {
		`{"reason":"a","n":1,"\u006e":1}` + "\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindDuplicate, Line: 1, What: `the member "n" stands twice in one object`},
	},
	"no discriminator": {
		`{"type":"a"}` + "\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindDiscriminator, Line: 1, What: `no member "reason"`},
	},
	"empty object": {
		`{}` + "\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindDiscriminator, Line: 1, What: `no member "reason"`},
	},
	"discriminator is a number": {
		`{"reason":1}` + "\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindDiscriminator, Line: 1, What: `"reason" is no string: "1"`},
	},
	"discriminator is null": {
		`{"reason":null}` + "\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindDiscriminator, Line: 1, What: `"reason" is no string: "null"`},
	},
	"discriminator is empty": {
		`{"reason":""}` + "\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindDiscriminator, Line: 1, What: `"reason" is empty`},
	},
	"discriminator not first": {
		`{"n":1,"reason":"a"}` + "\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindDiscriminator, Line: 1, Reason: "a", What: `"reason" stands after "n" and should be first`},
	},
	"message after the final one": {
		final + `{"reason":"late"}` + "\n", nil,
		messagetest.Finding{Kind: messagetest.KindAfterFinal, Line: 2, Offset: 28, Reason: "late", What: `message "late" after the final message of line 1`},
	},
	"two final messages": {
		final + final, nil,
		messagetest.Finding{Kind: messagetest.KindAfterFinal, Line: 2, Offset: 28, Reason: "build-finished", What: `message "build-finished" after the final message of line 1`},
	},
	"no final message": {
		`{"reason":"a"}` + "\n", nil,
		messagetest.Finding{Kind: messagetest.KindNoFinal, Line: 1, Offset: 15, What: `no "build-finished" came`},
	},
	"empty stream": {
		"", nil,
		messagetest.Finding{Kind: messagetest.KindNoFinal, What: `no message came`},
	},
	"task never finished": {
		`{"reason":"task-started","id":1}` + "\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindTask, Line: 1, Reason: "task-started", What: `task "1" never finished`},
	},
	"task never started": {
		`{"reason":"task-finished","id":"a b"}` + "\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindTask, Line: 1, Reason: "task-finished", What: `task "\"a b\"" finished and never started`},
	},
	"task started twice": {
		`{"reason":"task-started","id":1}` + "\n" + `{"reason":"task-started","id":1}` + "\n" + `{"reason":"task-finished","id":1}` + "\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindTask, Line: 2, Offset: 33, Reason: "task-started", What: `task "1" started again, it is running since line 1`},
	},
	"task started again": {
		`{"reason":"task-started","id":[1, 2]}` + "\n" + `{"reason":"task-finished","id":[1,2]}` + "\n" +
			`{"reason":"task-started","id":[1,2]}` + "\n" + `{"reason":"task-finished","id":[1,2]}` + "\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindTask, Line: 3, Offset: 76, Reason: "task-started", What: `task "[1,2]" started again after it had finished`},
	},
	"task finished twice": {
		`{"reason":"task-started","id":1}` + "\n" + `{"reason":"task-finished","id":1}` + "\n" + `{"reason":"task-finished","id":1}` + "\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindTask, Line: 3, Offset: 67, Reason: "task-finished", What: `task "1" finished twice`},
	},
	"task without id": {
		`{"reason":"task-started"}` + "\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindTask, Line: 1, Reason: "task-started", What: `no "id" in "task-started"`},
	},
	"task with an empty id": {
		`{"reason":"task-finished","id":""}` + "\n" + final, nil,
		messagetest.Finding{Kind: messagetest.KindTask, Line: 1, Reason: "task-finished", What: `no "id" in "task-finished"`},
	},
	"gap in @seq": {
		`{"reason":"a","@seq":1}` + "\n" + `{"reason":"a","@seq":5}` + "\n" + `{"reason":"build-finished","@seq":6}` + "\n", nil,
		messagetest.Finding{Kind: messagetest.KindSequence, Line: 2, Offset: 24, Reason: "a", What: `@seq is 5, want 2: 3 missing`},
	},
	"first @seq is not 1": {
		`{"reason":"build-finished","@seq":3}` + "\n", nil,
		messagetest.Finding{Kind: messagetest.KindSequence, Line: 1, Reason: "build-finished", What: `@seq is 3, want 1: 2 missing`},
	},
	"@seq repeated": {
		`{"reason":"a","@seq":1}` + "\n" + `{"reason":"a","@seq":1}` + "\n" + `{"reason":"build-finished","@seq":2}` + "\n", nil,
		messagetest.Finding{Kind: messagetest.KindSequence, Line: 2, Offset: 24, Reason: "a", What: `@seq is 1, want 2: repeated or out of order`},
	},
	"@seq missing": {
		`{"reason":"a","@seq":1}` + "\n" + `{"reason":"a"}` + "\n" + `{"reason":"build-finished","@seq":3}` + "\n", nil,
		messagetest.Finding{Kind: messagetest.KindSequence, Line: 2, Offset: 24, Reason: "a", What: `no @seq, where 2 should be`},
	},
	"@seq is a string": {
		`{"reason":"build-finished","@seq":"1"}` + "\n", nil,
		messagetest.Finding{Kind: messagetest.KindSequence, Line: 1, Reason: "build-finished", What: `@seq is no whole number: "\"1\""`},
	},
	"reason unknown to the registry": {
		`{"reason":"artefact"}` + "\n" + final, &messagetest.Options{Registry: registry("")},
		messagetest.Finding{Kind: messagetest.KindUnknownReason, Line: 1, Reason: "artefact", What: `the registry has no "artefact"`},
	},
	"body that does not fit its type": {
		final[:len(final)-2] + `,"size":"big"}` + "\n", &messagetest.Options{Registry: registry("")},
		messagetest.Finding{
			Kind: messagetest.KindBody, Line: 1, Reason: "build-finished",
			What: `value of the wrong type at byte 0: want a value that its type takes, found an object (size is no number)`,
		},
	},
	"registry with another discriminator": {
		`{"type":"artifact","size":1,"new":[]}` + "\n" + `{"type":"other"}` + "\n", &messagetest.Options{Registry: registry("type"), Final: []string{}},
		messagetest.Finding{Kind: messagetest.KindUnknownReason, Line: 2, Offset: 38, Reason: "other", What: `the registry has no "other"`},
	},
	"registry that is wrong in itself": {
		final, &messagetest.Options{Registry: message.NewRegistry("", message.Entry{Reasons: []string{"a", "a"}, New: func() message.Message { return &artifact{} }})},
		messagetest.Finding{Kind: messagetest.KindBody, What: `the Registry cannot be used: message: reason "a" has two types, *messagetest_test.artifact and *messagetest_test.artifact; a reader could not tell them apart`},
	},
	"fault in the second of two runs": {
		`{"reason":"build-finished","@seq":1,"@run":"a"}` + "\n" + `{"reason":"build-finished","@seq":2,"@run":"b"}` + "\n", nil,
		messagetest.Finding{Kind: messagetest.KindSequence, Line: 2, Offset: 48, Reason: "build-finished", What: `@seq is 2, want 1: 1 missing`},
	},
}

// artifact is a message type for the registry of these tests.
type artifact struct {
	Name string `json:"name"`
	Size int    `json:"size"`
}

func (artifact) Reason() string                    { return "artifact" }
func (artifact) MarshalEasyJSON(w *jwriter.Writer) { w.Error = errors.New("is not emitted here") }

func (a *artifact) UnmarshalJSON(b []byte) error {
	type plain artifact
	if json.Unmarshal(b, (*plain)(a)) != nil {
		return errors.New("size is no number")
	}
	return nil
}

// registry knows artifact and, as type "build-finished", too.
func registry(key string) *message.Registry {
	return message.NewRegistry(key, message.Entry{
		Reasons: []string{"artifact", "build-finished"},
		New:     func() message.Message { return &artifact{} },
	})
}

func TestCheckStreamFindings(t *testing.T) {
	t.Parallel()
	for name, tc := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			readers := map[string]io.Reader{
				"whole":       strings.NewReader(tc.stream),
				"one by one":  iotest.OneByteReader(strings.NewReader(tc.stream)),
				"with io.EOF": iotest.DataErrReader(strings.NewReader(tc.stream)),
			}
			for how, r := range readers {
				got := messagetest.CheckStream(r, tc.opts)
				assert.Equal(t, []messagetest.Finding{tc.want}, got.Findings, how)
			}
			assert.NotEmpty(t, tc.want.Remedy(), "a finding says what to do")
		})
	}
}

func TestCheckStreamFindsEveryKind(t *testing.T) {
	t.Parallel()
	found := map[messagetest.Kind]bool{
		messagetest.KindRead: true, // TestCheckStreamReadError
	}
	for _, tc := range faults {
		found[tc.want.Kind] = true
	}
	for _, kind := range messagetest.Kinds() {
		assert.True(t, found[kind], "no stream has a finding of kind %s", kind)
	}
}

func TestCheckStreamReadError(t *testing.T) {
	t.Parallel()
	broken := errors.New("connection reset")
	got := messagetest.CheckStream(io.MultiReader(strings.NewReader(final+`{"rea`), iotest.ErrReader(broken)), nil)
	assert.Equal(t, []messagetest.Finding{
		{Kind: messagetest.KindUnterminated, Line: 2, Offset: 33, What: `the last line has no \n`},
		{Kind: messagetest.KindSyntax, Line: 2, Offset: 32, What: `unexpected end of JSON input in "{\"rea"`},
		{Kind: messagetest.KindRead, Line: 2, Offset: 33, What: `"connection reset"`},
	}, got.Findings)
}

func TestCheckStreamGoesOn(t *testing.T) {
	t.Parallel()
	stream := "text\n" + `{"reason":"a"` + "\n" + strings.Repeat("x", 100<<10) + "\n" + `{"reason":"a"}` + "\n"
	got := messagetest.CheckStream(strings.NewReader(stream), &messagetest.Options{MaxLine: 1 << 10})
	var kinds []messagetest.Kind
	for _, f := range got.Findings {
		kinds = append(kinds, f.Kind)
	}
	assert.Equal(t, []messagetest.Kind{messagetest.KindText, messagetest.KindSyntax, messagetest.KindTooLong, messagetest.KindNoFinal}, kinds)
	assert.Equal(t, 1, got.Messages)
	assert.Equal(t, 4, got.Lines)
}

func TestCheckStreamBounds(t *testing.T) {
	t.Parallel()
	got := messagetest.CheckStream(strings.NewReader(strings.Repeat("text\n", 1000)+final), &messagetest.Options{MaxFindings: 12})
	require.Len(t, got.Findings, 12)
	assert.Equal(t, 988, got.More)
	err := got.Err()
	require.Error(t, err)
	assert.Contains(t, err.Error(), "stream of 1001 lines: 1000 findings\n\tline 1, offset 0: text: \"text\"; keep text for people off this stream")
	assert.Equal(t, 11, strings.Count(err.Error(), "\n"), "ten are shown, and that there are more")
}

// endless is a line without end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func TestCheckStreamLongLineInConstantMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := messagetest.CheckStream(io.MultiReader(io.LimitReader(endless{}, 64<<20), strings.NewReader("\n"+final)), &messagetest.Options{MaxLine: 1 << 20})
	runtime.ReadMemStats(&after)
	require.Len(t, got.Findings, 1)
	assert.Equal(t, messagetest.KindTooLong, got.Findings[0].Kind)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(8<<20))
}
