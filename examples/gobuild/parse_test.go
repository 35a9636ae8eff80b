package main

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message/build"
)

// TestFindings is for text that the recordings do not have. A line of want is
// "header | level code file:line:column message" and the children behind "+",
// or "text" and what was no diagnostic.
func TestFindings(t *testing.T) {
	tests := []struct {
		name   string
		in     string
		failed bool
		live   bool
		want   []string
	}{
		{
			name: "C compiler",
			in: "# example.com/c\nIn file included from x.h:3,\n                 from c.c:1:\n" +
				"c.c:7:2: warning: unused variable 'i' [-Wunused]\n    7 |   int i;\n      |       ^\nc.c:6:1: note: declared here\n" +
				"c.c:9:1: fatal error: no.h: No such file or directory\ncompilation terminated.\n",
			failed: true,
			want: []string{
				"example.com/c | warning c.c:7:2 unused variable 'i' [-Wunused] +c.c:6:1 declared here",
				"example.com/c | error c.c:9:1 no.h: No such file or directory",
				"text In file included from x.h:3,\n                 from c.c:1:\ncompilation terminated.\n",
			},
		},
		{
			name: "warnings of a package that is built",
			in:   "# example.com/c\n/usr/bin/ld: warning: x is deprecated\n",
			want: []string{"text /usr/bin/ld: warning: x is deprecated\n"},
		},
		{
			name:   "linker of C",
			in:     "# example.com/c\n/usr/bin/ld: /tmp/go.o: in function `main':\n/tmp/go.go:(.text+0x1): undefined reference to `nix'\ncollect2: error: ld returned 1 exit status\n",
			failed: true,
			want: []string{
				"example.com/c | error link /usr/bin/ld: /tmp/go.o: in function `main':",
				"example.com/c | error link /tmp/go.go:(.text+0x1): undefined reference to `nix'",
				"example.com/c | error link collect2: error: ld returned 1 exit status",
			},
		},
		{
			name:   "no main function",
			in:     "# example.com/c\nruntime.main_main·f: function main is undeclared in the main package\n",
			failed: true,
			want:   []string{"example.com/c | error link runtime.main_main·f: function main is undeclared in the main package"},
		},
		{
			name:   "a tool that crashed",
			in:     "# example.com/c\npanic: inside the compiler\n\ngoroutine 1 [running]:\nmain.main()\n",
			failed: true,
			want:   []string{"example.com/c | error panic: inside the compiler"},
		},
		{
			name:   "go.mod",
			in:     "go: errors parsing go.mod:\n/src/go.mod:3: unknown directive: foo\n",
			failed: true,
			want:   []string{" | error /src/go.mod:3:0 unknown directive: foo"},
		},
		{
			name: "what the go command does", live: true,
			in: "go: downloading example.com/x v1.2.3\ngo: warning: ignoring symlink\ngo: no module dependencies\n",
			want: []string{
				"text go: downloading example.com/x v1.2.3\n",
				" | warning ignoring symlink",
				" | note no module dependencies",
			},
		},
		{
			name:   "go errors",
			in:     "go: example.com/x@v1.2.3: module lookup disabled by GOPROXY=off\n\tsecond line\n",
			failed: true,
			want:   []string{" | error example.com/x@v1.2.3: module lookup disabled by GOPROXY=off/second line"},
		},
		{
			name:   "an import that is not allowed",
			in:     "package example.com/m\n\timports example.com/m/sub\n\timports example.com/x/internal/y: use of internal package example.com/x/internal/y not allowed\n",
			failed: true,
			want:   []string{" | error use of internal package example.com/x/internal/y not allowed + imports example.com/m/sub + imports example.com/x/internal/y"},
		},
		{
			name:   "two packages",
			in:     "# a\na.go:1:1: x\n# b\nb.go:1:1: y\n",
			failed: true,
			want:   []string{"a | error a.go:1:1 x", "b | error b.go:1:1 y"},
		},
		{name: "nothing", in: "", failed: true},
		{name: "only a header", in: "# a\n", failed: true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, cut := range cuts {
				var got []string
				f := &findings{
					live:  test.live,
					found: func(header string, d *build.Diagnostic) { got = append(got, header+" | "+briefly(d)) },
					text:  func(_, text string) { got = append(got, "text "+text) },
				}
				feed(cut.bytes([]byte(test.in)), cut.size, &lines{line: func(b []byte) { f.write(string(b)) }})
				f.flush(test.failed)
				require.Equal(t, test.want, got, cut.name)
			}
		})
	}
}

