package message_test

import (
	"math"
	"testing"

	"github.com/linefeed-go/linefeed/message"
)

// BenchmarkReader is the whole way of a line: framing, dispatch, decoding.
func BenchmarkReader(b *testing.B) {
	for _, c := range []struct{ name, line string }{
		{"finished", finished},
		{"artifact", `{"reason":"artifact","name":"libdemo_crate.rlib","size":4711,"tags":["default","json"]}`},
		{"reason last", `{"name":"libdemo_crate.rlib","size":4711,"tags":["default","json"],"reason":"artifact"}`},
		{"unknown", `{"reason":"unknown","name":"libdemo_crate.rlib","size":4711,"tags":["default","json"]}`},
		{"text", "   Compiling demo-crate v0.1.0 (/home/dev1/projects/demo-crate)"},
	} {
		b.Run(c.name, func(b *testing.B) {
			unit := ""
			for len(unit) < 32<<10 {
				unit += c.line + "\n"
			}
			r := message.NewReader(&repeated{unit: unit, times: math.MaxInt}, known, nil)
			b.SetBytes(int64(len(c.line)) + 1)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := r.Next(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
