package jsonwire

import "strings"

// Reason decodes the discriminator of a message whose type has the reason
// want. seen tells whether it has been read before: a second one is
// ErrDuplicateReason. Any other value than want is ErrType; the error names
// both. It returns true, the new value of seen.
func (d *Decoder) Reason(seen bool, want string) bool {
	d.ReasonOf(seen, want)
	return true
}

// ReasonOf is Reason for types that serve several reasons. It returns the one
// that was read.
func (d *Decoder) ReasonOf(seen bool, wants ...string) string {
	if seen {
		d.fail(ErrDuplicateReason, d.pos, "one discriminator only")
		return ""
	}
	if d.next() != '"' {
		d.wrongType(oneOf(wants))
		return ""
	}
	at := d.pos
	got := d.view("")
	for _, want := range wants {
		if got == want {
			return want
		}
	}
	if !d.Failed() {
		d.pos = at
		d.wrongType(oneOf(wants))
	}
	return ""
}

// NeedReason reports a message without a discriminator as ErrType. It stands
// behind the loop over the members.
func (d *Decoder) NeedReason(seen bool, wants ...string) {
	if !seen && !d.Failed() {
		d.fail(ErrType, max(d.pos-1, 0), "an object with the reason "+oneOf(wants))
	}
}

func oneOf(wants []string) string {
	if len(wants) > 4 {
		return `"` + strings.Join(wants[:4], `", "`) + `" or another reason of the type`
	}
	return `"` + strings.Join(wants, `" or "`) + `"`
}
