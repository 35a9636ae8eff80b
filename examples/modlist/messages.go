package main

import "github.com/linefeed-go/linefeed/message"

//go:generate go run ../../cmd/linefeed gen

// Module is a module of the build.
//
//linefeed:document
type Module struct {
	_ message.Reason `reason:"module"`
	// Path is the module's path, such as "golang.org/x/tools".
	Path string `json:"path"`
	// Version is the version in use; empty for the main module.
	Version string `json:"version,omitempty"`
	// Main tells the module that is being built from those it needs.
	Main bool `json:"main"`
	// Indirect tells a module that only other modules need.
	Indirect bool `json:"indirect"`
	// GoVersion is the version of Go the module asks for; absent where it says none.
	GoVersion string `json:"go_version,omitempty"`
	// Dir is where the module's files are; absent where they are not on this
	// machine.
	Dir string `json:"dir,omitempty"`
	// Replace is what stands in for the module; absent where nothing does.
	Replace *Replacement `json:"replace,omitempty"`
}

// Replacement is what a replace directive puts in a module's place.
type Replacement struct {
	// Path is a module path, or a directory when it starts with a dot or a slash.
	Path string `json:"path"`
	// Version is empty for a directory.
	Version string `json:"version,omitempty"`
}

// Package is a package that the patterns match.
//
//linefeed:document
type Package struct {
	_ message.Reason `reason:"package"`
	// ImportPath is how other packages import it.
	ImportPath string `json:"import_path"`
	// Name is the name in its package clauses.
	Name string `json:"name"`
	// Dir is where its files are.
	Dir string `json:"dir"`
	// Module is the path of its module; absent for the standard library.
	Module string `json:"module,omitempty"`
	// GoFiles are the names of the files that are compiled here; never null.
	GoFiles []string `json:"go_files"`
	// Imports are the import paths in those files, sorted; never null.
	Imports []string `json:"imports"`
}
