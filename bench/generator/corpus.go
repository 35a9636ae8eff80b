package generator

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const (
	files        = 10
	typesPerFile = 5 // one plain struct, which the file's four messages contain
)

// writeCorpus writes a module with 50 types in 10 files, either as linefeed's
// users write them (marked) or as easyjson's do. It stands on this module's own
// requirements, so nothing is fetched.
func writeCorpus(dir string, marked bool) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("corpus: %w", err)
	}
	if err := writeModule(dir); err != nil {
		return err
	}
	for i := range files {
		var b strings.Builder
		b.WriteString("package corpus\n\n")
		if marked {
			b.WriteString("import \"github.com/linefeed-go/linefeed/message\"\n\n")
		}
		writePlain(&b, i)
		for j := range typesPerFile - 1 {
			writeMessage(&b, i, j, marked)
		}
		path := filepath.Join(dir, fmt.Sprintf("events_%02d.go", i))
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			return fmt.Errorf("corpus: %w", err)
		}
	}
	return nil
}

// writeModule writes go.mod and go.sum: this module's under another name, and
// the library by its absolute path.
func writeModule(dir string) error {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		return fmt.Errorf("corpus: %w", err)
	}
	sum, err := os.ReadFile("go.sum")
	if err != nil {
		return fmt.Errorf("corpus: %w", err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		return fmt.Errorf("corpus: %w", err)
	}
	text := strings.Replace(string(mod), "module github.com/linefeed-go/linefeed/bench", "module corpus", 1)
	text = strings.Replace(text, "=> ../", "=> "+root, 1)
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o644); err != nil {
		return fmt.Errorf("corpus: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.sum"), sum, 0o644); err != nil {
		return fmt.Errorf("corpus: %w", err)
	}
	return nil
}

func writePlain(b *strings.Builder, i int) {
	fmt.Fprintf(b, "// Place%[1]d is where something happened.\ntype Place%[1]d struct {\n", i)
	b.WriteString("\tFile string `json:\"file\"`\n\tLine int `json:\"line\"`\n\tColumn int `json:\"column\"`\n")
	b.WriteString("\tNotes []string `json:\"notes,omitempty\"`\n\tWithin *string `json:\"within\"`\n}\n\n")
}

func writeMessage(b *strings.Builder, i, j int, marked bool) {
	fmt.Fprintf(b, "// Event%[1]d_%[2]d tells of something.\ntype Event%[1]d_%[2]d struct {\n", i, j)
	if marked {
		fmt.Fprintf(b, "\t_ message.Reason `reason:\"event-%d-%d\"`\n", i, j)
	} else {
		b.WriteString("\tReason string `json:\"reason\"`\n")
	}
	b.WriteString("\tID string `json:\"id\"`\n\tName string `json:\"name\"`\n\tTotal int64 `json:\"total\"`\n\tShare float64 `json:\"share\"`\n")
	b.WriteString("\tFresh bool `json:\"fresh\"`\n\tTags []string `json:\"tags\"`\n\tCounts map[string]int `json:\"counts\"`\n\tCause *string `json:\"cause,omitempty\"`\n")
	fmt.Fprintf(b, "\tAt Place%[1]d `json:\"at\"`\n\tTrace []Place%[1]d `json:\"trace\"`\n}\n\n", i)
}
