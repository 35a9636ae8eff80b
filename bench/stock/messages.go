// Package stock holds the message types as a user of easyjson writes them: the
// reason is a field that every caller has to fill. Its marshalers are what
// easyjson's own generator writes. The methods are MarshalEasyJSON only, so
// encoding/json and the other reflecting peers see the same types as plain
// structs.
package stock

import "encoding/json"

//go:generate go tool easyjson -all -no_std_marshalers messages.go

// BuildFinished ends a build, its reason being an ordinary first field.
type BuildFinished struct {
	Reason  string `json:"reason"`
	Success bool   `json:"success"`
}

// BuildFinishedBody is the same without its reason, which the splicing way adds to the text.
type BuildFinishedBody struct {
	Success bool `json:"success"`
}

// Artifact tells of the files that a compilation unit has produced, its reason being an ordinary first field.
type Artifact struct {
	Reason       string   `json:"reason"`
	PackageID    string   `json:"package_id"`
	ManifestPath string   `json:"manifest_path"`
	Target       Target   `json:"target"`
	Profile      Profile  `json:"profile"`
	Features     []string `json:"features"`
	Filenames    []string `json:"filenames"`
	Executable   *string  `json:"executable"`
	Fresh        bool     `json:"fresh"`
}

// ArtifactBody is the same without its reason, which the splicing way adds to the text.
type ArtifactBody struct {
	PackageID    string   `json:"package_id"`
	ManifestPath string   `json:"manifest_path"`
	Target       Target   `json:"target"`
	Profile      Profile  `json:"profile"`
	Features     []string `json:"features"`
	Filenames    []string `json:"filenames"`
	Executable   *string  `json:"executable"`
	Fresh        bool     `json:"fresh"`
}

// CompilerMessage is a diagnostic of the compiler, its reason being an ordinary first field.
type CompilerMessage struct {
	Reason       string     `json:"reason"`
	PackageID    string     `json:"package_id"`
	ManifestPath string     `json:"manifest_path"`
	Target       Target     `json:"target"`
	Message      Diagnostic `json:"message"`
}

// CompilerMessageBody is the same without its reason, which the splicing way adds to the text.
type CompilerMessageBody struct {
	PackageID    string     `json:"package_id"`
	ManifestPath string     `json:"manifest_path"`
	Target       Target     `json:"target"`
	Message      Diagnostic `json:"message"`
}

// RawMessage passes a diagnostic on as the bytes that the compiler printed, its reason being an ordinary first field.
type RawMessage struct {
	Reason       string          `json:"reason"`
	PackageID    string          `json:"package_id"`
	ManifestPath string          `json:"manifest_path"`
	Target       Target          `json:"target"`
	Message      json.RawMessage `json:"message"`
}

// RawMessageBody is the same without its reason, which the splicing way adds to the text.
type RawMessageBody struct {
	PackageID    string          `json:"package_id"`
	ManifestPath string          `json:"manifest_path"`
	Target       Target          `json:"target"`
	Message      json.RawMessage `json:"message"`
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

// Profile is how a target was compiled.
type Profile struct {
	OptLevel        string  `json:"opt_level"`
	Debuginfo       *uint32 `json:"debuginfo"`
	DebugAssertions bool    `json:"debug_assertions"`
	OverflowChecks  bool    `json:"overflow_checks"`
	Test            bool    `json:"test"`
}

// Diagnostic is one finding of the compiler with what belongs to it.
type Diagnostic struct {
	// MessageType is set in the outermost diagnostic only.
	MessageType string       `json:"$message_type,omitempty"`
	Message     string       `json:"message"`
	Code        *Code        `json:"code"`
	Level       string       `json:"level"`
	Spans       []Span       `json:"spans"`
	Children    []Diagnostic `json:"children"`
	Rendered    *string      `json:"rendered"`
}

// Code names the rule behind a diagnostic.
type Code struct {
	Code        string  `json:"code"`
	Explanation *string `json:"explanation"`
}

// Span is a place in a source file.
type Span struct {
	FileName                string       `json:"file_name"`
	ByteStart               uint32       `json:"byte_start"`
	ByteEnd                 uint32       `json:"byte_end"`
	LineStart               uint32       `json:"line_start"`
	LineEnd                 uint32       `json:"line_end"`
	ColumnStart             uint32       `json:"column_start"`
	ColumnEnd               uint32       `json:"column_end"`
	IsPrimary               bool         `json:"is_primary"`
	Text                    []SourceLine `json:"text"`
	Label                   *string      `json:"label"`
	SuggestedReplacement    *string      `json:"suggested_replacement"`
	SuggestionApplicability *string      `json:"suggestion_applicability"`
	Expansion               *Expansion   `json:"expansion"`
}

// SourceLine is a line of source with the part that is meant.
type SourceLine struct {
	Text           string `json:"text"`
	HighlightStart uint32 `json:"highlight_start"`
	HighlightEnd   uint32 `json:"highlight_end"`
}

// Expansion would tell of a macro; it is always null in the fixtures.
type Expansion struct{}
