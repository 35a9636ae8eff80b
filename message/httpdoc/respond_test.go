package httpdoc_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzhttp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/httpdoc"
)

var errSource = errors.New("the disk is gone")

// numbers yields count numbers, then err if it is not nil.
func numbers(count int, err error) func(yield func(int, error) bool) {
	return func(yield func(int, error) bool) {
		for i := range count {
			if !yield(i, nil) {
				return
			}
		}
		if err != nil {
			yield(0, err)
		}
	}
}

// list serves a list of count numbers that ends with err.
func list(count int, err error, lists *message.ListOptions, opts *httpdoc.Options, got *error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		e := httpdoc.Respond(w, func(out io.Writer) error {
			_, err := message.WriteListSeq2(r.Context(), out, nil, numbers(count, err), lists)
			return err
		}, opts)
		if got != nil {
			*got = e
		}
	}
}

// answer is what a client sees.
type answer struct {
	status  int
	header  http.Header
	trailer http.Header
	body    string
	err     error // of reading the body
}

func ask(t *testing.T, h http.Handler, http2 bool, accept string) answer {
	t.Helper()
	server := httptest.NewUnstartedServer(h)
	if http2 {
		server.EnableHTTP2 = true
		server.StartTLS()
	} else {
		server.Start()
	}
	defer server.Close()
	req, err := http.NewRequest(http.MethodGet, server.URL, nil)
	require.NoError(t, err)
	req.Header.Set("Accept-Encoding", accept)
	resp, err := server.Client().Do(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return answer{resp.StatusCode, resp.Header, resp.Trailer, string(body), err}
}

func TestRespond(t *testing.T) {
	const flush = 100
	problem := `{"title":"Internal Server Error","status":500,"detail":"list: source at item 3: the disk is gone","code":"failed",` +
		`"causes":[{"message":"source at item 3: the disk is gone"},{"message":"the disk is gone"}]}` + "\n"
	for _, c := range []struct {
		name        string
		count       int
		err         error
		lists       message.ListOptions
		opts        httpdoc.Options
		status      int
		contentType string
		body        string // "" is not looked at
		trailer     string
	}{
		{"small", 3, nil, message.ListOptions{}, httpdoc.Options{}, 200, "application/json", `{"items":[0,1,2]}` + "\n", ""},
		{"small, failing", 3, errSource, message.ListOptions{}, httpdoc.Options{}, 500, "application/problem+json", problem, ""},
		{"small, failing, abort", 3, errSource, message.ListOptions{OnError: message.Abort}, httpdoc.Options{}, 500, "application/problem+json", problem, ""},
		{"small, failing, own status", 3, errSource, message.ListOptions{}, httpdoc.Options{Statuses: httpdoc.Statuses{"failed": 502}}, 502, "application/problem+json", "", ""},
		{
			"small, failing, envelope", 3, errSource, message.ListOptions{}, httpdoc.Options{Envelope: true}, 500, "application/json",
			`{"ok":false,"error":{"code":"failed","message":"list: source at item 3: the disk is gone","retryable":false,` +
				`"causes":[{"message":"source at item 3: the disk is gone"},{"message":"the disk is gone"}]}}` + "\n", "",
		},
		{"large", 10_000, nil, message.ListOptions{FlushSize: flush}, httpdoc.Options{}, 200, "application/json", "", "complete"},
		{"large, failing, closed", 10_000, errSource, message.ListOptions{FlushSize: flush}, httpdoc.Options{}, 200, "application/json", "", "truncated; code=failed"},
		{"large, failing, abort", 10_000, errSource, message.ListOptions{FlushSize: flush, OnError: message.Abort}, httpdoc.Options{}, 200, "application/json", "", "aborted; code=failed"},
		{"large, failing, two passes", 10_000, errSource, message.ListOptions{FlushSize: flush, OnError: message.TwoPass}, httpdoc.Options{}, 500, "application/problem+json", "", ""},
		{"few bytes in two writes, abort", 40, errSource, message.ListOptions{FlushSize: flush, OnError: message.Abort}, httpdoc.Options{}, 200, "application/json", "", "aborted; code=failed"},
		{"lines", 2, nil, message.ListOptions{Lines: true}, httpdoc.Options{ContentType: httpdoc.NDJSON}, 200, "application/x-ndjson",
			"{\"reason\":\"item\",\"value\":0}\n{\"reason\":\"item\",\"value\":1}\n{\"reason\":\"list-end\",\"count\":2,\"truncated\":false}\n", ""},
		{"lines, failing", 10_000, errSource, message.ListOptions{FlushSize: flush, Lines: true}, httpdoc.Options{ContentType: httpdoc.NDJSON}, 200, "application/x-ndjson", "", "truncated; code=failed"},
	} {
		for _, version := range []string{"HTTP/1.1", "HTTP/2"} {
			t.Run(c.name+" "+version, func(t *testing.T) {
				var got error
				a := ask(t, list(c.count, c.err, &c.lists, &c.opts, &got), version == "HTTP/2", "identity")
				require.NoError(t, a.err)
				assert.ErrorIs(t, got, c.err)
				assert.Equal(t, c.status, a.status)
				assert.Equal(t, c.contentType, a.header.Get("Content-Type"))
				if c.body != "" {
					assert.Equal(t, c.body, a.body)
					assert.NotEmpty(t, a.header.Get("Content-Length"), "small documents have one")
				}
				assert.Equal(t, c.trailer, a.trailer.Get(httpdoc.StatusTrailer))
				if c.err != nil && a.status == 200 && c.lists.OnError == message.Abort {
					assert.False(t, json.Valid([]byte(a.body)), "never 200 with a document that looks complete")
				}
				if c.err != nil && a.status == 200 && c.lists.OnError == message.CloseWithError {
					assert.Contains(t, a.body, `"truncated":true,"error":{`)
				}
			})
		}
	}
}

func TestRespondHangUp(t *testing.T) {
	for _, version := range []string{"HTTP/1.1", "HTTP/2"} {
		t.Run(version, func(t *testing.T) {
			h := list(100_000, errSource, &message.ListOptions{OnError: message.Abort}, &httpdoc.Options{HangUp: true}, nil)
			a := ask(t, h, version == "HTTP/2", "identity")
			assert.Equal(t, 200, a.status)
			assert.Error(t, a.err, "the transport tells")
			assert.False(t, json.Valid([]byte(a.body)))
		})
	}
}

// Nothing written at all is an empty success.
func TestRespondEmpty(t *testing.T) {
	a := ask(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_ = httpdoc.Respond(w, func(io.Writer) error { return nil }, &httpdoc.Options{ContentType: httpdoc.NDJSON})
	}), false, "identity")
	assert.Equal(t, 200, a.status)
	assert.Equal(t, "application/x-ndjson", a.header.Get("Content-Type"))
	assert.Empty(t, a.body)
}

