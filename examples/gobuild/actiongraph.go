package main

import (
	"encoding/json"
	"os"
	"time"
)

// action is what go build has done for one package: its compilation and, for a
// program, linking it.
type action struct {
	finished bool    // compiled, and linked if it is a program
	worked   bool    // a tool was run for it
	linked   bool    // the linker was run for it
	seconds  float64 // of the tools' work and of looking into the cache
	program  string  // path of the program, or ""
}

// actions are the actions by import path.
type actions map[string]*action

// readActions reads the file that go build -debug-actiongraph has written. The
// file's form is not documented and it may be missing when go build ended
// early: then there are no actions, and the tasks are ended without it.
func readActions(file string) actions {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	return parseActions(b)
}

func parseActions(b []byte) actions {
	var nodes []struct {
		Mode, Package, Target, Built string
		Cmd                          []string
		TimeStart, TimeDone          time.Time
	}
	if json.Unmarshal(b, &nodes) != nil {
		return nil
	}
	all := actions{}
	for _, n := range nodes {
		if n.Package == "" {
			continue
		}
		a := all[n.Package]
		if a == nil {
			a = &action{}
			all[n.Package] = a
		}
		done := !n.TimeDone.IsZero() && !n.TimeStart.IsZero()
		if done {
			a.seconds += n.TimeDone.Sub(n.TimeStart).Seconds()
		}
		switch n.Mode {
		case "build", "built-in package":
			a.finished = a.finished || done
		case "link":
			a.linked = a.linked || len(n.Cmd) > 0
		case "link-install", "install":
			if done && n.Built != "" {
				a.program = n.Target
			}
		}
		a.worked = a.worked || len(n.Cmd) > 0
	}
	return all
}
