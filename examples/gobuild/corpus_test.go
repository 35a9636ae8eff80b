package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCorpus replays streams of the go command that were recorded elsewhere:
// LINEFEED_SHARED names the directory that holds corpus/go-test and
// corpus/go-build. Whatever is in them, the messages keep the vocabulary's
// rules, and no output is lost.
func TestCorpus(t *testing.T) {
	shared := os.Getenv("LINEFEED_SHARED")
	if shared == "" {
		t.Skip("LINEFEED_SHARED is not set: no corpus")
	}
	for _, command := range []string{"build", "test"} {
		files, err := filepath.Glob(filepath.Join(shared, "corpus", "go-"+command, "*.ndjson"))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			t.Run(command+"/"+filepath.Base(file), func(t *testing.T) { replayCorpus(t, command, file) })
		}
	}
}

func replayCorpus(t *testing.T, command, file string) {
	stdout, err := os.ReadFile(file)
	require.NoError(t, err)
	exit := "0\n"
	if bytes.Contains(stdout, []byte(`"Action":"fail"`)) || bytes.Contains(stdout, []byte(`"Action":"build-fail"`)) {
		exit = "1\n"
	}
	parts := map[string][]byte{"1.exit": []byte("0\n"), "2.stdout": stdout, "2.exit": []byte(exit)}
	var first []byte
	for _, cut := range cuts {
		if len(stdout) > 1<<20 && cut.name != "whole" {
			continue
		}
		got := replay(t, []string{command, "./..."}, &player{parts: parts, bytes: cut.bytes, size: cut.size})
		if first == nil {
			first = got
		}
		require.Equal(t, string(first), string(got), cut.name)
	}
	var text strings.Builder
	for _, e := range readStream(t, first).of("output") {
		text.WriteString(e.Text)
	}
	var want strings.Builder
	for line := range bytes.Lines(stdout) {
		if e, ok := parseEvent(line); ok && e.Action == "output" {
			want.WriteString(e.Output)
		}
	}
	if command == "test" && !bytes.Contains(stdout, []byte(`"build-output"`)) {
		assert.Equal(t, want.String(), text.String(), "the output of the tests")
	}
}
