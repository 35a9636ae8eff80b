package decode

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/linefeed-go/linefeed/bench/harness"
	"github.com/linefeed-go/linefeed/bench/record"
	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/gotest"
)

const (
	peakMost  = 32 << 20 // the peak of a process that meets a line of 1 GiB
	gibibyte  = 1 << 30
	peersMost = 64 << 20 // longer lines are not given to those that hold them
	flatCount = 1_000_000
	flatMost  = 256 << 10
)

// PeakPart returns the memory of reading.
func PeakPart() *harness.Part {
	return &harness.Part{Name: "peak", Title: "What reading holds", Survey: peakSurvey,
		About: "The peak of the memory of a process of its own (VmHWM) that reads a short message, an artifact of that many bytes and another short " +
			"message. *reader* is the Reader, which takes lines of up to 16 MiB and reports longer ones; *scanner* is bufio.Scanner with a buffer " +
			"as large as the line needs, and encoding/json; *json.Decoder* is encoding/json's."}
}

// errNoPeak says that the system does not tell a process's peak.
var errNoPeak = errors.New("the peak of a process's memory is known on Linux only")

func peakSurvey(s *harness.Session) (*harness.Survey, error) {
	heap, err := heapGrowth()
	if err != nil {
		return nil, err
	}
	flat := harness.JudgeValue(harness.Bar{Name: "heap growth over 10^6 messages read", Kind: harness.Bytes, Max: flatMost}, heap)
	bar := harness.Bar{Name: "peak with a line of 1 GiB, both neighbours read", Kind: harness.Bytes, Max: peakMost}
	if runtime.GOOS != "linux" {
		skipped := harness.Verdict{Bar: bar, Status: harness.Skipped, Note: errNoPeak.Error()}
		return &harness.Survey{Verdicts: []harness.Verdict{skipped, flat}}, nil
	}
	program := filepath.Join(s.Dir, "peak")
	if out, err := exec.Command("go", "build", "-o", program, "./peak").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building ./peak: %w: %s", err, out)
	}
	out := &harness.Survey{Head: []string{"line", "reader", "scanner", "json.Decoder"}}
	sizes := []int64{64 << 10, 1 << 20, 16 << 20, peersMost, gibibyte}
	if s.Quick {
		sizes = sizes[len(sizes)-1:]
	}
	for _, size := range sizes {
		row := []string{mebibytes(size)}
		for _, way := range out.Head[1:] {
			if size > peersMost && way != "reader" {
				row = append(row, "-")
				continue
			}
			res, err := peakOf(program, way, size)
			if err != nil {
				return nil, err
			}
			if res.Neighbours != 2 {
				return nil, fmt.Errorf("%s has lost %d neighbours of a line of %d bytes", way, 2-res.Neighbours, size)
			}
			out.Lines = append(out.Lines, &res)
			row = append(row, mebibytes(res.PeakBytes)+", "+res.Long)
			if size == gibibyte {
				out.Verdicts = append(out.Verdicts, harness.JudgeValue(bar, float64(res.PeakBytes)))
			}
		}
		out.Rows = append(out.Rows, row)
	}
	out.Verdicts = append(out.Verdicts, flat)
	return out, nil
}

func mebibytes(n int64) string {
	return strconv.FormatFloat(float64(n)/(1<<20), 'g', 4, 64) + " MiB"
}

// peakOf runs the program peak and reads what it prints.
func peakOf(program, way string, lineBytes int64) (record.PeakResult, error) {
	cmd := exec.Command(program, way, strconv.FormatInt(lineBytes, 10))
	var faults strings.Builder
	cmd.Stderr = &faults
	var res record.PeakResult
	out, err := cmd.Output()
	if err == nil {
		err = res.UnmarshalJSON(out)
	}
	if err != nil {
		return res, fmt.Errorf("%s with a line of %d bytes: %w: %s", way, lineBytes, err, faults.String())
	}
	return res, nil
}

// heapGrowth reads a million messages and returns by how much the live heap has
// grown since the ten thousandth.
func heapGrowth() (float64, error) {
	i := slices.IndexFunc(recordings, func(r recording) bool { return r.name == "gotest_stream" })
	unit, err := recordings[i].bytes()
	if err != nil {
		return 0, err
	}
	var before uint64
	n := 0
	r := message.NewReader(&repeated{unit: unit, times: flatCount}, gotest.Messages, nil)
	for _, err := range r.Messages() {
		if err != nil {
			return 0, err
		}
		switch n++; n {
		case flatCount / 100:
			before = harness.LiveHeap()
		case flatCount:
			after := harness.LiveHeap()
			runtime.KeepAlive(r)
			return max(0, float64(after)-float64(before)), nil
		}
	}
	return 0, io.ErrUnexpectedEOF
}
