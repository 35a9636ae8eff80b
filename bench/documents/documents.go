// Package documents is the tables of whole JSON documents: a command's result in
// its envelope, beside the Rust baseline's, and a list, beside Kubernetes'
// streaming encoder.
package documents

import "github.com/linefeed-go/linefeed/bench/harness"

const (
	envelopePart = "documents"
	listPart     = "lists"
)

// Part returns the table of a result in its envelope.
func Part() *harness.Part {
	return &harness.Part{
		Name: envelopePart, Title: "A result in its envelope", Cases: envelopeCases, Chart: true,
		About: "`{\"ok\":true,\"data\":[rows]}`, laid out with two blanks a level; rows x bytes of each row's text. *base* builds a tree of maps and prints that, " +
			"as its Rust namesake does; *head* borrows the rows. *output* is the document's bytes. *peak heap* is what one operation holds at most beyond its " +
			"input and what is kept from one to the next: it is no more than all that is requested with empty pools and no collector, and where that is more than 1 MiB, " +
			"no more than what a collector that never rests finds alive.",
	}
}

// ListPart returns the table of a list.
func ListPart() *harness.Part {
	return &harness.Part{
		Name: listPart, Title: "A list", Cases: listCases, Chart: true,
		About: "`{\"kind\":...,\"apiVersion\":...,\"metadata\":...,\"items\":[...]}` with items of about 250 bytes, to a writer that only counts. *ours* has items by value, " +
			"by pointer, as JSON that is there already, and from an iterator; *adapter* is ours with a slice of interfaces built first. *kube* is Kubernetes' " +
			"`Serializer.Encode`, *kube-stream* with its streaming of collections. *output* is the document's bytes, *writes* are calls of Write. A million items: " +
			"each operation runs in a process of its own; *RSS growth* is by how much its peak of resident memory grows over what the items and a first short list took.",
	}
}
