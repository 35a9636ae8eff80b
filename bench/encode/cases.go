// Package encode is the first table: what it costs to print a message with its
// reason, in all the ways Go has, beside the Rust baseline.
package encode

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/linefeed-go/linefeed/bench/fixtures"
	"github.com/linefeed-go/linefeed/bench/harness"
	"github.com/linefeed-go/linefeed/bench/marked"
	"github.com/linefeed-go/linefeed/bench/markedraw"
	"github.com/linefeed-go/linefeed/bench/stock"
	"github.com/linefeed-go/linefeed/message"
)

const part = "encode"

// Part returns the encode table with its bars.
func Part() *harness.Part {
	return &harness.Part{Name: part, Title: "Printing a message", Cases: cases, Bars: bars(), Chart: true,
		About: "Bytes first: every way prints the fixture's line, or the table says what differs."}
}

// cases returns the cases of the table. rust is nil where the baseline does not run.
func cases(s *harness.Session) ([]*harness.Case, error) {
	makers := []func() (*harness.Case, error){
		buildFinishedCase, artifactCase, compilerMessageCase, rawCase, streamCase,
	}
	var out []*harness.Case
	for _, makeCase := range makers {
		c, err := makeCase()
		if err != nil {
			return nil, err
		}
		c.Part, c.Size = part, len(c.Want)
		if s.Rust != nil {
			for _, way := range []string{"splice", "flatten", "shared"} {
				c.Ways = append(c.Ways, s.Rust.Way(c.Name, way))
			}
		}
		out = append(out, c)
	}
	return out, nil
}

// decoded fills the shapes of a message from its line. Every shape ignores what
// it does not have: the body its reason, the marked type too.
func decoded(line []byte, shapes ...any) error {
	for _, shape := range shapes {
		if err := json.Unmarshal(line, shape); err != nil {
			return fmt.Errorf("the fixture does not fit %T: %w", shape, err)
		}
	}
	return nil
}

func buildFinishedCase() (*harness.Case, error) {
	var m marked.BuildFinished
	var whole stock.BuildFinished
	var body stock.BuildFinishedBody
	line := fixtures.BuildFinished
	if err := decoded(line, &m, &whole, &body); err != nil {
		return nil, err
	}
	buf, l := make([]byte, 0, lent), newLentWriter()
	ways := []harness.Way{ours(&m, func(n int) (err error) {
		for range n {
			if buf, err = m.AppendJSON(buf[:0]); err != nil {
				return err
			}
		}
		return nil
	})}
	ways = append(ways, emitWays(&m, func(e *message.Emitter, n int) error {
		for range n {
			if err := (&marked.BuildFinished{Success: m.Success}).EmitTo(e); err != nil {
				return err
			}
		}
		return nil
	})...)
	ways = append(ways, peerWays([]plain{{&whole, &body, whole.Reason}})...)
	ways = append(ways, easyShared(l, func(n int) error {
		for range n {
			whole.MarshalEasyJSON(l.begin())
		}
		return nil
	}))
	ways = append(ways, zerologBuildFinished(&whole), slogBuildFinished(&whole), memcpyWay(line),
		unescapedWay(func(b []byte) []byte { return bareBuildFinished(b, &whole) }, true))
	return &harness.Case{Name: "build_finished", Want: line, Ways: ways}, nil
}

func artifactCase() (*harness.Case, error) {
	var m marked.Artifact
	var whole stock.Artifact
	var body stock.ArtifactBody
	line := fixtures.Artifact
	if err := decoded(line, &m, &whole, &body); err != nil {
		return nil, err
	}
	buf, l := make([]byte, 0, lent), newLentWriter()
	ways := []harness.Way{ours(&m, func(n int) (err error) {
		for range n {
			if buf, err = m.AppendJSON(buf[:0]); err != nil {
				return err
			}
		}
		return nil
	})}
	ways = append(ways, emitWays(&m, func(e *message.Emitter, n int) error {
		for range n {
			fresh := marked.Artifact{
				PackageID: m.PackageID, ManifestPath: m.ManifestPath, Target: m.Target, Profile: m.Profile,
				Features: m.Features, Filenames: m.Filenames, Executable: m.Executable, Fresh: m.Fresh,
			}
			if err := fresh.EmitTo(e); err != nil {
				return err
			}
		}
		return nil
	})...)
	ways = append(ways, peerWays([]plain{{&whole, &body, whole.Reason}})...)
	ways = append(ways, easyShared(l, func(n int) error {
		for range n {
			whole.MarshalEasyJSON(l.begin())
		}
		return nil
	}))
	ways = append(ways, zerologArtifact(&whole), memcpyWay(line),
		unescapedWay(func(b []byte) []byte { return bareArtifact(b, &whole) }, true))
	return &harness.Case{Name: "artifact", Want: line, Ways: ways}, nil
}

