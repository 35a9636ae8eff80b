package message

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
)

// Checkpoint is a place in a followed file: between two lines, all before it
// read. [Follow] goes on from it in a later run, whatever the file is called by
// then. It is made to be kept as JSON. The zero Checkpoint is the beginning of
// the file that is there.
type Checkpoint struct {
	Device uint64 `json:"device"` // of the file; 0 where the system tells none
	Inode  uint64 `json:"inode"`  // of the file, its index on Windows
	Offset int64  `json:"offset"` // in bytes
	Line   int64  `json:"line"`   // lines before Offset
	Head   string `json:"head"`   // SHA-256 of the file's first min(Offset, 1024) bytes, in hex
}

// headSize is how much of a file's beginning tells it from another one that
// has got the same inode.
const headSize = 1024

// head returns the hash of the first min(offset, headSize) bytes of f, "" if
// there are not so many.
func head(f *os.File, offset int64) string {
	b := make([]byte, min(offset, headSize))
	if _, err := io.ReadFull(io.NewSectionReader(f, 0, headSize), b); err != nil {
		return ""
	}
	return hashOf(b)
}

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// is reports whether f is the file of the checkpoint.
func (c Checkpoint) is(f *os.File, info os.FileInfo) bool {
	id := identify(f, info)
	return id.device == c.Device && id.inode == c.Inode && head(f, c.Offset) == c.Head
}

// identity tells files of one machine apart, as long as they exist. born tells
// those apart that had the same inode one after the other, where the file
// system knows their birth (up to a tick of its clock); else it is zero.
type identity struct {
	device, inode uint64
	born          int64
}
