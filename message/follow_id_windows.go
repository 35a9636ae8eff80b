package message

import (
	"os"

	"golang.org/x/sys/windows"
)

func identify(f *os.File, _ os.FileInfo) identity {
	var info windows.ByHandleFileInformation
	if windows.GetFileInformationByHandle(windows.Handle(f.Fd()), &info) != nil {
		return identity{}
	}
	return identity{
		device: uint64(info.VolumeSerialNumber),
		inode:  uint64(info.FileIndexHigh)<<32 | uint64(info.FileIndexLow),
	}
}
