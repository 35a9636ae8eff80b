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
	rest := d.src[at+1:]
	for _, want := range wants {
		if n := len(want); len(rest) > n && rest[n] == '"' && rest[:n] == want {
			if end, _ := span(want, 0); end < n { // it stands for another one, or is no JSON
				break
			}
			d.pos += n + 2
			return want
		}
	}
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

// FindReason steps into an object and returns the string that its member key
// holds, as a view that ends with the input. It stops there: what follows is
// not checked. ok is false when no such member was found, or one that is no
// string, and after a fault.
func (d *Decoder) FindReason(key string) (reason string, ok bool) {
	for _, more := d.OpenObject(); more; more = d.NextMember() {
		if d.Name() != key {
			d.Skip()
			continue
		}
		if d.next() != '"' {
			return "", false
		}
		reason = d.view("")
		return reason, !d.Failed()
	}
	return "", false
}

// CheckReason is FindReason that reads and checks the whole object: a second
// member key is ErrDuplicateReason.
func (d *Decoder) CheckReason(key string) (reason string, ok bool) {
	seen := false
	for _, more := d.OpenObject(); more; more = d.NextMember() {
		at := d.pos
		if d.Name() != key {
			d.Skip()
			continue
		}
		if seen {
			d.fail(ErrDuplicateReason, at, "one discriminator only")
			break
		}
		seen = true
		if ok = d.next() == '"'; ok {
			reason = d.view("")
		} else {
			d.Skip()
		}
	}
	return reason, ok && !d.Failed()
}
