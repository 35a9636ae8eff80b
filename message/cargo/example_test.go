package cargo_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/cargo"
)

// What cargo build --message-format=json prints, with a build script's text in
// it, and how it is read.
func Example() {
	printed := `warming up
{"reason":"compiler-message","package_id":"path+file:///ws/a#0.1.0","manifest_path":"/ws/a/Cargo.toml","target":{"kind":["lib"],"crate_types":["lib"],"name":"a","src_path":"/ws/a/src/lib.rs","edition":"2024","doc":true,"doctest":true,"test":true},"message":{"rendered":"warning: unused\n","$message_type":"diagnostic","children":[],"level":"warning","message":"unused variable: ` + "`x`" + `","spans":[{"byte_end":1,"byte_start":0,"column_end":9,"column_start":8,"expansion":null,"file_name":"src/lib.rs","is_primary":true,"label":null,"line_end":2,"line_start":2,"suggested_replacement":null,"suggestion_applicability":null,"text":[]}],"code":{"code":"unused_variables","explanation":null}}}
{"reason":"build-finished","success":true}
`
	for m, err := range message.NewReader(strings.NewReader(printed), cargo.Messages, nil).Messages() {
		var damaged *message.LineError
		if errors.As(err, &damaged) {
			fmt.Println("skipped:", err)
			continue
		}
		switch m := m.(type) {
		case *cargo.CompilerMessage:
			at := m.Message.Spans[0]
			fmt.Printf("%s:%d:%d: %s: %s [%s]\n", at.FileName, at.LineStart, at.ColumnStart, m.Message.Level, m.Message.Message, m.Message.Code.Code)
		case *cargo.BuildFinished:
			fmt.Println("built:", m.Success)
		case *message.Text:
			fmt.Println("text:", m.Line)
		}
	}
	// Output:
	// text: warming up
	// src/lib.rs:2:8: warning: unused variable: `x` [unused_variables]
	// built: true
}
