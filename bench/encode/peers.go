package encode

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"

	sonic "github.com/bytedance/sonic/encoder"
	goccy "github.com/goccy/go-json"
	"github.com/mailru/easyjson"
	"github.com/mailru/easyjson/buffer"
	"github.com/mailru/easyjson/jwriter"
	segmentio "github.com/segmentio/encoding/json"

	"github.com/linefeed-go/linefeed/bench/harness"
)

// lent is the capacity of buffers that a way keeps: enough for the longest case,
// and no size that easyjson's buffer pool would take for its own.
const lent = 300_000

// sonicFastest is the quickest setting that prints our bytes: no HTML escapes,
// no look at invalid UTF-8, what a json.RawMessage holds is copied as it is.
const sonicFastest = sonic.NoEncoderNewline | sonic.NoValidateJSONMarshaler

// plain is a message as peers see it: a struct with an ordinary reason field,
// the same without one, and the reason.
type plain struct {
	whole  easyjson.Marshaler
	body   easyjson.Marshaler
	reason string
}

// printer prints one message behind dst. It may return another slice.
type printer func(dst []byte, m plain) ([]byte, error)

// splice is what linefeed takes away: the message is marshalled without its
// reason, the reason is marshalled, and the two texts are put together.
func splice(dst []byte, m plain) ([]byte, error) {
	body, err := easyOwn(nil, plain{whole: m.body})
	if err != nil {
		return dst, err
	}
	reason, err := stdjson.Marshal(m.reason)
	if err != nil {
		return dst, err
	}
	line := make([]byte, 0, len(`{"reason":,`)+len(reason)+len(body))
	line = append(line, `{"reason":`...)
	line = append(line, reason...)
	line = append(line, ',')
	line = append(line, body[1:]...)
	return keep(dst, line), nil
}

// keep hands a finished text of its own on: alone as it is, in a stream copied
// behind the lines before it.
func keep(dst, line []byte) []byte {
	if len(dst) == 0 {
		return line
	}
	return append(dst, line...)
}

func easyOwn(dst []byte, m plain) ([]byte, error) {
	w := jwriter.Writer{NoEscapeHTML: true}
	m.whole.MarshalEasyJSON(&w)
	line, err := w.BuildBytes()
	return keep(dst, line), err
}

func stdMarshal(dst []byte, m plain) ([]byte, error) {
	line, err := stdjson.Marshal(m.whole)
	return keep(dst, line), err
}

func goccyMarshal(dst []byte, m plain) ([]byte, error) {
	line, err := goccy.MarshalWithOption(m.whole, goccy.DisableHTMLEscape())
	return keep(dst, line), err
}

func segmentioAppend(dst []byte, m plain) ([]byte, error) {
	return segmentio.Append(dst, m.whole, 0)
}

// peerWays returns the libraries that print any of our messages. easyShared is
// not among them: it calls the marshalers of the case's type directly.
func peerWays(messages []plain) []harness.Way {
	std := printing("encoding/json", messages, stdMarshal)
	std.Normalize, std.Note = unescapeHTML, "escapes < > & and cannot be told not to; compared after undoing that"
	return []harness.Way{
		printing("splice", messages, splice),
		printing("easyjson", messages, easyOwn),
		std,
		stdEncoder(messages),
		sonicInto("sonic", messages, sonicFastest),
		sonicInto("sonic-valid", messages, sonicFastest|sonic.ValidateString),
		printing("goccy", messages, goccyMarshal),
		goccyEncoder(messages),
		printing("segmentio", messages, segmentioAppend),
	}
}

// printing makes a way of a printer: one message, or lines in one buffer.
func printing(name string, messages []plain, p printer) harness.Way {
	if len(messages) == 1 {
		return one(name, messages[0], p)
	}
	all := func(dst []byte) (_ []byte, err error) {
		for _, m := range messages {
			if dst, err = p(dst, m); err != nil {
				return dst, err
			}
			dst = append(dst, '\n')
		}
		return dst, nil
	}
	kept := make([]byte, 0, lent)
	return harness.Way{
		Name: name, Role: harness.Peer,
		Run: func(n int) (err error) {
			for range n {
				if kept, err = all(kept[:0]); err != nil {
					return err
				}
			}
			return nil
		},
		Output: func() ([]byte, error) { return all(nil) },
	}
}

