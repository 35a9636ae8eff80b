package jsonwire_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// Run with: go test -run '^$' -bench . -count 10 ./message/jsonwire
// The two messages have the sizes that the package is tuned for: 22 short
// strings in 676 bytes, and 2,369 bytes with quotes, UTF-8 and ANSI sequences.

// wideMessage is written as generated code writes it.
type wideMessage struct {
	packageID, manifestPath         string
	kind, crateTypes                []string
	name, srcPath, edition          string
	optLevel                        string
	debuginfo                       int
	debugAssertions, overflowChecks bool
	features, filenames             []string
	executable                      *string
	fresh                           bool
}

var benchMessage = wideMessage{
	packageID: "demo-crate", manifestPath: "/home/dev1/projects/demo-crate/Cargo.toml",
	kind: []string{"rlib"}, crateTypes: []string{"rlib"},
	name: "demo_crate", srcPath: "/home/dev1/projects/demo-crate/src/lib.rs", edition: "2021",
	optLevel: "3", debuginfo: 2,
	features: []string{"default", "multi-thread", "json-log", "unixsock", "coloring", "progress", "profiler"},
	filenames: []string{
		"/home/dev1/projects/demo-crate/target/debug/deps/libdemo_crate.rlib",
		"/home/dev1/projects/demo-crate/target/debug/deps/libdemo_crate.d",
	},
}

func appendList(dst []byte, list []string) []byte {
	if list == nil {
		return append(dst, "null"...)
	}
	if len(list) == 0 {
		return append(dst, "[]"...)
	}
	dst = append(dst, `["`...)
	dst = jsonwire.AppendStringBody(dst, list[0])
	for _, s := range list[1:] {
		dst = append(dst, `","`...)
		dst = jsonwire.AppendStringBody(dst, s)
	}
	return append(dst, `"]`...)
}

func listLen(list []string) int {
	n := 4
	for _, s := range list {
		n += len(s) + 3
	}
	return n
}

func (a *wideMessage) appendJSON(dst []byte) []byte {
	dst = jsonwire.Grow(dst, 512+len(a.packageID)+len(a.manifestPath)+listLen(a.kind)+listLen(a.crateTypes)+len(a.name)+len(a.srcPath)+
		len(a.edition)+len(a.optLevel)+20+listLen(a.features)+listLen(a.filenames)+jsonwire.Slack)
	dst = jsonwire.Append48(dst, `{"reason":"compiler-artifact","package_id":"`)
	dst = jsonwire.AppendStringBody(dst, a.packageID)
	dst = jsonwire.Append32(dst, `","manifest_path":"`)
	dst = jsonwire.AppendStringBody(dst, a.manifestPath)
	dst = jsonwire.Append32(dst, `","target":{"kind":`)
	dst = appendList(dst, a.kind)
	dst = append(dst, `,"crate_types":`...)
	dst = appendList(dst, a.crateTypes)
	dst = append(dst, `,"name":"`...)
	dst = jsonwire.AppendStringBody(dst, a.name)
	dst = append(dst, `","src_path":"`...)
	dst = jsonwire.AppendStringBody(dst, a.srcPath)
	dst = append(dst, `","edition":"`...)
	dst = jsonwire.AppendStringBody(dst, a.edition)
	dst = append(dst, `","doc":`...)
	dst = jsonwire.AppendBool(dst, !a.fresh)
	dst = append(dst, `,"doctest":`...)
	dst = jsonwire.AppendBool(dst, !a.fresh)
	dst = append(dst, `,"test":`...)
	dst = jsonwire.AppendBool(dst, !a.fresh)
	dst = jsonwire.Append32(dst, `},"profile":{"opt_level":"`)
	dst = jsonwire.AppendStringBody(dst, a.optLevel)
	dst = append(dst, `","debuginfo":`...)
	dst = jsonwire.AppendInt(dst, int64(a.debuginfo))
	dst = jsonwire.Append32(dst, `,"debug_assertions":`)
	dst = jsonwire.AppendBool(dst, a.debugAssertions)
	dst = jsonwire.Append32(dst, `,"overflow_checks":`)
	dst = jsonwire.AppendBool(dst, a.overflowChecks)
	dst = append(dst, `,"test":`...)
	dst = jsonwire.AppendBool(dst, a.fresh)
	dst = append(dst, `},"features":`...)
	dst = appendList(dst, a.features)
	dst = append(dst, `,"filenames":`...)
	dst = appendList(dst, a.filenames)
	dst = append(dst, `,"executable":`...)
	if a.executable == nil {
		dst = append(dst, "null"...)
	} else {
		dst = jsonwire.AppendString(dst, *a.executable)
	}
	dst = append(dst, `,"fresh":`...)
	dst = jsonwire.AppendBool(dst, a.fresh)
	return append(dst, '}')
}

