package kinds

import "github.com/linefeed-go/linefeed/message"

// Header is embedded by others.
type Header struct {
	Seq  int    `json:"seq"`
	Host string `json:"host,omitempty"`
}

// Outer embeds twice on its way down.
type Outer struct {
	Header
	Level int `json:"level"`
}

// Hidden has a name that wins nowhere.
type Hidden struct {
	Seq   string `json:"seq"`
	Other string `json:"other"`
}

type unexported struct {
	Shown  int `json:"shown"`
	hidden int
}

type unexportedInt int

// Embeds has an embedded struct between its fields.
type Embeds struct {
	_    message.Reason `reason:"embeds"`
	Name string         `json:"name"`
	Outer
	Z int `json:"z"`
}

// EmbedsPointers has embedded pointers, one inside of the other.
type EmbedsPointers struct {
	_ message.Reason `reason:"embeds-pointers"`
	*PtrOuter
	Y int `json:"y"`
	*unexported
	*Bools
}

// PtrOuter embeds a pointer itself.
type PtrOuter struct {
	First int `json:"first"`
	*Header
	Last int `json:"last,omitempty"`
}

// Shadows has fields that hide those of embedded structs.
type Shadows struct {
	_ message.Reason `reason:"shadows"`
	Header
	*Hidden
	Seq string `json:"seq"`
	unexportedInt
	unexported
	MyString
	Tagged Header `json:"tagged"`
	Outer  `json:"outer"`
}

// TaggedWins has two fields of one name at one depth, of which one is tagged.
type TaggedWins struct {
	_ message.Reason `reason:"tagged-wins"`
	NameByTag
	NameByField
}

// NameByTag names its field in a tag.
type NameByTag struct {
	A int `json:"Same"`
}

// NameByField names it by the field.
type NameByField struct {
	Same int
}

// AllOptional has nothing that is always there.
type AllOptional struct {
	*Header
	A int `json:"a,omitempty"`
}

// EmbedsMessage embeds another message, whose reason does not count.
type EmbedsMessage struct {
	_ message.Reason `reason:"embeds-message"`
	Bools
	All AllOptional `json:"all"`
}
