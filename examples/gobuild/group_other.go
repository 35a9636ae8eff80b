//go:build !unix

package main

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
)

// ownGroup does nothing: what a child has started is found by killGroup.
func ownGroup(*exec.Cmd) {}

// signalGroup kills: other systems have no signals that a child could obey.
func signalGroup(p *os.Process, _ os.Signal) { killGroup(p) }

// killGroup ends p and, on Windows, the processes it has started.
func killGroup(p *os.Process) {
	if runtime.GOOS == "windows" {
		if exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(p.Pid)).Run() == nil {
			return
		}
	}
	_ = p.Kill()
}

// exitOf returns how a process ended.
func exitOf(state *os.ProcessState) exit {
	return exit{code: state.ExitCode()}
}

// signalStatus returns the exit status of a program that was interrupted.
func signalStatus(os.Signal) int { return 130 }

// interrupts are the signals that end a run early.
func interrupts() []os.Signal { return []os.Signal{os.Interrupt} }

// dieOfPipe does nothing: there is no SIGPIPE.
func dieOfPipe() {}
