package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/httpdoc"
)

var statuses = httpdoc.Statuses{
	codeUsage:    http.StatusBadRequest,
	codeNoModule: http.StatusNotFound,
	codeNoGo:     http.StatusBadGateway,
	codeGoList:   http.StatusBadGateway,
	"not_found":  http.StatusNotFound,
	"method":     http.StatusMethodNotAllowed,
	"acceptable": http.StatusNotAcceptable,
}

// serve answers requests until ctx ends.
func (c *command) serve(ctx context.Context) error {
	listener, err := net.Listen("tcp", c.addr)
	if err != nil {
		return &message.Failure{Code: codeUsage, Message: err.Error(), Err: err}
	}
	server := &http.Server{Handler: c, ReadHeaderTimeout: 10 * time.Second}
	fmt.Fprintf(c.stderr, "modlist: listening on http://%s/\n", listener.Addr())
	stop := context.AfterFunc(ctx, func() {
		grace, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_ = server.Shutdown(grace) // requests that take longer are cut off
	})
	defer stop()
	if err = server.Serve(listener); errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// ServeHTTP answers with the list, as a document or as lines.
func (c *command) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	opts := &httpdoc.Options{Statuses: statuses}
	lists := &message.ListOptions{Key: c.key(), Footer: true, OnError: message.Abort}
	w.Header().Set("Vary", "Accept")
	switch opts.ContentType = httpdoc.Accept(strings.Join(r.Header.Values("Accept"), ","), httpdoc.JSON, httpdoc.NDJSON); {
	case r.URL.Path != "/":
		c.refuse(w, opts, "not_found", "there is only /")
		return
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		c.refuse(w, opts, "method", "the list can only be read")
		return
	case opts.ContentType == "":
		c.refuse(w, opts, "acceptable", "the list comes as "+httpdoc.JSON+" or "+httpdoc.NDJSON)
		return
	case opts.ContentType == httpdoc.NDJSON:
		// The last message says how the list ended, so the lines before it may stand.
		lists.Lines, lists.OnError = true, message.CloseWithError
	}
	err := httpdoc.Respond(w, func(out io.Writer) error {
		_, err := c.write(r.Context(), out, lists)
		return err
	}, opts)
	if err != nil {
		fmt.Fprintf(c.stderr, "modlist: %s %s: %v\n", r.Method, r.URL.Path, err)
	}
}

func (c *command) refuse(w http.ResponseWriter, opts *httpdoc.Options, code, text string) {
	_ = httpdoc.WriteFailure(w, &message.Failure{Code: code, Message: text}, opts) // a client that is gone needs no answer
}

// key is the name of the member that holds the items.
func (c *command) key() string {
	if c.packages {
		return "packages"
	}
	return "modules"
}
