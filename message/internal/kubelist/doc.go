// Package kubelist holds typed and untyped lists in the layout of Kubernetes'
// API (kind, apiVersion, metadata, items), as types of its own. It exists for
// its tests: they put every result that Kubernetes' tests of its streaming
// encoder demand, and every input on which its streaming and its ordinary
// encoder were seen to differ, through this module's lists, streamed and
// whole.
package kubelist

//go:generate go run ../../../cmd/linefeed gen
