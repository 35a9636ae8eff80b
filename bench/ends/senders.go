package ends

import (
	"bufio"
	"fmt"
	"io"
	"sync"

	"github.com/rs/zerolog"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/linefeed-go/linefeed/bench/harness"
	"github.com/linefeed-go/linefeed/bench/marked"
	"github.com/linefeed-go/linefeed/message"
)

// sender is a way to bring a message to a writer.
type sender struct {
	name string
	role harness.Role
	make func(w io.Writer) *bound
	// least is the smallest number of messages that shows what it does; 0 means 1.
	least int
}

// bound is a sender with its writer: send may be called by many goroutines, flush
// pushes on what has been kept back, close ends it.
type bound struct {
	send, flush, close func() error
}

func senders() []sender {
	return []sender{
		{"written", harness.Ours, func(w io.Writer) *bound { return emitter(w, nil) }, 0},
		{"buffered", harness.Ours, func(w io.Writer) *bound {
			return emitter(w, &message.EmitterOptions{Durability: message.Buffered, BufferSize: bufferSize, Exclusive: true})
		}, 0},
		{"lock-write", harness.Peer, lockWrite, 0},
		{"lock-bufio", harness.Peer, lockBufio, 0},
		{"zerolog", harness.Peer, func(w io.Writer) *bound { return &bound{zerologTo(w), nothing, nothing} }, 0},
		{"zerolog-zapbuf", harness.Peer, func(w io.Writer) *bound {
			b := &zapcore.BufferedWriteSyncer{WS: noSync{w}, Size: bufferSize}
			return &bound{zerologTo(b), b.Sync, b.Stop}
		}, 0},
		{"zap-zapbuf", harness.Peer, zapTo, 0},
	}
}

// emitter is linefeed; its close looks at the counts.
func emitter(w io.Writer, opts *message.EmitterOptions) *bound {
	e := message.NewEmitter(w, opts)
	m := &marked.BuildFinished{Success: true}
	return &bound{func() error { return e.Emit(m) }, e.Flush, func() error {
		if err := e.Close(); err != nil {
			return err
		}
		if s := e.Stats(); s.Sent != s.Written {
			return fmt.Errorf("%d of %d messages were not written", s.Sent-s.Written, s.Sent)
		}
		return nil
	}}
}

// lockWrite encodes and writes under a lock.
func lockWrite(w io.Writer) *bound {
	var mu sync.Mutex
	var buf []byte
	m := &marked.BuildFinished{Success: true}
	return &bound{func() (err error) {
		mu.Lock()
		defer mu.Unlock()
		if buf, err = m.AppendJSON(buf[:0]); err != nil {
			return err
		}
		buf = append(buf, '\n')
		_, err = w.Write(buf)
		return err
	}, nothing, nothing}
}

// lockBufio encodes under a lock into a buffered writer.
func lockBufio(w io.Writer) *bound {
	var mu sync.Mutex
	var buf []byte
	out := bufio.NewWriterSize(w, bufferSize)
	m := &marked.BuildFinished{Success: true}
	return &bound{func() (err error) {
		mu.Lock()
		defer mu.Unlock()
		if buf, err = m.AppendJSON(buf[:0]); err != nil {
			return err
		}
		buf = append(buf, '\n')
		_, err = out.Write(buf)
		return err
	}, out.Flush, nothing}
}

func zerologTo(w io.Writer) func() error {
	log := zerolog.New(w)
	return func() error {
		log.Log().Str("reason", "build-finished").Bool("success", true).Send()
		return nil
	}
}

// zapTo is zap with an encoder that prints nothing but our members.
func zapTo(w io.Writer) *bound {
	b := &zapcore.BufferedWriteSyncer{WS: noSync{w}, Size: bufferSize}
	encoder := zapcore.NewJSONEncoder(zapcore.EncoderConfig{MessageKey: "reason", SkipLineEnding: false})
	log := zap.New(zapcore.NewCore(encoder, b, zapcore.DebugLevel))
	return &bound{func() error {
		log.Info("build-finished", zap.Bool("success", true))
		return nil
	}, b.Sync, b.Stop}
}

// noSync is a writer whose Sync does nothing: flushing a buffer is not syncing a
// disk, and zap's buffer would do both.
type noSync struct{ io.Writer }

// Sync does nothing.
func (noSync) Sync() error { return nil }
