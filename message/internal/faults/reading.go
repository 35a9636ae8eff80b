package faults

import (
	"encoding/json"
	"time"

	"github.com/linefeed-go/linefeed/message"
)

// Loose has members whose type differs from writer to writer.
type Loose struct {
	_    message.Reason `reason:"loose"`
	Opt  any            `json:"opt"`
	Size any            `json:"size"`
	None any            `json:"none"`
}

// Few knows one member of many.
type Few struct {
	_     message.Reason `reason:"few"`
	Count int            `json:"count"`
}

// Exact has integers of every size.
type Exact struct {
	_     message.Reason `reason:"exact"`
	Id    int64          `json:"id"`
	Total uint64         `json:"total"`
	Code  int32          `json:"code"`
	Pct   uint8          `json:"pct"`
}

// Nullable has a member of every form.
type Nullable struct {
	_     message.Reason  `reason:"nullable"`
	Int   int             `json:"int"`
	Text  string          `json:"text"`
	List  []int           `json:"list"`
	Map   map[string]int  `json:"map"`
	Ptr   *int            `json:"ptr"`
	Flag  bool            `json:"flag"`
	Any   any             `json:"any"`
	At    time.Time       `json:"at"`
	Raw   json.RawMessage `json:"raw"`
	Head  Head            `json:"head"`
	Array [2]int          `json:"array"`
}

// Decimal has a float.
type Decimal struct {
	_     message.Reason `reason:"decimal"`
	Value float64        `json:"value"`
	Label string         `json:"label"`
}

// Level is an enumeration that newer writers may extend.
type Level string

// Grown is a message around others.
type Grown struct {
	_     message.Reason `reason:"grown"`
	Level Level          `json:"level"`
	Few   Few            `json:"few"`
	More  []Few          `json:"more"`
	Event *Stage         `json:"event"`
	*Head
}

// Stage keeps its reason in a field of its own.
type Stage struct {
	Step string `json:"Step" reason:"begin,end"`
	N    int    `json:"N,omitempty"`
}

// Placed carries its reason behind a stamp that may be missing.
type Placed struct {
	Stamp string         `json:"stamp,omitempty"`
	_     message.Reason `reason:"placed,inplace"`
	N     int            `json:"n"`
}

// Stringly has numbers and booleans in strings.
type Stringly struct {
	_    message.Reason `reason:"stringly"`
	Big  int64          `json:"big,string"`
	Flag bool           `json:"flag,string"`
}
