// Package easy holds the list of the list tables as easyjson's users write it.
package easy

//go:generate go tool easyjson -no_std_marshalers lists.go

// Item is an object of about 250 bytes.
//
//easyjson:json
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
//easyjson:json
type List struct {
	Kind       string   `json:"kind,omitempty"`
	APIVersion string   `json:"apiVersion,omitempty"`
	Metadata   ListMeta `json:"metadata"`
	Items      []Item   `json:"items"`
}
