package httpdoc

import (
	"net/http"

	"github.com/linefeed-go/linefeed/message"
)

// Statuses maps the code of a failure to an HTTP status, 400 to 599. It is the
// one table in which a service's statuses stand, as message.ExitCodes is for a
// command's.
type Statuses map[string]int

// Status returns the status for f: what the table holds for its code; 504 for
// a timeout, 503 for a canceled context or what may succeed later, and 500
// for everything else, also for an entry outside 400 to 599: a failure is
// never answered with a success. A nil table, and a nil f, may be used.
func (t Statuses) Status(f *message.Failure) int {
	f = orUnknown(f)
	if status := t[f.Code]; status >= 400 && status <= 599 {
		return status
	}
	switch {
	case f.Code == message.CodeTimeout:
		return http.StatusGatewayTimeout
	case f.Code == message.CodeCanceled, f.Retryable:
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}
