// Package decode is the table of reading: what it costs to make a message of a
// line, and messages of a stream, in all the ways Go has, beside the Rust
// baseline; and the memory that reading takes.
package decode

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"runtime"
	"slices"

	"github.com/mailru/easyjson/jlexer"

	"github.com/linefeed-go/linefeed/bench/fixtures"
	"github.com/linefeed-go/linefeed/bench/harness"
	"github.com/linefeed-go/linefeed/bench/marked"
	"github.com/linefeed-go/linefeed/bench/stock"
)

const part = "decode"

// Part returns the table of single lines with its bars.
func Part() *harness.Part {
	return &harness.Part{Name: part, Title: "Reading a message", Cases: cases, Bars: lineBars(), Chart: true,
		About: "One line to one message, which is zeroed before and kept; every way's message prints the fixture's line again. " +
			"*artifact_reversed* has the members of every object in the opposite order, the reason last."}
}

func cases(s *harness.Session) ([]*harness.Case, error) {
	out := []*harness.Case{
		buildFinishedCase(),
		artifactCase("artifact", fixtures.Artifact),
		nil,
		compilerMessageCase(),
	}
	reversed, err := reverseMembers(fixtures.Artifact)
	if err != nil {
		return nil, fmt.Errorf("turning the artifact's members round: %w", err)
	}
	out[2] = artifactCase("artifact_reversed", reversed)
	for _, c := range out {
		c.Part, c.Size = part, len(c.Want)
		fewRounds(s, c)
		holdHeap(c)
		if s.Rust != nil && c.Name != "artifact_reversed" {
			for _, way := range []string{"tagged_owned", "reason_then_struct"} {
				c.Ways = append(c.Ways, s.Rust.Way("decode_"+c.Name, way))
			}
		}
	}
	return out, nil
}

// fewRounds makes a quick run of a case shorter: a reader's operations are long,
// and its bars few.
func fewRounds(s *harness.Session, c *harness.Case) {
	if !s.Quick {
		return
	}
	c.Rounds = 4
	if slices.ContainsFunc(slices.Concat(lineBars(), streamBars()), func(b harness.Bar) bool {
		return b.Case == c.FullName() && b.Kind == harness.Ratio && b.Max < 1
	}) {
		c.Rounds = 7
	}
}

// liveHeapBytes stay live while a case is measured.
const liveHeapBytes = 16 << 20

// holdHeap gives the process a live heap for as long as the case is open. The
// collector then runs every 16 MiB or so. Without it that would depend on what
// the tables before have left: a process that holds nothing collects every 3
// MiB, and an artifact costs all ways twice as much.
func holdHeap(c *harness.Case) {
	heap := make([]byte, liveHeapBytes)
	c.Close = func() error {
		runtime.KeepAlive(heap)
		return nil
	}
}

// The loops below are over the case's own type, so that neither linefeed nor
// easyjson pays for a call through an interface.

func buildFinishedCase() *harness.Case {
	line := fixtures.BuildFinished
	var m marked.BuildFinished
	var plain stock.BuildFinished
	ways := []harness.Way{
		ours(&m, func(n int) error {
			for range n {
				if err := m.UnmarshalJSON(line); err != nil {
					return err
				}
			}
			return nil
		}),
		easy(&plain, func(n int) error {
			for range n {
				plain = stock.BuildFinished{}
				l := jlexer.Lexer{Data: line}
				plain.UnmarshalEasyJSON(&l)
				if err := l.Error(); err != nil {
					return err
				}
			}
			return nil
		}),
	}
	return &harness.Case{Name: "build_finished", Want: line, Ways: append(ways, peerWays[stock.BuildFinished](line)...)}
}

// artifactCase is an artifact in any order of its members; it prints in ours.
func artifactCase(name string, line []byte) *harness.Case {
	var m marked.Artifact
	var plain stock.Artifact
	ways := []harness.Way{
		ours(&m, func(n int) error {
			for range n {
				if err := m.UnmarshalJSON(line); err != nil {
					return err
				}
			}
			return nil
		}),
		easy(&plain, func(n int) error {
			for range n {
				plain = stock.Artifact{}
				l := jlexer.Lexer{Data: line}
				plain.UnmarshalEasyJSON(&l)
				if err := l.Error(); err != nil {
					return err
				}
			}
			return nil
		}),
	}
	return &harness.Case{Name: name, Want: fixtures.Artifact, Ways: append(ways, peerWays[stock.Artifact](line)...)}
}

func compilerMessageCase() *harness.Case {
	line := fixtures.CompilerMessage
	var m marked.CompilerMessage
	var plain stock.CompilerMessage
	ways := []harness.Way{
		ours(&m, func(n int) error {
			for range n {
				if err := m.UnmarshalJSON(line); err != nil {
					return err
				}
			}
			return nil
		}),
		easy(&plain, func(n int) error {
			for range n {
				plain = stock.CompilerMessage{}
				l := jlexer.Lexer{Data: line}
				plain.UnmarshalEasyJSON(&l)
				if err := l.Error(); err != nil {
					return err
				}
			}
			return nil
		}),
	}
	return &harness.Case{Name: "compiler_message", Want: line, Ways: append(ways, peerWays[stock.CompilerMessage](line)...)}
}

// ours is the generated UnmarshalJSON; run is the loop that decodes into m.
func ours(m interface{ AppendJSON([]byte) ([]byte, error) }, run func(n int) error) harness.Way {
	return harness.Way{Name: "ours", Role: harness.Ours, Run: run, Output: func() ([]byte, error) {
		if err := run(1); err != nil {
			return nil, err
		}
		return m.AppendJSON(nil)
	}}
}

// printed is a message of a peer printed by encoding/json, as the fixtures have
// it: without escapes for < > &, without a newline.
func printed(m any) ([]byte, error) {
	var out bytes.Buffer
	enc := stdjson.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(m)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}

// reverseMembers returns the value with the members of all its objects in the
// opposite order. Arrays stay as they are.
func reverseMembers(value []byte) ([]byte, error) {
	if len(value) == 0 || value[0] != '{' {
		return value, nil
	}
	dec := stdjson.NewDecoder(bytes.NewReader(value))
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	var out []byte
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, err
		}
		var inner stdjson.RawMessage
		if err := dec.Decode(&inner); err != nil {
			return nil, err
		}
		turned, err := reverseMembers(inner)
		if err != nil {
			return nil, err
		}
		if len(out) > 0 {
			turned = append(append(bytes.Clone(turned), ','), out...)
		}
		out = append(fmt.Appendf(nil, "%q:", name), turned...)
	}
	return append(append([]byte{'{'}, out...), '}'), nil
}
