package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCorpus reads every recorded stream of cargo and of the go command, in
// every format, to its last byte, and counts its lines as the list of the
// streams does. The recordings are not part of this repository.
func TestCorpus(t *testing.T) {
	shared := os.Getenv("LINEFEED_SHARED")
	if shared == "" {
		t.Skip("LINEFEED_SHARED is not set: it names the directory with the recorded streams (corpus/MANIFEST.tsv)")
	}
	list, err := os.Open(filepath.Join(shared, "corpus", "MANIFEST.tsv"))
	require.NoError(t, err)
	defer list.Close()
	r := csv.NewReader(list)
	r.Comma = '\t'
	rows, err := r.ReadAll()
	require.NoError(t, err)
	tested := 0
	for _, row := range rows[1:] {
		folder, _, _ := strings.Cut(row[0], "/")
		if folder != "cargo" && folder != "go-test" && folder != "go-build" {
			continue
		}
		tested++
		t.Run(row[0], func(t *testing.T) { corpusStream(t, filepath.Join(shared, "corpus", row[0]), row) })
	}
	assert.Greater(t, tested, 100)
}

// corpusStream takes a row: file, bytes, lines, max_line, message, no_reason,
// text, blank, damaged, truncated, final_newline.
func corpusStream(t *testing.T, path string, row []string) {
	var n [11]int64
	for i := 1; i <= 9; i++ {
		_, err := fmt.Sscan(row[i], &n[i])
		require.NoError(t, err, "column %d of %s", i, row)
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var counts string
	for _, format := range formats {
		var stderr bytes.Buffer
		status := run(&options{format: format, dir: "/ws"}, bytes.NewReader(text), io.Discard, &stderr)
		assert.NotEqual(t, statusBroken, status, stderr.String())
		_, counts, _ = strings.Cut(stderr.String(), "; read ")
	}
	read := map[string]int64{}
	for _, m := range regexp.MustCompile(`(\d+) (\w+)`).FindAllStringSubmatch(counts, -1) {
		count, err := strconv.ParseInt(m[1], 10, 64)
		require.NoError(t, err, counts)
		read[strings.TrimSuffix(m[2], "s")] = count
	}
	objects := read["message"] + read["of"] // other programs
	assert.Equal(t, n[2], read["line"])
	assert.Equal(t, n[7], read["blank"])
	if row[0] == "go-build/vet.json" { // its documents are read as such
		assert.Equal(t, n[4]+n[5]+n[6]+n[8], objects)
		return
	}
	assert.Equal(t, n[4]+n[5], objects, "objects")
	assert.Equal(t, n[6], read["text"], "text")
	assert.Equal(t, n[8]+n[9], read["damaged"], "damaged")
}
