package cargo

import (
	"encoding/json"
	"fmt"
)

// TimingSection is a part of a unit's time. On the wire it is a list of two
// elements: ["codegen",{"start":0.1,"end":0.4}].
type TimingSection struct {
	// Name is what was done: "codegen", "link", "frontend".
	Name string
	// Times is when.
	Times SectionTimes
}

// SectionTimes is the start and the end of a [TimingSection].
type SectionTimes struct {
	// Start is in seconds after the unit's start.
	Start float64 `json:"start"`
	// End is in seconds after the unit's start, null (nil) when the section
	// was not seen to end.
	End *float64 `json:"end"`
}

// MarshalJSON returns the list of name and times. It fails for a time that is
// not a number (NaN, infinite).
func (s TimingSection) MarshalJSON() ([]byte, error) {
	return json.Marshal([2]any{s.Name, s.Times})
}

// UnmarshalJSON takes a list of a name and an object; anything else is an
// error and leaves s unchanged. null is ignored, as encoding/json wants it.
func (s *TimingSection) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	var parts []json.RawMessage
	if err := json.Unmarshal(b, &parts); err != nil {
		return fmt.Errorf("cargo: timing section: %w", err)
	}
	if len(parts) != 2 {
		return fmt.Errorf("cargo: timing section: want a list of name and times, got %d elements", len(parts))
	}
	var read TimingSection
	if err := json.Unmarshal(parts[0], &read.Name); err != nil {
		return fmt.Errorf("cargo: timing section: name: %w", err)
	}
	if err := json.Unmarshal(parts[1], &read.Times); err != nil {
		return fmt.Errorf("cargo: timing section: times: %w", err)
	}
	*s = read
	return nil
}
