package cargo

import (
	"fmt"
	"strconv"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// DebugInfo is how much debug information a unit is compiled with. On the
// wire it is a number (0, 1 or 2), since 1.71 also a string
// ("line-directives-only", "line-tables-only"), and in old releases null.
// The zero value is null. Values can be compared with ==.
type DebugInfo struct {
	name  string // the string
	level uint32 // the number, when form is debugNumber
	form  debugForm
}

// debugForm is which of the three JSON types a DebugInfo is.
type debugForm uint8

const (
	debugNull debugForm = iota
	debugNumber
	debugString
)

// DebugLevel returns the DebugInfo written as a number: 0 is none, 1 limited,
// 2 full.
func DebugLevel(level uint32) DebugInfo { return DebugInfo{level: level, form: debugNumber} }

// DebugName returns the DebugInfo written as a string, such as
// "line-tables-only".
func DebugName(name string) DebugInfo { return DebugInfo{name: name, form: debugString} }

// Level returns the number, and whether it is one.
func (d DebugInfo) Level() (level uint32, ok bool) { return d.level, d.form == debugNumber }

// Name returns the string, and whether it is one.
func (d DebugInfo) Name() (name string, ok bool) { return d.name, d.form == debugString }

// IsNull tells whether it is neither.
func (d DebugInfo) IsNull() bool { return d.form == debugNull }

// String returns it as it stands in Cargo.toml: "2", "line-tables-only", or
// "null".
func (d DebugInfo) String() string {
	switch d.form {
	case debugNumber:
		return strconv.FormatUint(uint64(d.level), 10)
	case debugString:
		return d.name
	}
	return "null"
}

// AppendJSONDepth appends the number, the string or null. It never fails and
// opens no level, so depth does not matter.
func (d DebugInfo) AppendJSONDepth(dst []byte, _ int) ([]byte, error) {
	switch d.form {
	case debugNumber:
		return jsonwire.AppendUint(dst, uint64(d.level)), nil
	case debugString:
		return jsonwire.AppendString(dst, d.name), nil
	}
	return append(dst, "null"...), nil
}

// MarshalJSON returns the number, the string or null. It never fails.
func (d DebugInfo) MarshalJSON() ([]byte, error) { return d.AppendJSONDepth(nil, 0) }

// DecodeJSON is UnmarshalJSON inside a larger value; it is what generated code
// calls. After a fault d is null.
func (d *DebugInfo) DecodeJSON(in *jsonwire.Decoder) {
	*d = DebugInfo{}
	switch c := in.Peek(); {
	case c == 'n':
		in.Null()
	case c == '"':
		*d = DebugName(in.String())
	case c == '-' || c-'0' <= 9:
		*d = DebugLevel(uint32(in.Uint(32)))
	default:
		in.Refuse("a whole number, a string or null")
	}
}

// UnmarshalJSON takes a whole number from 0 to 4,294,967,295, a string or
// null; anything else is an error and leaves d unchanged. It keeps nothing of
// b.
func (d *DebugInfo) UnmarshalJSON(b []byte) error {
	var in jsonwire.Decoder
	in.Reset(b)
	var read DebugInfo
	read.DecodeJSON(&in)
	if err := in.End(); err != nil {
		return fmt.Errorf("cargo: debuginfo is a whole number, a string or null: %w", err)
	}
	*d = read
	return nil
}
