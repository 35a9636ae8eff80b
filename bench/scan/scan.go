// Package scan measures what a string costs: finding what needs an escape, and
// writing it, from 3 to 16,000 bytes.
package scan

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"strings"
	"time"

	sonic "github.com/bytedance/sonic/encoder"
	goccy "github.com/goccy/go-json"
	"github.com/mailru/easyjson/buffer"
	"github.com/mailru/easyjson/jwriter"
	segmentio "github.com/segmentio/encoding/json"

	"github.com/linefeed-go/linefeed/bench/harness"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

const part = "scan"

// room is the capacity of a kept buffer: the longest text, all of it escaped. It
// is no size that easyjson's buffer pool takes.
const room = 100_000

// Part returns the string table. It has no bars of its own.
func Part() *harness.Part {
	return &harness.Part{Name: part, Title: "Printing a string", Cases: cases, Matrix: true,
		About: "Strings by kind and length in bytes. *clean* is ASCII that needs no escape, *escaped* is a terminal's coloured text with quotes " +
			"and line ends, *utf8* is text of two- to four-byte characters."}
}

// kinds are phrases that are repeated and cut to the wanted length.
var kinds = []struct{ name, phrase string }{
	{"clean", "src/lib.rs compiled in 0.25 s without a warning; "},
	{"escaped", "\x1b[1mwarning\x1b[0m: \"x\" is\\never\n"},
	{"utf8", "café été 測試 🚀 "},
}

func cases(s *harness.Session) ([]*harness.Case, error) {
	lengths := []int{3, 8, 16, 32, 64, 250, 1_000, 4_000, 16_000}
	if s.Quick {
		lengths = []int{3, 16, 250, 16_000}
	}
	var out []*harness.Case
	for _, k := range kinds {
		for _, n := range lengths {
			c := stringCase(fmt.Sprintf("%s %d", k.name, n), cut(k.phrase, n))
			if s.Quick {
				c.Rounds = 5
			} else {
				c.Rounds, c.Batch = 11, time.Millisecond // many cases, no bars
			}
			out = append(out, c)
		}
	}
	return out, nil
}

// cut repeats a phrase to n bytes; a character that would be cut is replaced by dots.
func cut(phrase string, n int) string {
	text := strings.Repeat(phrase, n/len(phrase)+1)[:n]
	whole := strings.ToValidUTF8(text, "")
	return whole + strings.Repeat(".", n-len(whole))
}

func stringCase(name, text string) *harness.Case {
	want := jsonwire.AppendString(nil, text)
	var boxed any = &text // no way pays for putting the string into an interface
	kept := make([]byte, 0, room)
	w := jwriter.Writer{NoEscapeHTML: true}
	var std bytes.Buffer
	std.Grow(room)
	enc := stdjson.NewEncoder(&std)
	enc.SetEscapeHTML(false)
	ways := []harness.Way{
		way("ours", harness.Ours, func() ([]byte, error) { return jsonwire.AppendString(kept[:0], text), nil }),
		way("easyjson", harness.Peer, func() ([]byte, error) {
			w.Buffer = buffer.Buffer{Buf: kept[:0]}
			w.String(text)
			return w.Buffer.Buf, w.Error
		}),
		way("encoding/json", harness.Peer, func() ([]byte, error) {
			std.Reset()
			err := enc.Encode(boxed)
			return bytes.TrimSuffix(std.Bytes(), []byte("\n")), err
		}),
		way("sonic", harness.Peer, func() ([]byte, error) {
			b := kept[:0]
			err := sonic.EncodeInto(&b, boxed, sonic.NoEncoderNewline)
			return b, err
		}),
		way("goccy", harness.Peer, func() ([]byte, error) { return goccy.MarshalWithOption(boxed, goccy.DisableHTMLEscape()) }),
		way("segmentio", harness.Peer, func() ([]byte, error) { return segmentio.AppendEscape(kept[:0], text, 0), nil }),
		{Name: "memcpy", Role: harness.Limit, Run: func(n int) error {
			for range n {
				kept = append(kept[:0], text...)
			}
			return nil
		}},
	}
	return &harness.Case{Part: part, Name: name, Want: want, Size: len(text), Ways: ways}
}

func way(name string, role harness.Role, once func() ([]byte, error)) harness.Way {
	return harness.Way{
		Name: name, Role: role,
		Run: func(n int) error {
			for range n {
				if _, err := once(); err != nil {
					return err
				}
			}
			return nil
		},
		Output: func() ([]byte, error) {
			b, err := once()
			return bytes.Clone(b), err
		},
	}
}
