//go:build !unix && !windows

package message

import "os"

func identify(*os.File, os.FileInfo) identity { return identity{} }
