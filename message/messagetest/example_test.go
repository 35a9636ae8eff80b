package messagetest_test

import (
	"fmt"
	"strings"

	"github.com/linefeed-go/linefeed/message/messagetest"
)

func ExampleCheckStream() {
	printed := `{"reason":"task-started","id":1}
linking ...
{"reason":"build-finished","success":true}
`
	report := messagetest.CheckStream(strings.NewReader(printed), nil)
	for _, finding := range report.Findings {
		fmt.Println(finding)
	}
	// Output:
	// line 2, offset 33: text: "linking ..."; keep text for people off this stream (write it to standard error, or into an output message)
	// line 1, offset 0: task: task "1" never finished; give each task an id of its own, one start and one finish, also when it fails or is canceled
}
