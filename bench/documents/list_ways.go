package documents

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/mailru/easyjson"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	kubejson "k8s.io/apimachinery/pkg/runtime/serializer/json"

	"github.com/linefeed-go/linefeed/bench/documents/easy"
	"github.com/linefeed-go/linefeed/bench/documents/items"
	"github.com/linefeed-go/linefeed/bench/documents/kube"
	"github.com/linefeed-go/linefeed/bench/harness"
	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// lists is one list in the forms that the ways ask for.
type lists struct {
	n            int
	values       items.List
	pointers     items.PointerList
	raw          items.RawList
	easy         easy.List
	kube         kube.List
	kubePointers kube.PointerList
	kubeRaw      kube.RawList
}

const (
	listKind, listVersion = "CarpList", "v1"
	listResource          = "2345"
	distinct              = 1_000 // items; longer lists repeat them
)

// newLists makes all forms of a list of n items.
func newLists(n int) *lists {
	l := &lists{n: n}
	for _, add := range []func(){l.addValues, l.addPointers, l.addRaw, l.addEasy, l.addKube, l.addKubePointers, l.addKubeRaw} {
		add()
	}
	return l
}

func (l *lists) addValues() {
	l.values = items.List{Kind: listKind, APIVersion: listVersion, Metadata: items.ListMeta{ResourceVersion: listResource}, Items: fillSlice(l.n, oursItem)}
}

func (l *lists) addPointers() {
	l.pointers = items.PointerList{Kind: listKind, APIVersion: listVersion, Metadata: items.ListMeta{ResourceVersion: listResource},
		Items: fillSlice(l.n, func(i int) *items.Item { item := oursItem(i); return &item })}
}

func (l *lists) addRaw() {
	l.raw = items.RawList{Kind: listKind, APIVersion: listVersion, Metadata: items.ListMeta{ResourceVersion: listResource}, Items: fillSlice(l.n, rawItem)}
}

func (l *lists) addEasy() {
	l.easy = easy.List{Kind: listKind, APIVersion: listVersion, Metadata: easy.ListMeta{ResourceVersion: listResource}, Items: fillSlice(l.n, func(i int) easy.Item {
		o := oursItem(i)
		return easy.Item{Kind: o.Kind, APIVersion: o.APIVersion, Metadata: easy.Meta(o.Metadata), Spec: easy.Spec(o.Spec), Status: easy.Status(o.Status)}
	})}
}

func (l *lists) addKube() {
	l.kube = kube.List{TypeMeta: kubeMeta, ListMeta: metav1.ListMeta{ResourceVersion: listResource}, Items: fillSlice(l.n, kubeItem)}
}

func (l *lists) addKubePointers() {
	l.kubePointers = kube.PointerList{TypeMeta: kubeMeta, ListMeta: metav1.ListMeta{ResourceVersion: listResource},
		Items: fillSlice(l.n, func(i int) *kube.Item { item := kubeItem(i); return &item })}
}

func (l *lists) addKubeRaw() {
	l.kubeRaw = kube.RawList{TypeMeta: kubeMeta, ListMeta: metav1.ListMeta{ResourceVersion: listResource},
		Items: fillSlice(l.n, func(i int) runtime.RawExtension { return runtime.RawExtension{Raw: []byte(rawItem(i).String())} })}
}

var kubeMeta = metav1.TypeMeta{Kind: listKind, APIVersion: listVersion}

// fillSlice makes n items of which the first are distinct.
func fillSlice[E any](n int, item func(i int) E) []E {
	out := make([]E, n)
	for i := range out {
		if i < distinct {
			out[i] = item(i)
		} else {
			out[i] = out[i-distinct]
		}
	}
	return out
}

func oursItem(i int) items.Item {
	return items.Item{Kind: "Carp", APIVersion: listVersion,
		Metadata: items.Meta{Name: fmt.Sprintf("carp-%04d", i), Namespace: fmt.Sprintf("pond-%02d", i%40),
			UID: fmt.Sprintf("3f1d9a52-77c0-4b6e-9a11-%012d", i), ResourceVersion: fmt.Sprint(700_000 + i), Generation: int64(i % 9)},
		Spec:   items.Spec{Image: "registry.example/fish/carp:1.4", Args: []string{"--depth=3", "--quiet"}, Replicas: int32(i % 5)},
		Status: items.Status{Phase: "Running", Ready: i%7 != 0},
	}
}

