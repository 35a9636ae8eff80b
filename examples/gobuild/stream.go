package main

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"github.com/linefeed-go/linefeed/message"
)

// stream is where the messages go.
type stream struct {
	file    *os.File
	emitter *message.Emitter
	err     error // the first error of emit
}

// openStream opens the file that is appended to, or takes standard output.
func openStream(o *options) (*stream, error) {
	s := &stream{file: os.Stdout}
	if o.output != "" {
		f, err := os.OpenFile(o.output, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		if err != nil {
			return nil, fmt.Errorf("the file for the messages: %w", err)
		}
		s.file = f
	}
	// KeepRunning: when the reader has gone, the child has to be ended first.
	s.emitter = message.NewEmitter(s.file, &message.EmitterOptions{
		Seq:         o.seq,
		Time:        o.time,
		KeepRunning: true,
	})
	return s, nil
}

func (s *stream) emit(m message.Message) error {
	err := s.emitter.Emit(m)
	if s.err == nil {
		s.err = err
	}
	return err
}

// close ends the stream and returns the first error there was.
func (s *stream) close() error {
	err := s.emitter.Close()
	if s.err != nil {
		err = s.err
	}
	if s.file != os.Stdout {
		if e := s.file.Close(); err == nil {
			err = e
		}
	}
	return err
}

// pipeGone says whether err means that nobody reads standard output any more.
func (s *stream) pipeGone(err error) bool {
	return s.file == os.Stdout && errors.Is(err, syscall.EPIPE)
}
