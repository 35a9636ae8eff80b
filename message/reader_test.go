package message_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
)

const (
	finished   = `{"reason":"build-finished","success":true}` // 42 bytes
	anArtifact = `{"reason":"artifact","name":"a","size":1,"tags":[]}`
	deepest    = 9_999 // levels within the message
)

var readerCases = []struct {
	name  string
	input string
	want  string
}{
	{"nothing", "", "end"},
	{"text between messages", anArtifact + "\nHello from a macro\n" + finished + "\n",
		"message artifact 1:0 | text 2:52 | message build-finished 3:71 | end"},
	{"a syntax error is left behind", "{\"reason\":\n" + finished + "\n", "damaged syntax 1:0 | message build-finished 2:11 | end"},
	{"a reason of the future", `{"reason":"brand-new","x":{"y":[1,2]}}` + "\n" + finished + "\n",
		"unknown brand-new 1:0 | message build-finished 2:39 | end"},
	{"members missing", `{"reason":"artifact","name":"a"}` + "\n", "message artifact 1:0 | end"},
	{"longer than 64 KiB", `{"reason":"artifact","name":"` + strings.Repeat("x", 70_000) + `","size":1,"tags":[]}` + "\n" + finished + "\n",
		"message artifact 1:0 | message build-finished 2:70051 | end"},
	{"mark at the start", "\uFEFF" + finished + "\n" + anArtifact + "\n", "message build-finished 1:0 | message artifact 2:46 | end"},
	{"mark elsewhere", finished + "\n\uFEFF" + finished + "\n", "message build-finished 1:0 | text 2:43 | end"},
	{"invalid UTF-8", "{\"reason\":\"artifact\",\"name\":\"a\xffb\"}\n" + finished + "\n", "message artifact 1:0 | message build-finished 2:35 | end"},
	{"lone surrogate", `{"reason":"artifact","name":"\ud800"}` + "\n", "message artifact 1:0 | end"},
	{"reason twice", `{"reason":"artifact","name":"a","reason":"build-finished","success":true}` + "\n" + finished + "\n",
		"damaged duplicate-reason 1:0 | message build-finished 2:74 | end"},
	{"unknown reason twice", `{"reason":"x","reason":"y"}` + "\n", "damaged duplicate-reason 1:0 | end"},
	{"reason twice, once escaped", `{"reason":"artifact","\u0072eason":"b"}` + "\n", "damaged duplicate-reason 1:0 | end"},
	{"reason twice behind a wrong type", `{"reason":"artifact","size":"x","reason":"artifact"}` + "\n", "damaged duplicate-reason 1:0 | end"},
	{"reason twice, null first", `{"reason":null,"reason":"artifact"}` + "\n", "damaged duplicate-reason 1:0 | end"},
	{"two objects", finished + finished + "\n" + `{"reason":"artifact","name":"a"}0` + "\n" + `{"reason":"x"} trailer` + "\n",
		"damaged trailing 1:0 | damaged trailing 2:85 | damaged trailing 3:119 | end"},
	{"deep", `{"reason":"artifact","v":` + strings.Repeat("[", deepest) + strings.Repeat("]", deepest) + "}\n" +
		`{"reason":"artifact","v":` + strings.Repeat("[", deepest+1) + strings.Repeat("]", deepest+1) + "}\n" + finished + "\n",
		"message artifact 1:0 | damaged too-deep 2:20025 | message build-finished 3:40052 | end"},
	{"cut", anArtifact + "\n{\"reason\":\"build-fin", "message artifact 1:0 | truncated 2:52 | end"},
	{"cut behind an object", finished + finished, "truncated 1:0 | end"},
	{"no last newline", anArtifact + "\n" + finished, "message artifact 1:0 | message build-finished 2:52 | end"},
	{"text without newline", "done", "text 1:0 | end"},
	{"text before the brace", "no newline" + finished + "\n" + anArtifact + "\n", "text 1:0 | message artifact 2:53 | end"},
	{"record separators", "\x1e" + anArtifact + "\n\x1e" + finished + "\n", "message artifact 1:0 | message build-finished 2:53 | end"},
	{"reason last", `{"x":{"reason":"evil"},"reason":"build-finished","success":true}` + "\n" +
		`{"m":"{\"reason\":\"evil\"}","success":false,"reason":"build-finished"}` + "\n",
		"message build-finished 1:0 | message build-finished 2:65 | end"},
	{"no reason", `{"name":"a"}` + "\n" + `{"reason":null,"name":"a"}` + "\n" + `{"reason":5}` + "\n{}\n" + finished + "\n",
		"no-reason 1:0 | no-reason 2:13 | no-reason 3:40 | no-reason 4:53 | message build-finished 5:56 | end"},
	{"number does not fit", `{"reason":"artifact","name":"a","size":9223372036854775808}` + "\n" + anArtifact + "\n",
		"decode artifact 1:0 | message artifact 2:60 | end"},
	{"wrong type and damaged behind it", `{"reason":"artifact","size":"x","name":}` + "\n", "damaged syntax 1:0 | end"},
	{"blank lines", "\n" + anArtifact + "\n\n \t \n\n" + finished + "\n", "message artifact 2:1 | message build-finished 6:59 | end"},
	{"blanks around", " \t" + finished + " \t\n", "message build-finished 1:0 | end"},
	{"over several lines", "{\n  \"reason\": \"artifact\"\n}\n" + finished + "\n",
		"damaged syntax 1:0 | text 2:2 | text 3:25 | message build-finished 4:27 | end"},
	{"a hole of zeros", anArtifact + "\n" + strings.Repeat("\x00", 64) + finished + "\n\x00\x00\n" + anArtifact + "\n",
		"message artifact 1:0 | message build-finished 2:52 | message artifact 4:162 | end"},
	{"a zero in a string", "{\"reason\":\"artifact\",\"name\":\"a\x00\"}\n", "damaged syntax 1:0 | end"},
	{"the last message is none", finished + "\n" + anArtifact + "\n" + `{"reason":"build-finished","success":false}` + "\n",
		"message build-finished 1:0 | message artifact 2:43 | message build-finished 3:95 | end"},
	{"not an object", "[1]\n42\n\"s\"\nnull\n", "text 1:0 | text 2:4 | text 3:7 | text 4:11 | end"},
	{"names are case-sensitive", `{"REASON":"artifact","reason":"build-finished"}` + "\n", "message build-finished 1:0 | end"},
	{"carriage return alone", finished + "\r" + finished + "\r", "truncated 1:0 | end"},
	{"unknown member broken", `{"u":{bad},"reason":"artifact"}` + "\n", "damaged syntax 1:0 | end"},
	{"comment", `{"reason":"artifact"/*c*/}` + "\n", "damaged syntax 1:0 | end"},
}