func compilerMessageCase() (*harness.Case, error) {
	var m marked.CompilerMessage
	var whole stock.CompilerMessage
	var body stock.CompilerMessageBody
	line := fixtures.CompilerMessage
	if err := decoded(line, &m, &whole, &body); err != nil {
		return nil, err
	}
	buf, l := make([]byte, 0, lent), newLentWriter()
	ways := []harness.Way{ours(&m, func(n int) (err error) {
		for range n {
			if buf, err = m.AppendJSON(buf[:0]); err != nil {
				return err
			}
		}
		return nil
	})}
	ways = append(ways, emitWays(&m, func(e *message.Emitter, n int) error {
		for range n {
			fresh := marked.CompilerMessage{PackageID: m.PackageID, ManifestPath: m.ManifestPath, Target: m.Target, Message: m.Message}
			if err := fresh.EmitTo(e); err != nil {
				return err
			}
		}
		return nil
	})...)
	ways = append(ways, peerWays([]plain{{&whole, &body, whole.Reason}})...)
	ways = append(ways, easyShared(l, func(n int) error {
		for range n {
			whole.MarshalEasyJSON(l.begin())
		}
		return nil
	}))
	ways = append(ways, memcpyWay(line),
		unescapedWay(func(b []byte) []byte { return bareCompilerMessage(b, &whole) }, false))
	return &harness.Case{Name: "compiler_message", Want: line, Ways: ways}, nil
}

func rawCase() (*harness.Case, error) {
	var m markedraw.CompilerMessage
	var whole stock.RawMessage
	var body stock.RawMessageBody
	line := fixtures.CompilerMessageRaw
	if err := decoded(line, &m, &whole, &body); err != nil {
		return nil, err
	}
	buf, l := make([]byte, 0, lent), newLentWriter()
	ways := []harness.Way{ours(&m, func(n int) (err error) {
		for range n {
			if buf, err = m.AppendJSON(buf[:0]); err != nil {
				return err
			}
		}
		return nil
	})}
	ways = append(ways, emitWays(&m, func(e *message.Emitter, n int) error {
		for range n {
			fresh := markedraw.CompilerMessage{PackageID: m.PackageID, ManifestPath: m.ManifestPath, Target: m.Target, Message: m.Message}
			if err := fresh.EmitTo(e); err != nil {
				return err
			}
		}
		return nil
	})...)
	ways = append(ways, peerWays([]plain{{&whole, &body, whole.Reason}})...)
	ways = append(ways, easyShared(l, func(n int) error {
		for range n {
			whole.MarshalEasyJSON(l.begin())
		}
		return nil
	}))
	ways = append(ways, zerologRaw(&whole), memcpyWay(line),
		unescapedWay(func(b []byte) []byte { return bareRawMessage(b, &whole) }, true))
	return &harness.Case{Name: "compiler_message_raw", Want: line, Ways: ways}, nil
}

// streamCase is a whole build: 70 artifacts, 29 diagnostics and the end.
func streamCase() (*harness.Case, error) {
	var messages []streamed
	var plains []plain
	for _, line := range fixtures.StreamLines() {
		m, p, err := lineOfStream(line)
		if err != nil {
			return nil, err
		}
		messages, plains = append(messages, m), append(plains, p)
	}
	buf, l := make([]byte, 0, lent), newLentWriter()
	oursAll := func(n int) (err error) {
		for range n {
			buf = buf[:0]
			for _, m := range messages {
				if buf, err = m.AppendJSON(buf); err != nil {
					return err
				}
				buf = append(buf, '\n')
			}
		}
		return nil
	}
	ways := []harness.Way{{Name: "ours", Role: harness.Ours, Run: oursAll, Output: func() ([]byte, error) {
		err := oursAll(1)
		return bytes.Clone(buf), err
	}}}
	ways = append(ways, streamEmitWays(messages)...)
	ways = append(ways, peerWays(plains)...)
	ways = append(ways, easyShared(l, func(n int) error {
		for range n {
			w := l.begin()
			for _, p := range plains {
				p.whole.MarshalEasyJSON(w)
				w.RawByte('\n')
			}
		}
		return nil
	}))
	ways = append(ways, memcpyWay(fixtures.Stream))
	return &harness.Case{Name: "stream_100", Want: fixtures.Stream, Ways: ways}, nil
}

// lineOfStream decodes a line of the stream fixture by its reason.
func lineOfStream(line []byte) (streamed, plain, error) {
	var head struct{ Reason string }
	if err := decoded(line, &head); err != nil {
		return nil, plain{}, err
	}
	switch head.Reason {
	case "build-finished":
		m, whole, body := new(marked.BuildFinished), new(stock.BuildFinished), new(stock.BuildFinishedBody)
		return m, plain{whole, body, head.Reason}, decoded(line, m, whole, body)
	case "compiler-artifact":
		m, whole, body := new(marked.Artifact), new(stock.Artifact), new(stock.ArtifactBody)
		return m, plain{whole, body, head.Reason}, decoded(line, m, whole, body)
	case "compiler-message":
		m, whole, body := new(marked.CompilerMessage), new(stock.CompilerMessage), new(stock.CompilerMessageBody)
		return m, plain{whole, body, head.Reason}, decoded(line, m, whole, body)
	}
	return nil, plain{}, fmt.Errorf("the stream fixture has a line with the reason %q", head.Reason)
}
