package jsonwire

// The Quoted methods decode what the `string` option of a json tag writes: a
// boolean, a number or a string, as JSON inside a JSON string. null gives the
// zero value, as does the string "null".

// QuotedBool decodes "true" or "false".
func (d *Decoder) QuotedBool() bool {
	return quoted(d, "a boolean in a string", (*Decoder).Bool)
}

// QuotedInt decodes an integer in a string; see Int.
func (d *Decoder) QuotedInt(bits int) int64 {
	return quoted(d, "an integer in a string", func(in *Decoder) int64 { return in.Int(bits) })
}

// QuotedUint decodes an unsigned integer in a string; see Uint.
func (d *Decoder) QuotedUint(bits int) uint64 {
	return quoted(d, "an unsigned integer in a string", func(in *Decoder) uint64 { return in.Uint(bits) })
}

// QuotedFloat64 decodes a number in a string.
func (d *Decoder) QuotedFloat64() float64 {
	return quoted(d, "a number in a string", (*Decoder).Float64)
}

// QuotedFloat32 decodes a number in a string.
func (d *Decoder) QuotedFloat32() float32 {
	return quoted(d, "a number in a string", (*Decoder).Float32)
}

// QuotedString decodes a JSON string in a string: "\"a\"" is a.
func (d *Decoder) QuotedString() string {
	return quoted(d, "a JSON string in a string", (*Decoder).String)
}

func quoted[T any](d *Decoder, want string, value func(*Decoder) T) (v T) {
	if d.Null() {
		return v
	}
	at := d.pos
	text := d.view(want)
	if d.Failed() {
		return v
	}
	var in Decoder
	in.Reset([]byte(text))
	v = value(&in)
	if err := in.End(); err != nil || text == "" || text[0] <= ' ' || text[len(text)-1] <= ' ' {
		d.pos = at
		d.wrongType(want)
		var zero T
		return zero
	}
	return v
}