func TestReader(t *testing.T) {
	for _, c := range readerCases {
		t.Run(c.name, func(t *testing.T) {
			for how, src := range map[string]func(string) io.Reader{
				"whole":      func(s string) io.Reader { return strings.NewReader(s) },
				"by line":    byLine,
				"one byte":   func(s string) io.Reader { return &pieces{s: s, sizes: []int{1}, err: io.EOF} },
				"odd chunks": func(s string) io.Reader { return &pieces{s: s, sizes: []int{1, 7, 64, 3, 4096}, err: io.EOF} },
			} {
				r := message.NewReader(src(c.input), known, nil)
				assert.Equal(t, c.want, events(r), how)
				s := r.Stats()
				assert.Equal(t, s.Lines, s.Messages+s.Unknown+s.Untagged+s.Text+s.Blank+s.Damaged, "%s: %+v", how, s)
				assert.EqualValues(t, len(c.input), s.Bytes, how)
				assert.EqualValues(t, strings.LastIndexByte(c.input, '\n')+1, r.Offset(), how)
			}
		})
	}
}

// With other line ends the same results come, at other offsets.
func TestReaderLineEnds(t *testing.T) {
	kinds := func(s string, src io.Reader) string {
		all := strings.Split(events(message.NewReader(src, known, nil)), " | ")
		for i, event := range all {
			if at := strings.LastIndexByte(event, ' '); at >= 0 {
				all[i] = event[:at]
			}
		}
		return strings.Join(all, "|")
	}
	for _, c := range readerCases {
		t.Run(c.name, func(t *testing.T) {
			want := kinds(c.input, strings.NewReader(c.input))
			crlf := strings.ReplaceAll(c.input, "\n", "\r\n")
			assert.Equal(t, want, kinds(crlf, strings.NewReader(crlf)), "CRLF")
			assert.Equal(t, want, kinds(crlf, &pieces{s: crlf, sizes: []int{1}, err: io.EOF}), "CRLF, one byte at a time")
			if strings.HasSuffix(c.input, "\n") && !strings.Contains(want, "damaged") {
				open := strings.TrimSuffix(c.input, "\n")
				assert.Equal(t, want, kinds(open, strings.NewReader(open)), "without the last newline")
			}
		})
	}
}

