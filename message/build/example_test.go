package build_test

import (
	"os"
	"time"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/build"
)

// A whole run in the order that the package's documentation describes.
func Example() {
	e := message.NewEmitter(os.Stdout, nil)
	defer e.Close()
	for _, m := range []message.Message{
		&build.BuildStarted{
			Version:   build.Version,
			Tool:      "mk",
			Arguments: []string{"all"},
			Directory: new("/src/app"),
			RunID:     "7f3a",
			StartTime: time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC),
		},
		&build.TaskStarted{ID: "1", Kind: build.KindPackage, Name: "example.com/app", Package: new("example.com/app")},
		&build.Artifact{Task: new("1"), Package: new("example.com/app"), Path: "/src/app/bin/app", Kind: build.ArtifactExecutable, SizeBytes: 2048},
		&build.TaskFinished{ID: "1", Outcome: build.OutcomeOK, ElapsedSeconds: new(0.25)},
		&build.BuildFinished{Success: true, ElapsedSeconds: 0.5, Tasks: build.TaskCounts{OK: 1}, Artifacts: 1},
	} {
		if err := e.Emit(m); err != nil {
			return
		}
	}
	// Output:
	// {"reason":"build-started","version":"1.0","tool":"mk","arguments":["all"],"directory":"/src/app","run_id":"7f3a","start_time":"2026-05-04T03:02:01.000000000Z"}
	// {"reason":"task-started","id":"1","parent":null,"kind":"package","name":"example.com/app","package":"example.com/app"}
	// {"reason":"artifact","task":"1","package":"example.com/app","path":"/src/app/bin/app","kind":"executable","size_bytes":2048,"fresh":false}
	// {"reason":"task-finished","id":"1","outcome":"ok","elapsed_seconds":0.25,"cause":null}
	// {"reason":"build-finished","success":true,"interrupted":false,"elapsed_seconds":0.5,"tasks":{"ok":1,"failed":0,"skipped":0,"cached":0,"canceled":0},"diagnostics":{"error":0,"warning":0,"note":0},"artifacts":1}
}

func emit(m message.Message) {
	e := message.NewEmitter(os.Stdout, nil)
	defer e.Close()
	if err := e.Emit(m); err != nil {
		panic(err)
	}
}

func ExampleBuildStarted() {
	emit(&build.BuildStarted{
		Version:   build.Version,
		Tool:      "mk",
		Arguments: []string{},
		RunID:     "7f3a",
		StartTime: time.Date(2026, 5, 4, 3, 2, 1, 500, time.UTC),
	})
	// Output:
	// {"reason":"build-started","version":"1.0","tool":"mk","arguments":[],"directory":null,"run_id":"7f3a","start_time":"2026-05-04T03:02:01.000000500Z"}
}

func ExampleTaskStarted() {
	emit(&build.TaskStarted{
		ID:      "12",
		Parent:  new("3"),
		Kind:    build.KindSubtest,
		Name:    "TestDial/timeout",
		Package: new("example.com/app/net"),
	})
	// Output:
	// {"reason":"task-started","id":"12","parent":"3","kind":"subtest","name":"TestDial/timeout","package":"example.com/app/net"}
}

func ExampleTaskProgress() {
	emit(&build.TaskProgress{ID: "3", Done: 7, Total: new(int64(20)), Unit: build.UnitPackages, Text: new("example.com/app/net")})
	emit(&build.TaskProgress{ID: "4", Done: 1 << 20, Unit: build.UnitBytes})
	// Output:
	// {"reason":"task-progress","id":"3","done":7,"total":20,"unit":"packages","text":"example.com/app/net"}
	// {"reason":"task-progress","id":"4","done":1048576,"total":null,"unit":"bytes","text":null}
}

func ExampleTaskFinished() {
	emit(&build.TaskFinished{ID: "12", Outcome: build.OutcomeCanceled, Cause: new("signal: killed")})
	// Output:
	// {"reason":"task-finished","id":"12","outcome":"canceled","elapsed_seconds":null,"cause":"signal: killed"}
}

func ExampleDiagnostic() {
	emit(&build.Diagnostic{
		Task:    new("3"),
		Level:   build.LevelError,
		Message: "F redeclared in this block",
		File:    new("/src/app/f.go"),
		Range:   &build.Range{Start: build.Position{Line: 5, Column: 6}, End: &build.Position{Line: 5, Column: 7}},
		Children: []build.Child{{
			Level:   build.LevelNote,
			Message: "other declaration of F",
			File:    new("/src/app/e.go"),
			Range:   &build.Range{Start: build.Position{Line: 3, Column: 6}},
		}},
		Rendered: new("f.go:5:6: F redeclared in this block\n\te.go:3:6: other declaration of F\n"),
	})
	// Output:
	// {"reason":"diagnostic","task":"3","level":"error","code":null,"message":"F redeclared in this block","file":"/src/app/f.go","range":{"start":{"line":5,"column":6},"end":{"line":5,"column":7}},"children":[{"level":"note","message":"other declaration of F","file":"/src/app/e.go","range":{"start":{"line":3,"column":6},"end":null}}],"rendered":"f.go:5:6: F redeclared in this block\n\te.go:3:6: other declaration of F\n"}
}

func ExampleArtifact() {
	emit(&build.Artifact{Package: new("example.com/app"), Path: "/src/app/bin/app", Kind: build.ArtifactExecutable, SizeBytes: 2048, Fresh: true})
	// Output:
	// {"reason":"artifact","task":null,"package":"example.com/app","path":"/src/app/bin/app","kind":"executable","size_bytes":2048,"fresh":true}
}

func ExampleNewOutput() {
	emit(build.NewOutput(new("12"), build.StreamMerged, []byte("got 3, want 4\n")))
	emit(build.NewOutput(nil, build.StreamStderr, []byte("caf\xe9\n")))
	// Output:
	// {"reason":"output","task":"12","stream":"merged","text":"got 3, want 4\n","base64":null}
	// {"reason":"output","task":null,"stream":"stderr","text":"caf�\n","base64":"Y2Fm6Qo="}
}

func ExampleBuildFinished() {
	emit(&build.BuildFinished{
		Interrupted:    true,
		ElapsedSeconds: 1.5,
		Tasks:          build.TaskCounts{OK: 3, Cached: 9, Canceled: 1},
		Diagnostics:    build.DiagnosticCounts{Warning: 1},
		Artifacts:      2,
	})
	// Output:
	// {"reason":"build-finished","success":false,"interrupted":true,"elapsed_seconds":1.5,"tasks":{"ok":3,"failed":0,"skipped":0,"cached":9,"canceled":1},"diagnostics":{"error":0,"warning":1,"note":0},"artifacts":2}
}
