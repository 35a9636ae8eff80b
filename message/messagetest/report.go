package messagetest

import (
	"errors"
	"fmt"
	"strings"
)

// Report is what [CheckStream] found.
type Report struct {
	// Lines is the number of lines, a last one without \n included.
	Lines int
	// Messages is the number of lines that are one JSON object with a reason.
	Messages int
	// Bytes is the length of the stream.
	Bytes int64
	// Reasons counts the messages by reason; never nil.
	Reasons map[string]int
	// Findings are the faults, in the order in which they were found; nil
	// when there are none.
	Findings []Finding
	// More is the number of findings beyond [Options].MaxFindings.
	More int
}

// OK tells whether nothing was found.
func (r Report) OK() bool { return len(r.Findings) == 0 }

// Err returns nil when nothing was found, else an error that shows the first
// ten findings and the number of all.
func (r Report) Err() error {
	if r.OK() {
		return nil
	}
	const shown = 10
	var b strings.Builder
	fmt.Fprintf(&b, "stream of %d lines: %d findings", r.Lines, len(r.Findings)+r.More)
	for i, f := range r.Findings {
		if i == shown {
			b.WriteString("\n\t...")
			break
		}
		b.WriteString("\n\t")
		b.WriteString(f.String())
	}
	return errors.New(b.String())
}

// Finding is one fault of a stream.
type Finding struct {
	// Kind is which rule is broken.
	Kind Kind
	// Line is the 1-based number of the line; for what is missing at the end,
	// the line where it began, or the last line.
	Line int
	// Offset is the 0-based offset in the stream of the byte that is wrong,
	// or of the line's first byte where the whole line is.
	Offset int64
	// Reason is the message's reason, empty where it is not known.
	Reason string
	// What says what is wrong, in bounded length, input quoted.
	What string
}

// Remedy says what to do in the program that wrote the stream.
func (f Finding) Remedy() string { return remedies[f.Kind] }

// String returns the finding in one line: where, what, what to do.
func (f Finding) String() string {
	s := fmt.Sprintf("line %d, offset %d: %s: %s", f.Line, f.Offset, f.Kind, f.What)
	if do := f.Remedy(); do != "" {
		s += "; " + do
	}
	return s
}

// Kind is a rule of the wire that a stream can break.
type Kind string

// The rules. Each finding has one of these kinds.
const (
	KindRead          Kind = "read"           // the stream could not be read to its end
	KindUnterminated  Kind = "unterminated"   // the last line has no \n
	KindTooLong       Kind = "too-long"       // a line over MaxLine
	KindUTF8          Kind = "utf8"           // bytes that are not UTF-8
	KindFraming       Kind = "framing"        // a blank line, a carriage return, a byte order mark, blanks or other bytes around the object
	KindText          Kind = "text"           // a line that is no JSON object
	KindSyntax        Kind = "syntax"         // begins with { and is not exactly one valid object
	KindDuplicate     Kind = "duplicate"      // a member twice in one object
	KindDiscriminator Kind = "discriminator"  // missing, not first, not a string, empty
	KindAfterFinal    Kind = "after-final"    // something after the final message
	KindNoFinal       Kind = "no-final"       // the stream ends without its final message
	KindTask          Kind = "task"           // started or finished twice, finished without start, never finished, without id
	KindSequence      Kind = "sequence"       // @seq with a gap, repeated, missing or not a number
	KindUnknownReason Kind = "unknown-reason" // a reason that the registry does not know
	KindBody          Kind = "body"           // a message that does not fit the type of its reason
)

// remedies says, for each kind, what the writing program has to do.
var remedies = map[Kind]string{
	KindRead:          "check the file or connection the stream comes from",
	KindUnterminated:  "end each message with \\n in the same write; a stream cut here has lost its end",
	KindTooLong:       "send large data in several messages, or by path (or raise MaxLine here and in the readers)",
	KindUTF8:          "replace such bytes by U+FFFD, or send them in base64",
	KindFraming:       "write the object and \\n, nothing else",
	KindText:          "keep text for people off this stream (write it to standard error, or into an output message)",
	KindSyntax:        "encode a message completely before writing it, and write a line in one piece",
	KindDuplicate:     "name each member once; readers differ in which one they take",
	KindDiscriminator: "write the discriminator as a string, as the first member of each message",
	KindAfterFinal:    "send the final message last, after everything else has been sent",
	KindNoFinal:       "send one final message on every way out, also after an error or an interrupt",
	KindTask:          "give each task an id of its own, one start and one finish, also when it fails or is canceled",
	KindSequence:      "write all messages of a run through one emitter; what is missing was lost on the way",
	KindUnknownReason: "correct the reason, or add its vocabulary to the Registry",
	KindBody:          "write the type the vocabulary tells, or give the new shape a new reason",
}
