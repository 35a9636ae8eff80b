package cargo

// Diagnostic is one diagnostic of rustc, as its --error-format=json prints it
// (the rustc book, chapter "JSON Output") and as cargo passes it on.
//
// cargo writes its members in two orders. With the message formats json and
// json-diagnostic-short it writes the diagnostic anew: rendered,
// $message_type, children, level, message, spans, code, and everything inside
// in the order of the alphabet. With
// json-diagnostic-rendered-ansi it passes on what rustc wrote: $message_type,
// message, code, level, spans, children, rendered. The fields here stand in
// the first order: of 98 diagnostics recorded with cargo 1.95 86 had it. Both
// are read, and the second comes back as the same value in the first order.
type Diagnostic struct {
	// Rendered is the diagnostic as rustc prints it for people, with line
	// breaks, and with ANSI escapes where the message format asks for them.
	Rendered string `json:"rendered"`
	// MessageType is "diagnostic". Absent (empty) in older releases of rustc
	// (it came with rust-lang/rust#115691).
	MessageType string `json:"$message_type,omitempty"`
	// Children are notes and helps that belong to the diagnostic; empty, not
	// null, when there are none.
	Children []SubDiagnostic `json:"children"`
	// Level is how severe it is.
	Level Level `json:"level"`
	// Message is the text, without level and code.
	Message string `json:"message"`
	// Spans are the places in the source; empty, not null, when there are
	// none, as for a fault of the linker.
	Spans []Span `json:"spans"`
	// Code names the error or the lint, null (nil) when it has none.
	Code *DiagnosticCode `json:"code"`
}

// SubDiagnostic is a note or a help below a [Diagnostic].
type SubDiagnostic struct {
	// Children is empty in everything recorded; rustc nests one level deep.
	Children []SubDiagnostic `json:"children"`
	// Code is null (nil) in everything recorded.
	Code *DiagnosticCode `json:"code"`
	// Level is "note" or "help", seldom another.
	Level Level `json:"level"`
	// Message is the text.
	Message string `json:"message"`
	// Rendered is null (nil) in everything recorded: the rendering of the
	// whole stands in the parent.
	Rendered *string `json:"rendered"`
	// Spans are the places in the source; empty, not null, when there are
	// none.
	Spans []Span `json:"spans"`
}

// Level is the severity of a diagnostic. Further values may come.
type Level string

// The levels of rustc.
const (
	LevelError       Level = "error"
	LevelWarning     Level = "warning"
	LevelNote        Level = "note"
	LevelHelp        Level = "help"
	LevelFailureNote Level = "failure-note"                   // what to do about an error, such as rustc --explain
	LevelICE         Level = "error: internal compiler error" // a fault of the compiler itself
)

// DiagnosticCode names an error or a lint.
type DiagnosticCode struct {
	// Code is an error code such as "E0308" or the name of a lint such as
	// "unused_variables" or "clippy::needless_return".
	Code string `json:"code"`
	// Explanation is the long text about an error code, null (nil) when there
	// is none, as for lints.
	Explanation *string `json:"explanation"`
}

// Span is a place in a source file.
type Span struct {
	// ByteEnd is the 0-based offset in bytes of the place's end (exclusive).
	ByteEnd int `json:"byte_end"`
	// ByteStart is the 0-based offset in bytes of the place's start.
	ByteStart int `json:"byte_start"`
	// ColumnEnd is the 1-based column of the end (exclusive), counted in
	// Unicode scalar values, neither bytes nor UTF-16 units.
	ColumnEnd int `json:"column_end"`
	// ColumnStart is the 1-based column of the start, counted in Unicode
	// scalar values.
	ColumnStart int `json:"column_start"`
	// Expansion is the macro expansion the place lies in, null (nil) outside
	// of macros.
	Expansion *Expansion `json:"expansion"`
	// FileName is the file's path, relative to the root of the workspace
	// unless it lies outside; for code of macros of the standard library it
	// may name a file that does not exist.
	FileName string `json:"file_name"`
	// IsPrimary marks the place the diagnostic is about, against places that
	// explain it. More than one can be primary.
	IsPrimary bool `json:"is_primary"`
	// Label is the text at the place, null (nil) when there is none.
	Label *string `json:"label"`
	// LineEnd is the 1-based line of the end (inclusive).
	LineEnd int `json:"line_end"`
	// LineStart is the 1-based line of the start.
	LineStart int `json:"line_start"`
	// SuggestedReplacement is what to put in the place's stead, null (nil)
	// when nothing is suggested, empty when the place is to be removed.
	SuggestedReplacement *string `json:"suggested_replacement"`
	// SuggestionApplicability says whether a program may apply the
	// suggestion, null (nil) when nothing is suggested.
	SuggestionApplicability *Applicability `json:"suggestion_applicability"`
	// Text are the source lines of the place, one element per line.
	Text []SpanLine `json:"text"`
}

// Applicability says how sure rustc is of a suggestion. Further values may
// come.
type Applicability string

// The applicabilities of rustc.
const (
	MachineApplicable Applicability = "MachineApplicable" // right, may be applied
	MaybeIncorrect    Applicability = "MaybeIncorrect"    // compiles, but may not be meant
	HasPlaceholders   Applicability = "HasPlaceholders"   // has parts to be filled in by hand
	Unspecified       Applicability = "Unspecified"       // not known
)

// SpanLine is one source line of a [Span].
type SpanLine struct {
	// HighlightEnd is the 1-based column of the end (exclusive) of the part of
	// the line that is meant, counted in Unicode scalar values.
	HighlightEnd int `json:"highlight_end"`
	// HighlightStart is the 1-based column of its start.
	HighlightStart int `json:"highlight_start"`
	// Text is the whole line, without its line break.
	Text string `json:"text"`
}

// Expansion is a macro call that a [Span] lies in the expansion of. Its own
// span can lie in another expansion.
type Expansion struct {
	// DefSiteSpan is where the macro is defined, null (nil) when unknown.
	DefSiteSpan *Span `json:"def_site_span"`
	// MacroDeclName is the macro as it is called: "println!", "#[derive(Eq)]".
	MacroDeclName string `json:"macro_decl_name"`
	// Span is the call.
	Span Span `json:"span"`
}
