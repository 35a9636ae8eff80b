package messagetest

import (
	"errors"
	"io"

	"github.com/linefeed-go/linefeed/message"
)

// bodies decodes messages one by one through a Reader, which knows the types.
type bodies struct {
	feed   feed
	reader *message.Reader
}

// feed is a stream that always has the next line.
type feed struct{ rest []byte }

// Read hands out what is left of the line.
func (f *feed) Read(p []byte) (int, error) {
	if len(f.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}

func newBodies(registry *message.Registry, maxLine int) *bodies {
	b := &bodies{}
	b.reader = message.NewReader(&b.feed, registry, &message.ReaderOptions{MaxLine: max(maxLine, maxLine+1)})
	return b
}

// next decodes the object of one line.
func (b *bodies) next(object []byte) (message.Message, error) {
	b.feed.rest = append(append(b.feed.rest[:0], object...), '\n')
	return b.reader.Next()
}

// checkBody looks whether the registry knows the message, and its members fit.
func (c *checker) checkBody(at Finding, object []byte) {
	m, err := c.bodies.next(object)
	var fault *message.LineError
	switch _, unknown := m.(*message.Unknown); {
	case unknown:
		c.add(at, KindUnknownReason, "the registry has no "+clip(at.Reason))
	case errors.Is(err, message.ErrDuplicateReason): // is a finding already
	case errors.As(err, &fault):
		c.add(at, KindBody, clipTo(fault.Err.Error(), 300))
	case err != nil:
		c.add(at, KindBody, clipTo(err.Error(), 300))
	}
}
