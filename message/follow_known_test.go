package message

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Of files that were made within one tick of the clock none is forgotten while
// it might be taken for one that was missed; else the oldest go.
func TestKnownFiles(t *testing.T) {
	for name, c := range map[string]struct {
		born func(i int) int64
		want int // are known, of 1,000
	}{
		"one tick":                   {func(int) int64 { return 7 }, 1000},
		"ticks of a hundred":         {func(i int) int64 { return int64(1 + i/100) }, keptIdentities},
		"ticks of six hundred":       {func(i int) int64 { return int64(1 + i/600) }, 400},
		"a file system without them": {func(int) int64 { return 0 }, keptIdentities},
	} {
		t.Run(name, func(t *testing.T) {
			var f tail
			for i := range 1000 {
				f.remember(identity{inode: uint64(i), born: c.born(i)})
			}
			assert.Len(t, f.known, c.want)
			assert.EqualValues(t, 999, f.known[len(f.known)-1].inode)
			assert.EqualValues(t, 1000-c.want, f.known[0].inode)
		})
	}
}
