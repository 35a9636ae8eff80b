package message

import (
	"fmt"
	"strconv"
	"time"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// What the options add to a finished object: escapes and stamps.

func (e *Emitter) prepareDress() {
	o := &e.opts
	if o.Run != "" {
		e.run = jsonwire.AppendString([]byte(`,"@run":`), o.Run)
		if o.EscapeHTML {
			e.run = jsonwire.AppendHTMLEscaped(nil, e.run)
		}
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
		var err error
		if b, err = e.stamp(b, start, now); err != nil {
			return nil, err
		}
	}
	if size := len(b) + 1 - start; e.opts.MaxLine > 0 && size > e.opts.MaxLine {
		return nil, fmt.Errorf("%w: %d of %d bytes", ErrLineTooLong, size, e.opts.MaxLine)
	}
	if object {
		e.seq++
	}
	return b, nil
}

func (e *Emitter) stamp(b []byte, start int, now time.Time) ([]byte, error) {
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
		var err error
		if b, err = e.clock.append(b, now); err != nil {
			return nil, err
		}
	}
	b = append(b, e.run...)
	if first == start+1 && len(b) > first { // {} of an Untagged: no comma in front
		b = b[:first+copy(b[first:], b[first+1:])]
	}
	return append(b, '}'), nil
}

// clock writes the stamp of a time. What the times of one second have in
// common is written once.
type clock struct {
	second int64
	text   []byte // for second, up to the fraction's point; empty at first
}

func (c *clock) append(b []byte, now time.Time) ([]byte, error) {
	if second := now.Unix(); second != c.second || len(c.text) == 0 {
		text, err := jsonwire.AppendTime(append(c.text[:0], `,"@time":`...), now.UTC())
		if err != nil {
			c.text = c.text[:0]
			return nil, jsonwire.AtField("@time", err)
		}
		c.second, c.text = second, text[:len(text)-len(`000000000Z"`)]
	}
	b = append(append(b, c.text...), `000000000Z"`...)
	nanosecond := uint32(now.Nanosecond())
	for i := len(b) - len(`0Z"`); nanosecond > 0; i-- {
		b[i] += byte(nanosecond % 10)
		nanosecond /= 10
	}
	return b, nil
}

// dropStamps returns b without those members of the compact, valid value at
// b[start:] that the Emitter is about to set: another Emitter's stamps, in an
// object that is passed on. No line has a member twice.
func (e *Emitter) dropStamps(b []byte, start int) []byte {
	object := b[start:]
	if !e.opts.Seq && !e.opts.Time && e.run == nil || object[0] != '{' {
		return b
	}
	to := 1
	for i := 1; object[i] != '}'; {
		if object[i] == ',' {
			i++
		}
		keyEnd := skipValue(object, i)
		end := skipValue(object, keyEnd+1)
		if !e.stamps(object[i:keyEnd]) {
			if to > 1 {
				object[to] = ','
				to++
			}
			to += copy(object[to:], object[i:end])
		}
		i = end
	}
	object[to] = '}'
	return b[:start+to+1]
}

// stamps reports whether the quoted key is that of a stamp that is switched on.
func (e *Emitter) stamps(key []byte) bool {
	return e.opts.Seq && isKey(key, "@seq") || e.opts.Time && isKey(key, "@time") || e.run != nil && isKey(key, "@run")
}
