package message

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"reflect"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// WriteList writes a list as one JSON document and a newline:
//
//	{head's members ..., "items":[...]}
//
// head is anything that is encoded as a JSON object (a generated type, a
// message: then its reason stands first), or nil for no members before the
// items. E is a generated type or a pointer to one, jsonwire.Raw, or any other
// type that has a JSON form. Generated types and Raw are appended without
// reflection: 0 B and 0 allocations at any length in steady state; others as
// jsonwire.AppendAny does it. nil items are null, empty items are [], a nil
// pointer among them is null.
//
// All of it goes through one shared buffer, which is written at the next border
// of an item when it holds FlushSize bytes: memory stays the same at any length
// and an item is never split over two writes. Nothing is written before the
// first flush, so a document that fits is all or nothing; what happens to a
// larger one when an item cannot be encoded says [ErrorPolicy]. The buffer is
// rolled back to the item's start: of a failed item, nothing is written. A
// marshaler's panic is an error of its item; one of w, of an iterator or of a
// visitor passes through, and what was written by then stays unterminated.
//
// The slice header is read once; elements are read when they are reached, and
// must not be changed meanwhile. ctx is looked at before every item; nil never
// ends. An error is an *[ItemError] where it belongs to an item, an
// *[EncodeError] for the head, the writer's own, or the context's cause,
// wrapped (errors.Is finds context.Canceled or context.DeadlineExceeded beside
// it). After an error of w nothing more is written.
func WriteList[E any](ctx context.Context, w io.Writer, head any, items []E, opts *ListOptions) (ListStats, error) {
	l := newListWriter(ctx, w, opts)
	if l.opts.OnError == TwoPass {
		return l.run(head, items == nil, func(l *ListWriter) error { appendSlice(l, items); return nil })
	}
	if l.begin(head, items == nil) {
		appendSlice(l, items)
		if l.err == nil {
			l.end(items == nil)
		}
	}
	stats, err := l.finish()
	l.release()
	return stats, err
}

// WriteListField is what a generated WriteList method calls: WriteList with
// the items' member named key, whatever opts says.
func WriteListField[E any](ctx context.Context, w io.Writer, head jsonwire.DepthAppender, key string, items []E, opts *ListOptions) (ListStats, error) {
	var o ListOptions
	if opts != nil {
		o = *opts
	}
	o.Key = key
	return WriteList(ctx, w, head, items, &o)
}

// WriteNullList writes null and a newline: the document of a list that is a nil
// pointer. Under [ListOptions].Lines it is the last message, of a list without
// items. It is what a generated WriteList method calls then.
func WriteNullList(ctx context.Context, w io.Writer, opts *ListOptions) (ListStats, error) {
	if ctx != nil && ctx.Err() != nil {
		return ListStats{}, fmt.Errorf("list: %w", ended(ctx))
	}
	if opts != nil && opts.Lines {
		return WriteList[jsonwire.Raw](ctx, w, nil, nil, opts)
	}
	if err := writeWhole(w, []byte("null\n")); err != nil {
		return ListStats{Writes: 1, Truncated: true}, err
	}
	return ListStats{Bytes: 5, Writes: 1}, nil
}

// WriteListSeq is [WriteList] for an iterator. nil is null, one that yields
// nothing is []. The iterator is stopped, so that it can clean up, as soon as
// the list ends for whatever reason. It costs at most 160 B a list, at any
// length. Under [TwoPass] it is run twice and must yield the same again.
func WriteListSeq[E any](ctx context.Context, w io.Writer, head any, seq iter.Seq[E], opts *ListOptions) (ListStats, error) {
	return newListWriter(ctx, w, opts).run(head, seq == nil, func(l *ListWriter) error {
		items := itemsOf[E](l)
		defer items.clear()
		for v := range seq {
			if !items.append(l, v) {
				break
			}
		}
		return nil
	})
}