func TestReaderSourceFails(t *testing.T) {
	broken := errors.New("the cable is out")
	for _, c := range readerCases {
		t.Run(c.name, func(t *testing.T) {
			whole := message.NewReader(strings.NewReader(c.input), known, nil)
			want := strings.Split(events(whole), " | ")
			// All lines that came whole are delivered, then the fault.
			cut := c.input[:strings.LastIndexByte(c.input, '\n')+1] + "{\"reason\":\"arti"
			r := message.NewReader(&pieces{s: cut, sizes: []int{5, 1}, err: broken}, known, nil)
			got := strings.Split(events(r), " | ")
			complete := len(got) - 1
			require.LessOrEqual(t, complete, len(want))
			assert.Equal(t, want[:complete], got[:complete])
			assert.Contains(t, got[complete], "fatal: message: reading the stream behind offset")
			_, err := r.Next()
			require.ErrorIs(t, err, broken, "the error stays")
			assert.EqualValues(t, len(cut)-len("{\"reason\":\"arti"), r.Offset())
		})
	}
}

func TestReaderDelivers(t *testing.T) {
	read := func(line string) message.Message {
		m, err := message.NewReader(strings.NewReader(line), known, nil).Next()
		require.NoError(t, err, line)
		return m
	}
	assert.Equal(t, &artifact{Name: "a", Size: 9007199254740993, Tags: []string{"x", "é\n"}},
		read(`{"reason":"artifact","name":"a","size":9007199254740993,"tags":["x","\u00e9\n"]}`))
	assert.Equal(t, &artifact{Name: "a\uFFFDb"}, read("{\"reason\":\"artifact\",\"name\":\"a\xffb\",\"size\":0,\"tags\":null}"))
	assert.Equal(t, &progress{Done: -1, Ratio: 0.5}, read(`{"ratio":5e-1,"done":-1,"reason":"progress"}`))
	assert.Equal(t, &message.Unknown{Name: "new", Raw: []byte(`{ "reason": "new"}`)}, read(` { "reason": "new"} `))
	assert.Equal(t, &message.Untagged{Raw: []byte(`{}`)}, read(`{}`))
	assert.Equal(t, &message.Text{Line: "  Compiling a "}, read("\x00\x1e  Compiling a \r\n"))
}

func TestReaderMaxLine(t *testing.T) {
	long := `{"reason":"artifact","name":"` + strings.Repeat("x", 200) + `"}`
	input := anArtifact + "\n" + long + "\n" + finished + "\n" + strings.Repeat("t", 65) + "\n" + strings.Repeat("t", 64) + "\n"
	for how, src := range map[string]io.Reader{
		"whole":    strings.NewReader(input),
		"one byte": &pieces{s: input, sizes: []int{1}, err: io.EOF},
		"CRLF":     strings.NewReader(strings.ReplaceAll(input, "\n", "\r\n")),
	} {
		r := message.NewReader(src, known, &message.ReaderOptions{MaxLine: 64})
		var kinds []string
		for m, err := range r.Messages() {
			var fault *message.LineError
			if errors.As(err, &fault) {
				kinds = append(kinds, faultName(fault))
				assert.Contains(t, []int64{int64(len(long)), 65}, fault.Length)
				continue
			}
			kinds = append(kinds, messageName(m))
		}
		assert.Equal(t, []string{"message artifact", "damaged too-long", "message build-finished", "damaged too-long", "text"}, kinds, how)
	}
	r := message.NewReader(strings.NewReader(long+"\n"), known, &message.ReaderOptions{MaxLine: 64})
	_, err := r.Next()
	var fault *message.LineError
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, "artifact", fault.Reason)
	assert.EqualValues(t, len(long), fault.Length)
	assert.Equal(t, long, string(fault.Raw))
}

func TestReaderStrict(t *testing.T) {
	for name, c := range map[string]struct{ line, want string }{
		"invalid UTF-8":          {"{\"reason\":\"artifact\",\"name\":\"\xff\"}", "damaged syntax 1:0 | end"},
		"high surrogate alone":   {`{"reason":"artifact","name":"\ud800"}`, "damaged syntax 1:0 | end"},
		"low surrogate alone":    {`{"reason":"artifact","name":"\udc00x"}`, "damaged syntax 1:0 | end"},
		"two high surrogates":    {`{"reason":"artifact","name":"\ud800\ud800\udc00"}`, "damaged syntax 1:0 | end"},
		"pair":                   {`{"reason":"artifact","name":"\ud83d\ude00"}`, "message artifact 1:0 | end"},
		"backslash before a u":   {`{"reason":"artifact","name":"\\ud800"}`, "message artifact 1:0 | end"},
		"text may be what it is": {"\xff", "text 1:0 | end"},
	} {
		r := message.NewReader(strings.NewReader(c.line+"\n"), known, &message.ReaderOptions{Strict: true})
		assert.Equal(t, c.want, events(r), name)
	}
}

