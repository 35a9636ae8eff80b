package messagetest

import "github.com/linefeed-go/linefeed/message"

// Options changes what [CheckStream] looks for. The zero value, or a nil
// pointer, is the default. A list that is nil is the default, one that is
// empty but not nil switches its check off.
type Options struct {
	// Registry, when not nil, has the types of all messages the stream may
	// hold: a reason it does not know and a message that does not fit its type
	// are findings. Members that a type does not have are none, as new ones
	// may come with any release.
	Registry *message.Registry
	// Discriminator is the name of the member that holds the reason; empty
	// means the Registry's, or "reason".
	Discriminator string
	// AnyPlace lets the discriminator stand anywhere in the object, as some
	// protocols of others have it. Without it, it must be the first member.
	AnyPlace bool
	// Final are the reasons of the message that ends a stream: exactly one
	// must come, and nothing after it. nil means "build-finished".
	Final []string
	// Tasks are the pairs of reasons that must open and close each other. nil
	// means "task-started" and "task-finished" with the member "id".
	Tasks []Pair
	// MaxLine is the longest line allowed, in bytes without its \n; 0 means
	// 16 MiB, what a Reader takes by default. A longer line is a finding and
	// is skipped in constant memory.
	MaxLine int
	// MaxFindings is how many findings are kept; 0 means 100. Further ones
	// are counted in [Report].More.
	MaxFindings int
}

// Pair is two kinds of messages that open and close the same thing.
type Pair struct {
	// Started and Finished are the two reasons.
	Started, Finished string
	// ID is the name of the member that says which thing; the same JSON value
	// must stand in both messages.
	ID string
}

// resolved returns the options with their defaults filled in.
func (o *Options) resolved() Options {
	var r Options
	if o != nil {
		r = *o
	}
	switch {
	case r.Discriminator != "":
	case r.Registry != nil:
		r.Discriminator = r.Registry.Key()
	default:
		r.Discriminator = "reason"
	}
	if r.Final == nil {
		r.Final = []string{"build-finished"}
	}
	if r.Tasks == nil {
		r.Tasks = []Pair{{Started: "task-started", Finished: "task-finished", ID: "id"}}
	}
	if r.MaxLine <= 0 {
		r.MaxLine = 16 << 20
	}
	if r.MaxFindings <= 0 {
		r.MaxFindings = 100
	}
	return r
}