// Behind a compressing handler the decision falls on the first full buffer,
// and failures before it are what they are without.
func TestRespondGzip(t *testing.T) {
	for _, c := range []struct {
		name     string
		count    int
		err      error
		policy   message.ErrorPolicy
		status   int
		encoding string
		valid    bool
	}{
		{"small", 3, nil, message.CloseWithError, 200, "", true},
		{"large", 100_000, nil, message.CloseWithError, 200, "gzip", true},
		{"failing before the first flush", 3, errSource, message.Abort, 500, "", true},
		{"failing after it", 100_000, errSource, message.Abort, 200, "gzip", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := ask(t, gzhttp.GzipHandler(list(c.count, c.err, &message.ListOptions{OnError: c.policy}, nil, nil)), false, "gzip")
			require.NoError(t, a.err)
			assert.Equal(t, c.status, a.status)
			assert.Equal(t, c.encoding, a.header.Get("Content-Encoding"))
			body := []byte(a.body)
			if c.encoding == "gzip" {
				z, err := gzip.NewReader(bytes.NewReader(body))
				require.NoError(t, err)
				body, err = io.ReadAll(z)
				require.NoError(t, err)
				assert.Greater(t, len(body), 2*len(a.body))
			}
			assert.Equal(t, c.valid, json.Valid(body))
		})
	}
}

// A client that hangs up ends the source.
func TestRespondClientGone(t *testing.T) {
	cleaned := make(chan error, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cleaned <- httpdoc.Respond(w, func(out io.Writer) error {
			_, err := message.WriteListSeq(r.Context(), out, nil, func(yield func(string) bool) {
				for yield(strings.Repeat("x", 1000)) {
				}
			}, &message.ListOptions{OnError: message.Abort})
			return err
		}, nil)
	}))
	defer server.Close()
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL, nil)
	require.NoError(t, err)
	resp, err := server.Client().Do(req)
	require.NoError(t, err)
	_, err = io.CopyN(io.Discard, resp.Body, 1<<20)
	require.NoError(t, err)
	cancel()
	require.Error(t, <-cleaned, "the endless source was stopped")
	resp.Body.Close()
}

func TestWriteFailureDetails(t *testing.T) {
	for _, c := range []struct {
		name    string
		failure *message.Failure
		opts    *httpdoc.Options
		status  int
		body    string
		err     bool
	}{
		{"nil", nil, nil, 500, `{"title":"Internal Server Error","status":500,"detail":"failed without a cause","code":"failed"}`, false},
		{
			"all", &message.Failure{Code: "not_found", Message: "no module x", Details: map[string]int{"n": 1}, Retryable: true,
				Causes: []message.Cause{{Code: "io", Message: "a"}, {Message: "b"}}},
			&httpdoc.Options{TypeBase: "https://example.org/problems/", Statuses: httpdoc.Statuses{"not_found": 404}}, 404,
			`{"type":"https://example.org/problems/not_found","title":"not found","status":404,"detail":"no module x","code":"not_found",` +
				`"retryable":true,"details":{"n":1},"causes":[{"code":"io","message":"a"},{"message":"b"}]}`, false,
		},
		{
			"details that cannot be encoded", &message.Failure{Code: "c", Message: "m", Details: math.NaN()}, nil, 500,
			`{"title":"Internal Server Error","status":500,"detail":"m","code":"c"}`, true,
		},
		{
			"the same in an envelope", &message.Failure{Code: "c", Message: "m", Details: math.NaN()}, &httpdoc.Options{Envelope: true}, 500,
			`{"ok":false,"error":{"code":"c","message":"m","retryable":false}}`, true,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := httptest.NewRecorder()
			err := httpdoc.WriteFailure(w, c.failure, c.opts)
			assert.Equal(t, c.err, err != nil)
			assert.Equal(t, c.status, w.Code)
			assert.Equal(t, c.body+"\n", w.Body.String())
		})
	}
}

func TestStatuses(t *testing.T) {
	table := httpdoc.Statuses{"not_found": 404, "lie": 200, "large": 600}
	for _, c := range []struct {
		name    string
		failure message.Failure
		want    int
	}{
		{"in the table", message.Failure{Code: "not_found"}, 404},
		{"not in the table", message.Failure{Code: "x"}, 500},
		{"no success", message.Failure{Code: "lie"}, 500},
		{"no status", message.Failure{Code: "large"}, 500},
		{"timeout", message.Failure{Code: message.CodeTimeout}, 504},
		{"canceled", message.Failure{Code: message.CodeCanceled}, 503},
		{"retryable", message.Failure{Code: "x", Retryable: true}, 503},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, table.Status(&c.failure)) })
	}
}
