// Package kinds has a message for every kind of field that the generator
// knows. Its tests hold the generated code against encoding/json, with values
// taken at random.
//
//linefeed:document
package kinds

//go:generate go run ../../../cmd/linefeed gen
