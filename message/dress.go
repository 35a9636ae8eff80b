package message

import (
	"fmt"
	"strconv"
	"time"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// What the options add to a finished object: escapes and stamps.

// stampTime is RFC 3339 with nine digits, in UTC.
const stampTime = `,"@time":"2006-01-02T15:04:05.000000000Z"`

func (e *Emitter) prepareDress() {
	o := &e.opts
	if o.Run != "" {
		e.run = jsonwire.AppendString([]byte(`,"@run":`), o.Run)
	}
	e.plain = !o.Seq && !o.Time && o.Run == "" && !o.EscapeHTML && o.MaxLine <= 0
}

// now returns the time for a stamp, if there is one.
func (e *Emitter) now() time.Time {
	switch {
	case !e.opts.Time:
		return time.Time{}
	case e.opts.Now != nil:
		return e.opts.Now()
	}
	return time.Now()
}

// dress returns b with the object that starts at start escaped and stamped.
// What is no object, a [Text], has no room for stamps and is not counted by
// them. The lock is held; after an error nothing has changed but b's spare room.
func (e *Emitter) dress(b []byte, start int, now time.Time) ([]byte, error) {
	object := start < len(b) && b[start] == '{'
	if object {
		b = e.stamp(b, start, now)
	}
	if size := len(b) + 1 - start; e.opts.MaxLine > 0 && size > e.opts.MaxLine {
		return nil, fmt.Errorf("%w: %d of %d bytes", ErrLineTooLong, size, e.opts.MaxLine)
	}
	if object {
		e.seq++
	}
	return b, nil
}

func (e *Emitter) stamp(b []byte, start int, now time.Time) []byte {
	if e.opts.EscapeHTML {
		end := len(b)
		b = jsonwire.AppendHTMLEscaped(b, b[start:end])
		b = b[:start+copy(b[start:], b[end:])]
	}
	b = b[:len(b)-1] // the closing brace
	first := len(b)
	if e.opts.Seq {
		b = append(b, `,"@seq":`...)
		b = strconv.AppendUint(b, e.seq+1, 10)
	}
	if e.opts.Time {
		b = now.UTC().AppendFormat(b, stampTime)
	}
	b = append(b, e.run...)
	if first == start+1 && len(b) > first { // {} of an Untagged: no comma in front
		b = b[:first+copy(b[first:], b[first+1:])]
	}
	return append(b, '}')
}
