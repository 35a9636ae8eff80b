package kubelist_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/internal/kubelist"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// Short names for the tables.
type (
	ul  = kubelist.UnstructuredList
	un  = kubelist.Unstructured
	obj = map[string]any
)

func items(objects ...obj) []un {
	list := make([]un, len(objects))
	for i, o := range objects {
		list[i] = un{Object: o}
	}
	return list
}

// doubled has two members of one name, which cancel each other. The generator
// refuses such a type, and so does vet, so it is made here; reflection treats
// it as encoding/json does.
func doubled() any {
	text := reflect.TypeFor[string]()
	return reflect.New(reflect.StructOf([]reflect.StructField{
		{Name: "Metadata", Type: reflect.TypeFor[kubelist.ObjectMeta](), Tag: `json:"metadata"`},
		{Name: "A", Type: text, Tag: `json:"key"`},
		{Name: "B", Type: text, Tag: `json:"key"`},
	})).Interface()
}

// marshaling is a list with a marshaler of its own, which no stream may bypass.
type marshaling struct{ kubelist.CarpList }

func (marshaling) MarshalJSON() ([]byte, error) { return []byte(`"marshallJSON"`), nil }

// marshalingItem is an item with a marshaler of its own.
type marshalingItem struct{}

func (marshalingItem) MarshalJSON() ([]byte, error) { return []byte(`"marshallJSON"`), nil }

// list is a typed list with a metadata of its own kind of items.
func list[E any](items ...E) *kubelist.List[E] { return &kubelist.List[E]{Items: items} }

// streamed writes v in the way that tools stream it: lists that can be are,
// all else is written whole. A list with a marshaler of its own is not asked
// for WriteList, although it inherits one.
func streamed(w io.Writer, v any, opts *message.ListOptions) (bool, error) {
	_, own := v.(marshaling)
	if l, ok := v.(kubelist.Lister); ok && !own {
		_, err := l.WriteList(context.Background(), w, opts)
		return true, err
	}
	return false, message.WriteDocument(w, v, nil)
}

