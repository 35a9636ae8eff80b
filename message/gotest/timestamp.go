package gotest

import (
	"fmt"
	"time"
)

// Timestamp is a time as the go command writes it: RFC 3339 with as many
// digits of a second's fraction as it has, up to nine, and the local offset
// ("2026-11-30T17:25:32.34005309Z"). It is kept as text because a time.Time
// would not come back with the same digits.
type Timestamp string

// Time returns the time, or an error for text that is not RFC 3339; the empty
// Timestamp is such text.
func (t Timestamp) Time() (time.Time, error) {
	at, err := time.Parse(time.RFC3339, string(t))
	if err != nil {
		return time.Time{}, fmt.Errorf("gotest: time: want RFC 3339 such as 2026-11-30T17:25:32.3Z, got %.60q", string(t))
	}
	return at, nil
}
