package model

import (
	"go/ast"
	"go/build/constraint"
	"path/filepath"
	"strings"

	"github.com/linefeed-go/linefeed/codegen/load"
)

// constraintOf gives the condition under which f is compiled. What is
// generated for f must be compiled under the same one, and its name, which
// ends in _easyjson, no longer says so.
func constraintOf(f *load.File) string {
	var parts []string
	for _, group := range f.Syntax.Comments {
		if group.Pos() > f.Syntax.Package {
			break
		}
		if line := buildLine(group); line != "" {
			parts = append(parts, line)
		}
	}
	parts = append(parts, nameConstraint(filepath.Base(f.Name))...)
	for _, spec := range f.Syntax.Imports {
		if spec.Path.Value == `"C"` {
			parts = append(parts, "cgo")
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	for i, p := range parts {
		if strings.ContainsAny(p, " |&") {
			parts[i] = "(" + p + ")"
		}
	}
	return strings.Join(parts, " && ")
}

func buildLine(group *ast.CommentGroup) string {
	for _, c := range group.List {
		if !constraint.IsGoBuild(c.Text) {
			continue
		}
		if expr, err := constraint.Parse(c.Text); err == nil {
			return expr.String()
		}
	}
	return ""
}

// nameConstraint reads the system and the architecture from a file name, by
// the rule of go/build: NAME_GOOS, NAME_GOARCH or NAME_GOOS_GOARCH.
func nameConstraint(name string) []string {
	words := strings.Split(strings.TrimSuffix(name, ".go"), "_")[1:]
	if n := len(words); n >= 2 && knownOS[words[n-2]] && knownArch[words[n-1]] {
		return words[n-2:]
	}
	if n := len(words); n >= 1 && (knownOS[words[n-1]] || knownArch[words[n-1]]) {
		return words[n-1:]
	}
	return nil
}

var knownOS = set("aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos")

var knownArch = set("386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm")

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}
