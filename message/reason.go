package message

// Reason marks a struct as a message type. It is the type of the struct's
// first field, takes no room, and its reason tag holds the reason that the
// messages of this type carry on the wire:
//
//	type BuildFinished struct {
//		_       message.Reason `reason:"build-finished"`
//		Success bool           `json:"success"`
//	}
//
// The discriminator, the JSON member that holds the reason, is called "reason"
// and is the first one. For protocols of others, `reason:"version,key=type"`
// names it otherwise, and `reason:"version,inplace"` on a marker that is not the
// first field leaves it in the marker's place. The generator (linefeed gen) reads
// the marker; nothing looks at it at run time.
type Reason struct{}
