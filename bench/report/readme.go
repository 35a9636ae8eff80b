package report

import (
	"bytes"
	"fmt"
	"os"

	"github.com/linefeed-go/linefeed/bench/harness"
)

// Markers stand around a chapter of the README that the program writes.
const (
	beginMarker = "<!-- bench:%s -->"
	endMarker   = "<!-- /bench:%s -->"
)

// Chapters are the texts that the program writes into the README, by name.
type Chapters map[string]string

// MakeChapters turns a run into chapters: machine, verdicts, one per part, and
// the seeds where every case of theirs was measured.
func MakeChapters(machine string, outcomes []*harness.Outcome) Chapters {
	chapters := Chapters{"machine": machine}
	var verdicts []harness.Verdict
	for _, o := range outcomes {
		verdicts = append(verdicts, o.Verdicts...)
		switch {
		case len(o.Tables) > 0:
			chapters[o.Part.Name] = partChapter(o)
		case o.Survey != nil && len(o.Survey.Rows) > 0:
			chapters[o.Part.Name] = o.Part.About + "\n\n" + surveyGrid(o.Survey).markdown()
		}
	}
	if len(verdicts) > 0 {
		chapters["verdicts"] = verdictGrid(verdicts).markdown()
	}
	if seeds := seedsChapter(outcomes); seeds != "" {
		chapters["seeds"] = seeds
	}
	return chapters
}

func partChapter(o *harness.Outcome) string {
	var b bytes.Buffer
	if o.Part.Matrix {
		fmt.Fprintf(&b, "%s\n\nNanoseconds per operation, %s.\n\n%s", o.Part.About, clockNote(o.Tables[0].Case), matrixGrid(o.Tables).markdown())
		return b.String()
	}
	b.WriteString(o.Part.About + "\n")
	for _, t := range o.Tables {
		fmt.Fprintf(&b, "\n**%s**, %s\n\n%s", t.Case.Name, clockNote(t.Case), tableGrid(t).markdown())
	}
	return b.String()
}

// Rewrite puts the chapters between their markers in a file. Every chapter
// needs its markers; what stands outside of them is left as it is.
func Rewrite(path string, chapters Chapters) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("reading the README: %w", err)
	}
	for name, chapter := range chapters {
		if text, err = replaceChapter(text, name, chapter); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		return fmt.Errorf("writing the README: %w", err)
	}
	return nil
}

func replaceChapter(text []byte, name, chapter string) ([]byte, error) {
	begin, end := fmt.Appendf(nil, beginMarker, name), fmt.Appendf(nil, endMarker, name)
	before, rest, found := bytes.Cut(text, begin)
	_, after, closed := bytes.Cut(rest, end)
	if !found || !closed {
		return nil, fmt.Errorf("the chapter %q has no place: %s and %s are missing", name, begin, end)
	}
	return bytes.Join([][]byte{before, begin, []byte("\n\n"), []byte(chapter), []byte("\n"), end, after}, nil), nil
}
