package cargo

import (
	"encoding/json"
	"fmt"
	"strconv"
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

// MarshalJSON returns the number, the string or null. It never fails.
func (d DebugInfo) MarshalJSON() ([]byte, error) {
	if d.form == debugString {
		return json.Marshal(d.name)
	}
	return []byte(d.String()), nil
}

// UnmarshalJSON takes a whole number from 0 to 4,294,967,295, a string or
// null; anything else is an error and leaves d unchanged.
func (d *DebugInfo) UnmarshalJSON(b []byte) error {
	switch {
	case string(b) == "null":
		*d = DebugInfo{}
	case len(b) > 0 && b[0] == '"':
		var name string
		if err := json.Unmarshal(b, &name); err != nil {
			return fmt.Errorf("cargo: debuginfo: %w", err)
		}
		*d = DebugName(name)
	default:
		level, err := strconv.ParseUint(string(b), 10, 32)
		if err != nil {
			return fmt.Errorf("cargo: debuginfo: want a whole number, a string or null, got %.40q", b)
		}
		*d = DebugLevel(uint32(level))
	}
	return nil
}
