// Package rows holds the payload of the document tables: rows that follow a
// rule, the same as the Rust baseline's (rows and text in rust/src/messages.rs).
package rows

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

//go:generate go tool linefeed gen

// Row is one row, with generated methods.
//
//linefeed:document
type Row struct {
	ID       string   `json:"id"`
	Job      string   `json:"job"`
	Actor    string   `json:"actor"`
	Host     string   `json:"host"`
	Seq      uint64   `json:"seq"`
	AtMS     uint64   `json:"at_ms"`
	Level    string   `json:"level"`
	IsStderr bool     `json:"is_stderr"`
	Text     string   `json:"text"`
	Parent   *string  `json:"parent"`
	Progress *float64 `json:"progress"`
	Retried  bool     `json:"retried"`
}

// Plain is a Row without methods, which libraries see by reflection.
type Plain Row

// Make returns count rows with texts of textBytes bytes each.
func Make(count, textBytes int) []Row {
	levels := [...]string{"info", "warning", "error", "debug"}
	out := make([]Row, count)
	for i := range out {
		out[i] = Row{
			ID:       fmt.Sprintf("entry-%08d", i),
			Job:      fmt.Sprintf("build/linux-amd64/%04d", i%1000),
			Actor:    fmt.Sprintf("worker-%02d@farm.example", i%16),
			Host:     "runner été 07 (rack 3, slot 11)",
			Seq:      uint64(i),
			AtMS:     1_700_000_000_000 + 17*uint64(i),
			Level:    levels[i%len(levels)],
			IsStderr: i%3 == 0,
			Text:     text(textBytes),
			Retried:  i%10 == 0,
		}
	}
	return out
}

// Bare returns the rows without their methods.
func Bare(list []Row) []Plain {
	out := make([]Plain, len(list))
	for i := range list {
		out[i] = Plain(list[i])
	}
	return out
}

// Tree returns the rows as maps, what a caller builds that has no type for its
// document.
func Tree(list []Row) []any {
	out := make([]any, len(list))
	for i, r := range list {
		out[i] = map[string]any{
			"id": r.ID, "job": r.Job, "actor": r.Actor, "host": r.Host, "seq": r.Seq, "at_ms": r.AtMS, "level": r.Level,
			"is_stderr": r.IsStderr, "text": r.Text, "parent": r.Parent, "progress": r.Progress, "retried": r.Retried,
		}
	}
	return out
}

// phrase is full of escapes and of characters of two to four bytes.
const phrase = "say \"hi\" \\ café\t測試\n🚀 a\\b\x1b "

// text is the phrase repeated, cut at a character's border and filled up with
// dots to size bytes.
func text(size int) string {
	var b strings.Builder
	for b.Len() < size {
		for _, c := range phrase {
			if b.Len()+utf8.RuneLen(c) > size {
				return b.String() + strings.Repeat(".", size-b.Len())
			}
			b.WriteRune(c)
		}
	}
	return b.String()
}