func kubeItem(i int) kube.Item {
	o := oursItem(i)
	return kube.Item{TypeMeta: metav1.TypeMeta{Kind: o.Kind, APIVersion: o.APIVersion}, Metadata: kube.Meta(o.Metadata), Spec: kube.Spec(o.Spec), Status: kube.Status(o.Status)}
}

func rawItem(i int) jsonwire.Raw {
	item := oursItem(i)
	text, _ := item.AppendJSON(nil) // it has no float, no foreign value: it cannot fail
	raw, _ := jsonwire.NewRaw(text)
	return raw
}

// listWriter writes a list to w.
type listWriter struct {
	name string
	role harness.Role
	note string
	// prepare makes its form of the list, for a process that needs no other.
	prepare func()
	write   func(w io.Writer) error
}

// ways are all ways to write the list.
func (l *lists) ways() []listWriter {
	stream, whole := newSerializer(true), newSerializer(false)
	return append(l.ours(),
		listWriter{name: "kube-stream-values", role: harness.Peer, prepare: l.addKube, write: func(w io.Writer) error { return stream.Encode(&l.kube, w) }},
		listWriter{name: "kube-stream-pointers", role: harness.Peer, prepare: l.addKubePointers, write: func(w io.Writer) error { return stream.Encode(&l.kubePointers, w) }},
		listWriter{name: "kube-stream-raw", role: harness.Peer, prepare: l.addKubeRaw, write: func(w io.Writer) error { return stream.Encode(&l.kubeRaw, w) }},
		listWriter{name: "kube-values", role: harness.Peer, prepare: l.addKube, write: func(w io.Writer) error { return whole.Encode(&l.kube, w) }},
		listWriter{name: "kube-raw", role: harness.Peer, prepare: l.addKubeRaw, write: func(w io.Writer) error { return whole.Encode(&l.kubeRaw, w) }},
		listWriter{name: "json.Marshal", role: harness.Peer, prepare: l.addKube, note: "without a newline", write: func(w io.Writer) error {
			b, err := json.Marshal(&l.kube)
			if err != nil {
				return err
			}
			_, err = w.Write(b)
			return err
		}},
		listWriter{name: "easyjson", role: harness.Peer, prepare: l.addEasy, note: "MarshalToWriter, without a newline", write: func(w io.Writer) error {
			_, err := easyjson.MarshalToWriter(&l.easy, w)
			return err
		}},
	)
}

func (l *lists) ours() []listWriter {
	ctx := context.Background()
	return []listWriter{
		{name: "ours-values", role: harness.Ours, prepare: l.addValues, write: func(w io.Writer) error {
			_, err := l.values.WriteList(ctx, w, nil)
			return err
		}},
		{name: "ours-pointers", role: harness.Ours, prepare: l.addPointers, write: func(w io.Writer) error {
			_, err := l.pointers.WriteList(ctx, w, nil)
			return err
		}},
		{name: "ours-raw", role: harness.Ours, prepare: l.addRaw, write: func(w io.Writer) error {
			_, err := l.raw.WriteList(ctx, w, nil)
			return err
		}},
		{name: "ours-iterator", role: harness.Ours, prepare: func() {
			l.pointers.Items = fillSlice(min(l.n, distinct), func(i int) *items.Item { item := oursItem(i); return &item })
		},
			note: "an iter.Seq that has a thousand items at hand", write: func(w io.Writer) error {
				_, err := message.WriteListSeq(ctx, w, &iteratorHead, l.each, nil)
				return err
			}},
		{name: "adapter", role: harness.Peer, prepare: l.addValues, note: "ours, with a slice of interfaces built first", write: func(w io.Writer) error {
			adapter := make([]jsonwire.DepthAppender, len(l.values.Items))
			for i := range adapter {
				adapter[i] = &l.values.Items[i]
			}
			_, err := message.WriteList(ctx, w, &iteratorHead, adapter, nil)
			return err
		}},
	}
}

// each yields n items, as a source does that has not all of them at once.
func (l *lists) each(yield func(*items.Item) bool) {
	at := l.pointers.Items
	for i := range l.n {
		if !yield(at[i%len(at)]) {
			return
		}
	}
}

var iteratorHead = items.Head{Kind: listKind, APIVersion: listVersion, Metadata: items.ListMeta{ResourceVersion: listResource}}

func newSerializer(stream bool) *kubejson.Serializer {
	return kubejson.NewSerializerWithOptions(kubejson.DefaultMetaFactory, nil, nil, kubejson.SerializerOptions{StreamingCollectionsEncoding: stream})
}
