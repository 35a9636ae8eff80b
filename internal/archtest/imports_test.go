package archtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/linefeed-go/linefeed"

// pkg is what go list says of a package.
type pkg struct {
	ImportPath string
	Dir        string
	Deps       []string
}

// list returns the packages of the module, with all that each depends on.
func list(t *testing.T) []pkg {
	t.Helper()
	c := exec.Command("go", "list", "-deps=false", "-json=ImportPath,Dir,Deps", module+"/...")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	require.NoError(t, err, "%s", stderr.String())
	var all []pkg
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		all = append(all, p)
	}
	require.NotEmpty(t, all)
	return all
}

// under reports whether path is the package dir of this module or below it.
func under(path string, dirs ...string) bool {
	for _, dir := range dirs {
		if path == module+"/"+dir || strings.HasPrefix(path, module+"/"+dir+"/") {
			return true
		}
	}
	return false
}

func ours(path string) bool { return path == module || strings.HasPrefix(path, module+"/") }

// rule says which of our packages, and which others, the packages of a room
// may not depend on, directly or not.
type rule struct {
	name   string
	room   func(path string) bool
	forbid func(dep string) bool
}

func is(path string) func(string) bool {
	return func(p string) bool { return p == module+"/"+path }
}

func in(dirs ...string) func(string) bool {
	return func(p string) bool { return under(p, dirs...) }
}

// runtimeButFor is what a program of ours is made of: message and codegen,
// but for one package; what lies under internal serves tests.
func runtimeButFor(path string) func(string) bool {
	return func(p string) bool {
		return under(p, "message", "codegen") && !under(p, path) && !strings.Contains(p, "/internal/")
	}
}

var rules = []rule{
	{"jsonwire imports nothing of ours", in("message/jsonwire"),
		func(d string) bool { return ours(d) && !under(d, "message/jsonwire") }},
	{"message imports jsonwire and nothing else of ours", is("message"),
		func(d string) bool { return ours(d) && !under(d, "message/jsonwire") && d != module+"/message" }},
	{"vocabularies and the kit import message only", in("message/build", "message/cargo", "message/gotest", "message/messagetest"),
		func(d string) bool { return ours(d) && !under(d, "message") }},
	{"codegen imports nothing of the runtime", in("codegen"), in("message")},
	{"message and codegen do not serve the web", runtimeButFor("message/httpdoc"),
		func(d string) bool { return d == "net/http" }},
	{"easyjson's root package is for tests", func(p string) bool { return !strings.Contains(p, "/internal/") },
		func(d string) bool { return d == "github.com/mailru/easyjson" }},
	{"nothing imports commands, benchmarks or examples", func(p string) bool { return !under(p, "cmd", "bench", "examples") },
		in("cmd", "bench", "examples")},
	{"the library does not bring test code along", runtimeButFor("message/messagetest"),
		func(d string) bool {
			return d == "testing" || strings.HasPrefix(d, "github.com/stretchr/") || strings.HasPrefix(d, "pgregory.net/")
		}},
}

func TestImportDirections(t *testing.T) {
	all := list(t)
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) {
			rooms := 0
			for _, p := range all {
				if !r.room(p.ImportPath) {
					continue
				}
				rooms++
				for _, d := range p.Deps {
					if d != p.ImportPath && r.forbid(d) {
						assert.Fail(t, "forbidden import", "%s depends on %s", p.ImportPath, d)
					}
				}
			}
			assert.NotZero(t, rooms, "the rule is about no package")
		})
	}
}
