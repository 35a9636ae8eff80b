package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/build"
	"github.com/linefeed-go/linefeed/message/cargo"
	"github.com/linefeed-go/linefeed/message/gotest"
)

// printed returns what a format makes of messages.
func printed(t *testing.T, format string, messages ...message.Message) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	out := &output{w: &stdout}
	c, err := prepare(&options{format: format, dir: "/ws"}, out, &stderr)
	require.NoError(t, err)
	for _, m := range messages {
		c.take(result{m: m})
	}
	c.finish()
	require.NoError(t, out.err)
	return stdout.String() + stderr.String()
}

func errorAt(file string, line, column int, text string) *build.Diagnostic {
	return &build.Diagnostic{
		Level: build.LevelError, Message: text, File: &file,
		Range: &build.Range{Start: build.Position{Line: line, Column: column}},
	}
}

// TestGitHubEscapes holds the escapes of workflow commands: in data of percent
// and line breaks, in properties of colon and comma too.
func TestGitHubEscapes(t *testing.T) {
	d := errorAt("/ws/a,b:c%.go", 3, 4, "100%:\r\n::warning::no,\nsecond")
	d.Code = new("x,y:z")
	assert.Equal(t,
		"::error file=/ws/a%2Cb%3Ac%25.go,line=3,col=4,title=x%2Cy%3Az::100%25:%0D%0A::warning::no,%0Asecond\n",
		printed(t, "github", d))
}

func TestGitHubRegions(t *testing.T) {
	at := func(start, end build.Position) *build.Diagnostic {
		d := errorAt("/ws/a.go", 0, 0, "m")
		d.Range = &build.Range{Start: start}
		if end.Line > 0 {
			d.Range.End = &end
		}
		return d
	}
	none := build.Position{}
	for _, c := range []struct {
		name       string
		start, end build.Position
		want       string
	}{
		{"line", build.Position{Line: 3}, none, "line=3"},
		{"column", build.Position{Line: 3, Column: 4}, none, "line=3,col=4"},
		{"columns", build.Position{Line: 3, Column: 4}, build.Position{Line: 3, Column: 9}, "line=3,col=4,endColumn=9"},
		{"lines", build.Position{Line: 3, Column: 4}, build.Position{Line: 5, Column: 1}, "line=3,endLine=5"},
		{"end before the start", build.Position{Line: 3, Column: 4}, build.Position{Line: 2, Column: 9}, "line=3,col=4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, "::error file=/ws/a.go,"+c.want+"::m\n", printed(t, "github", at(c.start, c.end)))
		})
	}
}

// TestGitHubNotesAreQuiet: the runner reads standard error too, and a foreign
// line there could be a command.
func TestGitHubNotesAreQuiet(t *testing.T) {
	assert.Empty(t, printed(t, "github", &message.Text{Line: "::set-env name=PATH::/tmp"}))
	assert.Equal(t, "problems: line 0: text: ::x\n", printed(t, "line", &message.Text{Line: "::x"}))
}

// TestLSPRuns follows two runs: what the first one found and the second did not
// is cleared.
func TestLSPRuns(t *testing.T) {
	got := printed(t, "lsp",
		&build.BuildStarted{Version: "1.0", Tool: "t"},
		errorAt("/ws/a.go", 1, 2, "one"),
		errorAt("/ws/b.go", 3, 0, "two"),
		errorAt("/ws/a.go", 1, 2, "one"),
		&build.BuildFinished{},
		&build.BuildStarted{Version: "1.0", Tool: "t"},
		errorAt("/ws/a.go", 1, 2, "one"),
		&build.BuildFinished{},
	)
	const (
		head = `{"method":"textDocument/publishDiagnostics","jsonrpc":"2.0","params":{"uri":"file:///ws/`
		one  = `a.go","diagnostics":[{"range":{"start":{"line":0,"character":1},"end":{"line":0,"character":1}},"severity":1,"source":"t","message":"one"}]}}` + "\n"
		two  = `b.go","diagnostics":[{"range":{"start":{"line":2,"character":0},"end":{"line":2,"character":2147483647}},"severity":1,"source":"t","message":"two"}]}}` + "\n"
	)
	assert.Equal(t, head+one+head+two+head+one+head+`b.go","diagnostics":[]}}`+"\n", got)
}

// TestLSPWithoutFile: the protocol has no place for it, standard error has.
func TestLSPWithoutFile(t *testing.T) {
	assert.Equal(t, "error: no linker\n", printed(t, "lsp", &build.Diagnostic{Level: build.LevelError, Message: "no linker"}))
}

