package message_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
)

// sharedData returns a folder of the data that is recorded from other tools
// and kept outside of this repository; the test is skipped without it.
func sharedData(t *testing.T, folder string) string {
	t.Helper()
	root := os.Getenv("LINEFEED_SHARED")
	if root == "" {
		t.Skip("needs recorded streams: set LINEFEED_SHARED to the folder that has corpus/")
	}
	return filepath.Join(root, "corpus", folder)
}

func table(t *testing.T, path string) []map[string]string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	r := csv.NewReader(bytes.NewReader(b))
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	require.NoError(t, err)
	var all []map[string]string
	for _, row := range rows[1:] {
		named := map[string]string{}
		for i, name := range rows[0] {
			named[name] = row[i]
		}
		all = append(all, named)
	}
	return all
}

// counts are the kinds of the corpus: a reason that is known or not makes a
// message; a line that ends with the stream is truncated, not damaged.
type counts struct {
	Message     int64 `json:"message"`
	NoReason    int64 `json:"no_reason"`
	Text        int64 `json:"text"`
	Blank       int64 `json:"blank"`
	Damaged     int64 `json:"damaged"`
	Truncated   int64 `json:"truncated"`
	DecodeError int64 `json:"decode_error"`
}

func count(t *testing.T, r *message.Reader) (c counts, fatal error) {
	t.Helper()
	for _, err := range r.Messages() {
		var fault *message.LineError
		switch {
		case errors.Is(err, message.ErrTruncated):
			c.Truncated++
		case errors.Is(err, message.ErrType):
			c.DecodeError++
		case err != nil && !errors.As(err, &fault):
			return c, err
		}
	}
	s := r.Stats()
	c.Message, c.NoReason, c.Text, c.Blank = s.Messages+s.Unknown, s.Untagged, s.Text, s.Blank
	c.Damaged = s.Damaged - c.Truncated - c.DecodeError
	return c, nil
}

// arrivals are the ways in which a stream comes.
func arrivals(s string) map[string]io.Reader {
	all := map[string]io.Reader{
		"whole":      strings.NewReader(s),
		"by line":    byLine(s),
		"odd chunks": &pieces{s: s, sizes: []int{1, 7, 64, 3, 4096}, err: io.EOF},
	}
	if len(s) < 1<<20 {
		all["one byte"] = &pieces{s: s, sizes: []int{1}, err: io.EOF}
	}
	return all
}

// breakInTheMiddle reads s from a source that fails halfway: what comes until
// then is what comes of the whole stream, up to the last line that is complete.
func breakInTheMiddle(t *testing.T, s string) {
	t.Helper()
	half := s[:len(s)/2]
	complete := strings.LastIndexByte(half, '\n') + 1
	broken := errors.New("the cable is out")
	r := message.NewReader(&pieces{s: half, sizes: []int{1000, 1}, err: broken}, nil, nil)
	got, err := count(t, r)
	require.ErrorIs(t, err, broken)
	assert.EqualValues(t, complete, r.Offset())
	whole := message.NewReader(strings.NewReader(s[:complete]), nil, nil)
	want, err := count(t, whole)
	require.NoError(t, err)
	assert.Equal(t, whole.Stats(), r.Stats())
	assert.Zero(t, want.Truncated+got.Truncated)
}

func TestCorpusCounts(t *testing.T) {
	root := sharedData(t, "")
	for _, row := range table(t, filepath.Join(root, "MANIFEST.tsv")) {
		t.Run(row["file"], func(t *testing.T) {
			b, err := os.ReadFile(filepath.Join(root, row["file"]))
			require.NoError(t, err)
			number := func(column string) int64 {
				n, err := strconv.ParseInt(row[column], 10, 64)
				require.NoError(t, err)
				return n
			}
			want := counts{Message: number("message"), NoReason: number("no_reason"), Text: number("text"),
				Blank: number("blank"), Damaged: number("damaged"), Truncated: number("truncated")}
			for how, src := range arrivals(string(b)) {
				r := message.NewReader(src, nil, nil)
				got, err := count(t, r)
				require.NoError(t, err, how)
				assert.Equal(t, want, got, how)
				assert.EqualValues(t, len(b), r.Stats().Bytes, "%s: read to the last byte", how)
			}
			crlf := bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n"))
			got, err := count(t, message.NewReader(bytes.NewReader(crlf), nil, nil))
			require.NoError(t, err)
			assert.Equal(t, want, got, "CRLF")
			breakInTheMiddle(t, string(b))
		})
	}
}

