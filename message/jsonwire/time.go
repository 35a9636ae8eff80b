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
	year, month, day := t.Date()
	_, offset := t.Zone()
	const oneDay = 24 * 60 * 60
	if year < 0 || year > 9999 || offset <= -oneDay || offset >= oneDay {
		return dst, ErrTime
	}
	hour, minute, second := t.Clock()
	dst = Grow(dst, len(`"2006-01-02T15:04:05.000000000+00:00"`)+Slack)
	b, j := dst[:cap(dst)], len(dst)
	// Words of eight digits each, parts of them overwritten by the signs
	// between: 2006 01 02, 15 04 05, and the fraction.
	date := digits8(uint64(year)*10_000 + uint64(month)*100 + uint64(day))
	clock := digits8(uint64(hour)*10_000 + uint64(minute)*100 + uint64(second))
	storeByte(b, j, '"')
	store32(b, j+1, uint32(date))
	store32(b, j+5, '-'|uint32(date>>32)&0xFFFF<<8|'-'<<24)
	store32(b, j+8, '-'|uint32(date>>48)<<8|'T'<<24)
	store32(b, j+12, uint32(clock>>16)&0xFFFF|':'<<16)
	store32(b, j+15, uint32(clock>>32)&0xFFFF|':'<<16)
	store32(b, j+18, uint32(clock>>48)|'.'<<16)
	nanosecond := uint64(t.Nanosecond())
	storeByte(b, j+21, '0'+byte(nanosecond/1e8))
	store64(b, j+22, digits8(nanosecond%1e8))
	return appendZone(b[:j+30], offset), nil
}

// appendZone appends Z or the hours and minutes of offset, in seconds, and a
// closing quote.
func appendZone(dst []byte, offset int) []byte {
	if offset == 0 {
		return append(dst, 'Z', '"')
	}
	sign := byte('+')
	minutes := offset / 60
	if minutes < 0 {
		sign, minutes = '-', -minutes
	}
	h, m := byte(minutes/60), byte(minutes%60)
	return append(dst, sign, '0'+h/10, '0'+h%10, ':', '0'+m/10, '0'+m%10, '"')
}
