//go:build !purego && (386 || amd64 || arm64 || loong64 || ppc64le)

package jsonwire

import "unsafe"

// This file holds everything unsafe of the package: loads and stores of whole
// words without bounds checks, on machines that are little-endian and take
// unaligned words. purego.go is its checked twin. Callers prove the bounds:
// every load lies inside the string or slice, every store inside its slice.

// load64 returns the 8 bytes of s from i on, the first one lowest.
func load64(s string, i int) uint64 {
	return *(*uint64)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), i))
}

// loadBytes64 is load64 for a slice.
func loadBytes64(b []byte, i int) uint64 {
	return *(*uint64)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), i))
}

// load32 returns the 4 bytes of s from i on, the first one lowest.
func load32(s string, i int) uint32 {
	return *(*uint32)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), i))
}

// byteAt returns the byte of s at i.
func byteAt(s string, i int) byte {
	return *(*byte)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), i))
}

// store64 writes the 8 bytes of v to b from i on, the lowest one first.
func store64(b []byte, i int, v uint64) {
	*(*uint64)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), i)) = v
}

// store32 writes the 4 bytes of v to b from i on, the lowest one first.
func store32(b []byte, i int, v uint32) {
	*(*uint32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), i)) = v
}

// storeByte writes c to b at i.
func storeByte(b []byte, i int, c byte) {
	*(*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), i)) = c
}

// viewString returns the bytes of b as a string without a copy. The string
// must not outlive the call it is passed to, nor may b change meanwhile.
func viewString(b []byte) string {
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// viewBytes returns the bytes of s as a slice without a copy, only to be read.
func viewBytes(s string) []byte {
	return unsafe.Slice(unsafe.StringData(s), len(s))
}

// ownString returns b, which nobody else holds or will change, as a string.
func ownString(b []byte) string { return viewString(b) }

// pieceOf returns the n bytes of b from i on, which nobody else holds or will
// change, as a string.
func pieceOf(b []byte, i, n int) string {
	return unsafe.String((*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), i)), n)
}

// ownBytes returns s, an ownString that has been given to nobody else, as a
// slice that ends where s ends and may be written to.
func ownBytes(s string) []byte { return viewBytes(s) }

// ownIsWritable tells that ownString makes no copy, so that the strings of a
// line can be made where they stay.
const ownIsWritable = true
