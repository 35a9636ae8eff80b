//go:build purego || !(386 || amd64 || arm64 || loong64 || ppc64le)

package faults_test

const checkedMemory = false