func TestOurRuns(t *testing.T) {
	started := &build.BuildStarted{Version: "1.0", Tool: "t", Directory: new("/elsewhere")}
	cause := &build.TaskFinished{ID: "1", Outcome: build.OutcomeFailed, Cause: new("no space")}
	for _, c := range []struct {
		name     string
		messages []message.Message
		want     string
	}{
		{"cut short", []message.Message{started}, "error: the build was cut short: its stream has no build-finished [cut-short]\n"},
		{"another one begins", []message.Message{started, started, &build.BuildFinished{Success: true}}, "error: the build was cut short: its stream has no build-finished [cut-short]\n"},
		{"interrupted", []message.Message{started, &build.BuildFinished{Interrupted: true}}, "error: the build was interrupted [build-failed]\n"},
		{"with a cause", []message.Message{started, cause, &build.BuildFinished{}}, "error: the build failed: no space [build-failed]\n"},
		{"without one", []message.Message{started, &build.BuildFinished{}}, "error: the build failed; nothing in the stream says why, its standard error may [build-failed]\n"},
		{"cargo's", []message.Message{&build.BuildStarted{RunID: "x"}}, ""},
		{"success", []message.Message{started, &build.BuildFinished{Success: true}}, ""},
		{"a relative file, -dir", []message.Message{errorAt("a/b.go", 1, 1, "m")}, "/ws/a/b.go:1:1: error: m\n"},
		{"only a file", []message.Message{errorAt("/a.go", 0, 0, "m")}, "/a.go: error: m\n"},
		{"only a line", []message.Message{errorAt("/a.go", 7, 0, "m")}, "/a.go:7: error: m\n"},
		{"the same twice", []message.Message{errorAt("/a.go", 7, 0, "m"), errorAt("/a.go", 7, 0, "m")}, "/a.go:7: error: m\n"},
		{"below here", []message.Message{errorAt(here(t)+"/x/a.go", 7, 0, "m")}, filepath.Join("x", "a.go") + ":7: error: m\n"},
		{"beside here", []message.Message{errorAt(here(t)+"s/a.go", 7, 0, "m")}, here(t) + "s/a.go:7: error: m\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, printed(t, "line", c.messages...))
		})
	}
}

func here(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	require.NoError(t, err)
	return dir
}

// TestRustInMacros: a place in a macro of the standard library is that of its
// call.
func TestRustInMacros(t *testing.T) {
	call := cargo.Span{FileName: "src/main.rs", LineStart: 2, ColumnStart: 5, LineEnd: 2, ColumnEnd: 9, IsPrimary: true}
	inner := cargo.Span{FileName: "/rustc/0123/library/core/src/macros.rs", LineStart: 99, ColumnStart: 1, LineEnd: 99, ColumnEnd: 2, IsPrimary: true,
		Expansion: &cargo.Expansion{Span: call}}
	m := &cargo.CompilerMessage{Message: cargo.Diagnostic{Level: cargo.LevelICE, Message: "m", Spans: []cargo.Span{inner}}}
	assert.Equal(t, "/ws/src/main.rs:2:5: error: m\n", printed(t, "line", m))
}

// TestRustWorkspace: rustc's paths are relative to the root of the workspace,
// which is told by the path of the target.
func TestRustWorkspace(t *testing.T) {
	var stdout, stderr bytes.Buffer
	c, err := prepare(&options{format: "line"}, &output{w: &stdout}, &stderr)
	require.NoError(t, err)
	span := func(file string) []cargo.Span {
		return []cargo.Span{{FileName: file, LineStart: 1, ColumnStart: 1, LineEnd: 1, ColumnEnd: 2, IsPrimary: true}}
	}
	target := cargo.Target{SrcPath: new("/w/app/src/lib.rs")}
	c.take(result{m: &cargo.CompilerMessage{Target: target, ManifestPath: "/w/app/Cargo.toml",
		Message: cargo.Diagnostic{Level: "warning", Message: "a", Spans: span("app/src/lib.rs")}}})
	c.take(result{m: &cargo.CompilerMessage{Target: target, ManifestPath: "/w/app/Cargo.toml",
		Message: cargo.Diagnostic{Level: "warning", Message: "b", Spans: span("app/src/other.rs")}}})
	c.finish()
	assert.Equal(t, "/w/app/src/lib.rs:1:1: warning: a\n/w/app/src/other.rs:1:1: warning: b\n", stdout.String())
}

func TestTableGrowsWider(t *testing.T) {
	var messages []message.Message
	for i := range maxRows + 1 {
		messages = append(messages, errorAt(fmt.Sprintf("/%s.go", strings.Repeat("x", i/250)), i+1, 0, "m"))
	}
	rows := strings.Split(strings.TrimSpace(printed(t, "table", messages...)), "\n")
	require.Len(t, rows, maxRows+2)
	assert.Equal(t, "LEVEL  PLACE      CODE  MESSAGE", rows[0])
	assert.Equal(t, "error  /.go:1     -     m", rows[1])
	assert.Equal(t, "error  /xx.go:501  -     m", rows[maxRows+1])
}

