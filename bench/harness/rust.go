package harness

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// ErrNoCargo says that the Rust side cannot run because cargo is not installed.
var ErrNoCargo = errors.New("cargo is not installed")

// Baseline is the running Rust program. It times one batch per request and
// waits in between, so that it takes turns with the ways of this process. Not
// for use by several goroutines.
type Baseline struct {
	// Version names the compiler and the crates.
	Version string
	allocs  map[string]rustHeap
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Scanner
}

// rustProfile is the cargo profile with link-time optimisation, see Cargo.toml.
const rustProfile = "lto"

// rustHeap is what a way asks of its heap.
type rustHeap struct {
	Allocs
	peak uint64
}

// StartBaseline builds the Rust program in dir, lets it check its own bytes and
// starts it. Without cargo the error is [ErrNoCargo].
func StartBaseline(dir string) (*Baseline, error) {
	cargo, err := exec.LookPath("cargo")
	if err != nil {
		return nil, ErrNoCargo
	}
	build := exec.Command(cargo, "build", "--profile", rustProfile, "--locked")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("cargo build in %s: %w: %s", dir, err, lastLine(out))
	}
	program, err := filepath.Abs(filepath.Join(dir, "target", rustProfile, "baseline"))
	if err != nil {
		return nil, err
	}
	if out, err := exec.Command(program, "check").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("the Rust side prints other bytes: %w: %s", err, lastLine(out))
	}
	b := &Baseline{cmd: exec.Command(program, "serve")}
	if b.allocs, err = rustAllocs(program); err != nil {
		return nil, err
	}
	b.Version = rustVersion(cargo, dir)
	return b, b.start()
}

func (b *Baseline) start() (err error) {
	if b.in, err = b.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	b.out = bufio.NewScanner(out)
	return b.cmd.Start()
}

// Way returns the Rust program's way for a case as a way to compare with.
func (b *Baseline) Way(rustCase, way string) Way {
	allocs := b.allocs[rustCase+" "+way].Allocs
	return Way{Name: "rust-" + way, Role: Rust, Allocs: &allocs, Process: b.cmd.Process.Pid, Remote: func(n int) (time.Duration, error) {
		return b.batch(rustCase, way, n)
	}}
}

// Peak returns the most heap bytes that one operation of a Rust way holds at a
// time beyond what it keeps from one to the next.
func (b *Baseline) Peak(rustCase, way string) uint64 { return b.allocs[rustCase+" "+way].peak }

func (b *Baseline) batch(rustCase, way string, n int) (time.Duration, error) {
	if _, err := fmt.Fprintf(b.in, "%s %s %d\n", rustCase, way, n); err != nil {
		return 0, fmt.Errorf("the Rust side has ended: %w", err)
	}
	if !b.out.Scan() {
		return 0, fmt.Errorf("the Rust side has ended: %w", errors.Join(b.out.Err(), io.ErrUnexpectedEOF))
	}
	var answer struct {
		Reason string  `json:"reason"`
		NS     float64 `json:"ns"`
	}
	if err := json.Unmarshal(b.out.Bytes(), &answer); err != nil {
		return 0, fmt.Errorf("the Rust side answers %q: %w", b.out.Bytes(), err)
	}
	if answer.Reason != "batch-result" {
		return 0, fmt.Errorf("the Rust side knows no way %s of %s", way, rustCase)
	}
	return time.Duration(answer.NS), nil
}

// Close ends the Rust program.
func (b *Baseline) Close() error {
	if b == nil {
		return nil
	}
	return errors.Join(b.in.Close(), b.cmd.Wait())
}

// rustAllocs asks for the heap calls of every way, by "case way".
func rustAllocs(program string) (map[string]rustHeap, error) {
	out, err := exec.Command(program, "alloc").Output()
	if err != nil {
		return nil, fmt.Errorf("counting the Rust side's heap calls: %w", err)
	}
	counts := map[string]rustHeap{}
	for line := range bytes.Lines(out) {
		var a struct {
			Case  string `json:"case"`
			Way   string `json:"way"`
			Calls uint64 `json:"calls"`
			Bytes uint64 `json:"requested_bytes"`
			Peak  uint64 `json:"peak_bytes"`
		}
		if err := json.Unmarshal(line, &a); err != nil {
			return nil, fmt.Errorf("the Rust side prints %q: %w", line, err)
		}
		counts[a.Case+" "+a.Way] = rustHeap{Allocs{Calls: a.Calls, Bytes: a.Bytes}, a.Peak}
	}
	return counts, nil
}

// rustVersion names what was measured, as far as cargo tells it.
func rustVersion(cargo, dir string) string {
	parts := []string{}
	if out, err := exec.Command(cargo, "--version").Output(); err == nil {
		fields := strings.Fields(string(out))
		parts = append(parts, strings.Join(fields[:min(2, len(fields))], " "))
	}
	tree := exec.Command(cargo, "tree", "--locked", "--offline", "--depth", "1", "--prefix", "none")
	tree.Dir = dir
	if out, err := tree.Output(); err == nil {
		for line := range strings.Lines(string(out)) {
			if strings.HasPrefix(line, "serde") {
				parts = append(parts, strings.TrimSpace(line))
			}
		}
	}
	return strings.Join(parts, ", ")
}

func lastLine(out []byte) []byte {
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	return lines[len(lines)-1]
}
