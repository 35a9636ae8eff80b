package messagetest

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
)

// run is what has to be remembered of one run of an emitter: of all messages
// with the same @run stamp. Several processes may append to one file.
type run struct {
	stamped  bool
	nextSeq  uint64
	finished bool // the final message has come
	final    Finding
	open     map[taskKey]Finding // where each open task was started
	closed   map[taskKey]bool
}

// taskKey is one task: the kind of pair and the id's JSON.
type taskKey struct {
	pair int
	id   string
}

// runOf returns the run that a message belongs to.
func (c *checker) runOf(all []member) *run {
	name := ""
	if i := find(all, "@run"); i >= 0 {
		name = string(all[i].value)
	}
	r := c.runs[name]
	if r == nil {
		r = &run{open: map[taskKey]Finding{}, closed: map[taskKey]bool{}}
		c.runs[name] = r
		c.runOrder = append(c.runOrder, r)
	}
	return r
}

// checkFinal looks for messages after the final one.
func (c *checker) checkFinal(at Finding, r *run) {
	if r.finished {
		c.add(at, KindAfterFinal, "message "+clip(at.Reason)+" after the final message of line "+strconv.Itoa(r.final.Line))
	}
	if !r.finished && slices.Contains(c.opts.Final, at.Reason) {
		r.finished, r.final = true, at
	}
}

// checkTask pairs the messages that start and finish a task.
func (c *checker) checkTask(at Finding, r *run, all []member) {
	for i, p := range c.opts.Tasks {
		if at.Reason != p.Started && at.Reason != p.Finished {
			continue
		}
		id := find(all, p.ID)
		if id < 0 || string(all[id].value) == "null" || string(all[id].value) == `""` {
			c.add(at, KindTask, "no "+clip(p.ID)+" in "+clip(at.Reason))
			continue
		}
		key := taskKey{pair: i, id: canonical(all[id].value)}
		if at.Reason == p.Started {
			c.startTask(at, r, key)
		} else {
			c.finishTask(at, r, key)
		}
	}
}

func (c *checker) startTask(at Finding, r *run, key taskKey) {
	if first, ok := r.open[key]; ok {
		c.add(at, KindTask, "task "+clip(key.id)+" started again, it is running since line "+strconv.Itoa(first.Line))
		return
	}
	if r.closed[key] {
		c.add(at, KindTask, "task "+clip(key.id)+" started again after it had finished")
	}
	r.open[key] = at
}

func (c *checker) finishTask(at Finding, r *run, key taskKey) {
	if _, ok := r.open[key]; ok {
		delete(r.open, key)
		r.closed[key] = true
		return
	}
	if r.closed[key] {
		c.add(at, KindTask, "task "+clip(key.id)+" finished twice")
		return
	}
	c.add(at, KindTask, "task "+clip(key.id)+" finished and never started")
	r.closed[key] = true
}

// checkSeq looks for gaps in the @seq stamps: 1, 2, 3 ...
func (c *checker) checkSeq(at Finding, r *run, all []member) {
	i := find(all, "@seq")
	switch {
	case i < 0 && !r.stamped:
		return
	case i < 0:
		c.add(at, KindSequence, "no @seq, where "+strconv.FormatUint(r.nextSeq, 10)+" should be")
		r.nextSeq++
		return
	case !r.stamped:
		r.stamped, r.nextSeq = true, 1
	}
	got, err := strconv.ParseUint(string(all[i].value), 10, 64)
	if err != nil {
		c.add(at, KindSequence, "@seq is no whole number: "+clip(all[i].value))
		r.nextSeq++
		return
	}
	want := strconv.FormatUint(r.nextSeq, 10)
	switch {
	case got > r.nextSeq:
		c.add(at, KindSequence, "@seq is "+strconv.FormatUint(got, 10)+", want "+want+": "+strconv.FormatUint(got-r.nextSeq, 10)+" missing")
	case got < r.nextSeq:
		c.add(at, KindSequence, "@seq is "+strconv.FormatUint(got, 10)+", want "+want+": repeated or out of order")
		return
	}
	r.nextSeq = got + 1
}

// endRun reports what a run should still have had.
func (c *checker) endRun(end Finding, r *run) {
	if len(c.opts.Final) > 0 && !r.finished {
		c.add(end, KindNoFinal, "no "+clip(c.opts.Final[0])+" came")
	}
	open := make([]Finding, 0, len(r.open))
	ids := map[int]string{}
	for key, at := range r.open {
		open = append(open, at)
		ids[at.Line] = key.id
	}
	slices.SortFunc(open, func(a, b Finding) int { return a.Line - b.Line })
	for _, at := range open {
		c.add(at, KindTask, "task "+clip(ids[at.Line])+" never finished")
	}
}

// canonical returns a JSON value without blanks, so that equal ids are equal
// strings.
func canonical(v json.RawMessage) string {
	var b bytes.Buffer
	if err := json.Compact(&b, v); err != nil {
		return string(v)
	}
	return b.String()
}