func TestCorpusFaults(t *testing.T) {
	root := sharedData(t, "edge")
	b, err := os.ReadFile(filepath.Join(root, "faults-1000.ndjson"))
	require.NoError(t, err)
	var want []string
	for _, row := range table(t, filepath.Join(root, "faults-1000.expect.tsv")) {
		if row["kind"] == "blank" {
			continue
		}
		words := []string{row["kind"]}
		if row["kind"] == "message" {
			words = append(words, row["reason"])
		} else if row["cause"] != "" {
			words = append(words, row["cause"])
		}
		want = append(want, fmt.Sprintf("%s %s:%s", strings.Join(words, " "), row["line"], row["offset"]))
	}
	got := strings.Split(events(message.NewReader(bytes.NewReader(b), nil, nil)), " | ")
	for i := range got {
		got[i] = strings.Replace(got[i], "unknown ", "message ", 1)
	}
	assert.Equal(t, append(want, "end"), got)
}

func TestCorpusEdgeCases(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(sharedData(t, "ndjson-edge"), "cases.jsonl"))
	require.NoError(t, err)
	any := message.NewRegistry("", message.Entry{Reasons: []string{"a", "good"}, New: newSample("good")})
	for line := range bytes.Lines(b) {
		var c struct {
			Name     string
			InputB64 []byte `json:"input_b64"`
			Kinds    *counts
		}
		require.NoError(t, json.Unmarshal(line, &c))
		t.Run(c.Name, func(t *testing.T) {
			all := arrivals(string(c.InputB64))
			all["CRLF"] = bytes.NewReader(bytes.ReplaceAll(c.InputB64, []byte("\n"), []byte("\r\n")))
			for how, src := range all {
				got, err := count(t, message.NewReader(src, any, &message.ReaderOptions{MaxLine: 1 << 20}))
				if c.Kinds == nil {
					assert.ErrorContains(t, err, "not UTF-8 text", how)
					continue
				}
				require.NoError(t, err, how)
				assert.Equal(t, *c.Kinds, got, how)
			}
		})
	}
}

// The reader cases, as they are written down: input, and the events to come.
func TestReaderSharedCases(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(sharedData(t, ""), "..", "cases", "cases.ndjson"))
	require.NoError(t, err)
	repeat := regexp.MustCompile(`<<(\d+)\*([^>]*)>>`)
	n := 0
	for line := range bytes.Lines(b) {
		var c struct {
			ID, Area, Input, Do, Want string
			InputB64                  []byte `json:"input_b64"`
		}
		require.NoError(t, json.Unmarshal(line, &c))
		if c.Area != "reader" {
			continue
		}
		n++
		t.Run(c.ID, func(t *testing.T) {
			input := repeat.ReplaceAllStringFunc(c.Input, func(s string) string {
				m := repeat.FindStringSubmatch(s)
				times, err := strconv.Atoi(m[1])
				require.NoError(t, err)
				return strings.Repeat(m[2], times)
			})
			if c.InputB64 != nil {
				input = string(c.InputB64)
			}
			opts := &message.ReaderOptions{}
			if strings.Contains(c.Do, "limit=64") {
				opts.MaxLine = 64
			}
			want, _, _ := strings.Cut(c.Want, "\n")
			for _, size := range []int{1, 20, 1 << 20} {
				got := events(message.NewReader(&pieces{s: input, sizes: []int{size}, err: io.EOF}, known, opts))
				if format, fatal := strings.CutPrefix(want, "fatal "); fatal {
					assert.Contains(t, strings.ToLower(got), "fatal: message: the stream is "+format)
					continue
				}
				assert.Equal(t, want, got)
			}
		})
	}
	assert.Equal(t, 26, n)
}