func briefly(d *build.Diagnostic) string {
	at := func(file *string, r *build.Range) string {
		s := ""
		if file != nil {
			s = *file
		}
		if r != nil {
			s += ":" + strconv.Itoa(r.Start.Line) + ":" + strconv.Itoa(r.Start.Column)
		}
		return s
	}
	parts := []string{string(d.Level)}
	if d.Code != nil {
		parts = append(parts, *d.Code)
	}
	if s := at(d.File, d.Range); s != "" {
		parts = append(parts, s)
	}
	parts = append(parts, strings.ReplaceAll(d.Message, "\n", "/"))
	for _, c := range d.Children {
		parts = append(parts, "+"+at(c.File, c.Range), c.Message)
	}
	return strings.Join(parts, " ")
}

func TestLinesBounded(t *testing.T) {
	var pieces []int
	l := &lines{line: func(b []byte) { pieces = append(pieces, len(b)) }}
	half := make([]byte, maxLine/2)
	for range 5 {
		_, err := l.Write(half)
		require.NoError(t, err)
	}
	l.end()
	assert.Equal(t, []int{maxLine, maxLine, maxLine / 2}, pieces)
}

func TestParseEvent(t *testing.T) {
	tests := []struct {
		name string
		in   string
		ok   bool
	}{
		{"event", `{"Action":"run","Package":"p","Test":"T"}`, true},
		{"event with line end", "{\"Action\":\"run\"}\r\n", true},
		{"of a later go command", `{"Action":"soar","Wings":[1,2]}`, true},
		{"other object", `{"reason":"run"}`, false},
		{"wrong type", `{"Action":1}`, false},
		{"cut", `{"Action":"run","Pack`, false},
		{"text", "FAIL", false},
		{"array", `["Action"]`, false},
		{"blank", "\n", false},
		{"two objects", `{"Action":"run"}{"Action":"run"}`, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, ok := parseEvent([]byte(test.in))
			assert.Equal(t, test.ok, ok)
		})
	}
}

func TestPlan(t *testing.T) {
	listed := func(ps ...*pkg) *listing {
		l := &listing{byPath: map[string]*pkg{}}
		for _, p := range ps {
			l.packages = append(l.packages, p)
			l.byPath[p.ImportPath] = p
		}
		return l
	}
	some := []string{"x.go"}
	lib, dep := &pkg{ImportPath: "m/lib", Name: "lib", GoFiles: some}, &pkg{ImportPath: "x/dep", Name: "dep", DepOnly: true}
	app, other, v2 := &pkg{ImportPath: "m/app", Name: "main", GoFiles: some}, &pkg{ImportPath: "m/other/app", Name: "main", GoFiles: some}, &pkg{ImportPath: "m/app/v2", Name: "main", GoFiles: some}
	tests := &pkg{ImportPath: "m/tests", Name: "tests", Dir: "/m/tests", Match: []string{"./..."}}
	gone := &pkg{ImportPath: "m/gone", Name: "gone", Incomplete: true}
	cases := []struct {
		name     string
		patterns []string
		list     *listing
		want     []invocation
	}{
		{"libraries only", []string{"./..."}, listed(dep, lib), []invocation{{packages: []string{"./..."}}}},
		{"libraries and programs", []string{"./..."}, listed(dep, lib, app), []invocation{{packages: []string{"m/lib"}}, {[]string{"m/app"}, "bin"}}},
		{"one name three times", []string{"./..."}, listed(app, other, v2), []invocation{{[]string{"m/app"}, "bin"}, {[]string{"m/other/app"}, "bin/2"}, {[]string{"m/app/v2"}, "bin/3"}}},
		{"files", []string{"main.go", "x.go"}, listed(&pkg{ImportPath: "command-line-arguments", Name: "main", GoFiles: some}), []invocation{{[]string{"main.go", "x.go"}, "bin"}}},
		{"unloadable", []string{"./..."}, listed(app, gone), []invocation{{packages: []string{"./..."}}}},
		{"tests only", []string{"./..."}, listed(app, tests), []invocation{{[]string{"m/app"}, "bin"}}},
		{"nothing", []string{"./..."}, listed(), []invocation{{packages: []string{"./..."}}}},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, plan(test.patterns, test.list, "bin"))
		})
	}
}

func TestParseOptions(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want options
	}{
		{"nothing", nil, options{command: "build", patterns: []string{"."}}},
		{"packages only", []string{"./a", "./b"}, options{command: "build", patterns: []string{"./a", "./b"}}},
		{"flags between packages", []string{"test", "./a", "-seq", "./b", "-o", "f"}, options{command: "test", seq: true, output: "f", patterns: []string{"./a", "./b"}}},
		{"go flags", []string{"vet", "-time", ".", "--", "-printf=false"}, options{command: "vet", time: true, patterns: []string{"."}, flags: []string{"-printf=false"}}},
		{"a package called like a command", []string{"build", "test"}, options{command: "build", patterns: []string{"test"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := parseOptions(test.args)
			require.NoError(t, err)
			assert.Equal(t, &test.want, got)
		})
	}
}
