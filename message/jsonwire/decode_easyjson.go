package jsonwire

import "github.com/mailru/easyjson/jlexer"

// This file is the fence around easyjson's lexer: it takes invalid JSON (raw
// control characters, 01, 1., trailing commas) without a word, so whatever
// passes through it is checked on our side.

// EasyUnmarshaler is easyjson.Unmarshaler, without that package's imports.
type EasyUnmarshaler interface {
	UnmarshalEasyJSON(l *jlexer.Lexer)
}

// EasyJSON hands the next value, checked, to v, null too. v gets a piece of
// the decoder's copy and may keep it.
func (d *Decoder) EasyJSON(v EasyUnmarshaler) {
	raw := d.rawValue()
	if d.Failed() {
		return
	}
	l := jlexer.Lexer{Data: raw}
	v.UnmarshalEasyJSON(&l)
	l.Consumed()
	if err := l.Error(); err != nil {
		d.foreign(d.pos-len(raw), "a value that its type takes", err)
	}
}

// ReadEasyJSON takes the next value from l and decodes it by decode, strictly:
// the body of a generated UnmarshalEasyJSON. A fault becomes l's error.
func ReadEasyJSON(l *jlexer.Lexer, decode func(*Decoder)) {
	raw := l.Raw()
	if !l.Ok() {
		return
	}
	var d Decoder
	d.Reset(raw)
	decode(&d)
	if err := d.End(); err != nil {
		l.AddError(err)
	}
}
