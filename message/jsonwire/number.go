package jsonwire

import (
	"math"
	"math/bits"
	"strconv"
)

// AppendBool appends true or false.
func AppendBool(dst []byte, v bool) []byte {
	if v {
		return append(dst, "true"...)
	}
	return append(dst, "false"...)
}

// AppendInt appends v in decimal. A time.Duration is appended so, as a number
// of nanoseconds.
func AppendInt(dst []byte, v int64) []byte {
	if v < 0 {
		return AppendUint(append(dst, '-'), -uint64(v))
	}
	return AppendUint(dst, uint64(v))
}

// AppendUint appends v in decimal.
func AppendUint(dst []byte, v uint64) []byte {
	if v < 10 {
		return append(dst, '0'+byte(v))
	}
	if cap(dst)-len(dst) < 24 {
		dst = grow(dst, 24)
	}
	b, j := dst[:cap(dst)], len(dst)
	switch {
	case v < 1e8:
		j = storeUint(b, j, v)
	case v < 1e16:
		j = storeUint(b, j, v/1e8)
		store64(b, j, digits8(v%1e8))
		j += 8
	default:
		high, low := v/1e16, v%1e16
		j = storeUint(b, j, high)
		store64(b, j, digits8(low/1e8))
		store64(b, j+8, digits8(low%1e8))
		j += 16
	}
	return b[:j]
}

// storeUint writes v, 1 to 99,999,999, to b at j and returns the index behind
// it; b has 8 bytes of room.
func storeUint(b []byte, j int, v uint64) int {
	w := digits8(v)
	zeros := bits.TrailingZeros64(w-'0'*ones) >> 3 // leading ones on the wire
	store64(b, j, w>>(8*uint(zeros)&63))
	return j + 8 - zeros
}

// digits8 returns v, below 100,000,000, as eight decimal digits, the first one
// in the lowest byte. It halves the number three times, each time in all parts
// of a word at once; the multiplications divide by 100 and by 10, exactly for
// values this small.
func digits8(v uint64) uint64 {
	x := v/10_000 | v%10_000<<32
	y := x * 10_486 >> 20 & 0x7F_0000_007F
	x = y | (x-y*100)<<16
	y = x * 103 >> 10 & 0x0F_000F_000F_000F
	return (y | (x-y*10)<<8) + '0'*ones
}

// AppendFloat64 appends v with the fewest digits that read back as v, in the
// form encoding/json gives it: an exponent below 1e-6 and from 1e21 on. NaN
// and infinities are ErrFloat, and dst is returned as it was.
func AppendFloat64(dst []byte, v float64) ([]byte, error) {
	// Every integer below 2^53 is a float64 of its own, so its digits are the
	// shortest form too. Minus zero is left to the general way.
	if i := int64(v); v > -1<<53 && v < 1<<53 && float64(i) == v && (i != 0 || !math.Signbit(v)) {
		return AppendInt(dst, i), nil
	}
	return appendFloat(dst, v, 64)
}

// AppendFloat32 is AppendFloat64 for a float32: the fewest digits that read
// back as the same float32.
func AppendFloat32(dst []byte, v float32) ([]byte, error) {
	if i := int64(v); v > -1<<24 && v < 1<<24 && float32(i) == v && (i != 0 || !math.Signbit(float64(v))) {
		return AppendInt(dst, i), nil
	}
	return appendFloat(dst, float64(v), 32)
}

func appendFloat(dst []byte, v float64, size int) ([]byte, error) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return dst, ErrFloat
	}
	abs := math.Abs(v)
	small, large := abs < 1e-6, abs >= 1e21
	if size == 32 {
		small, large = float32(abs) < 1e-6, float32(abs) >= 1e21
	}
	if abs == 0 || !small && !large {
		return strconv.AppendFloat(dst, v, 'f', -1, size), nil
	}
	dst = strconv.AppendFloat(dst, v, 'e', -1, size)
	// strconv gives exponents two digits at least; ECMAScript, whose form
	// encoding/json follows, does not: e-07 is e-7. (e+21 and up have two.)
	if n := len(dst); dst[n-2] == '0' && dst[n-3] == '-' {
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst, nil
}