func BenchmarkMessage676(b *testing.B) {
	buf := make([]byte, 0, 64<<10)
	b.SetBytes(int64(len(benchMessage.appendJSON(buf))))
	b.ReportAllocs()
	for b.Loop() {
		benchMessage.appendJSON(buf)
	}
}

// appendSpan and appendDiagnostic are a compiler's message around a coloured
// text, as generated code writes them: 2,369 bytes with 70 escapes.
func appendSpan(dst []byte, file, text string, numbers *[6]int, replacement string) []byte {
	dst = append(dst, `{"file_name":"`...)
	dst = jsonwire.AppendStringBody(dst, file)
	for i, name := range [...]string{`","byte_start":`, `,"byte_end":`, `,"line_start":`, `,"line_end":`, `,"column_start":`, `,"column_end":`} {
		dst = jsonwire.AppendInt(append(dst, name...), int64(numbers[i]))
	}
	dst = append(dst, `,"is_primary":true,"text":[{"text":"`...)
	dst = jsonwire.AppendStringBody(dst, text)
	dst = jsonwire.AppendInt(jsonwire.Append32(dst, `","highlight_start":`), int64(numbers[4]))
	dst = jsonwire.AppendInt(jsonwire.Append32(dst, `,"highlight_end":`), int64(numbers[5]))
	dst = append(dst, `}],"label":null,"suggested_replacement":"`...)
	dst = jsonwire.AppendStringBody(dst, replacement)
	return append(dst, `","suggestion_applicability":null,"expansion":null}`...)
}

func appendDiagnostic(dst []byte, a *wideMessage, file, text string, numbers *[6]int) []byte {
	dst = a.appendJSON(dst)
	dst = append(dst[:len(dst)-1], `,"message":{"$message_type":"diagnostic","message":"`...)
	dst = jsonwire.AppendStringBody(dst, "unused variable: `banner`")
	dst = append(dst, `","code":{"code":"unused_variables","explanation":null},"level":"warning","spans":[`...)
	dst = appendSpan(dst, file, text, numbers, "")
	dst = append(dst, `],"children":[{"message":"`...)
	dst = jsonwire.AppendStringBody(dst, "if this is intentional, prefix it with an underscore")
	dst = append(dst, `","code":null,"level":"help","spans":[`...)
	dst = appendSpan(dst, file, text, numbers, "_banner")
	dst = append(dst, `],"children":[],"rendered":null}],"rendered":"`...)
	dst = jsonwire.AppendStringBody(dst, rendered)
	return append(dst, `"}}`...)
}

func BenchmarkMessage2369(b *testing.B) {
	buf := make([]byte, 0, 64<<10)
	text := "    let banner = format!(\"café \\\"{}\\\"\\n\", name);"
	numbers := &[6]int{1043, 1049, 42, 42, 9, 15}
	line := appendDiagnostic(nil, &benchMessage, "src/lib.rs", text, numbers)
	if !json.Valid(line) {
		b.Fatalf("not JSON: %s", line)
	}
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		appendDiagnostic(buf, &benchMessage, "src/lib.rs", text, numbers)
	}
}

