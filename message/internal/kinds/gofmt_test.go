package kinds_test

import (
	"go/format"

	"github.com/stretchr/testify/require"
)

func gofmt(t require.TestingT, src string) []byte {
	out, err := format.Source([]byte(src))
	require.NoError(t, err)
	return out
}