// WriteListSeq2 is [WriteListSeq] for an iterator that yields errors, as rows of
// a database and pages of an API do. An error is an *[ItemError] with Source
// set; its item is not looked at.
func WriteListSeq2[E any](ctx context.Context, w io.Writer, head any, seq iter.Seq2[E, error], opts *ListOptions) (ListStats, error) {
	return newListWriter(ctx, w, opts).run(head, seq == nil, func(l *ListWriter) error {
		items := itemsOf[E](l)
		defer items.clear()
		for v, err := range seq {
			if err != nil {
				if l.Fail(err) != nil {
					break
				}
				continue
			}
			if !items.append(l, v) {
				break
			}
		}
		return nil
	})
}

// WriteListFunc is [WriteList] for a visitor: visit appends the items through
// the ListWriter it is given and returns when there are no more, or one of its
// methods returned an error. An error that visit returns itself ends the list
// as an error of its source. nil is null. Under [TwoPass] visit is called twice
// and must append the same again.
func WriteListFunc(ctx context.Context, w io.Writer, head any, visit func(l *ListWriter) error, opts *ListOptions) (ListStats, error) {
	return newListWriter(ctx, w, opts).run(head, visit == nil, visit)
}

// way is how items of a type are appended.
type way uint8

const (
	byAny     way = iota // as what a pointer to it points to: nothing is copied to the heap
	byHeld               // as any value; it is a pointer or an interface itself
	byValue              // a pointer to the item appends itself
	byPointer            // the item, a pointer, appends itself
	byRaw                // jsonwire.Raw
)

// wayOf decides once for all items of type E.
func wayOf[E any]() way {
	switch any((*E)(nil)).(type) {
	case *jsonwire.Raw:
		return byRaw
	case *json.RawMessage:
		return byAny
	}
	if jsonwire.Appends[*E]() {
		return byValue
	}
	if jsonwire.Appends[E]() {
		return byPointer
	}
	if kind := reflect.TypeFor[E]().Kind(); kind == reflect.Pointer || kind == reflect.Interface {
		return byHeld
	}
	return byAny
}

// appendSlice appends items until one says that no more are wanted.
func appendSlice[E any](l *ListWriter, items []E) {
	switch wayOf[E]() {
	case byRaw:
		for _, r := range any(items).([]jsonwire.Raw) {
			if !l.raw(r) {
				return
			}
		}
	case byValue:
		for i := range items {
			if !l.appender(any(&items[i]).(jsonwire.DepthAppender)) {
				return
			}
		}
	case byPointer:
		for i := range items {
			if !appendPointer(l, items[i]) {
				return
			}
		}
	case byHeld:
		for i := range items {
			if !l.any(items[i]) {
				return
			}
		}
	default:
		for i := range items {
			if !l.any(&items[i]) {
				return
			}
		}
	}
}

// appendPointer appends an item that is a pointer, maybe nil.
func appendPointer[E any](l *ListWriter, item E) bool {
	var none E
	if any(item) == any(none) {
		return l.raw(jsonwire.Raw{})
	}
	return l.appender(any(item).(jsonwire.DepthAppender))
}

// seqItems appends the items of an iterator.
type seqItems[E any] struct {
	way  way
	slot *E // where a value lies while it is appended; kept from list to list
}

func itemsOf[E any](l *ListWriter) seqItems[E] {
	items := seqItems[E]{way: wayOf[E]()}
	if items.way != byPointer && items.way != byHeld {
		slot, ok := l.slot.(*E)
		if !ok {
			slot = new(E)
			l.slot = slot
		}
		items.slot = slot
	}
	return items
}

// clear lets go of what the last item refers to.
func (s *seqItems[E]) clear() {
	if s.slot != nil {
		var none E
		*s.slot = none
	}
}

func (s *seqItems[E]) append(l *ListWriter, v E) bool {
	switch s.way {
	case byPointer:
		return appendPointer(l, v)
	case byHeld:
		return l.any(v)
	}
	*s.slot = v
	switch s.way {
	case byRaw:
		return l.raw(*any(s.slot).(*jsonwire.Raw))
	case byValue:
		return l.appender(any(s.slot).(jsonwire.DepthAppender))
	}
	return l.any(s.slot)
}
