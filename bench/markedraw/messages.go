// Package markedraw holds the message that passes a diagnostic on as bytes. It has
// the reason of marked.CompilerMessage, and a package's reasons differ.
package markedraw

import (
	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

//go:generate go tool linefeed gen

// CompilerMessage passes a diagnostic on as the bytes that the compiler printed.
type CompilerMessage struct {
	_            message.Reason `reason:"compiler-message"`
	PackageID    string         `json:"package_id"`
	ManifestPath string         `json:"manifest_path"`
	Target       Target         `json:"target"`
	Message      jsonwire.Raw   `json:"message"`
}

// Target is what a message is about: one library, binary, test or example.
type Target struct {
	Kind             []string `json:"kind"`
	CrateTypes       []string `json:"crate_types"`
	Name             string   `json:"name"`
	SrcPath          string   `json:"src_path"`
	Edition          string   `json:"edition"`
	RequiredFeatures []string `json:"required-features,omitempty"`
	Doc              bool     `json:"doc"`
	Doctest          bool     `json:"doctest"`
	Test             bool     `json:"test"`
}
