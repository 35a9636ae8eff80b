//go:build deps_hold

// Package linefeed holds the module's dependencies while its rooms are being written; this file goes when they all import theirs.
package linefeed

import (
	_ "github.com/fsnotify/fsnotify"
	_ "github.com/klauspost/compress/gzhttp"
	_ "github.com/mailru/easyjson"
	_ "github.com/mailru/easyjson/jlexer"
	_ "github.com/mailru/easyjson/jwriter"
	_ "github.com/rogpeppe/go-internal/testscript"
	_ "github.com/rogpeppe/go-internal/txtar"
	_ "github.com/santhosh-tekuri/jsonschema/v6"
	_ "github.com/stretchr/testify/assert"
	_ "github.com/stretchr/testify/require"
	_ "github.com/vbauerster/mpb/v8"
	_ "github.com/vbauerster/mpb/v8/decor"
	_ "go.uber.org/goleak"
	_ "golang.org/x/sys/unix"
	_ "golang.org/x/term"
	_ "golang.org/x/tools/go/packages"
	_ "pgregory.net/rapid"
)
