package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/linefeed-go/linefeed/message/gotest"
)

// maxBars is how many packages have a line of their own while they run.
const maxBars = 12

// barView shows a bar over the packages and a line for each that runs, below
// the lines of plainView. mpb draws in a goroutine of its own, which reads what
// the mutex guards.
type barView struct {
	progress *mpb.Progress
	plain    plainView
	total    *mpb.Bar
	bars     map[string]*mpb.Bar

	mu      sync.Mutex
	states  map[string]string // what the line of a package says
	started int64
	tally   tally
}

// newBarView draws on w. The options are mpb's, for tests.
func newBarView(w io.Writer, options ...mpb.ContainerOption) *barView {
	v := &barView{
		progress: mpb.New(append([]mpb.ContainerOption{mpb.WithOutput(w)}, options...)...),
		bars:     map[string]*mpb.Bar{},
		states:   map[string]string{},
	}
	v.plain.w = above{v.progress, w}
	v.total = v.progress.New(0, mpb.BarStyle(),
		mpb.BarPriority(maxBars+1), // below the packages
		mpb.BarWidth(40),
		mpb.PrependDecorators(decor.Any(func(decor.Statistics) string { return v.packages() })),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return v.tests() }), decor.Elapsed(decor.ET_STYLE_MMSS, decor.WC{W: 7})),
	)
	return v
}

// above writes lines above the bars. When the bars have ended because of an
// error, a terminal that is gone for instance, it writes to w.
type above struct {
	progress *mpb.Progress
	w        io.Writer
}

func (a above) Write(p []byte) (int, error) {
	if n, err := a.progress.Write(p); err == nil {
		return n, nil
	}
	return a.w.Write(p)
}

func (v *barView) packages() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return fmt.Sprintf("packages %d/%d ", v.tally.packages(), v.started)
}

func (v *barView) tests() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return fmt.Sprintf(" tests: %d passed, %d failed, %d skipped", v.tally.passed, v.tally.failed, v.tally.skipped)
}

func (v *barView) state(name string) string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return shown(name) + v.states[name]
}

func (v *barView) packageStarted(p *pkg) {
	v.mu.Lock()
	v.started++
	v.states[p.name] = ""
	v.mu.Unlock()
	v.total.SetTotal(v.started, false)
	v.addBar(p.name)
}

// addBar gives a package a line, if there is room for one.
func (v *barView) addBar(name string) {
	if len(v.bars) >= maxBars {
		return
	}
	v.bars[name] = v.progress.New(1, mpb.SpinnerStyle(),
		mpb.BarWidth(2),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return v.state(name) })),
	)
}

func (v *barView) changed(p *pkg, t *tally) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.tally = *t
	v.states[p.name] = ""
	if done := p.passed + p.failed + p.skipped; len(p.tests) > 0 {
		v.states[p.name] = fmt.Sprintf(": %d done, running %s", done, shown(p.last))
	} else if done > 0 {
		v.states[p.name] = fmt.Sprintf(": %d done", done)
	}
}

func (v *barView) testFailed(p *pkg, test string, seconds *float64) {
	v.plain.testFailed(p, test, seconds)
}

func (v *barView) packageEnded(p *pkg, e *gotest.TestEvent, never int64, t *tally) {
	v.plain.packageEnded(p, e, never, t)
	v.mu.Lock()
	v.tally = *t
	delete(v.states, p.name)
	waiting := slices.Sorted(maps.Keys(v.states))
	v.mu.Unlock()
	v.total.SetCurrent(t.packages())
	bar := v.bars[p.name]
	if bar == nil {
		return
	}
	bar.Abort(true)
	delete(v.bars, p.name)
	for _, name := range waiting {
		if v.bars[name] == nil {
			v.addBar(name)
			return
		}
	}
}

func (v *barView) line(s string) { v.plain.line(s) }

// close takes the bars off the screen and waits until the lines are on it.
func (v *barView) close() {
	for _, bar := range v.bars {
		bar.Abort(true)
	}
	v.total.Abort(true)
	v.progress.Wait()
}
