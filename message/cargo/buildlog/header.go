package buildlog

import (
	"fmt"
	"time"
)

// Header is what every line begins with. It is embedded before the marker of
// each message type, so its members stand before reason.
type Header struct {
	// RunID names the run, and with it the log file: the UTC time with
	// milliseconds and a hash of the workspace's root,
	// "20261130T172409446Z-13f7fad8e17b4661". Never empty.
	RunID string `json:"run_id"`
	// Timestamp is when the line was written.
	Timestamp Timestamp `json:"timestamp"`
}

// Timestamp is a time in UTC as cargo writes it: RFC 3339 with as many digits
// of a second's fraction, up to nine, as it has
// ("2026-11-30T17:24:09.51980902Z"). It is kept as text because a time.Time
// would not come back with the same digits.
type Timestamp string

// Time returns the time, or an error for text that is not RFC 3339.
func (t Timestamp) Time() (time.Time, error) {
	at, err := time.Parse(time.RFC3339, string(t))
	if err != nil {
		return time.Time{}, fmt.Errorf("buildlog: timestamp: want RFC 3339 such as 2026-11-30T17:24:09.5Z, got %.60q", string(t))
	}
	return at, nil
}
