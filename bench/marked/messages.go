// Package marked holds the message types as a user of linefeed writes them: the
// first field marks the reason, the marshalers beside them are generated.
package marked

import "github.com/linefeed-go/linefeed/message"

//go:generate go tool linefeed gen

// BuildFinished ends a build.
type BuildFinished struct {
	_       message.Reason `reason:"build-finished"`
	Success bool           `json:"success"`
}

// Artifact tells of the files that a compilation unit has produced.
type Artifact struct {
	_            message.Reason `reason:"compiler-artifact"`
	PackageID    string         `json:"package_id"`
	ManifestPath string         `json:"manifest_path"`
	Target       Target         `json:"target"`
	Profile      Profile        `json:"profile"`
	Features     []string       `json:"features"`
	Filenames    []string       `json:"filenames"`
	Executable   *string        `json:"executable"`
	Fresh        bool           `json:"fresh"`
}

// CompilerMessage is a diagnostic of the compiler.
type CompilerMessage struct {
	_            message.Reason `reason:"compiler-message"`
	PackageID    string         `json:"package_id"`
	ManifestPath string         `json:"manifest_path"`
	Target       Target         `json:"target"`
	Message      Diagnostic     `json:"message"`
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
