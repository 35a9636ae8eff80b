package kubelist

import "github.com/linefeed-go/linefeed/message"

// TypeMeta says what an object is.
type TypeMeta struct {
	Kind       string `json:"kind,omitempty"`
	APIVersion string `json:"apiVersion,omitempty"`
}

// ListMeta is the metadata of a list.
type ListMeta struct {
	ResourceVersion    string `json:"resourceVersion,omitempty"`
	Continue           string `json:"continue,omitempty"`
	RemainingItemCount *int64 `json:"remainingItemCount,omitempty"`
}

// ObjectMeta is the metadata of an object.
type ObjectMeta struct {
	Name      string `json:"name,omitempty"`
	Namespace string `json:"namespace,omitempty"`
}

// Carp is an object of the usual form.
type Carp struct {
	TypeMeta
	Metadata ObjectMeta `json:"metadata"`
	Spec     CarpSpec   `json:"spec"`
	Status   CarpStatus `json:"status"`
}

// CarpSpec is what a Carp should be.
type CarpSpec struct {
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
}

// CarpStatus is what a Carp is.
type CarpStatus struct {
	Conditions []string `json:"conditions,omitempty"`
}

// CarpList is a list of values.
//
//linefeed:list
type CarpList struct {
	TypeMeta
	Metadata ListMeta `json:"metadata"`
	Items    []Carp   `json:"items"`
}

// CarpPointerList is a list of pointers.
//
//linefeed:list
type CarpPointerList struct {
	TypeMeta
	Metadata ListMeta `json:"metadata"`
	Items    []*Carp  `json:"items"`
}

// Numbers is an object with numbers of all kinds.
type Numbers struct {
	TypeMeta
	Metadata ObjectMeta `json:"metadata"`
	Int      int
	Float32  float32
	Float64  float64
}

// NumbersList is a list of Numbers.
//
//linefeed:list
type NumbersList struct {
	TypeMeta
	Metadata ListMeta  `json:"metadata"`
	Items    []Numbers `json:"items"`
}

// Bytes is an object with a slice and an array of bytes.
type Bytes struct {
	TypeMeta
	Metadata ObjectMeta `json:"metadata"`
	Slice    []byte
	Array    [3]byte
}

// BytesList is a list of Bytes.
//
//linefeed:list
type BytesList struct {
	TypeMeta
	Metadata ListMeta `json:"metadata"`
	Items    []Bytes  `json:"items"`
}

// LongList has a member behind its items, so it is no list that can be
// streamed.
type LongList struct {
	TypeMeta
	Metadata        ListMeta `json:"metadata"`
	Items           []Carp   `json:"items"`
	AdditionalField int
}

// Event carries objects on a stream, as Kubernetes' watches do.
//
//linefeed:document
type Event struct {
	_        message.Reason   `reason:"kube-event"`
	Type     string           `json:"type"`
	Carps    *CarpList        `json:"carps,omitempty"`
	Pointers *CarpPointerList `json:"pointers,omitempty"`
	Numbers  *NumbersList     `json:"numbers,omitempty"`
	Bytes    *BytesList       `json:"bytes,omitempty"`
	Long     *LongList        `json:"long,omitempty"`
}
