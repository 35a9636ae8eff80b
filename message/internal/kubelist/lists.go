package kubelist

import (
	"context"
	"io"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// Lister is a list that can be streamed.
type Lister interface {
	WriteList(ctx context.Context, w io.Writer, opts *message.ListOptions) (message.ListStats, error)
}

// head is what stands before the items of a List.
//
//linefeed:document
type head struct {
	TypeMeta
	Metadata ListMeta `json:"metadata"`
}

// List is a typed list of anything; types that the generator refuses as
// elements of a list, and interfaces, stand in it.
type List[E any] struct {
	TypeMeta
	Metadata ListMeta `json:"metadata"`
	Items    []E      `json:"items"`
}

// WriteList streams l.
func (l *List[E]) WriteList(ctx context.Context, w io.Writer, opts *message.ListOptions) (message.ListStats, error) {
	return message.WriteListField(ctx, w, &head{l.TypeMeta, l.Metadata}, "items", l.Items, opts)
}

// RawExtension is an object that is held as its JSON text or as a value. Where
// it is both, Raw is what is written, in every way of writing; where it is
// neither, it is null.
type RawExtension struct {
	Raw    []byte
	Object any
}

// AppendJSONDepth appends the object. Raw is checked and compacted; one that
// is not nil but empty is an error.
func (r *RawExtension) AppendJSONDepth(dst []byte, depth int) ([]byte, error) {
	if r == nil {
		return append(dst, "null"...), nil
	}
	if r.Raw != nil {
		return jsonwire.AppendRawMessage(dst, r.Raw, depth)
	}
	return jsonwire.AppendAny(dst, r.Object, depth)
}

// MarshalJSON returns the object.
func (r RawExtension) MarshalJSON() ([]byte, error) { return r.AppendJSONDepth(nil, 0) }
