package message

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strings"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// ReaderOptions changes what a [Reader] takes. The zero value, or a nil
// pointer, is the default.
type ReaderOptions struct {
	// MaxLine is the longest line in bytes, without its newline; 0 means
	// 16 MiB, math.MaxInt no limit. A longer one is an ErrLineTooLong and is
	// skipped without being held in memory.
	MaxLine int
	// MaxDepth is how many objects and arrays may be open at once, the
	// message itself included; 0 means 10,000, the most is 100,000.
	MaxDepth int
	// Strict reports a line with invalid UTF-8 or an unpaired surrogate as
	// ErrSyntax. Without it U+FFFD is read in their place.
	Strict bool
}

// Reader takes a stream of messages apart again: one line, one result.
//
// # Lines
//
// A line is what stands before a newline; one carriage return before it is
// stripped. Skipped and counted: a byte order mark at the start of the stream
// and, at the start of a line, zero bytes and record separators (0x1E). Lines
// of blanks are counted. A line whose first byte behind blanks is { must be
// exactly one valid JSON object (RFC 8259), else it is damaged; any other line
// is [Text], including one with a byte order mark of its own. The last line
// may lack its newline if it is complete.
//
// # Results
//
// A message of a type the [Registry] knows; [*Unknown] for another reason;
// [*Untagged] for an object without a reason; [*Text]; or a [*LineError] for
// a damaged line. One bad line never stops the stream. Nothing is repaired, and
// nobody looks for a { within a line. Every other error is fatal and the last
// result: a failed read, or a stream that is UTF-16 or gzip.
//
// Messages own their memory: one piece for all strings of a line. A
// Reader holds 64 KiB; for a longer line it makes room of up to 16 times its
// length, MaxLine at most, and gives that back behind it. It may be used by one
// goroutine at a time.
type Reader struct {
	lines    lineReader
	registry *Registry
	prefix   string           // how our own lines begin: {"reason":"
	inner    []byte           // how the reason stands elsewhere: ,"reason":"
	decoder  jsonwire.Decoder // for what is of no known type
	kinds    map[string]*kind // what has been met of the registry, by reason
	last     *kind            // of the line before, never nil
	maxDepth int
	innerAt  int // where it stood lately, behind inner
	strict   bool
	started  bool
	err      error // the fatal one
	stats    ReaderStats
	line     int64 // number of the last result's line
	complete int64 // number of the last line that had a newline
	offset   int64 // of the last result's first byte
}

// kind is a message type on its way. Its Decoder has read its lines only, and
// so knows how much memory their strings take.
type kind struct {
	*entry
	reason  string
	decoder jsonwire.Decoder
}

// ReaderStats counts what a [Reader] has read. Lines is the sum of the six
// counts behind it.
type ReaderStats struct {
	Lines    int64 // the last one counts even without a newline
	Messages int64 // of types the registry knows
	Unknown  int64 // with a reason it does not know
	Untagged int64 // objects without a reason
	Text     int64
	Blank    int64
	Damaged  int64 // reported as a LineError
	Skipped  int64 // bytes: the mark at the start, zero bytes, record separators
	Bytes    int64 // of all these lines, newlines included
}

// peeked is how many bytes at the beginning of a line are looked at for a reason
// that does not stand in front.
const peeked = 256

var empty = NewRegistry("")

// NewReader returns a Reader of r. registry may be nil, which knows no reason;
// opts may be nil. It reads nothing yet. Wrong entries of the registry are the
// fatal error of the first Next.
func NewReader(r io.Reader, registry *Registry, opts *ReaderOptions) *Reader {
	if registry == nil {
		registry = empty
	}
	var o ReaderOptions
	if opts != nil {
		o = *opts
	}
	if o.MaxLine <= 0 {
		o.MaxLine = 16 << 20
	}
	o.MaxLine = min(o.MaxLine, math.MaxInt-2) // room for the line's end
	reader := &Reader{
		lines:    lineReader{src: r, max: o.MaxLine},
		registry: registry,
		prefix:   string(jsonwire.AppendString([]byte{'{'}, registry.key)) + `:"`,
		inner:    append(jsonwire.AppendString([]byte{','}, registry.key), `:"`...),
		kinds:    map[string]*kind{},
		last:     new(kind),
		maxDepth: o.MaxDepth,
		strict:   o.Strict,
		err:      registry.err,
	}
	reader.decoder.SetMaxDepth(o.MaxDepth)
	return reader
}

// Messages returns the results of the stream from here to its end, one line
// each: a message, or a *[LineError] after which the loop goes on, or as the
// last one a fatal error. The end of the stream is no result. Leaving the loop
// and starting another goes on where it was left.
func (r *Reader) Messages() iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		for {
			m, err := r.Next()
			if err == io.EOF { // Next returns it bare
				return
			}
			if !yield(m, err) {
				return
			}
			if err != nil && r.err != nil {
				return
			}
		}
	}
}

