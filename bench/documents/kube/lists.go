// Package kube holds the lists of the list tables as Kubernetes has them, plain
// structs for its serializer and for encoding/json.
package kube

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// Item is an object of about 250 bytes.
type Item struct {
	metav1.TypeMeta `json:",inline"`
	Metadata        Meta   `json:"metadata"`
	Spec            Spec   `json:"spec"`
	Status          Status `json:"status"`
}

// DeepCopyObject makes the type an object of Kubernetes.
func (i *Item) DeepCopyObject() runtime.Object { c := *i; return &c }

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

// List has its items by value.
type List struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Item `json:"items"`
}

// DeepCopyObject makes the type an object of Kubernetes.
func (l *List) DeepCopyObject() runtime.Object { c := *l; return &c }

// PointerList has pointers to its items.
type PointerList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []*Item `json:"items"`
}

// DeepCopyObject makes the type an object of Kubernetes.
func (l *PointerList) DeepCopyObject() runtime.Object { c := *l; return &c }

// RawList has items that are JSON already.
type RawList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []runtime.RawExtension `json:"items"`
}

// DeepCopyObject makes the type an object of Kubernetes.
func (l *RawList) DeepCopyObject() runtime.Object { c := *l; return &c }
