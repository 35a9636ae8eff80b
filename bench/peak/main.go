// Command peak reads a stream of three messages, the one in the middle of as many
// bytes as the second argument says, and prints the most memory that it has
// needed. It is a program of its own so that nothing else is in that figure.
//
//	peak reader|scanner|json.Decoder BYTES
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/linefeed-go/linefeed/bench/fixtures"
	"github.com/linefeed-go/linefeed/bench/marked"
	"github.com/linefeed-go/linefeed/bench/record"
	"github.com/linefeed-go/linefeed/bench/stock"
	"github.com/linefeed-go/linefeed/message"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "peak:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return errors.New("usage: peak reader|scanner|json.Decoder BYTES")
	}
	res, err := peak(args[0], args[1])
	if err != nil {
		return err
	}
	e := message.NewEmitter(os.Stdout, nil)
	return errors.Join(res.EmitTo(e), e.Close())
}

// readers read a stream and call each for every message.
var readers = map[string]func(r io.Reader, lineBytes int64, each func(m any)) (reported int, err error){
	"reader": func(r io.Reader, _ int64, each func(m any)) (reported int, err error) {
		for m, err := range message.NewReader(r, marked.Messages, nil).Messages() {
			var fault *message.LineError
			switch {
			case errors.As(err, &fault):
				reported++
			case err != nil:
				return reported, err
			default:
				each(m)
			}
		}
		return reported, nil
	},
	"scanner": func(r io.Reader, lineBytes int64, each func(m any)) (int, error) {
		lines := bufio.NewScanner(r)
		lines.Buffer(nil, int(lineBytes)+1)
		for lines.Scan() {
			m := new(stock.Artifact)
			if err := json.Unmarshal(lines.Bytes(), m); err != nil {
				return 0, err
			}
			each(m)
		}
		return 0, lines.Err()
	},
	"json.Decoder": func(r io.Reader, _ int64, each func(m any)) (int, error) {
		dec := json.NewDecoder(r)
		for {
			m := new(stock.Artifact)
			if err := dec.Decode(m); err == io.EOF {
				return 0, nil
			} else if err != nil {
				return 0, err
			}
			each(m)
		}
	},
}

// peak reads a stream with a line of so many bytes and says what it took.
func peak(way, size string) (record.PeakResult, error) {
	read := readers[way]
	bytes, err := strconv.ParseInt(size, 10, 64)
	if read == nil || err != nil || bytes < 1<<10 {
		return record.PeakResult{}, fmt.Errorf("%q %q: want a reader and a number of bytes from 1024 on, such as reader 1073741824", way, size)
	}
	res := record.PeakResult{Way: way, LineBytes: bytes, Long: "lost"}
	reported, err := read(longStream(bytes), bytes, func(m any) {
		if long(m) {
			res.Long = "message"
		} else {
			res.Neighbours++
		}
	})
	if err != nil {
		return res, err
	}
	if reported == 1 && res.Long == "lost" {
		res.Long = "reported"
	}
	res.PeakBytes, err = peakOfProcess()
	return res, err
}

// long tells the long artifact from the short messages beside it.
func long(m any) bool {
	switch m := m.(type) {
	case *marked.Artifact:
		return m.PackageID[0] == 'x'
	case *stock.Artifact:
		return strings.HasPrefix(m.PackageID, "x")
	}
	return false
}

// longStream is the stream; the long line is made as it is read.
func longStream(lineBytes int64) io.Reader {
	const head, tail = `{"reason":"compiler-artifact","package_id":"`, "\"}\n"
	text := strings.Repeat("x", 64<<10)
	body := lineBytes - int64(len(head)+len(tail)-1) // a newline is not part of the line
	return io.MultiReader(
		strings.NewReader(string(fixtures.BuildFinished)+"\n"+head),
		io.LimitReader(&endless{unit: text}, body),
		strings.NewReader(tail+string(fixtures.Artifact)+"\n"),
	)
}

// peakOfProcess is the most memory this process has had, from /proc: getrusage
// would count what the process was forked from.
func peakOfProcess() (int64, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, fmt.Errorf("the peak of this process: %w", err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var kilobytes int64
	if _, err := fmt.Sscan(rest, &kilobytes); err != nil {
		return 0, fmt.Errorf("the peak of this process: %w", err)
	}
	return kilobytes << 10, nil
}

// endless is a text over and over.
type endless struct {
	unit, rest string
}

func (e *endless) Read(b []byte) (int, error) {
	if e.rest == "" {
		e.rest = e.unit
	}
	n := copy(b, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}
