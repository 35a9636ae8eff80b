// Package httpdoc answers HTTP requests with the documents and streams of
// package message: the status is decided before the first byte, a document
// that cannot be completed never looks complete, and failures are problem
// details (RFC 9457). It is apart from package message so that programs
// without a server do not link net/http.
package httpdoc
