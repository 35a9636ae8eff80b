// Package archtest holds the architecture by tests: which package may import
// which, and that every exported name is documented.
package archtest