// Next returns the next message; or a *[LineError] about one line, behind which
// the next call goes on; or io.EOF at the end; or a fatal error, which then is
// the result of every later call.
func (r *Reader) Next() (Message, error) {
	for r.err == nil {
		line, err := r.lines.next()
		if err != nil {
			r.err = err
			break
		}
		if !r.started {
			if r.err = r.start(line); r.err != nil {
				break
			}
		}
		r.stats.Lines++
		r.stats.Bytes += r.lines.to - r.lines.from
		r.line, r.offset = r.line+1, r.lines.from
		if !line.unended {
			r.complete = r.line
		}
		m, err := r.read(line)
		if m != nil || err != nil {
			return m, err
		}
	}
	return nil, r.err
}

// Stats returns the counts up to the last result.
func (r *Reader) Stats() ReaderStats { return r.stats }

// Position returns the number of the last result's line, counted from 1, and
// the offset of its first byte in the stream.
func (r *Reader) Position() (line, offset int64) { return r.line, r.offset }

// Offset returns where the last complete line ends that has been returned: a
// checkpoint. Whoever reads on from there in a later run misses nothing and
// gets nothing twice. A last line without newline, which may still grow, is
// not counted.
func (r *Reader) Offset() int64 { return r.lines.complete }

// restart makes the Reader begin again in another file, at the given place. The
// counts go on.
func (r *Reader) restart(offset, line int64) {
	r.lines.restart(offset)
	r.line, r.complete, r.err, r.started = line, line, nil, offset > 0
}

// start looks at the first line for a byte order mark, or for what is no
// UTF-8 text at all.
func (r *Reader) start(line rawLine) error {
	r.started = true
	if format := foreignFormat(line.text); format != "" {
		return fmt.Errorf("message: the stream is %s, not UTF-8 text; convert it first", format)
	}
	return nil
}

func foreignFormat(b []byte) string {
	switch {
	case bytes.HasPrefix(b, []byte("\x1f\x8b")):
		return "gzip"
	case bytes.HasPrefix(b, []byte("\xff\xfe")), bytes.HasPrefix(b, []byte("\xfe\xff")):
		return "UTF-16"
	case len(b) >= 4 && b[0] != 0 && b[1] == 0 && b[2] != 0 && b[3] == 0,
		len(b) >= 4 && b[0] == 0 && b[1] != 0 && b[2] == 0 && b[3] != 0:
		return "UTF-16"
	}
	return ""
}

// read makes the result of one line; nil, nil for a blank one.
func (r *Reader) read(line rawLine) (Message, error) {
	body := line.text
	if line.tooLong {
		return nil, r.fault(line, fmt.Errorf("%w, %d bytes", ErrLineTooLong, r.lines.max))
	}
	if r.offset == 0 && bytes.HasPrefix(body, []byte("\xef\xbb\xbf")) {
		body = body[3:]
		r.stats.Skipped += 3
	}
	body = r.skipFront(body)
	object := trimBlanks(body)
	switch {
	case len(object) == 0:
		r.stats.Blank++
		return nil, nil
	case object[0] != '{':
		r.stats.Text++
		return &Text{Line: string(body)}, nil
	}
	if r.strict && lossy(object) {
		return nil, r.fault(line, r.refusal(object))
	}
	m, err := r.object(object)
	if err != nil {
		return nil, r.fault(line, err)
	}
	return m, nil
}

// refusal returns what is wrong with an object that is lossy: whatever it would
// be without Strict, a cut in the middle of a rune for one, or only that.
func (r *Reader) refusal(object []byte) error {
	r.decoder.Reset(object)
	r.decoder.CheckReason(r.registry.key)
	if err := r.decoder.End(); err != nil {
		return err
	}
	return errLossy
}

// skipFront takes zero bytes and record separators off the front of a line,
// and blanks between them.
func (r *Reader) skipFront(b []byte) []byte {
	rest := b
	for i, c := range b {
		switch c {
		case 0, 0x1E:
			r.stats.Skipped++
			rest = b[i+1:]
		case ' ', '\t', '\r':
		default:
			return rest
		}
	}
	return rest
}

func trimBlanks(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t' || b[0] == '\r') {
		b = b[1:]
	}
	for len(b) > 0 && (b[len(b)-1] == ' ' || b[len(b)-1] == '\t' || b[len(b)-1] == '\r') {
		b = b[:len(b)-1]
	}
	return b
}

