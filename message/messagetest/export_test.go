package messagetest

import (
	"maps"
	"slices"
)

// Kinds returns every kind of finding there is.
func Kinds() []Kind { return slices.Sorted(maps.Keys(remedies)) }
