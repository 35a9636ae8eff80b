package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fakeCount makes this binary, run as "... list", a go command that prints so
// many modules and then ends as fakeEnd says: "ok", "fail" or "rubbish".
const (
	fakeCount = "MODLIST_FAKE_GO_COUNT"
	fakeEnd   = "MODLIST_FAKE_GO_END"
)

func TestMain(m *testing.M) {
	if count := os.Getenv(fakeCount); count != "" && len(os.Args) > 1 && os.Args[1] == "list" {
		os.Exit(fakeGo(count, os.Getenv(fakeEnd)))
	}
	testscript.Main(m, map[string]func(){"modlist": main})
}

func fakeGo(count, end string) int {
	n, err := strconv.Atoi(count)
	if err != nil {
		return 9
	}
	for i := range n {
		fmt.Printf("{\n\t\"Path\": \"example.com/m%d\",\n\t\"Version\": \"v1.0.%d\"\n}\n", i, i)
	}
	switch end {
	case "fail":
		fmt.Fprintln(os.Stderr, "go: the disk is gone\nand more")
		return 1
	case "rubbish":
		fmt.Print("{\"Path\": ")
	}
	return 0
}

// TestScripts runs the command as its users do.
func TestScripts(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			env.Setenv("FAKEGO", self)
			env.Setenv("GOPROXY", "off")
			env.Setenv("GOFLAGS", "-mod=mod")
			env.Setenv("GOTOOLCHAIN", "local")
			for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} {
				if value, ok := os.LookupEnv(name); ok {
					env.Setenv(name, value)
				}
			}
			if os.Getenv("GOCACHE") == "" {
				cache, err := os.UserCacheDir()
				if err != nil {
					return err
				}
				env.Setenv("GOCACHE", cache+"/go-build")
			}
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"document": document, "lines": lines},
	})
}

// document OK [CODE] says that standard output is exactly one JSON document,
// of a success (true) or a failure (false) with the code.
func document(ts *testscript.TestScript, neg bool, args []string) {
	out := ts.ReadFile("stdout")
	var doc struct {
		OK    *bool            `json:"ok"`
		Data  *json.RawMessage `json:"data"`
		Error *struct{ Code, Message string }
	}
	dec := json.NewDecoder(strings.NewReader(out))
	if err := dec.Decode(&doc); err != nil || doc.OK == nil {
		ts.Fatalf("stdout is no document: %v\n%s", err, out)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) || !strings.HasSuffix(out, "}\n") {
		ts.Fatalf("more than one document and a newline: %s", out)
	}
	if strconv.FormatBool(*doc.OK) != args[0] || *doc.OK != (doc.Data != nil) || *doc.OK == (doc.Error != nil) || strings.Contains(out, "\x1b") {
		ts.Fatalf("not what was wanted: %s", out)
	}
	if len(args) > 1 && doc.Error.Code != args[1] {
		ts.Fatalf("code %s", doc.Error.Code)
	}
}

// lines LAST says that standard output is messages, the last with the reason.
func lines(ts *testscript.TestScript, neg bool, args []string) {
	last := ""
	for line := range strings.Lines(ts.ReadFile("stdout")) {
		var m struct{ Reason string }
		if err := json.Unmarshal([]byte(line), &m); err != nil || !strings.HasPrefix(line, `{"reason":"`) || !strings.HasSuffix(line, "\n") {
			ts.Fatalf("no message: %s", line)
		}
		last = m.Reason
	}
	if last != args[0] {
		ts.Fatalf("the last message is %q", last)
	}
}

// brokenOutput fails once like a full disk, and counts what is tried.
type brokenOutput struct{ writes int }

func (w *brokenOutput) Write(p []byte) (int, error) {
	if w.writes++; w.writes == 1 {
		return 0, errors.New("no space left on device")
	}
	return len(p), nil
}

func TestOutputFails(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	t.Setenv(fakeCount, "3")
	for _, format := range []string{"text", "json", "ndjson"} {
		var stderr bytes.Buffer
		var stdout brokenOutput
		status := run(context.Background(), []string{"-format", format, "-go", self}, &stdout, &stderr)
		assert.Equal(t, 1, stdout.writes, "nothing follows what could not be written")
		assert.Equal(t, 1, status, format)
		assert.Equal(t, "modlist: standard output: no space left on device\n", stderr.String(), "told once")
	}
}

func TestInterrupted(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	t.Setenv(fakeCount, "3")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr bytes.Buffer
	assert.Equal(t, 130, run(ctx, []string{"-format=json", "-go", self}, &stdout, &stderr))
	assert.Equal(t, `{"ok":false,"schema_version":"1.0","error":{"code":"canceled","message":"interrupted","retryable":false}}`+"\n", stdout.String())
	stdout.Reset()
	assert.Equal(t, 130, run(ctx, []string{"-format=ndjson", "-go", self}, &stdout, &stderr))
	assert.Equal(t, `{"reason":"result","ok":false,"schema_version":"1.0","error":{"code":"canceled","message":"interrupted","retryable":false}}`+"\n", stdout.String())
}

func TestWantedFormat(t *testing.T) {
	for _, c := range []struct {
		args string
		want string
	}{
		{"", "text"},
		{"-bogus -format json", "json"},
		{"-bogus --format=ndjson", "ndjson"},
		{"-format", "text"},
		{"-format json -bogus -format=text", "text"},
		{"-format xml", "text"},
		{"-- -format json", "text"},
		{"format=json", "text"},
	} {
		assert.Equal(t, c.want, wantedFormat(strings.Fields(c.args)), c.args)
	}
}
