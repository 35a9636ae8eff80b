package decode

import (
	"bufio"
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/linefeed-go/linefeed/bench/harness"
	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/cargo"
	"github.com/linefeed-go/linefeed/message/gotest"
)

const (
	streamPart = "reader"
	// A batch of a full run reads so many bytes.
	fullStream = 100 << 20
	longest    = 16 << 20 // of a line, for the readers that have to be told
)

// StreamPart returns the table of whole streams.
func StreamPart() *harness.Part {
	return &harness.Part{Name: streamPart, Title: "Reading a stream", Cases: streamCases, Bars: streamBars(), Chart: true,
		About: "From bytes to messages: framing, telling types apart, decoding, a new message for each line. One operation is the recorded " +
			"stream once; a batch reads it as one stream of 100 MB (-quick: as often as the time allows). *ours* is the Reader; *scanner+X* is bufio.Scanner with " +
			"a look at the reason and X's Unmarshal, the look costing what ours does; *json.Decoder* takes the message out as it is, then the same with encoding/json. " +
			"The events of go test have one type for peers, who need not look at the Action first. *scanner* cuts lines and decodes nothing."}
}

// recording is a stream of another tool, recorded with the vocabularies' tests.
type recording struct {
	name     string
	files    []string
	registry *message.Registry
	peers    vocabulary
	// normal turns the recorded bytes into what has to be printed; nil if they
	// are that.
	normal func([]byte) ([]byte, error)
}

var recordings = []recording{
	{
		"cargo_stream",
		[]string{"cargo/testdata/check_broken.ndjson", "cargo/testdata/examples_fresh.ndjson", "cargo/testdata/run.ndjson"},
		cargo.Messages, cargoPeers, nil,
	},
	{
		"gotest_stream",
		[]string{"gotest/testdata/test.ndjson", "gotest/testdata/test_build_fails.ndjson", "gotest/testdata/bench.ndjson"},
		gotest.Messages, gotestPeers, withoutHTMLEscapes,
	},
	{ // diagnostics as rustc orders their members
		"cargo_ansi_stream",
		[]string{"cargo/testdata/check_ansi.ndjson"},
		cargo.Messages, cargoPeers, inDeclaredOrder,
	},
}

// bytes reads the recording. The vocabularies' own tests keep the files. What a
// program run by cargo prints behind the end of the build is left out: peers
// take it for a fault.
func (r recording) bytes() ([]byte, error) {
	var all []byte
	for _, name := range r.files {
		text, err := os.ReadFile("../message/" + name)
		if err != nil {
			return nil, fmt.Errorf("a recorded stream: %w", err)
		}
		for line := range bytes.Lines(text) {
			all = append(all, line...)
			if bytes.HasPrefix(line, []byte(`{"reason":"build-finished"`)) {
				break
			}
		}
	}
	return all, nil
}

// withoutHTMLEscapes writes as characters what the go command escapes.
func withoutHTMLEscapes(b []byte) ([]byte, error) {
	for _, c := range "<>&\ufffd" {
		b = bytes.ReplaceAll(b, fmt.Appendf(nil, `\u%04x`, c), []byte(string(c)))
	}
	return b, nil
}

// inDeclaredOrder is what encoding/json makes of cargo's messages.
func inDeclaredOrder(b []byte) ([]byte, error) {
	return collected(scanning(func(line []byte) (any, error) { return cargoPeers.decode(line, stdjson.Unmarshal) }), b)
}

func streamCases(s *harness.Session) ([]*harness.Case, error) {
	var out []*harness.Case
	for _, r := range recordings {
		if s.Quick && r.name == "cargo_ansi_stream" {
			continue // no bar depends on it
		}
		unit, err := r.bytes()
		if err != nil {
			return nil, err
		}
		want := unit
		if r.normal != nil {
			if want, err = r.normal(bytes.Clone(unit)); err != nil {
				return nil, err
			}
		}
		c := &harness.Case{Part: streamPart, Name: r.name, Want: want, Size: len(unit)}
		fewRounds(s, c)
		holdHeap(c)
		least := 1
		if !s.Quick {
			least, c.Rounds, c.Batches = fullStream/len(unit), 9, 1
		}
		c.Ways = append([]harness.Way{reading("ours", harness.Ours, unit, readerOf(r.registry))}, r.peers.ways(unit)...)
		for i := range c.Ways {
			c.Ways[i].Least = least
		}
		out = append(out, c)
	}
	return out, nil
}

