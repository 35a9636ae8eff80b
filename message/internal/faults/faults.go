// Package faults has a message for each fault that other generators and
// loggers have been seen with; its test says what the right line is.
package faults

import (
	"encoding/json"
	"time"

	"github.com/linefeed-go/linefeed/message"
)

//go:generate go run ../../../cmd/linefeed gen

// Head is embedded.
type Head struct {
	Nr   int `json:"nr"`
	Took int `json:"took"`
}

// EmbeddedInPlace has an embedded struct between its own fields.
type EmbeddedInPlace struct {
	_     message.Reason `reason:"embedded-in-place"`
	First string         `json:"first"`
	Head
	Last bool `json:"last"`
}

// EmbeddedNil has an embedded pointer.
type EmbeddedNil struct {
	_ message.Reason `reason:"embedded-nil"`
	*Head
	Rest string `json:"rest"`
}

// LeftOut begins with members that may be missing.
type LeftOut struct {
	_    message.Reason `reason:"left-out"`
	N    int            `json:"n,omitempty"`
	Text string         `json:"text,omitempty"`
	Done bool           `json:"done"`
}

// AllLeftOut has only such members.
type AllLeftOut struct {
	_    message.Reason `reason:"all-left-out"`
	N    int            `json:"n,omitempty"`
	Text string         `json:"text,omitempty"`
	Done bool           `json:"done,omitempty"`
}

// Number has a float between other members.
type Number struct {
	_      message.Reason `reason:"number"`
	Before int            `json:"before"`
	Value  float64        `json:"value"`
	After  string         `json:"after"`
}

// Numbers has floats of every size.
type Numbers struct {
	_      message.Reason `reason:"numbers"`
	Values []float64      `json:"values"`
}

// Text has one string.
type Text struct {
	_     message.Reason `reason:"text"`
	Value string         `json:"value"`
}

// Keyed has maps.
type Keyed struct {
	_      message.Reason    `reason:"keyed"`
	ByName map[string]string `json:"by_name"`
	ByNr   map[int]bool      `json:"by_nr"`
}

// Lists has nil and empty ones.
type Lists struct {
	_        message.Reason `reason:"lists"`
	Nil      []string       `json:"nil"`
	Empty    []string       `json:"empty"`
	NilMap   map[string]int `json:"nil_map"`
	EmptyMap map[string]int `json:"empty_map"`
	NilB     []byte         `json:"nil_bytes"`
	EmptyB   []byte         `json:"empty_bytes"`
}

// Quoted has the string option everywhere.
type Quoted struct {
	_    message.Reason `reason:"quoted"`
	Flag bool           `json:"flag,string"`
	Text string         `json:"text,string"`
	Big  int64          `json:"big,string"`
	List []int          `json:"list,string"`
	Ptr  *int64         `json:"ptr,string"`
}

// Fragment holds raw JSON.
type Fragment struct {
	_    message.Reason  `reason:"fragment"`
	Raw  json.RawMessage `json:"raw"`
	Last int             `json:"last"`
}

// Open holds anything.
type Open struct {
	_    message.Reason `reason:"open"`
	One  any            `json:"one"`
	More any            `json:"more"`
}

// Own holds values that write themselves.
type Own struct {
	_    message.Reason `reason:"own"`
	One  json.Marshaler `json:"one"`
	N    int            `json:"n"`
	None json.Marshaler `json:"none"`
}

// Hidden has a field of its own with the name of an embedded one.
type Hidden struct {
	_ message.Reason `reason:"hidden"`
	Head
	Nr string `json:"nr"`
}

// Zero has times and arrays that are zero.
type Zero struct {
	_       message.Reason `reason:"zero"`
	At      time.Time      `json:"at"`
	Empty   time.Time      `json:"empty,omitempty"`
	Left    time.Time      `json:"left,omitzero"`
	None    [0]string      `json:"none,omitempty"`
	Numbers [3]int         `json:"numbers,omitzero"`
}

// Self can contain itself.
type Self struct {
	_    message.Reason `reason:"self"`
	Self *Self          `json:"self,omitempty"`
	Any  any            `json:"any,omitempty"`
}

// Named has member names that are no Go identifiers.
type Named struct {
	_     message.Reason `reason:"named"`
	Greek int            `json:"λόγος"`
	Sign  int            `json:"x<y>&z"`
	Path  int            `json:"a.b/c-2:d"`
	Blank int            `json:"two words"`
}
