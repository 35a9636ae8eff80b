package kubelist_test

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/internal/kubelist"
)

func meta(t *rapid.T) kubelist.TypeMeta {
	text := rapid.OneOf(rapid.Just(""), rapid.String())
	return kubelist.TypeMeta{Kind: text.Draw(t, "kind"), APIVersion: text.Draw(t, "apiVersion")}
}

func carp(t *rapid.T) kubelist.Carp {
	c := kubelist.Carp{TypeMeta: meta(t), Metadata: kubelist.ObjectMeta{Name: rapid.String().Draw(t, "name")}}
	c.Spec.NodeSelector = rapid.MapOfN(rapid.String(), rapid.String(), 0, 3).Draw(t, "selector")
	c.Status.Conditions = rapid.SliceOfN(rapid.String(), 0, 3).Draw(t, "conditions")
	return c
}

// Random lists give the same bytes streamed, with buffers of any size, and
// whole.
func TestRandomLists(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := &kubelist.CarpList{TypeMeta: meta(t)}
		l.Metadata.Continue = rapid.String().Draw(t, "continue")
		n := rapid.IntRange(-1, 5).Draw(t, "items")
		p := &kubelist.CarpPointerList{TypeMeta: l.TypeMeta, Metadata: l.Metadata}
		if n >= 0 {
			l.Items, p.Items = []kubelist.Carp{}, []*kubelist.Carp{}
		}
		for range n {
			l.Items = append(l.Items, carp(t))
		}
		for i := range l.Items {
			p.Items = append(p.Items, &l.Items[i])
		}
		opts := &message.ListOptions{FlushSize: rapid.IntRange(1, 300).Draw(t, "flush"), OnError: message.ErrorPolicy(rapid.IntRange(0, 4).Draw(t, "policy"))}
		var whole, values, pointers bytes.Buffer
		require.NoError(t, message.WriteDocument(&whole, l, nil))
		_, err := l.WriteList(context.Background(), &values, opts)
		require.NoError(t, err)
		_, err = p.WriteList(context.Background(), &pointers, opts)
		require.NoError(t, err)
		assert.Equal(t, whole.String(), values.String())
		assert.Equal(t, whole.String(), pointers.String())
	})
}

func TestRandomUnstructuredLists(t *testing.T) {
	leaf := rapid.OneOf(rapid.Just[any](nil), rapid.Map(rapid.String(), func(s string) any { return s }), rapid.Map(rapid.Float64(), func(f float64) any { return f }))
	object := rapid.MapOfN(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"items", "apiVersion", "kind", "item", "itemsx"})), leaf, 0, 5)
	rapid.Check(t, func(t *rapid.T) {
		l := &ul{Object: object.Draw(t, "object")}
		for range rapid.IntRange(0, 4).Draw(t, "items") {
			l.Items = append(l.Items, un{Object: object.Draw(t, "item")})
		}
		var whole, stream bytes.Buffer
		require.NoError(t, message.WriteDocument(&whole, l, nil))
		_, err := l.WriteList(context.Background(), &stream, &message.ListOptions{FlushSize: rapid.IntRange(1, 300).Draw(t, "flush")})
		require.NoError(t, err)
		assert.Equal(t, whole.String(), stream.String())
	})
}

func BenchmarkWriteList(b *testing.B) {
	l := &kubelist.CarpList{TypeMeta: kubelist.TypeMeta{Kind: "List", APIVersion: "v1"}, Items: make([]kubelist.Carp, 1000)}
	for i := range l.Items {
		l.Items[i] = kubelist.Carp{TypeMeta: kubelist.TypeMeta{Kind: "Carp", APIVersion: "v1"}, Metadata: kubelist.ObjectMeta{Name: "pod", Namespace: "default"}}
	}
	b.ReportAllocs()
	for b.Loop() {
		_, _ = l.WriteList(context.Background(), io.Discard, nil)
	}
}
