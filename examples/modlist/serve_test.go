package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// start runs modlist -http with a go command that prints count modules and
// ends so, and returns the address.
func start(t *testing.T, count, end string) string {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	t.Setenv(fakeCount, count)
	t.Setenv(fakeEnd, end)
	ctx, cancel := context.WithCancel(context.Background())
	r, w := io.Pipe()
	done := make(chan int)
	go func() {
		done <- run(ctx, []string{"-http", "127.0.0.1:0", "-go", self}, io.Discard, w)
		w.Close()
	}()
	lines := bufio.NewReader(r)
	line, err := lines.ReadString('\n')
	require.NoError(t, err)
	logged := make(chan struct{})
	go func() {
		defer close(logged)
		_, _ = io.Copy(io.Discard, lines)
	}()
	t.Cleanup(func() {
		cancel()
		assert.Zero(t, <-done, "ending the server is no failure")
		<-logged
	})
	_, address, found := strings.Cut(strings.TrimSpace(line), "listening on ")
	require.True(t, found, line)
	return address
}

func get(t *testing.T, method, url, accept string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequest(method, url, nil)
	require.NoError(t, err)
	if accept != "" {
		req.Header["Accept"] = strings.Split(accept, "\n") // one header line each
	}
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp, string(body)
}

func TestServe(t *testing.T) {
	url := start(t, "2", "ok")
	const doc = `{"modules":[{"reason":"module","path":"example.com/m0","version":"v1.0.0","main":false,"indirect":false},` +
		`{"reason":"module","path":"example.com/m1","version":"v1.0.1","main":false,"indirect":false}],"count":2,"truncated":false}` + "\n"
	for _, c := range []struct {
		name, method, path, accept string
		status                     int
		contentType, body          string
	}{
		{"document", "GET", "", "", 200, "application/json", doc},
		{"lines", "GET", "", "application/x-ndjson", 200, "application/x-ndjson",
			`{"reason":"module","path":"example.com/m0","version":"v1.0.0","main":false,"indirect":false}` + "\n" +
				`{"reason":"module","path":"example.com/m1","version":"v1.0.1","main":false,"indirect":false}` + "\n" +
				`{"reason":"list-end","count":2,"truncated":false}` + "\n"},
		{"weights", "GET", "", "application/x-ndjson;q=0.1, application/json;q=0.9", 200, "application/json", doc},
		{"weights in two header lines", "GET", "", "application/x-ndjson;q=0.1\napplication/json;q=0.9", 200, "application/json", doc},
		{"anything", "GET", "", "*/*", 200, "application/json", doc},
		{"head", "HEAD", "", "", 200, "application/json", ""},
		{"not acceptable", "GET", "", "text/html", 406, "application/problem+json",
			`{"title":"Not Acceptable","status":406,"detail":"the list comes as application/json or application/x-ndjson","code":"acceptable"}` + "\n"},
		{"elsewhere", "GET", "x", "", 404, "application/problem+json",
			`{"title":"Not Found","status":404,"detail":"there is only /","code":"not_found"}` + "\n"},
		{"not to be written", "POST", "", "", 405, "application/problem+json",
			`{"title":"Method Not Allowed","status":405,"detail":"the list can only be read","code":"method"}` + "\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			resp, body := get(t, c.method, url+c.path, c.accept)
			assert.Equal(t, c.status, resp.StatusCode)
			assert.Equal(t, c.contentType, resp.Header.Get("Content-Type"))
			assert.Equal(t, c.body, body)
		})
	}
}

// A source that fails, early or late, never gives 200 with a document that
// looks complete.
func TestServeFailingSource(t *testing.T) {
	for _, count := range []string{"0", "1", "100", "5000"} {
		for _, end := range []string{"fail", "rubbish"} {
			t.Run(count+" "+end, func(t *testing.T) {
				url := start(t, count, end)
				resp, body := get(t, "GET", url, "")
				if count == "5000" {
					require.Equal(t, 200, resp.StatusCode)
					assert.False(t, json.Valid([]byte(body)))
					assert.Equal(t, "aborted; code=go_list_failed", resp.Trailer.Get("Document-Status"))
				} else {
					require.Equal(t, 502, resp.StatusCode)
					assert.Contains(t, body, `"code":"go_list_failed"`)
				}
				resp, body = get(t, "GET", url, "application/x-ndjson")
				if resp.StatusCode == 200 {
					body = strings.TrimSuffix(body, "\n")
					last := body[strings.LastIndexByte(body, '\n')+1:]
					assert.True(t, strings.HasPrefix(last, `{"reason":"list-end","count":5000,"truncated":true,"error":{"code":"go_list_failed",`), last)
				} else {
					assert.Equal(t, 502, resp.StatusCode)
				}
			})
		}
	}
}

func TestServeBadAddress(t *testing.T) {
	var stderr strings.Builder
	assert.Equal(t, 2, run(context.Background(), []string{"-http", "nonsense"}, io.Discard, &stderr))
	assert.Contains(t, stderr.String(), "modlist: listen tcp")
}
