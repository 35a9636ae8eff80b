// Package ours has types with our marshalers, for stock types to contain.
package ours

import "github.com/linefeed-go/linefeed/message"

//go:generate go run ../../../../cmd/linefeed gen

// Leaf is a message.
type Leaf struct {
	_    message.Reason `reason:"leaf"`
	Text string         `json:"text"`
	Part Part           `json:"part"`
}

// Part is a plain struct of a message.
type Part struct {
	N    int     `json:"n"`
	F    float64 `json:"f"`
	Open any     `json:"open,omitempty"`
}
