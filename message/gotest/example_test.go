package gotest_test

import (
	"fmt"
	"strings"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/gotest"
)

// What go test -json prints for a package that does not build and one that
// fails, and how it is read.
func Example() {
	printed := `{"ImportPath":"m/b [m/b.test]","Action":"build-output","Output":"b/b.go:3:23: undefined: x\n"}
{"ImportPath":"m/b [m/b.test]","Action":"build-fail"}
{"Time":"2026-11-30T17:25:32.34005309Z","Action":"fail","Package":"m/b","Elapsed":0,"FailedBuild":"m/b [m/b.test]"}
{"Time":"2026-11-30T17:25:33.1Z","Action":"fail","Package":"m/a","Test":"TestA/two","Elapsed":0.01}
`
	for m, err := range message.NewReader(strings.NewReader(printed), gotest.Messages, nil).Messages() {
		if err != nil {
			fmt.Println(err)
			continue
		}
		switch m := m.(type) {
		case *gotest.BuildEvent:
			fmt.Print(m.Output)
		case *gotest.TestEvent:
			fmt.Printf("%s %s %s: %gs %s\n", m.Action, m.Package, m.Test, *m.Elapsed, m.FailedBuild)
		}
	}
	// Output:
	// b/b.go:3:23: undefined: x
	// fail m/b : 0s m/b [m/b.test]
	// fail m/a TestA/two: 0.01s
}
