package kinds

import (
	"encoding/json"
	"time"

	"github.com/linefeed-go/linefeed/message"
)

// Named types of every basic kind.
type (
	MyBool    bool
	MyInt     int
	MyInt8    int8
	MyUint16  uint16
	MyFloat32 float32
	MyString  string
	MyByte    byte
	MyBytes   []byte
)

// Scalars has one field of every basic kind.
type Scalars struct {
	_        message.Reason `reason:"scalars"`
	Bool     bool           `json:"bool"`
	Int      int            `json:"int"`
	Int8     int8           `json:"int8"`
	Int16    int16          `json:"int16"`
	Int32    int32          `json:"int32"`
	Int64    int64          `json:"int64"`
	Uint     uint           `json:"uint"`
	Uint8    uint8          `json:"uint8"`
	Uint16   uint16         `json:"uint16"`
	Uint32   uint32         `json:"uint32"`
	Uint64   uint64         `json:"uint64"`
	Uintptr  uintptr        `json:"uintptr"`
	Float32  float32        `json:"float32"`
	Float64  float64        `json:"float64"`
	String   string         `json:"string"`
	Number   json.Number    `json:"number"`
	Took     time.Duration  `json:"took"`
	Untagged string
	Skipped  string `json:"-"`
	Dash     int    `json:"-,"`
	hidden   int
}

// NamedScalars has the same kinds under names of their own.
type NamedScalars struct {
	_       message.Reason `reason:"named-scalars"`
	Bool    MyBool         `json:"bool"`
	Int     MyInt          `json:"int"`
	Int8    MyInt8         `json:"int8"`
	Uint16  MyUint16       `json:"uint16"`
	Float32 MyFloat32      `json:"float32"`
	String  MyString       `json:"string"`
	Byte    MyByte         `json:"byte"`
	Bytes   MyBytes        `json:"bytes"`
	Mine    []MyByte       `json:"mine"`
}

// Bools has nothing but bools, and some of them in a row.
type Bools struct {
	_ message.Reason `reason:"bools"`
	A bool           `json:"a"`
	B bool           `json:"b"`
	N int            `json:"n"`
	C bool           `json:"c"`
}

// Empty has no members.
type Empty struct {
	_ message.Reason `reason:"empty"`
}

// Names has member names that need care.
type Names struct {
	_    message.Reason `reason:"names"`
	CJK  int            `json:"日本"`
	HTML int            `json:"a<b&c>d"`
	Sign int            `json:"x/y.z-1:2"`
	Gap  int            `json:"a b"`
	Perc string         `json:"100%s"`
}

// OmitEmpty has the omitempty option on every kind.
type OmitEmpty struct {
	_         message.Reason  `reason:"omit-empty"`
	Bool      bool            `json:"bool,omitempty"`
	Int       int             `json:"int,omitempty"`
	Uint      uint8           `json:"uint,omitempty"`
	Float     float64         `json:"float,omitempty"`
	String    string          `json:"string,omitempty"`
	Number    json.Number     `json:"number,omitempty"`
	Bytes     []byte          `json:"bytes,omitempty"`
	Slice     []int           `json:"slice,omitempty"`
	Array     [2]int          `json:"array,omitempty"`
	NoArray   [0]int          `json:"no_array,omitempty"`
	Map       map[string]int  `json:"map,omitempty"`
	Pointer   *int            `json:"pointer,omitempty"`
	Struct    Inner           `json:"struct,omitempty"`
	StructPtr *Inner          `json:"struct_ptr,omitempty"`
	Any       any             `json:"any,omitempty"`
	Raw       json.RawMessage `json:"raw,omitempty"`
	Text      map[Text]int    `json:"text,omitempty"`
}

// OmitZero has the omitzero option on every kind.
type OmitZero struct {
	_         message.Reason `reason:"omit-zero"`
	Bool      bool           `json:"bool,omitzero"`
	Float     float64        `json:"float,omitzero"`
	String    string         `json:"string,omitzero"`
	Slice     []int          `json:"slice,omitzero"`
	Array     [2]int         `json:"array,omitzero"`
	Map       map[string]int `json:"map,omitzero"`
	Pointer   *int           `json:"pointer,omitzero"`
	Struct    Inner          `json:"struct,omitzero"`
	Deep      Deep           `json:"deep,omitzero"`
	Any       any            `json:"any,omitzero"`
	Zeroer    Zeroer         `json:"zeroer,omitzero"`
	ZeroerPtr *Zeroer        `json:"zeroer_ptr,omitzero"`
	PtrZeroer PtrZeroer      `json:"ptr_zeroer,omitzero"`
	Both      []string       `json:"both,omitempty,omitzero"`
	Anonymous struct {
		A int      `json:"a"`
		B []string `json:"b"`
	} `json:"anonymous,omitzero"`
}

// Deep cannot be compared with ==.
type Deep struct {
	A int            `json:"a"`
	B []int          `json:"b"`
	C map[string]int `json:"c"`
	D struct{ E []int }
	F Inner `json:"f"`
}

// Zeroer says itself when it is zero.
type Zeroer struct {
	N int `json:"n"`
}

// IsZero says that odd ones are.
func (z Zeroer) IsZero() bool { return z.N%2 != 0 }

// PtrZeroer says it through its pointer.
type PtrZeroer struct {
	N int `json:"n"`
}

// IsZero says that odd ones are.
func (z *PtrZeroer) IsZero() bool { return z.N%2 != 0 }

// Quoted has the string option on every kind.
type Quoted struct {
	_         message.Reason `reason:"quoted"`
	Bool      bool           `json:"bool,string"`
	Int       int64          `json:"int,string"`
	Uint      uint32         `json:"uint,string"`
	Float     float64        `json:"float,string"`
	Float32   float32        `json:"float32,string"`
	String    string         `json:"string,string"`
	Named     MyString       `json:"named,string"`
	Number    json.Number    `json:"number,string"`
	IntPtr    *int64         `json:"int_ptr,string"`
	StringPtr *string        `json:"string_ptr,string"`
	PtrPtr    **int          `json:"ptr_ptr,string"`
	Slice     []int          `json:"slice,string"`
	Map       map[string]int `json:"map,string"`
	Inner     Inner          `json:"inner,string"`
	Any       any            `json:"any,string"`
	Text      Text           `json:"text,string"`
	Omit      int            `json:"omit,omitempty,string"`
	OmitPtr   *bool          `json:"omit_ptr,omitempty,string"`
}
