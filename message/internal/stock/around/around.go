// Package around has messages that contain stock easyjson types.
package around

import (
	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/internal/stock"
)

//go:generate go run ../../../../cmd/linefeed gen

// Message contains stock types in every position.
type Message struct {
	_      message.Reason         `reason:"around"`
	Point  stock.Point            `json:"point"`
	Ptr    *stock.Point           `json:"ptr"`
	List   []stock.Point          `json:"list"`
	Map    map[string]stock.Point `json:"map"`
	Holder stock.Holder           `json:"holder"`
	Any    any                    `json:"any"`
	Last   bool                   `json:"last"`
}
