package httpdoc_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/httpdoc"
)

func ExampleRespond() {
	// A source that fails behind its second row.
	rows := func(yield func(map[string]int, error) bool) {
		_ = yield(map[string]int{"id": 1}, nil) && yield(map[string]int{"id": 2}, nil) && yield(nil, errors.New("the disk is gone"))
	}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = httpdoc.Respond(w, func(out io.Writer) error {
			_, err := message.WriteListSeq2(r.Context(), out, nil, rows, &message.ListOptions{OnError: message.Abort})
			return err
		}, &httpdoc.Options{Statuses: httpdoc.Statuses{message.CodeFailed: http.StatusBadGateway}})
	})
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/rows", nil))
	fmt.Println(w.Code, w.Header().Get("Content-Type"))
	fmt.Print(w.Body)
	// Output:
	// 502 application/problem+json
	// {"title":"Bad Gateway","status":502,"detail":"list: source at item 2: the disk is gone","code":"failed","causes":[{"message":"source at item 2: the disk is gone"},{"message":"the disk is gone"}]}
}
