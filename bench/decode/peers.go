package decode

import (
	"bytes"
	stdjson "encoding/json"
	"errors"

	"github.com/bytedance/sonic"
	goccy "github.com/goccy/go-json"
	segmentio "github.com/segmentio/encoding/json"

	"github.com/linefeed-go/linefeed/bench/harness"
)

// sonicFastest looks at no string and at nothing that it skips, and finds
// members by their exact names only.
var (
	sonicFastest = sonic.Config{NoValidateJSONSkip: true, CaseSensitive: true}.Froze()
	sonicValid   = sonic.Config{ValidateString: true, CaseSensitive: true}.Froze()
)

var errTrailing = errors.New("something stands behind the message")

// decoder is a library's way to decode a line into any of its messages.
type decoder struct {
	name   string
	decode func(line []byte, m any) error
	note   string
}

// decoders are the libraries that find out at run time what they decode into.
var decoders = []decoder{
	{"encoding/json", stdjson.Unmarshal, ""},
	{"sonic", sonicFastest.Unmarshal, "takes invalid UTF-8 and control characters; copies the line once"},
	{"sonic-valid", sonicValid.Unmarshal, "refuses control characters"},
	{"goccy", goccy.Unmarshal, ""},
	{"segmentio", segmentio.Unmarshal, ""},
	{"segmentio-once", segmentioOnce, "a copy of the line, whose pieces its strings are"},
}

// segmentioOnce is segmentio's quickest setting for a message that owns its
// memory: one copy of the line, of which the strings are pieces.
func segmentioOnce(line []byte, m any) error {
	rest, err := segmentio.Parse(bytes.Clone(line), m, segmentio.ZeroCopy|segmentio.DontMatchCaseInsensitiveStructFields)
	if err == nil && len(rest) > 0 {
		err = errTrailing
	}
	return err
}

// easy is the way of stock unmarshalers; run is the loop that decodes into m.
func easy(m any, run func(n int) error) harness.Way {
	return harness.Way{Name: "easyjson", Role: harness.Peer, Run: run, Output: func() ([]byte, error) {
		if err := run(1); err != nil {
			return nil, err
		}
		return printed(m)
	}, Note: "takes control characters and some other invalid JSON; copies each string"}
}

// peerWays returns the libraries that decode into any struct, and as a limit
// sonic whose strings are pieces of what the caller has.
func peerWays[T any](line []byte) []harness.Way {
	var ways []harness.Way
	for _, d := range decoders {
		w := decoding[T](func(m *T) error { return d.decode(line, m) })
		w.Name, w.Role, w.Note = d.name, harness.Peer, d.note
		ways = append(ways, w)
	}
	text := string(line)
	w := decoding[T](func(m *T) error { return sonicFastest.UnmarshalFromString(text, m) })
	w.Name, w.Role, w.Note = "sonic-borrowed", harness.Limit, "its strings are pieces of the caller's string: no copy"
	return append(ways, w)
}

// decoding makes a way of one decode into a message that is kept.
func decoding[T any](decode func(m *T) error) harness.Way {
	m := new(T)
	run := func(n int) error {
		var zero T
		for range n {
			*m = zero
			if err := decode(m); err != nil {
				return err
			}
		}
		return nil
	}
	return harness.Way{Run: run, Output: func() ([]byte, error) {
		if err := run(1); err != nil {
			return nil, err
		}
		return printed(m)
	}}
}
