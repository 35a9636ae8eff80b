package jsonwire

import (
	"encoding"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Keys holds the keys of a map in the order in which they stand on the wire:
// sorted by the bytes of their text, as encoding/json sorts them. Its slices
// come from a pool: read them, then call Release.
type Keys struct {
	Names []string // the keys of SortedKeys; the texts of SortedTextKeys
	Ints  []int64  // the keys of SortedIntKeys; those of an unsigned map converted, convert back
}

var keysPool = sync.Pool{New: func() any { return new(Keys) }}

// maxPooledKeys is how many keys a pooled Keys may hold, so that one huge map
// does not stay in memory.
const maxPooledKeys = 4096

// SortedKeys returns m's keys, sorted by bytes. In steady state it does not
// allocate.
func SortedKeys[M ~map[K]V, K ~string, V any](m M) *Keys {
	keys := keysPool.Get().(*Keys)
	for k := range m {
		keys.Names = append(keys.Names, string(k))
	}
	slices.Sort(keys.Names)
	return keys
}

// SortedIntKeys returns m's keys in keys.Ints, sorted by the bytes of their
// decimal text: -1, 10, 9. In steady state it does not allocate.
func SortedIntKeys[M ~map[K]V, K integer, V any](m M) *Keys {
	keys := keysPool.Get().(*Keys)
	for k := range m {
		keys.Ints = append(keys.Ints, int64(k))
	}
	var zero K
	if zero-1 < zero {
		slices.SortFunc(keys.Ints, compareInts)
	} else {
		slices.SortFunc(keys.Ints, compareUints)
	}
	return keys
}

type integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

func compareInts(a, b int64) int {
	var x, y [20]byte
	return strings.Compare(string(strconv.AppendInt(x[:0], a, 10)), string(strconv.AppendInt(y[:0], b, 10)))
}

func compareUints(a, b int64) int {
	var x, y [20]byte
	return strings.Compare(string(strconv.AppendUint(x[:0], uint64(a), 10)), string(strconv.AppendUint(y[:0], uint64(b), 10)))
}

// Release gives the slices back; keys must not be used afterwards.
func (keys *Keys) Release() {
	if cap(keys.Names) > maxPooledKeys || cap(keys.Ints) > maxPooledKeys {
		return
	}
	clear(keys.Names)
	keys.Names, keys.Ints = keys.Names[:0], keys.Ints[:0]
	keysPool.Put(keys)
}

// TextKey is a map's key with its text.
type TextKey[K any] struct {
	Text string
	Key  K
}

// SortedTextKeys returns m's keys with their texts, sorted by the bytes of the
// text. A nil pointer's text is "". It allocates a slice; the first error of a
// MarshalText is returned.
func SortedTextKeys[M ~map[K]V, K interface {
	comparable
	encoding.TextMarshaler
}, V any](m M) ([]TextKey[K], error) {
	keys := make([]TextKey[K], 0, len(m))
	for k := range m {
		text, err := keyText(k)
		if err != nil {
			return nil, err
		}
		keys = append(keys, TextKey[K]{text, k})
	}
	slices.SortFunc(keys, func(a, b TextKey[K]) int { return strings.Compare(a.Text, b.Text) })
	return keys, nil
}
