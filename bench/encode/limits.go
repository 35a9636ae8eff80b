package encode

import (
	"strconv"

	"github.com/linefeed-go/linefeed/bench/harness"
	"github.com/linefeed-go/linefeed/bench/stock"
)

// The limits: what a finished line costs to copy, and what the message costs to
// put together by hand when no string is looked at. Neither is a way to print.

// memcpyWay copies the finished line.
func memcpyWay(line []byte) harness.Way {
	kept := make([]byte, len(line))
	return harness.Way{Name: "memcpy", Role: harness.Limit, Run: func(n int) error {
		for range n {
			copy(kept, line)
		}
		return nil
	}, Output: func() ([]byte, error) { copy(kept, line); return kept, nil }}
}

// unescapedWay appends the message without escaping its strings. Its bytes are
// compared where no string needs an escape.
func unescapedWay(appendTo func(dst []byte) []byte, exact bool) harness.Way {
	kept := make([]byte, 0, lent)
	w := harness.Way{Name: "no-escaping", Role: harness.Limit, Run: func(n int) error {
		for range n {
			kept = appendTo(kept[:0])
		}
		return nil
	}}
	if exact {
		w.Output = func() ([]byte, error) { return appendTo(nil), nil }
		return w
	}
	w.Note = "not valid JSON here: strings that need escapes do not get them"
	return w
}

func bareBuildFinished(b []byte, m *stock.BuildFinished) []byte {
	b = append(b, `{"reason":"build-finished","success":`...)
	return append(bareBool(b, m.Success), '}')
}

func bareArtifact(b []byte, m *stock.Artifact) []byte {
	b = append(b, `{"reason":"compiler-artifact","package_id":"`...)
	b = append(b, m.PackageID...)
	b = append(b, `","manifest_path":"`...)
	b = append(b, m.ManifestPath...)
	b = append(b, `","target":`...)
	b = bareTarget(b, &m.Target)
	b = append(b, `,"profile":{"opt_level":"`...)
	b = append(b, m.Profile.OptLevel...)
	b = append(b, `","debuginfo":`...)
	b = bareUint(b, m.Profile.Debuginfo)
	b = append(b, `,"debug_assertions":`...)
	b = bareBool(b, m.Profile.DebugAssertions)
	b = append(b, `,"overflow_checks":`...)
	b = bareBool(b, m.Profile.OverflowChecks)
	b = append(b, `,"test":`...)
	b = bareBool(b, m.Profile.Test)
	b = append(b, `},"features":`...)
	b = bareStrings(b, m.Features)
	b = append(b, `,"filenames":`...)
	b = bareStrings(b, m.Filenames)
	b = append(b, `,"executable":`...)
	b = bareOptional(b, m.Executable)
	b = append(b, `,"fresh":`...)
	return append(bareBool(b, m.Fresh), '}')
}

func bareCompilerMessage(b []byte, m *stock.CompilerMessage) []byte {
	b = append(b, `{"reason":"compiler-message","package_id":"`...)
	b = append(b, m.PackageID...)
	b = append(b, `","manifest_path":"`...)
	b = append(b, m.ManifestPath...)
	b = append(b, `","target":`...)
	b = bareTarget(b, &m.Target)
	b = append(b, `,"message":`...)
	return append(bareDiagnostic(b, &m.Message), '}')
}

func bareRawMessage(b []byte, m *stock.RawMessage) []byte {
	b = append(b, `{"reason":"compiler-message","package_id":"`...)
	b = append(b, m.PackageID...)
	b = append(b, `","manifest_path":"`...)
	b = append(b, m.ManifestPath...)
	b = append(b, `","target":`...)
	b = bareTarget(b, &m.Target)
	b = append(b, `,"message":`...)
	return append(append(b, m.Message...), '}')
}

