package build

import "github.com/linefeed-go/linefeed/message"

// Diagnostic is one finding: an error of a compiler, a warning of a checker, a
// test that failed.
type Diagnostic struct {
	_ message.Reason `reason:"diagnostic"`

	// Task is the id of the task that found it, or null.
	Task *string `json:"task"`
	// Level is how serious it is.
	Level Level `json:"level"`
	// Code is a short stable word for this sort of finding, such as the name
	// of the check, or null. What codes there are is the tool's affair, and
	// there may be new ones at any time.
	Code *string `json:"code"`
	// Message says what is wrong, without the position and without the level.
	// It may have several lines.
	Message string `json:"message"`
	// File is the path of the file it is in, absolute unless the writer could
	// not make it so, or null if it is in no file.
	File *string `json:"file"`
	// Range is the place in File, or null if only the file is known or if
	// there is none.
	Range *Range `json:"range"`
	// Children are remarks on this finding, such as the other declaration of a
	// name that is declared twice; null or empty if there are none.
	Children []Child `json:"children"`
	// Rendered is the finding as its tool printed it, ready to show to people,
	// with a newline after each line, or null if the tool printed none.
	Rendered *string `json:"rendered"`
}

// Child is a remark on a [Diagnostic].
type Child struct {
	// Level is usually [LevelNote].
	Level Level `json:"level"`
	// Message is the remark, without its position.
	Message string `json:"message"`
	// File is the path of the file that it is about, as in [Diagnostic], or
	// null.
	File *string `json:"file"`
	// Range is the place in File, or null.
	Range *Range `json:"range"`
}

// Range is a place in a file, from Start up to End.
type Range struct {
	// Start is the position of the first byte of the place.
	Start Position `json:"start"`
	// End is the position behind its last byte, or null if only the start is
	// known.
	End *Position `json:"end"`
}

// Position is a point in a file.
type Position struct {
	// Line counts from 1; lines end with a newline.
	Line int `json:"line"`
	// Column counts from 1, in bytes of UTF-8 from the start of the line; 0 if
	// the column is not known and the whole line is meant.
	Column int `json:"column"`
}
