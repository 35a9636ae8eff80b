package main

import "github.com/linefeed-go/linefeed/message"

//go:generate go run ../../cmd/linefeed gen

// PublishDiagnostics is the notification textDocument/publishDiagnostics of
// the Language Server Protocol 3.17: all problems of one file. It replaces what
// was published for that file before; an empty list clears it.
type PublishDiagnostics struct {
	_ message.Reason `reason:"textDocument/publishDiagnostics,key=method"`
	// JSONRPC is "2.0".
	JSONRPC string `json:"jsonrpc"`
	// Params is what the notification says.
	Params PublishParams `json:"params"`
}

// PublishParams are the diagnostics of one file.
type PublishParams struct {
	// URI is the file, a file: URI.
	URI string `json:"uri"`
	// Diagnostics are never null.
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// Diagnostic is one problem.
type Diagnostic struct {
	// Range is the place.
	Range Range `json:"range"`
	// Severity is 1 for an error, 2 for a warning, 3 for information.
	Severity int `json:"severity"`
	// Code is the problem's code; absent where it has none.
	Code string `json:"code,omitempty"`
	// Source is the tool; absent where it is not known.
	Source string `json:"source,omitempty"`
	// Message is the text, which may have several lines.
	Message string `json:"message"`
	// RelatedInformation are the remarks that have a place; absent for none.
	RelatedInformation []RelatedInformation `json:"relatedInformation,omitempty"`
}

// RelatedInformation is a remark on a diagnostic.
type RelatedInformation struct {
	// Location is what the remark is about.
	Location Location `json:"location"`
	// Message is the remark.
	Message string `json:"message"`
}

// Location is a place in any file.
type Location struct {
	// URI is the file, a file: URI.
	URI string `json:"uri"`
	// Range is the place in it.
	Range Range `json:"range"`
}

// Range is from Start up to End.
type Range struct {
	// Start is the position of the first character.
	Start Position `json:"start"`
	// End is the position behind the last one.
	End Position `json:"end"`
}

// Position is a point in a file. Both count from 0.
type Position struct {
	// Line is the line.
	Line int `json:"line"`
	// Character counts UTF-16 units from the start of the line.
	Character int `json:"character"`
}