func TestReaderMaxDepth(t *testing.T) {
	r := message.NewReader(strings.NewReader(`{"reason":"artifact","x":[1]}`+"\n"+`{"reason":"artifact","x":[[1]]}`+"\n"), known, &message.ReaderOptions{MaxDepth: 2})
	assert.Equal(t, "message artifact 1:0 | damaged too-deep 2:30 | end", events(r))
}

func TestReaderRefusesOtherFormats(t *testing.T) {
	for name, c := range map[string]struct{ input, want string }{
		"UTF-16LE with a mark": {"\xff\xfe{\x00\"\x00r\x00\"\x00}\x00\n\x00", "UTF-16"},
		"UTF-16BE with a mark": {"\xfe\xff\x00{\x00}\x00\n", "UTF-16"},
		"UTF-16LE":             {"{\x00\"\x00r\x00\n\x00", "UTF-16"},
		"UTF-16BE":             {"\x00{\x00\"\x00r\x00\n", "UTF-16"},
		"gzip":                 {"\x1f\x8b\x08\x00\x00\x00\x00\x00", "gzip"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, size := range []int{1, 1000} {
				r := message.NewReader(&pieces{s: c.input, sizes: []int{size}, err: io.EOF}, known, nil)
				assert.Equal(t, "fatal: message: the stream is "+c.want+", not UTF-8 text; convert it first", events(r))
				assert.Zero(t, r.Stats())
			}
		})
	}
}

func TestReaderErrorText(t *testing.T) {
	r := message.NewReader(strings.NewReader("\n"+`{"reason":"artifact","size":"`+strings.Repeat("y", 1_000_000)+`"}`+"\n"), known, nil)
	_, err := r.Next()
	require.ErrorIs(t, err, message.ErrType)
	assert.Equal(t, `message: line 2 (offset 1, 1000031 bytes, reason "artifact"): value of the wrong type at byte 28, in size: want an integer of 64 bits, found the string "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"...`, err.Error())
}

// Messages keep nothing of the Reader's buffer, whatever is read later.
func TestReaderRetainsNothing(t *testing.T) {
	lines := []string{
		`{"reason":"artifact","name":"first\tname","size":1,"tags":["t1","\u00e9"]}`,
		`{"reason":"unknown","name":"FIRST"}`, `{"name":"FIRST"}`, `plain FIRST`, `{"reason":"bad FIRST"`,
	}
	next := strings.Repeat("Z", 70) + "\n"
	for _, line := range lines {
		src := &overwriting{s: line + "\n" + strings.Repeat(next, 3000)}
		r := message.NewReader(src, known, nil)
		m, err := r.Next()
		var fault *message.LineError
		raw := ""
		if errors.As(err, &fault) {
			raw = string(fault.Raw)
		}
		before := inWords(m)
		for _, err := range r.Messages() {
			require.NoError(t, err)
		}
		src.wipe()
		assert.Equal(t, before, inWords(m))
		if fault != nil {
			assert.Equal(t, raw, string(fault.Raw))
		}
	}
}

// overwriting hands out small reads and keeps every slice it has been given,
// to overwrite it in the end.
type overwriting struct {
	s    string
	seen [][]byte
}

func (o *overwriting) Read(b []byte) (int, error) {
	if o.s == "" {
		return 0, io.EOF
	}
	n := copy(b[:min(len(b), 100)], o.s)
	o.s = o.s[n:]
	o.seen = append(o.seen, b)
	return n, nil
}

func (o *overwriting) wipe() {
	for _, b := range o.seen {
		for i := range b {
			b[i] = 'Z'
		}
	}
}

func inWords(m message.Message) string {
	switch m := m.(type) {
	case *artifact:
		return m.Name + "/" + strings.Join(m.Tags, "/")
	case *message.Unknown:
		return m.Name + string(m.Raw)
	case *message.Untagged:
		return string(m.Raw)
	case *message.Text:
		return m.Line
	}
	return "nothing"
}

// Ten megabytes of opening brackets are one damaged line.
func TestReaderDepthBombs(t *testing.T) {
	for _, unit := range []string{"[", `{"a":`} {
		bomb := strings.Repeat(unit, 10<<20/len(unit))
		for _, line := range []string{`{"reason":"artifact","v":` + bomb, `{"reason":"new","v":` + bomb, `{"v":` + bomb, `{"reason":"artifact","tags":` + bomb} {
			r := message.NewReader(strings.NewReader(line+"\n"+finished+"\n"), known, nil)
			_, err := r.Next()
			require.ErrorIs(t, err, message.ErrDepth)
			m, err := r.Next()
			require.NoError(t, err)
			assert.Equal(t, "build-finished", m.Reason())
		}
	}
}
