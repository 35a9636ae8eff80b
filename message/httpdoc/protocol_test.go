package httpdoc_test

import (
	"bufio"
	"encoding/json"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/httpdoc"
)

// raw sends one request as it stands and returns the response.
func raw(t *testing.T, h http.Handler, request string) (*http.Response, string) {
	t.Helper()
	server := httptest.NewUnstartedServer(h)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.Start()
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	require.NoError(t, err)
	defer conn.Close()
	_, err = io.WriteString(conn, request)
	require.NoError(t, err)
	method := http.MethodGet
	if request[0] == 'H' {
		method = http.MethodHead
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
	require.NoError(t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp, string(body)
}

// Clients of HTTP/1.0 have no trailers and no chunks, those of HEAD no body:
// the status is what it is for others, and no half document looks complete.
func TestRespondProtocols(t *testing.T) {
	const (
		old  = "GET / HTTP/1.0\r\n\r\n"
		head = "HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
	)
	for _, c := range []struct {
		name, request string
		count         int
		err           error
		lists         message.ListOptions
		status        int
		valid         bool // the body is a whole JSON document
	}{
		{"1.0", old, 3, nil, message.ListOptions{}, 200, true},
		{"1.0, large", old, 10_000, nil, message.ListOptions{FlushSize: 100}, 200, true},
		{"1.0, failing early", old, 3, errSource, message.ListOptions{OnError: message.Abort}, 500, true},
		{"1.0, failing late", old, 10_000, errSource, message.ListOptions{FlushSize: 100, OnError: message.Abort}, 200, false},
		{"1.0, failing late within the server's buffer", old, 40, errSource, message.ListOptions{FlushSize: 100, OnError: message.Abort}, 200, false},
		{"head", head, 3, nil, message.ListOptions{}, 200, false},
		{"head, large", head, 10_000, nil, message.ListOptions{FlushSize: 100}, 200, false},
		{"head, failing early", head, 3, errSource, message.ListOptions{}, 500, false},
		{"head, failing late", head, 10_000, errSource, message.ListOptions{FlushSize: 100, OnError: message.Abort}, 200, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got error
			resp, body := raw(t, list(c.count, c.err, &c.lists, nil, &got), c.request)
			assert.ErrorIs(t, got, c.err)
			assert.Equal(t, c.status, resp.StatusCode)
			assert.Equal(t, c.valid, json.Valid([]byte(body)), body)
			if c.request == head {
				assert.Empty(t, body)
			}
		})
	}
}

// A connection that the handler has taken over is no place for a document: the
// error comes back, and nothing panics.
func TestRespondHijacked(t *testing.T) {
	for _, source := range []error{nil, errSource} {
		got := make(chan error, 1)
		raw(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if !assert.NoError(t, err) {
				return
			}
			got <- httpdoc.Respond(w, func(out io.Writer) error {
				_, err := message.WriteListSeq2(r.Context(), out, nil, numbers(3, source), nil)
				return err
			}, nil)
			_, _ = io.WriteString(conn, "HTTP/1.1 204 No Content\r\n\r\n")
			conn.Close()
		}), "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		err := <-got
		require.ErrorIs(t, err, http.ErrHijacked)
		if source != nil {
			assert.ErrorIs(t, err, source, "both errors")
		}
	}
}

// What a handler said of the document it meant to send is not said of the
// failure.
func TestRespondFailureHeader(t *testing.T) {
	for _, envelope := range []bool{false, true} {
		a := ask(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			for name, value := range map[string]string{"Content-Length": "17", "Content-Encoding": "br", "ETag": `"x"`, "Last-Modified": "Thu, 01 Jan 1970 00:00:00 GMT",
				"Cache-Control": "max-age=3600", "Content-Type": "application/vnd.list+json", "Vary": "Accept"} {
				w.Header().Set(name, value)
			}
			_ = httpdoc.Respond(w, func(io.Writer) error { return errSource }, &httpdoc.Options{Envelope: envelope})
		}), false, "identity")
		require.NoError(t, a.err)
		assert.Equal(t, 500, a.status)
		assert.True(t, json.Valid([]byte(a.body)), a.body)
		for _, name := range []string{"Content-Encoding", "Etag", "Last-Modified", "Cache-Control"} {
			assert.Empty(t, a.header.Get(name), name)
		}
		assert.Equal(t, "Accept", a.header.Get("Vary"))
	}
}

// nil is a failure without a cause, wherever it is passed.
func TestNilFailure(t *testing.T) {
	assert.Equal(t, 500, httpdoc.Statuses{}.Status(nil))
	b, err := json.Marshal(httpdoc.ProblemOf(nil, 500, ""))
	require.NoError(t, err)
	assert.Equal(t, `{"title":"Internal Server Error","status":500,"detail":"failed without a cause","code":"failed"}`, string(b))
	var none *message.Failure
	w := httptest.NewRecorder()
	err = httpdoc.Respond(w, func(io.Writer) error { return none }, nil)
	assert.Equal(t, none, err.(interface{ Unwrap() []error }).Unwrap()[0])
	assert.Equal(t, 500, w.Code)
	assert.Equal(t, string(b)+"\n", w.Body.String())
}

// The code of a failure is a program's own word; in a trailer it stands as a
// header may hold it. Nobody guesses at the content type.
func TestRespondHeaderText(t *testing.T) {
	bad := &message.Failure{Code: "a b;c\r\nX-Evil: 1"}
	a := ask(t, list(10_000, bad, &message.ListOptions{FlushSize: 100, OnError: message.Abort}, nil, nil), false, "identity")
	require.NoError(t, a.err)
	assert.Equal(t, "aborted; code=a_b_c__X-Evil__1", a.trailer.Get(httpdoc.StatusTrailer))
	assert.Equal(t, "nosniff", a.header.Get("X-Content-Type-Options"))
	a = ask(t, list(0, bad, nil, nil, nil), false, "identity")
	assert.Equal(t, 500, a.status)
	assert.Equal(t, "nosniff", a.header.Get("X-Content-Type-Options"))
}
