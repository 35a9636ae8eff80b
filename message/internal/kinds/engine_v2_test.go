//go:build goexperiment.jsonv2 || go1.27

package kinds_test

// sameBytes: the newer engine behind encoding/json leaves U+FFFD unescaped, so
// that only the values are compared.
const sameBytes = false