// object makes the message of a line that begins as an object.
func (r *Reader) object(b []byte) (Message, error) {
	if k, sure := r.peek(b); k != nil && k.whole {
		// A wrong guess is a value of the wrong type: the reason.
		if m, err := r.decode(k, b); err == nil || sure || !errors.Is(err, ErrType) {
			return m, err
		}
	}
	r.decoder.Reset(b)
	found, ok := r.decoder.CheckReason(r.registry.key)
	if err := r.decoder.End(); err != nil {
		return nil, err
	}
	if !ok {
		r.stats.Untagged++
		return &Untagged{Raw: bytes.Clone(b)}, nil
	}
	k := r.kind(found)
	if k == nil {
		r.stats.Unknown++
		return &Unknown{Name: strings.Clone(found), Raw: bytes.Clone(b)}, nil
	}
	return r.decode(k, b)
}

// peek returns the kind of the line, as far as the line can be read without
// checking it whole. Our own writers put the reason in front, others behind a
// few short members. That is a guess, not sure: what looks like the reason may
// be a member of an inner object.
func (r *Reader) peek(b []byte) (k *kind, sure bool) {
	if len(b) > len(r.prefix) && string(b[:len(r.prefix)]) == r.prefix {
		if k = r.kindOf(b[len(r.prefix):]); k != nil {
			return k, true
		}
	} else if at := r.innerReason(b); at > 0 {
		if k = r.kindOf(b[at:]); k != nil {
			return k, false
		}
	}
	r.decoder.Reset(b)
	if reason, ok := r.decoder.FindReason(r.registry.key); ok {
		k = r.kind(reason)
	}
	r.decoder.Reset(nil) // or it would hold on to a long line
	return k, k != nil
}

// innerReason returns where the reason of a line stands that does not begin with
// it, 0 if that is not known. It is looked for where the last one was.
func (r *Reader) innerReason(b []byte) int {
	if at := r.innerAt; at <= len(b) && bytes.HasSuffix(b[:at], r.inner) {
		return at
	}
	at := bytes.Index(b[:min(len(b), peeked)], r.inner)
	if at < 0 {
		return 0
	}
	r.innerAt = at + len(r.inner)
	return r.innerAt
}

// kindOf returns the kind whose reason b begins with, a quote behind it. A
// backslash makes another reason of it: that takes a decoder.
func (r *Reader) kindOf(b []byte) *kind {
	if n := len(r.last.reason); n > 0 && len(b) > n && b[n] == '"' && string(b[:n]) == r.last.reason {
		return r.last
	}
	if end := bytes.IndexByte(b, '"'); end >= 0 {
		if k := r.kind(string(b[:end])); k != nil && strings.IndexByte(k.reason, '\\') < 0 {
			r.last = k
			return k
		}
	}
	return nil
}

// kind returns the kind of messages with the given reason, nil if the registry
// knows none.
func (r *Reader) kind(reason string) *kind {
	if k := r.kinds[reason]; k != nil {
		return k
	}
	e := r.registry.entries[reason]
	if e == nil {
		return nil
	}
	k := &kind{entry: e, reason: strings.Clone(reason)}
	k.decoder.SetMaxDepth(r.maxDepth)
	r.kinds[k.reason] = k
	return k
}

// decode makes a message of a known type. A value of the wrong type is the
// verdict only if nothing worse is wrong with the line.
func (r *Reader) decode(k *kind, b []byte) (m Message, err error) {
	m = k.create()
	k.decoder.Reset(b)
	if err = k.run(m); err == nil {
		r.stats.Messages++
		return m, nil
	}
	if errors.Is(err, ErrType) {
		r.decoder.Reset(b)
		r.decoder.CheckReason(r.registry.key)
		if worse := r.decoder.End(); worse != nil {
			err = worse
		}
	}
	return nil, err
}

// run decodes; a panic of a foreign unmarshaler is the fault of this line.
func (k *kind) run(m Message) (err error) {
	defer func() {
		if p := recover(); p != nil {
			k.decoder.Reset(nil) // lets go of the line
			err = fmt.Errorf("%w: the unmarshaler of %T panicked: %.200v", ErrType, m, p)
		}
	}()
	k.decode(m, &k.decoder)
	return k.decoder.End()
}

// fault makes the error of a line.
func (r *Reader) fault(line rawLine, cause error) error {
	r.stats.Damaged++
	if line.unended && errors.Is(cause, ErrSyntax) && cause != errLossy { // it is returned bare
		cause = fmt.Errorf("%w: %w", ErrTruncated, cause)
	}
	e := &LineError{
		Line:   r.line,
		Offset: r.offset,
		Length: line.length,
		Raw:    bytes.Clone(line.text[:min(len(line.text), maxRaw)]),
		Err:    cause,
	}
	// The reason is a hint: it is looked for as far as the line is valid.
	var d jsonwire.Decoder
	d.Reset(trimBlanks(e.Raw))
	if reason, ok := d.FindReason(r.registry.key); ok {
		e.Reason = strings.Clone(reason[:min(len(reason), 100)])
	}
	return e
}