// The results that the tests of Kubernetes' streaming encoder demand: the same
// bytes streamed and whole, streamed where Kubernetes streams.
func TestCollections(t *testing.T) {
	one, rv := int64(1), kubelist.ListMeta{ResourceVersion: "2345"}
	paged := kubelist.ListMeta{ResourceVersion: "2345", Continue: "abc", RemainingItemCount: &one}
	kind := kubelist.TypeMeta{Kind: "List", APIVersion: "v1"}
	pod := kubelist.Carp{TypeMeta: kubelist.TypeMeta{Kind: "Carp", APIVersion: "v1"}, Metadata: kubelist.ObjectMeta{Name: "pod", Namespace: "default"}}
	pod2 := pod
	pod2.Metadata.Name = "pod2"
	const podJSON = `{"kind":"Carp","apiVersion":"v1","metadata":{"name":"pod","namespace":"default"},"spec":{},"status":{}}`
	pod2JSON := strings.Replace(podJSON, `"pod"`, `"pod2"`, 1)
	podObject := obj{"kind": "Carp", "apiVersion": "v1", "metadata": obj{"name": "pod", "namespace": "default"}}
	pod2Object := obj{"kind": "Carp", "apiVersion": "v1", "metadata": obj{"name": "pod2", "namespace": "default"}}
	const podObjectJSON = `{"apiVersion":"v1","kind":"Carp","metadata":{"name":"pod","namespace":"default"}}`
	pod2ObjectJSON := strings.Replace(podObjectJSON, `"pod"`, `"pod2"`, 1)
	numbers := obj{"int": 1, "float32": float32(1), "float64": 1.1}
	bytesObject := obj{"slice": []byte{1, 2, 3}, "array": [3]byte{1, 2, 3}}
	emptyMeta := func(s kubelist.CarpSpec, st kubelist.CarpStatus) *kubelist.CarpList {
		return &kubelist.CarpList{Items: []kubelist.Carp{{Spec: s, Status: st}}}
	}
	const oneEmpty = `{"metadata":{},"items":[{"metadata":{},"spec":{},"status":{}}]}`

	for _, c := range []struct {
		name     string
		in       any
		streamed bool
		want     string
	}{
		{"numbers in an item", &kubelist.NumbersList{Items: []kubelist.Numbers{{Int: 1, Float32: 1, Float64: 1.1}}}, true, `{"metadata":{},"items":[{"metadata":{},"Int":1,"Float32":1,"Float64":1.1}]}`},
		{"unstructured, numbers in the list", &ul{Object: numbers}, true, `{"float32":1,"float64":1.1,"int":1,"items":[]}`},
		{"unstructured, numbers in an item", &ul{Items: items(numbers)}, true, `{"items":[{"float32":1,"float64":1.1,"int":1}]}`},
		{"two members of one name", list(doubled()), true, `{"metadata":{},"items":[{"metadata":{}}]}`},
		{"unstructured, invalid UTF-8 in the list", &ul{Object: obj{"key": "\x80"}}, true, `{"items":[],"key":"\ufffd"}`},
		{"unstructured, invalid UTF-8 in an item", &ul{Items: items(obj{"key": "\x80"})}, true, `{"items":[{"key":"\ufffd"}]}`},
		{"nil items", &kubelist.CarpList{}, true, `{"metadata":{},"items":null}`},
		{"nil conditions", emptyMeta(kubelist.CarpSpec{}, kubelist.CarpStatus{Conditions: nil}), true, oneEmpty},
		{"empty conditions", emptyMeta(kubelist.CarpSpec{}, kubelist.CarpStatus{Conditions: []string{}}), true, oneEmpty},
		{"nil selector", emptyMeta(kubelist.CarpSpec{NodeSelector: nil}, kubelist.CarpStatus{}), true, oneEmpty},
		{"empty selector", emptyMeta(kubelist.CarpSpec{NodeSelector: map[string]string{}}, kubelist.CarpStatus{}), true, oneEmpty},
		{"empty items", &kubelist.CarpList{Items: []kubelist.Carp{}}, true, `{"metadata":{},"items":[]}`},
		{"unstructured, nil items", &ul{Object: obj{}, Items: nil}, true, `{"items":[]}`},
		{"unstructured, empty items", &ul{Object: obj{}, Items: []un{}}, true, `{"items":[]}`},
		{"unstructured, nil object", &ul{Items: []un{}}, true, `{"items":[]}`},
		{"unstructured, empty object", &ul{Object: obj{}}, true, `{"items":[]}`},
		{"unstructured, zero", &ul{}, true, `{"items":[]}`},
		{"unstructured, nil slice in an item", &ul{Items: items(obj{"slice": []any(nil)})}, true, `{"items":[{"slice":null}]}`},
		{"unstructured, empty slice in an item", &ul{Items: items(obj{"slice": []any{}})}, true, `{"items":[{"slice":[]}]}`},
		{"unstructured, nil map in an item", &ul{Items: items(obj{"map": obj(nil)})}, true, `{"items":[{"map":null}]}`},
		{"unstructured, empty map in an item", &ul{Items: items(obj{"map": obj{}})}, true, `{"items":[{"map":{}}]}`},
		{"unstructured, nil slice in the list", &ul{Object: obj{"slice": []any(nil)}}, true, `{"items":[],"slice":null}`},
		{"unstructured, empty slice in the list", &ul{Object: obj{"slice": []any{}}}, true, `{"items":[],"slice":[]}`},
		{"unstructured, nil map in the list", &ul{Object: obj{"map": obj(nil)}}, true, `{"items":[],"map":null}`},
		{"unstructured, empty map in the list", &ul{Object: obj{"map": obj{}}}, true, `{"items":[],"map":{}}`},
		{"list with a marshaler", marshaling{}, false, `"marshallJSON"`},
		{"item with a marshaler", list(marshalingItem{}), true, `{"metadata":{},"items":["marshallJSON"]}`},
		{"bytes in an item", &kubelist.BytesList{Items: []kubelist.Bytes{{Slice: []byte{1, 2, 3}, Array: [3]byte{1, 2, 3}}}}, true, `{"metadata":{},"items":[{"metadata":{},"Slice":"AQID","Array":[1,2,3]}]}`},
		{"unstructured, bytes in the list", &ul{Object: bytesObject}, true, `{"array":[1,2,3],"items":[],"slice":"AQID"}`},
		{"unstructured, bytes in an item", &ul{Items: items(bytesObject)}, true, `{"items":[{"array":[1,2,3],"slice":"AQID"}]}`},
		{"kind only", &kubelist.CarpList{TypeMeta: kubelist.TypeMeta{Kind: "List"}}, true, `{"kind":"List","metadata":{},"items":null}`},
		{"apiVersion only", &kubelist.CarpList{TypeMeta: kubelist.TypeMeta{APIVersion: "v1"}}, true, `{"apiVersion":"v1","metadata":{},"items":null}`},
		{"no elements", &kubelist.CarpList{TypeMeta: kind, Metadata: rv, Items: []kubelist.Carp{}}, true, `{"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":"2345"},"items":[]}`},
		{"one element and continue", &kubelist.CarpList{TypeMeta: kind, Metadata: paged, Items: []kubelist.Carp{pod}}, true,
			`{"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":"2345","continue":"abc","remainingItemCount":1},"items":[` + podJSON + `]}`},
		{"two elements", &kubelist.CarpList{TypeMeta: kind, Metadata: rv, Items: []kubelist.Carp{pod, pod2}}, true,
			`{"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":"2345"},"items":[` + podJSON + `,` + pod2JSON + `]}`},
		{"a member behind the items", &kubelist.LongList{TypeMeta: kind, Metadata: rv, Items: []kubelist.Carp{}}, false,
			`{"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":"2345"},"items":[],"AdditionalField":0}`},
		{"no list", &kubelist.Carp{TypeMeta: kind}, false, `{"kind":"List","apiVersion":"v1","metadata":{},"spec":{},"status":{}}`},
		{"unstructured, kind only", &ul{Object: obj{"kind": "List"}}, true, `{"items":[],"kind":"List"}`},
		{"unstructured, apiVersion only", &ul{Object: obj{"apiVersion": "v1"}}, true, `{"apiVersion":"v1","items":[]}`},
		{"unstructured, no elements", &ul{Object: obj{"kind": "List", "apiVersion": "v1", "metadata": obj{"resourceVersion": "2345"}}}, true,
			`{"apiVersion":"v1","items":[],"kind":"List","metadata":{"resourceVersion":"2345"}}`},
		{"unstructured, one element and continue",
			&ul{Object: obj{"kind": "List", "apiVersion": "v1", "metadata": obj{"resourceVersion": "2345", "continue": "abc", "remainingItemCount": "1"}}, Items: items(podObject)}, true,
			`{"apiVersion":"v1","items":[` + podObjectJSON + `],"kind":"List","metadata":{"continue":"abc","remainingItemCount":"1","resourceVersion":"2345"}}`},
		{"unstructured, two elements",
			&ul{Object: obj{"kind": "List", "apiVersion": "v1", "metadata": obj{"resourceVersion": "2345"}}, Items: items(podObject, pod2Object)}, true,
			`{"apiVersion":"v1","items":[` + podObjectJSON + `,` + pod2ObjectJSON + `],"kind":"List","metadata":{"resourceVersion":"2345"}}`},
		{"unstructured, items in the object as well", &ul{Object: obj{"items": []any{obj{"name": "pod"}}}, Items: items(obj{"name": "pod2"})}, true, `{"items":[{"name":"pod2"}]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var whole bytes.Buffer
			require.NoError(t, message.WriteDocument(&whole, c.in, nil))
			assert.Equal(t, c.want+"\n", whole.String(), "whole")
			for _, flush := range []int{0, 1} {
				var out bytes.Buffer
				stream, err := streamed(&out, c.in, &message.ListOptions{FlushSize: flush})
				require.NoError(t, err)
				assert.Equal(t, c.streamed, stream)
				assert.Equal(t, c.want+"\n", out.String(), "streamed")
			}
			// What the lists hold is an ordinary value to encoding/json, too.
			std, err := json.Marshal(c.in)
			require.NoError(t, err)
			assert.JSONEq(t, string(std), c.want)
		})
	}
}

// texting is a list with a text of its own. (The generator gives no WriteList
// to a type with a marshaler somebody wrote, so no stream bypasses it.)
type texting struct{ kubelist.List[int] }

func (texting) MarshalText() ([]byte, error) { return []byte("text"), nil }

// embedded holds its items in an embedded struct that has the member's name.
type embedded struct {
	kubelist.TypeMeta
	Metadata kubelist.ListMeta `json:"metadata"`
	Inner    `json:"items"`
}

// Inner is embedded under a name, so it is one member.
type Inner struct{ Items []int }

// The inputs for which Kubernetes' two encoders were seen to differ. Ours give
// the same bytes, or nothing and an error, both ways.
func TestSameBothWays(t *testing.T) {
	nan := kubelist.Numbers{Float64: math.NaN()}
	badEvent := obj{"v": math.Inf(1)}
	for _, c := range []struct {
		name string
		in   any
		want string // "" is an error
		is   error
	}{
		{"raw and object", list(kubelist.RawExtension{Raw: []byte(`{"raw": 1}`), Object: obj{"object": 2}}), `{"metadata":{},"items":[{"raw":1}]}`, nil},
		{"raw is CBOR", list(kubelist.RawExtension{Raw: []byte("\xd9\xd9\xf7\xa1\x61a\x01")}), "", jsonwire.ErrSyntax},
		{"raw is empty", list(kubelist.RawExtension{Raw: []byte{}}), "", jsonwire.ErrSyntax},
		{"raw is rubbish", list(kubelist.RawExtension{Raw: []byte(`@@`)}), "", jsonwire.ErrSyntax},
		{"raw is cut", list(kubelist.RawExtension{Raw: []byte(`{"a":`)}), "", jsonwire.ErrSyntax},
		{"nil interface", list[kubelist.Lister](&kubelist.CarpList{}, nil), `{"metadata":{},"items":[{"metadata":{},"items":null},null]}`, nil},
		{"nil list", (*ul)(nil), `null`, nil},
		{"nil typed list", (*kubelist.CarpList)(nil), `null`, nil},
		{"items of an embedded struct", &embedded{Inner: Inner{[]int{1}}}, `{"metadata":{},"items":{"Items":[1]}}`, nil},
		{"list with a text", texting{}, `"text"`, nil},
		{"bad item", &kubelist.NumbersList{Items: []kubelist.Numbers{{}, nan}}, "", jsonwire.ErrFloat},
		{"bad pointer", list(&nan), "", jsonwire.ErrFloat},
		{"bad object behind raw", list(kubelist.RawExtension{Object: badEvent}), "", jsonwire.ErrFloat},
		{"bad unstructured item", &ul{Items: items(obj{}, badEvent)}, "", jsonwire.ErrFloat},
		{"bad member before the items", &ul{Object: obj{"a": math.NaN()}, Items: items(obj{})}, "", jsonwire.ErrFloat},
		{"bad member behind the items", &ul{Object: obj{"kind": math.NaN()}, Items: items(obj{}, obj{})}, "", jsonwire.ErrFloat},
		// And those where Kubernetes' encoders agree.
		{"nil pointer", &kubelist.CarpPointerList{Items: []*kubelist.Carp{nil}}, `{"metadata":{},"items":[null]}`, nil},
		{"neither raw nor object", list(kubelist.RawExtension{}), `{"metadata":{},"items":[null]}`, nil},
		{"typed nil object", list(kubelist.RawExtension{Object: (*kubelist.Carp)(nil)}), `{"metadata":{},"items":[null]}`, nil},
		{"raw null", list(kubelist.RawExtension{Raw: []byte(` null `)}), `{"metadata":{},"items":[null]}`, nil},
		{"raw is compacted", list(kubelist.RawExtension{Raw: []byte("{\"b\": 1,  \"a\":\"\u2028\"}")}), `{"metadata":{},"items":[{"b":1,"a":"\u2028"}]}`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var whole bytes.Buffer
			wholeErr := message.WriteDocument(&whole, c.in, nil)
			var stream bytes.Buffer
			_, streamErr := streamed(&stream, c.in, nil)
			if c.want == "" {
				assert.ErrorIs(t, wholeErr, c.is)
				assert.ErrorIs(t, streamErr, c.is)
				assert.Zero(t, whole.Len()+stream.Len(), "nothing is written")
				return
			}
			require.NoError(t, errors.Join(wholeErr, streamErr))
			assert.Equal(t, c.want+"\n", whole.String(), "whole")
			assert.Equal(t, c.want+"\n", stream.String(), "streamed")
		})
	}
}

// With HTML escaping, as Kubernetes has it, both ways agree as well.
func TestEscapeHTMLBothWays(t *testing.T) {
	in := list(kubelist.RawExtension{Raw: []byte(`{"b": 1,  "a":"<"}`)}, kubelist.RawExtension{Object: "&\x00>"})
	const want = `{"metadata":{},"items":[{"b":1,"a":"\u003c"},"\u0026\u0000\u003e"]}` + "\n"
	var whole, stream bytes.Buffer
	require.NoError(t, message.WriteDocument(&whole, in, &message.ResultOptions{EscapeHTML: true}))
	_, err := in.WriteList(context.Background(), &stream, &message.ListOptions{EscapeHTML: true})
	require.NoError(t, err)
	assert.Equal(t, want, whole.String())
	assert.Equal(t, want, stream.String())
}

// An event on a stream carries the same lists.
func TestEvent(t *testing.T) {
	var out bytes.Buffer
	e := message.NewEmitter(&out, nil)
	require.NoError(t, e.Emit(&kubelist.Event{Type: "ADDED", Carps: &kubelist.CarpList{Items: []kubelist.Carp{}}}))
	assert.Equal(t, `{"reason":"kube-event","type":"ADDED","carps":{"metadata":{},"items":[]}}`+"\n", out.String())
}
