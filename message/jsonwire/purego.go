//go:build purego || !(386 || amd64 || arm64 || loong64 || ppc64le)

package jsonwire

import "encoding/binary"

// This file is the checked twin of unsafe.go, for the purego build tag and for
// machines whose words are big-endian or must be aligned.

// load64 returns the 8 bytes of s from i on, the first one lowest.
func load64(s string, i int) uint64 {
	_ = s[i+7]
	return uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
		uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
}

// loadBytes64 is load64 for a slice.
func loadBytes64(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[i:]) }

// load32 returns the 4 bytes of s from i on, the first one lowest.
func load32(s string, i int) uint32 {
	_ = s[i+3]
	return uint32(s[i]) | uint32(s[i+1])<<8 | uint32(s[i+2])<<16 | uint32(s[i+3])<<24
}

// byteAt returns the byte of s at i.
func byteAt(s string, i int) byte { return s[i] }

// store64 writes the 8 bytes of v to b from i on, the lowest one first.
func store64(b []byte, i int, v uint64) { binary.LittleEndian.PutUint64(b[i:], v) }

// store32 writes the 4 bytes of v to b from i on, the lowest one first.
func store32(b []byte, i int, v uint32) { binary.LittleEndian.PutUint32(b[i:], v) }

// storeByte writes c to b at i.
func storeByte(b []byte, i int, c byte) { b[i] = c }

// viewString returns the bytes of b as a string; here it is a copy.
func viewString(b []byte) string { return string(b) }

// viewBytes returns the bytes of s as a slice; here it is a copy.
func viewBytes(s string) []byte { return []byte(s) }

// ownString returns b as a string; here it is a copy.
func ownString(b []byte) string { return string(b) }

// pieceOf returns the n bytes of b from i on as a string; here it is a copy.
func pieceOf(b []byte, i, n int) string { return string(b[i : i+n]) }

// ownBytes returns the bytes of s as a slice; here it is a copy.
func ownBytes(s string) []byte { return []byte(s) }

// ownIsWritable tells that ownString makes no copy.
const ownIsWritable = false
