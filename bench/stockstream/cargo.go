// Package stockstream holds the messages of cargo's and go's recorded streams as
// a user of easyjson writes them: the reason is a field. They have the fields of
// message/cargo and message/gotest in the same order. Like package stock, its
// types are plain structs to the reflecting peers.
package stockstream

//go:generate go tool easyjson -all -no_std_marshalers cargo.go
//go:generate go tool easyjson -all -no_std_marshalers gotest.go

// BuildFinished ends a build.
type BuildFinished struct {
	Reason  string `json:"reason"`
	Success bool   `json:"success"`
}

// BuildScriptExecuted tells what a build script asked for.
type BuildScriptExecuted struct {
	Reason      string      `json:"reason"`
	PackageID   string      `json:"package_id"`
	LinkedLibs  []string    `json:"linked_libs"`
	LinkedPaths []string    `json:"linked_paths"`
	Cfgs        []string    `json:"cfgs"`
	Env         [][2]string `json:"env"`
	OutDir      string      `json:"out_dir"`
}

// CompilerArtifact tells of the files that a compilation unit has produced.
type CompilerArtifact struct {
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

// CompilerMessage is a diagnostic of the compiler.
type CompilerMessage struct {
	Reason       string     `json:"reason"`
	PackageID    string     `json:"package_id"`
	ManifestPath string     `json:"manifest_path"`
	Target       Target     `json:"target"`
	Message      Diagnostic `json:"message"`
}

// Target is what a message is about: one library, binary, test or example.
type Target struct {
	Kind             []string `json:"kind"`
	CrateTypes       []string `json:"crate_types"`
	Name             string   `json:"name"`
	SrcPath          *string  `json:"src_path"`
	Edition          string   `json:"edition"`
	RequiredFeatures []string `json:"required-features,omitempty"`
	Doc              bool     `json:"doc"`
	Doctest          bool     `json:"doctest"`
	Test             bool     `json:"test"`
}

// Profile is how a target was compiled. DebugInfo is a number or a string.
type Profile struct {
	OptLevel        string `json:"opt_level"`
	DebugInfo       any    `json:"debuginfo"`
	DebugAssertions bool   `json:"debug_assertions"`
	OverflowChecks  bool   `json:"overflow_checks"`
	Test            bool   `json:"test"`
}

// Diagnostic is one finding of the compiler.
type Diagnostic struct {
	Rendered    string          `json:"rendered"`
	MessageType string          `json:"$message_type,omitempty"`
	Children    []SubDiagnostic `json:"children"`
	Level       string          `json:"level"`
	Message     string          `json:"message"`
	Spans       []Span          `json:"spans"`
	Code        *DiagnosticCode `json:"code"`
}

// SubDiagnostic belongs to a Diagnostic.
type SubDiagnostic struct {
	Children []SubDiagnostic `json:"children"`
	Code     *DiagnosticCode `json:"code"`
	Level    string          `json:"level"`
	Message  string          `json:"message"`
	Rendered *string         `json:"rendered"`
	Spans    []Span          `json:"spans"`
}

// DiagnosticCode names the rule behind a diagnostic.
type DiagnosticCode struct {
	Code        string  `json:"code"`
	Explanation *string `json:"explanation"`
}

// Span is a place in a source file.
type Span struct {
	ByteEnd                 int        `json:"byte_end"`
	ByteStart               int        `json:"byte_start"`
	ColumnEnd               int        `json:"column_end"`
	ColumnStart             int        `json:"column_start"`
	Expansion               *Expansion `json:"expansion"`
	FileName                string     `json:"file_name"`
	IsPrimary               bool       `json:"is_primary"`
	Label                   *string    `json:"label"`
	LineEnd                 int        `json:"line_end"`
	LineStart               int        `json:"line_start"`
	SuggestedReplacement    *string    `json:"suggested_replacement"`
	SuggestionApplicability *string    `json:"suggestion_applicability"`
	Text                    []SpanLine `json:"text"`
}

// SpanLine is a line of source with the part that is meant.
type SpanLine struct {
	HighlightEnd   int    `json:"highlight_end"`
	HighlightStart int    `json:"highlight_start"`
	Text           string `json:"text"`
}

// Expansion tells of a macro.
type Expansion struct {
	DefSiteSpan   *Span  `json:"def_site_span"`
	MacroDeclName string `json:"macro_decl_name"`
	Span          Span   `json:"span"`
}
