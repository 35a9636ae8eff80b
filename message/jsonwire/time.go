package jsonwire

import (
	"encoding/base64"
	"time"
)

// AppendBytes appends b as a string of standard base64 with padding, or null
// when b is nil.
func AppendBytes(dst []byte, b []byte) []byte {
	if b == nil {
		return append(dst, "null"...)
	}
	dst = Grow(dst, base64.StdEncoding.EncodedLen(len(b))+2)
	dst = base64.StdEncoding.AppendEncode(append(dst, '"'), b)
	return append(dst, '"')
}

// AppendTime appends t as an RFC 3339 string with nine fraction digits, so
// that the texts of one zone sort as the times do. A year outside 0 to 9999
// and a zone a day or more from UTC are ErrTime, and dst is returned as it
// was. Seconds of a zone's offset are dropped, as time.RFC3339 does.
func AppendTime(dst []byte, t time.Time) ([]byte, error) {
	year := t.Year()
	_, offset := t.Zone()
	const day = 24 * 60 * 60
	if year < 0 || year > 9999 || offset <= -day || offset >= day {
		return dst, ErrTime
	}
	dst = append(dst, '"')
	dst = t.AppendFormat(dst, "2006-01-02T15:04:05.000000000Z07:00")
	return append(dst, '"'), nil
}
