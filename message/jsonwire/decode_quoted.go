package jsonwire

// The Quoted methods decode what the `string` option of a json tag writes: a
// boolean, a number or a string, as JSON inside a JSON string. null gives the
// zero value, as does the string "null".

// QuotedBool decodes "true" or "false".
func (d *Decoder) QuotedBool() bool {
	var in Decoder
	at := d.unquote(&in, wantBool)
	v := in.Bool()
	return d.quoteEnd(&in, at, wantBool) && v
}

// QuotedInt decodes an integer in a string; see Int.
func (d *Decoder) QuotedInt(bits int) int64 {
	var in Decoder
	at := d.unquote(&in, wantInt)
	if v := in.Int(bits); d.quoteEnd(&in, at, wantInt) {
		return v
	}
	return 0
}

// QuotedUint decodes an unsigned integer in a string; see Uint.
func (d *Decoder) QuotedUint(bits int) uint64 {
	var in Decoder
	at := d.unquote(&in, wantUint)
	if v := in.Uint(bits); d.quoteEnd(&in, at, wantUint) {
		return v
	}
	return 0
}

// QuotedFloat64 decodes a number in a string.
func (d *Decoder) QuotedFloat64() float64 { return d.quotedFloat(64) }

// QuotedFloat32 decodes a number in a string.
func (d *Decoder) QuotedFloat32() float32 { return float32(d.quotedFloat(32)) }

func (d *Decoder) quotedFloat(bits int) float64 {
	var in Decoder
	at := d.unquote(&in, wantNumber)
	if v := in.float(bits); d.quoteEnd(&in, at, wantNumber) {
		return v
	}
	return 0
}

// QuotedString decodes a JSON string in a string: "\"a\"" is a.
func (d *Decoder) QuotedString() string {
	var in Decoder
	at := d.unquote(&in, wantString)
	if v := in.String(); d.quoteEnd(&in, at, wantString) {
		return v
	}
	return ""
}

const (
	wantBool   = "a boolean in a string"
	wantInt    = "an integer in a string"
	wantUint   = "an unsigned integer in a string"
	wantNumber = "a number in a string"
	wantString = "a JSON string in a string"
)

// unquote decodes a string and sets in to read it; null is read as such. It
// returns where the string begins.
func (d *Decoder) unquote(in *Decoder, want string) (at int) {
	text := "null"
	if !d.Null() {
		at = d.pos
		text = d.view(want)
	}
	*in = Decoder{src: text, in: viewBytes(text), max: 1}
	return at
}

// quoteEnd reports whether in was one value, without blanks around it; if not,
// that is d's fault.
func (d *Decoder) quoteEnd(in *Decoder, at int, want string) bool {
	text := in.in
	blank := len(text) == 0 || text[0] <= ' ' || text[len(text)-1] <= ' '
	if blank || in.fault.kind != nil || in.pos < len(in.src) {
		d.fail(ErrType, at, want)
		return false
	}
	return true
}
