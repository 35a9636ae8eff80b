// Package items holds the lists of the list tables as linefeed's users write
// them. The shape is that of a list of Kubernetes objects.
package items

import "github.com/linefeed-go/linefeed/message/jsonwire"

//go:generate go tool linefeed gen

// Item is an object of about 250 bytes.
//
//linefeed:document
type Item struct {
	Kind       string `json:"kind,omitempty"`
	APIVersion string `json:"apiVersion,omitempty"`
	Metadata   Meta   `json:"metadata"`
	Spec       Spec   `json:"spec"`
	Status     Status `json:"status"`
}

// Meta is an object's name and version.
type Meta struct {
	Name            string `json:"name"`
	Namespace       string `json:"namespace"`
	UID             string `json:"uid"`
	ResourceVersion string `json:"resourceVersion"`
	Generation      int64  `json:"generation"`
}

// Spec is what an object should be.
type Spec struct {
	Image    string   `json:"image"`
	Args     []string `json:"args"`
	Replicas int32    `json:"replicas"`
	Paused   bool     `json:"paused"`
}

// Status is what an object is.
type Status struct {
	Phase string `json:"phase"`
	Ready bool   `json:"ready"`
}

// ListMeta is a list's version.
type ListMeta struct {
	ResourceVersion string `json:"resourceVersion,omitempty"`
}

// List has its items by value.
//
//linefeed:list
type List struct {
	Kind       string   `json:"kind,omitempty"`
	APIVersion string   `json:"apiVersion,omitempty"`
	Metadata   ListMeta `json:"metadata"`
	Items      []Item   `json:"items"`
}

// PointerList has pointers to its items.
//
//linefeed:list
type PointerList struct {
	Kind       string   `json:"kind,omitempty"`
	APIVersion string   `json:"apiVersion,omitempty"`
	Metadata   ListMeta `json:"metadata"`
	Items      []*Item  `json:"items"`
}

// RawList has items that are JSON already.
//
//linefeed:list
type RawList struct {
	Kind       string         `json:"kind,omitempty"`
	APIVersion string         `json:"apiVersion,omitempty"`
	Metadata   ListMeta       `json:"metadata"`
	Items      []jsonwire.Raw `json:"items"`
}

// Head is what stands before the items of a list that has none of its own: of
// an iterator's.
//
//linefeed:document
type Head struct {
	Kind       string   `json:"kind,omitempty"`
	APIVersion string   `json:"apiVersion,omitempty"`
	Metadata   ListMeta `json:"metadata"`
}
