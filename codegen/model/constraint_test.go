package model

import (
	"go/parser"
	"go/token"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/codegen/load"
)

func TestConstraintOf(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"m.go", "package m", ""},
		{"m_windows.go", "package m", "windows"},
		{"m_arm64.go", "package m", "arm64"},
		{"m_linux_arm64.go", "package m", "linux && arm64"},
		{"windows.go", "package m", ""},
		{"m_linux_notes.go", "package m", ""},
		{"m_arm64_linux.go", "package m", "linux"},
		{"m.go", "//go:build a || b\n\npackage m", "a || b"},
		{"m_linux.go", "//go:build a || b\n\npackage m", "(a || b) && linux"},
		{"m.go", "// Copyright\n\n//go:build !a\n\n// Package m.\npackage m", "!a"},
		{"m.go", "package m\n\n//go:build a\n", ""},
		{"m.go", "package m\n\nimport \"C\"\n", "cgo"},
	} {
		tree, err := parser.ParseFile(token.NewFileSet(), c.name, c.src, parser.ParseComments)
		require.NoError(t, err)
		assert.Equal(t, c.want, constraintOf(&load.File{Name: "/dir/" + c.name, Syntax: tree}), "%s: %s", c.name, c.src)
	}
}

func TestValidReason(t *testing.T) {
	for reason, want := range map[string]bool{
		"a": true, "build-finished": true, "http2-ready": true, "a-1": true,
		"": false, "A": false, "-a": false, "a-": false, "a--b": false, "1a": false, "a_b": false, "a b": false, "ä": false,
	} {
		assert.Equal(t, want, validReason(reason), reason)
	}
}