// rendered has the mixture of a compiler's coloured message.
const rendered = "\x1b[0m\x1b[1m\x1b[33mwarning\x1b[0m\x1b[0m\x1b[1m: unused variable: `banner`\x1b[0m\n\x1b[0m  \x1b[0m\x1b[0m\x1b[1m\x1b[94m--> \x1b[0msrc/lib.rs:42:9\n" +
	"   \x1b[1m\x1b[94m|\x1b[0m\n\x1b[1m\x1b[94m42\x1b[0m \x1b[1m\x1b[94m|\x1b[0m     let banner = format!(\"café \\\"{}\\\"\\n\", name);\n" +
	"   \x1b[1m\x1b[94m|\x1b[0m         \x1b[1m\x1b[33m^^^^^^\x1b[0m \x1b[1m\x1b[33mhelp: if this is intentional, prefix it with an underscore: `_banner`\x1b[0m\n" +
	"   \x1b[1m\x1b[94m|\x1b[0m\n   \x1b[1m\x1b[94m= \x1b[0m\x1b[1mnote\x1b[0m: `#[warn(unused_variables)]` (part of `#[warn(unused)]`) on by default\n\n"

func BenchmarkRendered(b *testing.B) {
	buf := make([]byte, 0, 64<<10)
	b.SetBytes(int64(len(rendered)))
	for b.Loop() {
		jsonwire.AppendStringBody(buf, rendered)
	}
}

func BenchmarkString(b *testing.B) {
	buf := make([]byte, 0, 256<<10)
	for _, kind := range []struct{ name, unit string }{
		{"clean", "the quick brown fox jumps over "},
		{"escaped", "say \"hi\" \\ to\tall\n of you \x1b[1m"},
		{"utf8", "naïve café, 測試 漢字 и мир 🚀 "},
		{"cjk", "測試漢字"},
	} {
		for _, n := range []int{3, 8, 12, 20, 40, 100, 1000, 16000} {
			s := strings.ToValidUTF8(strings.Repeat(kind.unit, n/len(kind.unit)+1)[:n], "")
			b.Run(fmt.Sprintf("%s/%d", kind.name, n), func(b *testing.B) {
				b.SetBytes(int64(len(s)))
				for b.Loop() {
					jsonwire.AppendStringBody(buf, s)
				}
			})
		}
	}
}

func BenchmarkScalars(b *testing.B) {
	buf := make([]byte, 0, 1024)
	at := time.Date(2026, 7, 1, 12, 34, 56, 789, time.UTC)
	for _, c := range []struct {
		name string
		do   func()
	}{
		{"int 2", func() { jsonwire.AppendInt(buf, 2) }},
		{"int 1043", func() { jsonwire.AppendInt(buf, 1043) }},
		{"int 1700000000000", func() { jsonwire.AppendInt(buf, 1_700_000_000_000) }},
		{"float 3", func() { _, _ = jsonwire.AppendFloat64(buf, 3) }},
		{"float 0.1234", func() { _, _ = jsonwire.AppendFloat64(buf, 0.1234) }},
		{"time", func() { _, _ = jsonwire.AppendTime(buf, at) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				c.do()
			}
		})
	}
}

func BenchmarkCompact(b *testing.B) {
	clean := benchMessage.appendJSON(nil)
	clean = append(append(append(append([]byte{'['}, clean...), `,{"rendered":`...), jsonwire.AppendString(nil, rendered)...), `}]`...)
	var v any
	if err := json.Unmarshal(clean, &v); err != nil {
		b.Fatal(err)
	}
	pretty, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		b.Fatal(err)
	}
	buf := make([]byte, 0, 64<<10)
	for _, c := range []struct {
		name string
		in   []byte
	}{{"clean", clean}, {"pretty", pretty}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.in)))
			for b.Loop() {
				_, _ = jsonwire.AppendCompact(buf, c.in, 0)
			}
		})
	}
	b.Run("any", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = jsonwire.AppendAny(buf, v, 0)
		}
	})
}

func BenchmarkHTMLEscaped(b *testing.B) {
	line := benchMessage.appendJSON(nil)
	buf := make([]byte, 0, 4096)
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		jsonwire.AppendHTMLEscaped(buf, line)
	}
}
