//go:build !goexperiment.jsonv2 && !go1.27

package kinds_test

// sameBytes tells that encoding/json spells strings and maps as the wire does.
const sameBytes = true
