// Package stock has types with the marshalers of easyjson's own generator, to
// see that they nest in our messages and ours in them. Only tests use it.
package stock

import "github.com/linefeed-go/linefeed/message/internal/stock/ours"

//go:generate go run github.com/mailru/easyjson/easyjson -output_filename stock_easyjson.go stock.go

// Point is a small stock type.
//
//easyjson:json
type Point struct {
	X    int      `json:"x"`
	Y    float64  `json:"y"`
	Name string   `json:"name,omitempty"`
	Tags []string `json:"tags"`
}

// Holder is a stock type that contains types with our marshalers.
//
//easyjson:json
type Holder struct {
	Leaf  ours.Leaf            `json:"leaf"`
	Ptr   *ours.Leaf           `json:"ptr"`
	Parts []ours.Part          `json:"parts"`
	Map   map[string]ours.Part `json:"map"`
	Point Point                `json:"point"`
}
