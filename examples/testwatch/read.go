package main

import (
	"errors"
	"strings"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/gotest"
)

// maxDamaged is how many damaged lines are shown. The others are only counted.
const maxDamaged = 20

// read takes the stream to its end. Its error is the one that ended it early.
func (s *suite) read(r *message.Reader) error {
	var damaged int
	for m, err := range r.Messages() {
		var fault *message.LineError
		switch {
		case errors.As(err, &fault):
			if damaged++; damaged <= maxDamaged {
				s.view.line("testwatch: " + shown(err.Error()))
			}
		case err != nil:
			return err
		default:
			s.take(m)
		}
	}
	return nil
}

func (s *suite) take(m message.Message) {
	switch m := m.(type) {
	case *gotest.TestEvent:
		s.testEvent(m)
	case *gotest.BuildEvent:
		s.buildEvent(m)
	case *message.Text:
		s.view.line(harmless(m.Line))
	default: // an action or an object that is newer than this program: counted by the Reader
	}
}

// other counts the lines that were not events and were not shown either.
func other(c message.ReaderStats) string {
	var parts []string
	for _, p := range []struct {
		n    int64
		what string
	}{
		{c.Damaged, "damaged line"},
		{c.Unknown, "unknown event"},
		{c.Untagged, "other object"},
	} {
		if p.n > 0 {
			parts = append(parts, count(p.n, p.what))
		}
	}
	return strings.Join(parts, ", ")
}
