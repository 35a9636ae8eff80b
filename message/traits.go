package message

// Traits tell an [Emitter] how it may treat a message type. Generated code
// answers them from its MessageTraits method and passes them to [Line.Begin].
type Traits uint8

const (
	// TraitGenerated says that the message's EmitTo method writes the whole
	// line itself, discriminator included. A type that merely embeds a
	// generated one inherits MessageTraits, but not this answer: the method
	// is given the outer value and answers 0 for it.
	TraitGenerated Traits = 1 << iota
	// TraitPure says that encoding the message runs no code but the
	// generator's own: no json.Marshaler, encoding.TextMarshaler, stock
	// easyjson type, interface or any value. Only such messages are encoded
	// while the Emitter's lock is held; all others run outside it, so that
	// they may emit through the same Emitter.
	TraitPure
)

// generated is what linefeed gen writes for a message type, on its pointer.
type generated interface {
	EmitTo(e *Emitter) error
	MessageTraits(self Message) Traits
}
