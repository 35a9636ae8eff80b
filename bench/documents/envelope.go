package documents

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	sonic "github.com/bytedance/sonic/encoder"
	goccy "github.com/goccy/go-json"

	"github.com/linefeed-go/linefeed/bench/documents/rows"
	"github.com/linefeed-go/linefeed/bench/fixtures"
	"github.com/linefeed-go/linefeed/bench/harness"
	"github.com/linefeed-go/linefeed/message"
)

// Names of ways that bars and the comparison of the seeds refer to.
const (
	oursPretty    = "ours-pretty"
	marshalIndent = "json.MarshalIndent"
	rustHead      = "rust-head"

	peakFigure = "peak heap"
)

// shapes are rows x bytes of text, with the share of the Rust head's time that is
// allowed and, where the texts are short, of json.MarshalIndent's.
var shapes = []struct {
	rows, text     int
	rust, marshals float64
}{
	{1, 100, 0.50, 0.20},
	{200, 100, 0.50, 0.20},
	{5000, 100, 0.50, 0.20},
	{200, 16_000, 0.80, 0},
}

func envelopeCases(s *harness.Session) ([]*harness.Case, error) {
	var out []*harness.Case
	for _, shape := range shapes {
		c := &harness.Case{
			Part: envelopePart, Name: fmt.Sprintf("%dx%d", shape.rows, shape.text),
			Figures: []string{"output", peakFigure},
		}
		large := shape.rows*shape.text >= 1<<18
		out = append(out, c)
		if !s.Wants(c.FullName()) {
			continue // its rows are not needed
		}
		if err := fill(c, newPayload(shape.rows, shape.text), s.Rust); err != nil {
			return nil, err
		}
		c.Bars = envelopeBars(c, shape.rust, shape.marshals)
		if s.Quick && large {
			c.Ways = slices.DeleteFunc(c.Ways, func(w harness.Way) bool { return w.Role != harness.Ours && !judged(c.Bars, w.Name) })
		}
	}
	return out, nil
}

// judged tells whether a bar holds ours against the way.
func judged(bars []harness.Bar, way string) bool {
	return slices.ContainsFunc(bars, func(b harness.Bar) bool { return b.Against == way })
}

func envelopeBars(c *harness.Case, rust, marshals float64) []harness.Bar {
	name := "envelope " + c.Name
	bars := []harness.Bar{
		{Name: name + " / Rust head", Kind: harness.Ratio, Ours: oursPretty, Against: rustHead, Max: rust},
		{Name: name + " allocations", Kind: harness.Count, Ours: oursPretty, Max: 2},
		{Name: name + " heap with a reused buffer", Kind: harness.Heap, Ours: oursPretty, Max: math.Floor(1.1 * float64(c.Size))},
	}
	if c.Size >= exact {
		bars = append(bars, harness.Bar{Name: name + " peak heap, first document", Kind: harness.Figure, Figure: peakFigure, Ours: oursPretty,
			Max: math.Floor(1.1 * float64(c.Size))})
	}
	if marshals > 0 {
		bars = append(bars, harness.Bar{Name: name + " / json.MarshalIndent", Kind: harness.Ratio, Ours: oursPretty, Against: marshalIndent, Max: marshals})
	}
	return bars
}

// payload is the same rows in the forms that the ways ask for.
type payload struct {
	name  string
	list  []rows.Row
	plain envelope
}

// envelope is the document as a struct without methods.
type envelope struct {
	OK   bool         `json:"ok"`
	Data []rows.Plain `json:"data"`
}

func newPayload(count, textBytes int) *payload {
	list := rows.Make(count, textBytes)
	return &payload{fmt.Sprintf("envelope_%dx%d", count, textBytes), list, envelope{OK: true, Data: rows.Bare(list)}}
}