func one(name string, m plain, p printer) harness.Way {
	kept := make([]byte, 0, lent)
	return harness.Way{
		Name: name, Role: harness.Peer,
		Run: func(n int) error {
			for range n {
				if _, err := p(kept[:0], m); err != nil {
					return err
				}
			}
			return nil
		},
		Output: func() ([]byte, error) { return p(nil, m) },
	}
}

// stdEncoder and goccyEncoder print through an Encoder into a kept buffer. The
// encoder ends each message with a newline; for a single message that one is
// taken off before the bytes are compared.
func stdEncoder(messages []plain) harness.Way {
	var kept bytes.Buffer
	enc := stdjson.NewEncoder(&kept)
	enc.SetEscapeHTML(false)
	return encoding("encoding/json-encoder", messages, &kept, enc.Encode)
}

func goccyEncoder(messages []plain) harness.Way {
	var kept bytes.Buffer
	enc := goccy.NewEncoder(&kept)
	enc.SetEscapeHTML(false)
	return encoding("goccy-encoder", messages, &kept, enc.Encode)
}

// sonicInto prints into a kept buffer whose header does not move, so sonic
// allocates nothing either.
func sonicInto(name string, messages []plain, opts sonic.Options) harness.Way {
	kept := new([]byte)
	*kept = make([]byte, 0, lent)
	run := func(n int) error {
		for range n {
			*kept = (*kept)[:0]
			for _, m := range messages {
				if err := sonic.EncodeInto(kept, m.whole, opts); err != nil {
					return err
				}
				if len(messages) > 1 {
					*kept = append(*kept, '\n')
				}
			}
		}
		return nil
	}
	return harness.Way{Name: name, Role: harness.Peer, Run: run, Output: func() ([]byte, error) {
		err := run(1)
		return bytes.Clone(*kept), err
	}}
}

func encoding(name string, messages []plain, kept *bytes.Buffer, encode func(any) error) harness.Way {
	kept.Grow(lent)
	run := func(n int) error {
		for range n {
			kept.Reset()
			for _, m := range messages {
				if err := encode(m.whole); err != nil {
					return err
				}
			}
		}
		return nil
	}
	w := harness.Way{Name: name, Role: harness.Peer, Run: run, Output: func() ([]byte, error) {
		err := run(1)
		return bytes.Clone(kept.Bytes()), err
	}}
	if len(messages) == 1 {
		w.Normalize, w.Note = dropNewline, "ends the line itself; compared without the newline"
	}
	return w
}

func dropNewline(b []byte) []byte { return bytes.TrimSuffix(b, []byte("\n")) }

// unescapeHTML undoes encoding/json's escapes of < > &. No fixture has these
// escapes of its own.
func unescapeHTML(b []byte) []byte {
	for _, c := range "<>&" {
		b = bytes.ReplaceAll(b, fmt.Appendf(nil, `\u%04x`, c), []byte(string(c)))
	}
	return b
}

// lentWriter is an easyjson writer over a lent buffer. What it has printed is in
// w.Buffer.Buf as long as that was large enough, which finished checks.
type lentWriter struct {
	w    jwriter.Writer
	kept []byte
}

func newLentWriter() *lentWriter {
	return &lentWriter{w: jwriter.Writer{NoEscapeHTML: true}, kept: make([]byte, 0, lent)}
}

func (l *lentWriter) begin() *jwriter.Writer {
	l.w.Buffer = buffer.Buffer{Buf: l.kept[:0]}
	return &l.w
}

func (l *lentWriter) finished() ([]byte, error) {
	if l.w.Error != nil {
		return nil, l.w.Error
	}
	if l.w.Size() != len(l.w.Buffer.Buf) {
		return nil, fmt.Errorf("the lent buffer of %d bytes is too small", lent)
	}
	return l.w.Buffer.Buf, nil
}

// easyShared is the way of stock marshalers into one lent buffer; run is the
// loop over the case's own type.
func easyShared(l *lentWriter, run func(n int) error) harness.Way {
	return harness.Way{Name: "easyjson-shared", Role: harness.Peer, Run: run, Output: func() ([]byte, error) {
		if err := run(1); err != nil {
			return nil, err
		}
		line, err := l.finished()
		return bytes.Clone(line), err
	}}
}