// TestSARIFSchema holds the documents against the schema of SARIF 2.1.0, as
// the SARIF library has it, with a validator of its own and with another one.
func TestSARIFSchema(t *testing.T) {
	schema := sarifSchema(t)
	for _, c := range []struct {
		name     string
		messages []message.Message
	}{
		{"nothing", nil},
		{"places of all sorts", []message.Message{
			errorAt("/ws/a b.go", 1, 2, "one"),
			errorAt(here(t)+"/b.go", 3, 0, "line only"),
			errorAt("/c.go", 0, 0, "file only"),
			&build.Diagnostic{Level: build.LevelNote, Message: "no place", Code: new("c")},
			&build.Diagnostic{Level: build.LevelWarning, Message: "remarks", Children: []build.Child{{Level: build.LevelNote, Message: "r"}}},
			&gotest.BuildEvent{ImportPath: "p", Action: gotest.ActionBuildOutput, Output: "a.go:1:2: x\n\tb.go:2:3: other\n"},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			checkSARIF(t, schema, printed(t, "sarif", c.messages...))
		})
	}
	streams, err := filepath.Glob("testdata/streams/*.ndjson")
	require.NoError(t, err)
	require.NotEmpty(t, streams)
	for _, stream := range streams {
		t.Run(filepath.Base(stream), func(t *testing.T) {
			checkSARIF(t, schema, problems(t, nil, "-format", "sarif", stream).stdout)
		})
	}
	assert.Error(t, schema.Validate(map[string]any{"version": "2.1.0"}), "the schema tells what is wrong")
}

func checkSARIF(t *testing.T, schema *jsonschema.Schema, document string) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(document))
	require.NoError(t, err)
	assert.NoError(t, schema.Validate(doc))
}

// sarifSchema compiles the schema that the SARIF library carries along in its
// source, as a constant that is not exported.
func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	require.NoError(t, err)
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "schema.go"), nil, 0)
	require.NoError(t, err)
	text := ""
	ast.Inspect(file, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && v.Names[0].Name == "schema" {
			text, err = strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
		}
		return true
	})
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	require.NoError(t, compiler.AddResource("sarif-2.1.0.json", doc))
	schema, err := compiler.Compile("sarif-2.1.0.json")
	require.NoError(t, err)
	return schema
}

// TestVetDocuments: a document is put together from the lines that the Reader
// can't make anything of; what only looks like one is given back.
func TestVetDocuments(t *testing.T) {
	text := func(line string) result { return result{m: &message.Text{Line: line}} }
	damaged := func(line string) result {
		return result{err: &message.LineError{Raw: []byte(line), Length: int64(len(line)), Err: message.ErrSyntax}}
	}
	const finding = "\t\t\t\t\"posn\": \"/ws/v.go:5:2\", \"end\": \"/ws/v.go:5:9\", \"message\": \"m\""
	document := []result{damaged("{"), text("\t\"p\": {"), text("\t\t\"printf\": ["), damaged("\t\t\t{"), text(finding), text("\t\t\t}"), text("\t\t]"), text("\t}"), text("}")}
	for _, c := range []struct {
		name    string
		results []result
		want    string
		tally   tally
	}{
		{"a document", document, "/ws/v.go:5:2: error: m [printf]\n", tally{errors: 1, messages: 9}},
		{"cut", document[:4], "", tally{text: 2, damaged: 2}},
		{"interrupted", append(document[:3:3], text("other"), text("}")), "", tally{text: 4, damaged: 1}},
		{"no document", []result{damaged("{"), text("\tno"), text("}")}, "", tally{text: 2, damaged: 1}},
		{"an analyzer that failed", []result{damaged("{"), text("\t\"p\": {\"a\": {\"error\": \"no types\"}}"), text("}")},
			"error: the analyzer failed on p: no types [a]\n", tally{errors: 1, messages: 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			col, err := prepare(&options{format: "line", dir: "/ws"}, &output{w: &stdout}, &stderr)
			require.NoError(t, err)
			for _, r := range c.results {
				col.take(r)
			}
			col.finish()
			assert.Equal(t, c.want, stdout.String())
			col.tally.loud = 0
			assert.Equal(t, c.tally, col.tally)
		})
	}
}

// TestEventsOfGo: an object with an Action is an event, of a known type or not;
// a wrong one is damaged.
func TestEventsOfGo(t *testing.T) {
	m, err := goEvent([]byte(`{"Action":"build-fail","ImportPath":"p"}`))
	require.NoError(t, err)
	assert.Equal(t, &gotest.BuildEvent{Action: "build-fail", ImportPath: "p"}, m)
	m, err = goEvent([]byte(`{"Test":"T","Action":"run","Package":"p"}`))
	require.NoError(t, err)
	assert.Equal(t, &gotest.TestEvent{Action: "run", Package: "p", Test: "T"}, m)
	for _, raw := range []string{`{}`, `{"Action":7}`, `{"Action":"later"}`, `{"action":"run"}`} {
		m, err = goEvent([]byte(raw))
		assert.NoError(t, err, raw)
		assert.Nil(t, m, raw)
	}
	_, err = goEvent([]byte(`{"Action":"output","Output":7}`))
	assert.True(t, errors.Is(err, message.ErrType), "%v", err)
}

func TestSARIFIsJSON(t *testing.T) {
	assert.True(t, json.Valid([]byte(printed(t, "sarif"))))
}
