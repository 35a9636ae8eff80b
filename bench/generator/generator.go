// Package generator measures how long it takes to generate marshalers for 50
// types in 10 files, beside easyjson's generator.
package generator

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/linefeed-go/linefeed/bench/harness"
)

const part = "generator"

// Part returns the generator's table.
func Part() *harness.Part {
	return &harness.Part{
		Name: part, Title: "Generating marshalers",
		About: "50 types in 10 files of one package; both programs are built before. *warm*: the build cache has what is needed and the " +
			"files of the run before are there. *cold*: an empty build cache. *easyjson-pkg* is its quickest way, one run for the package; " +
			"*easyjson-files* is one run per file, as `go:generate` lines in each file make it.",
		Cases: cases,
		Bars: []harness.Bar{{
			Name: "generator, warm / easyjson", Case: part + "/warm", Kind: harness.Ratio,
			Ours: "linefeed", AgainstRole: harness.Peer, Max: 0.5,
		}},
	}
}

func cases(s *harness.Session) ([]*harness.Case, error) {
	dir, err := filepath.Abs(filepath.Join(s.Dir, part))
	if err != nil {
		return nil, err
	}
	g := &generators{dir: dir}
	ours := tool{"linefeed", harness.Ours, g.linefeed}
	perPackage := tool{"easyjson-pkg", harness.Peer, g.easyjsonPackage}
	perFile := tool{"easyjson-files", harness.Peer, g.easyjsonFiles}

	warm := &harness.Case{Part: part, Name: "warm", Clock: harness.Wall, Slow: true, Rounds: 9, Want: []byte(compiles)}
	warm.Ways = []harness.Way{g.warm(ours), g.warm(perPackage)}
	if s.Quick {
		warm.Rounds = 6
		return []*harness.Case{warm}, nil
	}
	warm.Ways = append(warm.Ways, g.warm(perFile))
	cold := &harness.Case{Part: part, Name: "cold", Clock: harness.Wall, Slow: true, Rounds: 1}
	cold.Ways = []harness.Way{g.cold(ours), g.cold(perPackage)}
	return []*harness.Case{warm, cold}, nil
}

// compiles is the output of a way whose generated files compile.
const compiles = "the package compiles"

// tool is a generator: its commands for a package, run in the package's folder.
type tool struct {
	name     string
	role     harness.Role
	commands func() [][]string
}

// generators has the programs and the packages they work on below one folder.
type generators struct{ dir string }

func (g *generators) program(name string) string { return filepath.Join(g.dir, "bin", name) }

func (g *generators) linefeed() [][]string {
	return [][]string{{g.program("linefeed"), "gen", "."}}
}

func (g *generators) easyjsonPackage() [][]string {
	return [][]string{{g.program("easyjson"), "-all", "-pkg", "."}}
}

func (g *generators) easyjsonFiles() [][]string {
	var all [][]string
	for i := range files {
		all = append(all, []string{g.program("easyjson"), "-all", fmt.Sprintf("events_%02d.go", i)})
	}
	return all
}

// prepare builds the programs and writes the tool's package, once.
func (g *generators) prepare(t tool) (pkg string, err error) {
	pkg = filepath.Join(g.dir, t.name)
	if _, err := os.Stat(pkg); err == nil {
		return pkg, nil
	}
	for name, path := range map[string]string{
		"linefeed": "github.com/linefeed-go/linefeed/cmd/linefeed",
		"easyjson": "github.com/mailru/easyjson/easyjson",
	} {
		if err := run(".", nil, "go", "build", "-o", g.program(name), path); err != nil {
			return "", err
		}
	}
	return pkg, writeCorpus(pkg, t.role == harness.Ours)
}

// generate runs the tool's commands. A child that fails says why.
func (g *generators) generate(t tool, env []string) error {
	pkg, err := g.prepare(t)
	if err != nil {
		return err
	}
	for _, command := range t.commands() {
		if err := run(pkg, env, command...); err != nil {
			return err
		}
	}
	return nil
}

// warm is the tool with the build cache as it is. Checking its output runs it
// once, so the programs are built and the cache is filled before time is taken.
func (g *generators) warm(t tool) harness.Way {
	return harness.Way{Name: t.name, Role: t.role,
		Run: func(n int) error {
			for range n {
				if err := g.generate(t, nil); err != nil {
					return err
				}
			}
			return nil
		},
		Output: func() ([]byte, error) {
			if err := g.generate(t, nil); err != nil {
				return nil, err
			}
			return []byte(compiles), run(filepath.Join(g.dir, t.name), nil, "go", "build", "./...")
		},
	}
}

// cold is the tool with an empty build cache each time.
func (g *generators) cold(t tool) harness.Way {
	return harness.Way{Name: t.name, Role: t.role, Run: func(n int) error {
		for range n {
			if _, err := g.prepare(t); err != nil {
				return err
			}
			cache, err := os.MkdirTemp(g.dir, "cache-")
			if err != nil {
				return err
			}
			if err := g.generate(t, []string{"GOCACHE=" + cache}); err != nil {
				return err
			}
			if err := os.RemoveAll(cache); err != nil {
				return err
			}
		}
		return nil
	}}
}

func run(dir string, env []string, command ...string) error {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %w: %s", command, err, out)
	}
	return nil
}
