package cargo

import (
	"fmt"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// TimingSection is a part of a unit's time. On the wire it is a list of two
// elements, a name and an object: ["codegen",{"start":0.1,"end":0.4}].
type TimingSection struct {
	// Name is what was done: "codegen", "link", "frontend".
	Name string
	// Start is in seconds after the unit's start.
	Start float64
	// End is in seconds after the unit's start, null (nil) when the section
	// was not seen to end.
	End *float64
}

// AppendJSONDepth appends the list inside depth arrays and objects. It fails
// for a time that is not a number (NaN, infinite), and where its two levels are
// too many; dst then comes back as it was.
func (s TimingSection) AppendJSONDepth(dst []byte, depth int) ([]byte, error) {
	if depth > jsonwire.MaxDepth-2 {
		return dst, jsonwire.ErrDepth
	}
	out := append(jsonwire.AppendString(append(dst, '['), s.Name), `,{"start":`...)
	out, err := jsonwire.AppendFloat64(out, s.Start)
	if err != nil {
		return dst, jsonwire.AtField("start", err)
	}
	out = append(out, `,"end":`...)
	if s.End == nil {
		return append(out, `null}]`...), nil
	}
	if out, err = jsonwire.AppendFloat64(out, *s.End); err != nil {
		return dst, jsonwire.AtField("end", err)
	}
	return append(out, `}]`...), nil
}

// MarshalJSON returns the list. It fails for a time that is not a number.
func (s TimingSection) MarshalJSON() ([]byte, error) { return s.AppendJSONDepth(nil, 0) }

// UnmarshalJSON takes a list of a name and an object, or null, which gives the
// zero TimingSection; anything else is an error and leaves s unchanged. It
// keeps nothing of b.
func (s *TimingSection) UnmarshalJSON(b []byte) error {
	var in jsonwire.Decoder
	in.Reset(b)
	var read TimingSection
	open, more := in.OpenArray()
	elements := 0
	for ; more; more = in.NextElement() {
		switch elements {
		case 0:
			read.Name = in.String()
		case 1:
			read.decodeTimes(&in)
		default:
			in.Skip()
		}
		elements++
	}
	err := in.End()
	if err == nil && open && elements != 2 {
		err = fmt.Errorf("%d elements", elements)
	}
	if err != nil {
		return fmt.Errorf("cargo: a timing section is a list of a name and its times: %w", err)
	}
	*s = read
	return nil
}

// decodeTimes reads the object of start and end.
func (s *TimingSection) decodeTimes(in *jsonwire.Decoder) {
	_, more := in.OpenObject()
	for ; more; more = in.NextMember() {
		switch in.Name() {
		case "start":
			s.Start = in.Float64()
		case "end":
			s.End = nil
			if !in.Null() {
				end := in.Float64()
				s.End = &end
			}
		default:
			in.Skip()
		}
	}
}