func bareTarget(b []byte, t *stock.Target) []byte {
	b = append(b, `{"kind":`...)
	b = bareStrings(b, t.Kind)
	b = append(b, `,"crate_types":`...)
	b = bareStrings(b, t.CrateTypes)
	b = append(b, `,"name":"`...)
	b = append(b, t.Name...)
	b = append(b, `","src_path":"`...)
	b = append(b, t.SrcPath...)
	b = append(b, `","edition":"`...)
	b = append(b, t.Edition...)
	b = append(b, '"')
	if len(t.RequiredFeatures) > 0 {
		b = append(b, `,"required-features":`...)
		b = bareStrings(b, t.RequiredFeatures)
	}
	b = append(b, `,"doc":`...)
	b = bareBool(b, t.Doc)
	b = append(b, `,"doctest":`...)
	b = bareBool(b, t.Doctest)
	b = append(b, `,"test":`...)
	return append(bareBool(b, t.Test), '}')
}

func bareDiagnostic(b []byte, d *stock.Diagnostic) []byte {
	b = append(b, '{')
	if d.MessageType != "" {
		b = append(b, `"$message_type":"`...)
		b = append(b, d.MessageType...)
		b = append(b, `",`...)
	}
	b = append(b, `"message":"`...)
	b = append(b, d.Message...)
	b = append(b, `","code":`...)
	if d.Code == nil {
		b = append(b, "null"...)
	} else {
		b = append(b, `{"code":"`...)
		b = append(b, d.Code.Code...)
		b = append(b, `","explanation":`...)
		b = append(bareOptional(b, d.Code.Explanation), '}')
	}
	b = append(b, `,"level":"`...)
	b = append(b, d.Level...)
	b = append(b, `","spans":`...)
	b = bareList(b, d.Spans, bareSpan)
	b = append(b, `,"children":`...)
	b = bareList(b, d.Children, bareDiagnostic)
	b = append(b, `,"rendered":`...)
	return append(bareOptional(b, d.Rendered), '}')
}

func bareSpan(b []byte, s *stock.Span) []byte {
	b = append(b, `{"file_name":"`...)
	b = append(b, s.FileName...)
	b = append(b, '"')
	for _, n := range [...]struct {
		key   string
		value uint32
	}{
		{`,"byte_start":`, s.ByteStart}, {`,"byte_end":`, s.ByteEnd},
		{`,"line_start":`, s.LineStart}, {`,"line_end":`, s.LineEnd},
		{`,"column_start":`, s.ColumnStart}, {`,"column_end":`, s.ColumnEnd},
	} {
		b = strconv.AppendUint(append(b, n.key...), uint64(n.value), 10)
	}
	b = append(b, `,"is_primary":`...)
	b = bareBool(b, s.IsPrimary)
	b = append(b, `,"text":`...)
	b = bareList(b, s.Text, bareLine)
	b = append(b, `,"label":`...)
	b = bareOptional(b, s.Label)
	b = append(b, `,"suggested_replacement":`...)
	b = bareOptional(b, s.SuggestedReplacement)
	b = append(b, `,"suggestion_applicability":`...)
	b = bareOptional(b, s.SuggestionApplicability)
	return append(b, `,"expansion":null}`...)
}

func bareLine(b []byte, l *stock.SourceLine) []byte {
	b = append(b, `{"text":"`...)
	b = append(b, l.Text...)
	b = append(b, `","highlight_start":`...)
	b = strconv.AppendUint(b, uint64(l.HighlightStart), 10)
	b = append(b, `,"highlight_end":`...)
	b = strconv.AppendUint(b, uint64(l.HighlightEnd), 10)
	return append(b, '}')
}

func bareList[T any](b []byte, list []T, item func([]byte, *T) []byte) []byte {
	b = append(b, '[')
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = item(b, &list[i])
	}
	return append(b, ']')
}

func bareStrings(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, s := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '"')
		b = append(b, s...)
		b = append(b, '"')
	}
	return append(b, ']')
}

func bareOptional(b []byte, s *string) []byte {
	if s == nil {
		return append(b, "null"...)
	}
	b = append(b, '"')
	b = append(b, *s...)
	return append(b, '"')
}

func bareUint(b []byte, n *uint32) []byte {
	if n == nil {
		return append(b, "null"...)
	}
	return strconv.AppendUint(b, uint64(*n), 10)
}

func bareBool(b []byte, v bool) []byte {
	if v {
		return append(b, "true"...)
	}
	return append(b, "false"...)
}
