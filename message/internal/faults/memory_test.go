//go:build !purego && (386 || amd64 || arm64 || loong64 || ppc64le)

package faults_test

// checkedMemory tells that allocations are as documented: the checked twin of
// the decoder copies more.
const checkedMemory = true