// fill makes the case's ways and finds out what they have to print.
func fill(c *harness.Case, p *payload, rust *harness.Baseline) (err error) {
	if c.Want, err = json.MarshalIndent(&p.plain, "", "  "); err != nil {
		return err
	}
	if err := fixtures.Matches(p.name+".json", c.Want); err != nil {
		return err
	}
	c.Size = len(c.Want)
	c.Ways = []harness.Way{
		p.ours(oursPretty, &message.ResultOptions{Indent: true}),
		p.ours("ours-compact", nil),
		p.base(),
		p.bytesWay(marshalIndent, func() ([]byte, error) { return json.MarshalIndent(&p.plain, "", "  ") }),
		p.encoder(),
		p.bytesWay("sonic", func() ([]byte, error) { return sonic.EncodeIndented(&p.plain, "", "  ", sonic.NoEncoderNewline) }),
		p.bytesWay("goccy", func() ([]byte, error) {
			return goccy.MarshalIndentWithOption(&p.plain, "", "  ", goccy.DisableHTMLEscape())
		}),
	}
	compact := &c.Ways[1]
	compact.Note = "one line, compared after json.Indent; MB/s are of the indented document"
	compact.Normalize = func(b []byte) []byte {
		var out bytes.Buffer
		if json.Indent(&out, b, "", "  ") != nil {
			return b
		}
		return out.Bytes()
	}
	c.Ways[2].Normalize = func(b []byte) []byte {
		if fixtures.Matches(p.name+"_base.json", b) != nil {
			return b
		}
		return c.Want
	}
	if rust != nil {
		for _, way := range []string{"base", "head", "head_shared"} {
			w := rust.Way(p.name, way)
			w.Figures = func() ([]float64, error) { return []float64{float64(c.Size), float64(rust.Peak(p.name, way))}, nil }
			c.Ways = append(c.Ways, w)
		}
	}
	return nil
}

func (p *payload) ours(name string, opts *message.ResultOptions) harness.Way {
	w := way(name, harness.Ours, func(w io.Writer) error { return message.WriteResult(w, &p.list, opts) })
	w.Note = "with its newline and its write; compared without the newline"
	return w
}

// base builds the tree, wraps it and prints that.
func (p *payload) base() harness.Way {
	w := p.bytesWay("base", func() ([]byte, error) {
		return json.MarshalIndent(map[string]any{"ok": true, "data": rows.Tree(p.list)}, "", "  ")
	})
	w.Note = "through map[string]any and json.MarshalIndent; keys are sorted: compared with the sum of that form"
	return w
}

// bytesWay is a library that returns the document.
func (p *payload) bytesWay(name string, once func() ([]byte, error)) harness.Way {
	return way(name, harness.Peer, func(w io.Writer) error {
		b, err := once()
		if err != nil {
			return err
		}
		_, err = w.Write(b)
		return err
	})
}

// encoder keeps a json.Encoder, which keeps its buffer of indented text.
func (p *payload) encoder() harness.Way {
	var to io.Writer
	kept := json.NewEncoder(writerFunc(func(b []byte) (int, error) { return to.Write(b) }))
	kept.SetIndent("", "  ")
	kept.SetEscapeHTML(false)
	w := way("json.Encoder", harness.Peer, func(w io.Writer) error {
		to = w
		return kept.Encode(&p.plain)
	})
	w.Note = "SetIndent; ends the document itself, compared without the newline"
	return w
}

// writerFunc is a function as a writer.
type writerFunc func(b []byte) (int, error)

// Write calls the function.
func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// way makes a way of a function that writes one document.
func way(name string, role harness.Role, once func(w io.Writer) error) harness.Way {
	w := harness.Way{Name: name, Role: role,
		Run: func(n int) error {
			for range n {
				if err := once(io.Discard); err != nil {
					return err
				}
			}
			return nil
		},
		Output: func() ([]byte, error) {
			var out bytes.Buffer
			err := once(&out)
			return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
		},
	}
	w.Figures = func() ([]float64, error) {
		var to counter
		if err := once(&to); err != nil {
			return nil, err
		}
		peak, err := peakHeap(once)
		return []float64{float64(to.bytes), peak}, err
	}
	return w
}

// counter counts what is written to it.
type counter struct{ bytes, writes int64 }

// Write counts.
func (c *counter) Write(b []byte) (int, error) {
	c.bytes += int64(len(b))
	c.writes++
	return len(b), nil
}