// reader reads a stream to its end and hands over each message.
type reader func(r io.Reader, each func(m any) error) error

// reading makes a way of a reader.
func reading(name string, role harness.Role, unit []byte, read reader) harness.Way {
	return harness.Way{
		Name: name, Role: role,
		Run: func(n int) error {
			return read(&repeated{unit: unit, times: n}, func(m any) error {
				kept = m
				return nil
			})
		},
		Output: func() ([]byte, error) { return collected(read, unit) },
	}
}

// collected is what a reader makes of a stream, printed again.
func collected(read reader, stream []byte) ([]byte, error) {
	var all []byte
	err := read(bytes.NewReader(stream), func(m any) error {
		line, err := printedAny(m)
		all = append(append(all, line...), '\n')
		return err
	})
	return all, err
}

// kept holds the last message, so that none can live on the stack. Nothing
// reads it.
var (
	kept any
	_    = &kept
)

// printedAny prints a message by its own marshaler, or a peer's.
func printedAny(m any) ([]byte, error) {
	if own, ok := m.(interface{ AppendJSON([]byte) ([]byte, error) }); ok {
		return own.AppendJSON(nil)
	}
	return printed(m)
}

func readerOf(registry *message.Registry) reader {
	return func(r io.Reader, each func(m any) error) error {
		for m, err := range message.NewReader(r, registry, nil).Messages() {
			if err != nil {
				return err
			}
			if err := each(m); err != nil {
				return err
			}
		}
		return nil
	}
}

// vocabulary is what peers make of a stream.
type vocabulary struct {
	decode func(line []byte, unmarshal func([]byte, any) error) (any, error)
	easy   func(line []byte) (any, error) // the same through easyjson's marshalers
}

// ways returns the readers built of other libraries.
func (v vocabulary) ways(unit []byte) []harness.Way {
	ways := []harness.Way{reading("scanner+easyjson", harness.Peer, unit, scanning(v.easy))}
	for _, d := range decoders {
		w := reading("scanner+"+d.name, harness.Peer, unit, scanning(func(line []byte) (any, error) { return v.decode(line, d.decode) }))
		ways = append(ways, w)
	}
	ways = append(ways, reading("json.Decoder", harness.Peer, unit, v.decoder()))
	framing := reading("scanner", harness.Limit, unit, scanning(func([]byte) (any, error) { return nil, nil }))
	framing.Output, framing.Note = nil, "decodes nothing"
	return append(ways, framing)
}

// scanning reads lines through a bufio.Scanner, whose buffer is as large as the
// Reader's.
func scanning(decode func(line []byte) (any, error)) reader {
	return func(r io.Reader, each func(m any) error) error {
		lines := bufio.NewScanner(r)
		lines.Buffer(make([]byte, 64<<10), longest)
		for lines.Scan() {
			m, err := decode(lines.Bytes())
			if err != nil {
				return err
			}
			if err := each(m); err != nil {
				return err
			}
		}
		return lines.Err()
	}
}

// decoder reads values through encoding/json's Decoder.
func (v vocabulary) decoder() reader {
	return func(r io.Reader, each func(m any) error) error {
		dec := stdjson.NewDecoder(r)
		var raw stdjson.RawMessage
		for {
			switch err := dec.Decode(&raw); err {
			case nil:
			case io.EOF:
				return nil
			default:
				return err
			}
			m, err := v.decode(raw, stdjson.Unmarshal)
			if err != nil {
				return err
			}
			if err := each(m); err != nil {
				return err
			}
		}
	}
}

// repeated is a stream of so many units, made as it is read.
type repeated struct {
	unit, rest []byte
	times      int
}

func (r *repeated) Read(b []byte) (int, error) {
	if len(r.rest) == 0 {
		if r.times == 0 {
			return 0, io.EOF
		}
		r.rest = r.unit
		r.times--
	}
	n := copy(b, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
