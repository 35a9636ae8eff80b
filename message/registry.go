package message

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// Registry says which reasons a [Reader] knows and which type each of them
// has. It never changes once made and may be shared by any number of Readers.
// The generator writes one per package, called Messages; put several together
// with [Merge].
type Registry struct {
	key     string
	entries map[string]*entry
	err     error
}

// Entry is one message type of a [Registry].
type Entry struct {
	// Reasons that the type serves: one, or several for a type that keeps its
	// reason in a field.
	Reasons []string
	// New returns a pointer to a new zero message of the type. It has the
	// generated DecodeJSON, or else UnmarshalEasyJSON or UnmarshalJSON. A type
	// that embeds a generated one needs an UnmarshalJSON of its own, or to be
	// generated itself: the inherited one knows the inner fields only.
	New func() Message
}

// entry is an Entry with what was found out about its type.
type entry struct {
	create func() Message
	decode func(m Message, d *jsonwire.Decoder)
	whole  bool // decode checks the line and its discriminator itself
}

// decodable is what linefeed gen writes for reading a message type, on its
// pointer.
type decodable interface {
	DecodeJSON(d *jsonwire.Decoder)
	MessageTraits(self Message) Traits
}

// NewRegistry returns a registry of the given types. key is the name of the
// discriminator, "" means "reason". What is wrong with the entries - two types
// for one reason, a type that cannot be decoded - is told by Err and by every
// Reader that gets the registry, for generated code has no one to tell.
func NewRegistry(key string, entries ...Entry) *Registry {
	if key == "" {
		key = "reason"
	}
	r := &Registry{key: key, entries: make(map[string]*entry, len(entries))}
	for _, e := range entries {
		r.add(e)
	}
	return r
}

// Merge returns a registry that knows what the given ones know. Two types for
// one reason, different discriminators, and the Err of any of them are errors.
// The same registry twice is none.
func Merge(registries ...*Registry) (*Registry, error) {
	merged := &Registry{key: "reason", entries: map[string]*entry{}}
	for i, r := range registries {
		if r == nil || slices.Contains(registries[:i], r) {
			continue
		}
		if r.err != nil {
			return nil, r.err
		}
		if len(merged.entries) == 0 {
			merged.key = r.key
		} else if r.key != merged.key {
			return nil, fmt.Errorf("message: registries with different discriminators, %q and %q, cannot be one: use a Reader for each", merged.key, r.key)
		}
		for reason, e := range r.entries {
			if old := merged.entries[reason]; old != nil && old != e {
				return nil, twoTypes(reason, old, e)
			}
			merged.entries[reason] = e
		}
	}
	return merged, nil
}

// Key returns the name of the discriminator, usually "reason".
func (r *Registry) Key() string { return r.key }

// Reasons returns the reasons the registry knows, sorted.
func (r *Registry) Reasons() []string {
	reasons := make([]string, 0, len(r.entries))
	for reason := range r.entries {
		reasons = append(reasons, reason)
	}
	slices.Sort(reasons)
	return reasons
}

// New returns a new zero message of the type that serves reason, nil if the
// registry knows none.
func (r *Registry) New(reason string) Message {
	if e := r.entries[reason]; e != nil {
		return e.create()
	}
	return nil
}

// Err returns what is wrong with the entries, nil if nothing is.
func (r *Registry) Err() error { return r.err }

func (r *Registry) add(e Entry) {
	if e.New == nil {
		r.fail(fmt.Errorf("message: the registry's entry for %.100q has no New", e.Reasons))
		return
	}
	known := &entry{create: e.New}
	m := e.New()
	if g, ok := m.(decodable); !ok {
		known.decode = foreignDecode(m)
	} else if g.MessageTraits(m)&TraitGenerated == 0 {
		known.decode = embeddingDecode(m)
	} else {
		known.whole = true
		known.decode = func(m Message, d *jsonwire.Decoder) { m.(decodable).DecodeJSON(d) }
	}
	if known.decode == nil {
		r.fail(fmt.Errorf("message: %T cannot be decoded: it needs DecodeJSON from linefeed gen, UnmarshalEasyJSON or UnmarshalJSON", e.New()))
	}
	for _, reason := range e.Reasons {
		if old := r.entries[reason]; old != nil {
			r.fail(twoTypes(reason, old, known))
			continue
		}
		r.entries[reason] = known
	}
}

// foreignDecode returns how to decode a type that the generator did not write.
func foreignDecode(m any) func(Message, *jsonwire.Decoder) {
	if _, ok := m.(jsonwire.EasyUnmarshaler); ok {
		return func(m Message, d *jsonwire.Decoder) { d.EasyJSON(m.(jsonwire.EasyUnmarshaler)) }
	}
	return embeddingDecode(m)
}

// embeddingDecode is foreignDecode for a type that embeds a generated one. It
// inherits all ways to decode, which know only the inner fields and reason. The
// one that people replace is UnmarshalJSON.
func embeddingDecode(m any) func(Message, *jsonwire.Decoder) {
	if _, ok := m.(json.Unmarshaler); ok {
		return func(m Message, d *jsonwire.Decoder) { d.JSON(m.(json.Unmarshaler)) }
	}
	return nil
}

func (r *Registry) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

func twoTypes(reason string, a, b *entry) error {
	return fmt.Errorf("message: reason %q has two types, %T and %T; a reader could not tell them apart", reason, a.create(), b.create())
}
