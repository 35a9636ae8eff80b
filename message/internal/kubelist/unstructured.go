package kubelist

import (
	"context"
	"io"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// Unstructured is an object of any kind.
type Unstructured struct {
	Object map[string]any
}

// AppendJSONDepth appends the object, keys sorted.
func (u *Unstructured) AppendJSONDepth(dst []byte, depth int) ([]byte, error) {
	return jsonwire.AppendAny(dst, u.Object, depth)
}

// MarshalJSON returns the object.
func (u Unstructured) MarshalJSON() ([]byte, error) { return u.AppendJSONDepth(nil, 0) }

// UnstructuredList is a list of any kind. Its members are those of Object and
// items, sorted; Items goes before Object["items"], and nil Items are [].
type UnstructuredList struct {
	Object map[string]any
	Items  []Unstructured
}

// AppendJSONDepth appends the list whole.
func (u *UnstructuredList) AppendJSONDepth(dst []byte, depth int) ([]byte, error) {
	if u == nil {
		return append(dst, "null"...), nil
	}
	whole := map[string]any{"items": u.items()}
	for name, value := range u.Object {
		if name != "items" {
			whole[name] = value
		}
	}
	return jsonwire.AppendAny(dst, whole, depth)
}

// MarshalJSON returns the list whole.
func (u UnstructuredList) MarshalJSON() ([]byte, error) { return u.AppendJSONDepth(nil, 0) }

// WriteList streams the list: the members that sort before items are its
// head, the others its tail, which is encoded before the first byte leaves.
func (u *UnstructuredList) WriteList(ctx context.Context, w io.Writer, opts *message.ListOptions) (message.ListStats, error) {
	if u == nil {
		return message.WriteNullList(ctx, w, opts)
	}
	before, behind := map[string]any{}, map[string]any{}
	for name, value := range u.Object {
		switch {
		case name < "items":
			before[name] = value
		case name > "items":
			behind[name] = value
		}
	}
	var o message.ListOptions
	if opts != nil {
		o = *opts
	}
	o.Tail = behind
	return message.WriteList(ctx, w, before, u.items(), &o)
}

func (u *UnstructuredList) items() []Unstructured {
	if u.Items == nil {
		return []Unstructured{}
	}
	return u.Items
}
