//go:build unix

package main

import (
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

// ownGroup puts the child that cmd starts into a process group of its own, so
// that Ctrl-C reaches it through gobuild only, and so that it can be ended with
// everything that it has started.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// signalGroup sends sig to p's group. A group without processes is no fault.
func signalGroup(p *os.Process, sig os.Signal) {
	if n, ok := sig.(syscall.Signal); ok {
		_ = syscall.Kill(-p.Pid, n)
	}
}

func killGroup(p *os.Process) {
	signalGroup(p, syscall.SIGKILL)
}

// exitOf returns how a process ended.
func exitOf(state *os.ProcessState) exit {
	if w, ok := state.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return exit{128 + int(w.Signal()), w.Signal().String()}
	}
	return exit{code: state.ExitCode()}
}

// signalStatus returns the exit status of a program that ends because of sig.
func signalStatus(sig os.Signal) int {
	if n, ok := sig.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return 1
}

// interrupts are the signals that end a run early. A hangup that is ignored
// (nohup) stays so.
func interrupts() []os.Signal {
	s := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		s = append(s, syscall.SIGHUP)
	}
	return s
}

// dieOfPipe ends the process as a write to a pipe without a reader does: quietly,
// by SIGPIPE. It returns if the system does not do so.
func dieOfPipe() {
	// Notify and Reset undo whatever was asked for this signal before; the
	// write then has Go's default effect, which standard output alone has.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	signal.Reset(syscall.SIGPIPE)
	_, _ = os.Stdout.Write([]byte("\n"))
}
