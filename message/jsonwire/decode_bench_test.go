package jsonwire_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// artifactLine is the compiler-artifact of the speed targets: 676 bytes.
const artifactLine = `{"reason":"compiler-artifact","package_id":"demo-crate","manifest_path":"/home/dev1/projects/demo-crate/Cargo.toml","target":{"kind":["rlib"],"crate_types":["rlib"],"name":"demo_crate","src_path":"/home/dev1/projects/demo-crate/src/lib.rs","edition":"2021","doc":true,"doctest":true,"test":true},"profile":{"opt_level":"3","debuginfo":2,"debug_assertions":false,"overflow_checks":false,"test":false},"features":["default","multi-thread","json-log","unixsock","coloring","progress","profiler"],"filenames":["/home/dev1/projects/demo-crate/target/debug/deps/libdemo_crate.rlib","/home/dev1/projects/demo-crate/target/debug/deps/libdemo_crate.d"],"executable":null,"fresh":false}`

// shuffledLine is the same with its members in another order, and blanks.
const shuffledLine = `{"fresh": false, "executable": null, "filenames": ["/home/dev1/projects/demo-crate/target/debug/deps/libdemo_crate.rlib", "/home/dev1/projects/demo-crate/target/debug/deps/libdemo_crate.d"], "features": ["default", "multi-thread", "json-log", "unixsock", "coloring", "progress", "profiler"], "profile": {"test": false, "overflow_checks": false, "debug_assertions": false, "debuginfo": 2, "opt_level": "3"}, "target": {"test": true, "doctest": true, "doc": true, "edition": "2021", "src_path": "/home/dev1/projects/demo-crate/src/lib.rs", "name": "demo_crate", "crate_types": ["rlib"], "kind": ["rlib"]}, "manifest_path": "/home/dev1/projects/demo-crate/Cargo.toml", "package_id": "demo-crate", "reason": "compiler-artifact"}`

func BenchmarkDecodeArtifact(b *testing.B) {
	for _, c := range []struct{ name, line string }{{"in order", artifactLine}, {"shuffled", shuffledLine}} {
		b.Run(c.name, func(b *testing.B) {
			line := []byte(c.line)
			var m artifact
			require.NoError(b, m.UnmarshalJSON(line))
			b.ReportAllocs()
			b.SetBytes(int64(len(line)))
			for b.Loop() {
				if err := m.UnmarshalJSON(line); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkValidArtifact(b *testing.B) {
	line := []byte(artifactLine)
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		if !json.Valid(line) {
			b.Fatal("not valid")
		}
	}
}
