package message_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// drawMessage draws a message and the line that a writer makes of it.
func drawMessage(t *rapid.T) (message.Message, string) {
	switch rapid.IntRange(0, 2).Draw(t, "type") {
	case 0:
		m := &buildFinished{Success: rapid.Bool().Draw(t, "success")}
		return m, fmt.Sprintf(`{"reason":"build-finished","success":%t}`, m.Success)
	case 1:
		m := &progress{Done: rapid.Int64().Draw(t, "done"), Ratio: rapid.Float64Range(-1e300, 1e300).Draw(t, "ratio")}
		ratio, err := jsonwire.AppendFloat64(nil, m.Ratio)
		require.NoError(t, err)
		return m, fmt.Sprintf(`{"reason":"progress","done":%d,"ratio":%s}`, m.Done, ratio)
	}
	m := &artifact{Name: rapid.String().Draw(t, "name"), Size: rapid.Int64().Draw(t, "size"), Tags: rapid.SliceOf(rapid.String()).Draw(t, "tags")}
	line := fmt.Appendf(jsonwire.AppendString([]byte(`{"reason":"artifact","name":`), m.Name), `,"size":%d,"tags":`, m.Size)
	line, err := jsonwire.AppendAny(line, m.Tags, 1)
	require.NoError(t, err)
	return m, string(append(line, '}'))
}

// Random messages, some of them damaged: what is whole arrives as it was, what
// is damaged is reported at its place, nothing else comes.
func TestReaderRoundTripWithDamage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var stream strings.Builder
		var want []string
		note := func(what string) { want = append(want, fmt.Sprintf("%d %s", stream.Len(), what)) }
		for range rapid.IntRange(0, 12).Draw(t, "lines") {
			m, line := drawMessage(t)
			switch rapid.SampledFrom([]string{"", "", "", "cut", "splice", "flip", "text", "blank"}).Draw(t, "damage") {
			case "": // as it is
				note(fmt.Sprintf("%+v", m))
			case "cut":
				note("damaged")
				line = line[:rapid.IntRange(1, len(line)-1).Draw(t, "at")]
			case "splice":
				note("damaged")
				_, other := drawMessage(t)
				line += other
			case "flip": // into a control character, which JSON has nowhere
				at := rapid.IntRange(0, len(line)-1).Draw(t, "at")
				line = line[:at] + "\x01" + line[at+1:]
				if at == 0 {
					note("text " + line)
				} else {
					note("damaged")
				}
			case "text":
				note("text " + "error: " + line)
				line = "error: " + line
			case "blank":
				line = " \t"
			}
			stream.WriteString(line)
			stream.WriteString(rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "end"))
		}
		sizes := rapid.SliceOfN(rapid.IntRange(1, 200), 1, 5).Draw(t, "sizes")
		r := message.NewReader(&pieces{s: stream.String(), sizes: sizes, err: io.EOF}, known, nil)
		var got []string
		for m, err := range r.Messages() {
			_, offset := r.Position()
			what := ""
			var fault *message.LineError
			if text, ok := m.(*message.Text); ok {
				what = "text " + text.Line
			} else if errors.As(err, &fault) {
				what = "damaged"
			} else {
				require.NoError(t, err)
				what = fmt.Sprintf("%+v", m)
			}
			got = append(got, fmt.Sprintf("%d %s", offset, what))
		}
		if !slices.Equal(want, got) {
			t.Fatalf("stream %q\nwant %q\ngot  %q", stream.String(), want, got)
		}
	})
}

// FuzzReader: nothing panics; the results do not depend on how the bytes come;
// lines and bytes are all accounted for; what is taken as an object is one.
func FuzzReader(f *testing.F) {
	for _, c := range readerCases {
		if len(c.input) < 10_000 {
			f.Add([]byte(c.input), 7)
		}
	}
	f.Fuzz(func(t *testing.T, stream []byte, size int) {
		opts := &message.ReaderOptions{MaxLine: 200, MaxDepth: 20}
		whole := message.NewReader(bytes.NewReader(stream), known, opts)
		want := events(whole)
		size = max(size%300, 1)
		require.Equal(t, want, events(message.NewReader(&pieces{s: string(stream), sizes: []int{size}, err: io.EOF}, known, opts)))
		s := whole.Stats()
		require.Equal(t, s.Lines, s.Messages+s.Unknown+s.Untagged+s.Text+s.Blank+s.Damaged)
		if strings.Contains(want, "fatal") {
			return
		}
		require.EqualValues(t, len(stream), s.Bytes)
		for m, err := range message.NewReader(bytes.NewReader(stream), nil, opts).Messages() {
			var fault *message.LineError
			switch m := m.(type) {
			case *message.Unknown:
				require.True(t, json.Valid(m.Raw))
			case *message.Untagged:
				require.True(t, json.Valid(m.Raw))
			case *message.Text:
				require.NotContains(t, m.Line, "\n")
			default:
				require.ErrorAs(t, err, &fault)
				require.Less(t, len(err.Error()), 1500)
			}
		}
	})
}
