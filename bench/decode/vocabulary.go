package decode

import (
	"bytes"
	"fmt"

	"github.com/mailru/easyjson"
	"github.com/mailru/easyjson/jlexer"

	"github.com/linefeed-go/linefeed/bench/stockstream"
)

// cargoPeers looks at the reason and decodes into the type that goes with it.
var cargoPeers = vocabulary{
	decode: func(line []byte, unmarshal func([]byte, any) error) (any, error) {
		reason, err := peekReason(line, unmarshal)
		if err != nil {
			return nil, err
		}
		m := newCargo(reason)
		if m == nil {
			return nil, fmt.Errorf("the recorded stream has a line with the reason %q", reason)
		}
		return m, unmarshal(line, m)
	},
	easy: func(line []byte) (any, error) {
		l := jlexer.Lexer{Data: line}
		reason, err := peekReason(line, nil)
		if err != nil {
			return nil, err
		}
		var m any
		switch string(reason) {
		case "compiler-artifact":
			a := new(stockstream.CompilerArtifact)
			a.UnmarshalEasyJSON(&l)
			m = a
		case "compiler-message":
			d := new(stockstream.CompilerMessage)
			d.UnmarshalEasyJSON(&l)
			m = d
		case "build-script-executed":
			s := new(stockstream.BuildScriptExecuted)
			s.UnmarshalEasyJSON(&l)
			m = s
		case "build-finished":
			f := new(stockstream.BuildFinished)
			f.UnmarshalEasyJSON(&l)
			m = f
		default:
			return nil, fmt.Errorf("the recorded stream has a line with the reason %q", reason)
		}
		return m, l.Error()
	},
}

func newCargo(reason []byte) easyjson.Unmarshaler {
	switch string(reason) {
	case "compiler-artifact":
		return new(stockstream.CompilerArtifact)
	case "compiler-message":
		return new(stockstream.CompilerMessage)
	case "build-script-executed":
		return new(stockstream.BuildScriptExecuted)
	case "build-finished":
		return new(stockstream.BuildFinished)
	}
	return nil
}

// peekReason reads the reason off the front of the line, where cargo writes it;
// otherwise it decodes what it needs of the line.
func peekReason(line []byte, unmarshal func([]byte, any) error) ([]byte, error) {
	const front = `{"reason":"`
	if bytes.HasPrefix(line, []byte(front)) {
		rest := line[len(front):]
		if end := bytes.IndexByte(rest, '"'); end >= 0 {
			return rest[:end], nil
		}
	}
	if unmarshal == nil {
		unmarshal = segmentioOnce
	}
	var head struct {
		Reason string `json:"reason"`
	}
	err := unmarshal(line, &head)
	return []byte(head.Reason), err
}

// gotestPeers decodes every event into one type.
var gotestPeers = vocabulary{
	decode: func(line []byte, unmarshal func([]byte, any) error) (any, error) {
		m := new(stockstream.Event)
		return m, unmarshal(line, m)
	},
	easy: func(line []byte) (any, error) {
		m := new(stockstream.Event)
		l := jlexer.Lexer{Data: line}
		m.UnmarshalEasyJSON(&l)
		return m, l.Error()
	},
}
