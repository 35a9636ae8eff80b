package model

import "go/types"

// analyse computes what depends on the whole graph of types: which are part of
// a cycle, which can fail, which need the depth and which run foreign code.
func (b *builder) analyse() {
	b.findCycles()
	for _, t := range b.all {
		t.CanFail = t.CanFail || t.Cyclic || t.fails()
		t.NeedsDepth = t.Cyclic || t.usesDepth()
		t.Foreign = t.runsForeignCode()
		t.Read = b.readingOf(t)
		t.Parametric = hasParam(t.Go)
	}
	for _, t := range b.all {
		t.Levels = t.levels()
	}
	for changed := true; changed; {
		changed = false
		for _, t := range b.all {
			for _, part := range t.parts() {
				if t.inherit(part) {
					changed = true
				}
			}
		}
	}
}

func (t *Type) inherit(part *Type) bool {
	old := [3]bool{t.CanFail, t.NeedsDepth, t.Foreign}
	t.CanFail = t.CanFail || part.CanFail
	t.NeedsDepth = t.NeedsDepth || part.NeedsDepth
	t.Foreign = t.Foreign || part.Foreign
	return old != [3]bool{t.CanFail, t.NeedsDepth, t.Foreign}
}

// parts are the types whose values are contained in values of t.
func (t *Type) parts() []*Type {
	var parts []*Type
	if t.Key != nil {
		parts = append(parts, t.Key)
	}
	if t.Elem != nil {
		parts = append(parts, t.Elem)
	}
	if t.Struct != nil {
		for _, f := range t.Struct.Fields {
			parts = append(parts, f.Type)
		}
	}
	return parts
}

func (t *Type) fails() bool {
	switch t.Kind {
	case Float, Number, Time, Raw, RawMessage, Interface, Param, Easy, JSON, Text:
		return true
	case Object:
		// The methods of other packages' types all have an error.
		return t.Struct.Message != nil && t.Struct.Message.Field != nil || t.Struct.Methods && !t.Struct.Local
	}
	return false
}

func (t *Type) usesDepth() bool {
	switch t.Kind {
	case Raw, RawMessage, Interface, Param, Easy, JSON:
		return true
	}
	return false
}

func (t *Type) runsForeignCode() bool {
	switch t.Kind {
	case Interface, Param, Easy, JSON, Text:
		return true
	}
	return false
}

// levels counts what a value of t opens itself.
func (t *Type) levels() int {
	inner := 0
	for _, part := range t.parts() {
		if !part.counts() {
			inner = max(inner, part.levels())
		}
	}
	switch t.Kind {
	case Slice, Array, Map, Object:
		return inner + 1
	}
	return inner
}

// counts tells that values of t are written by a function that looks at the
// depth itself: every cycle leads through one.
func (t *Type) counts() bool {
	if t.Kind == Object && t.Struct.Methods && !t.Struct.Local {
		return true
	}
	return t.Cyclic && (t.Kind == Object || isNamed(t))
}

func isNamed(t *Type) bool {
	_, ok := t.Go.(*types.Named)
	return ok
}

// findCycles marks the types that can contain themselves: the strongly
// connected components of more than one type, and types with a loop (Tarjan).
func (b *builder) findCycles() {
	index, low := map[*Type]int{}, map[*Type]int{}
	onStack := map[*Type]bool{}
	var stack []*Type
	var visit func(t *Type)
	visit = func(t *Type) {
		index[t] = len(index) + 1
		low[t] = index[t]
		stack = append(stack, t)
		onStack[t] = true
		for _, part := range t.parts() {
			if part == t {
				t.Cyclic = true
			}
			if index[part] == 0 {
				visit(part)
				low[t] = min(low[t], low[part])
			} else if onStack[part] {
				low[t] = min(low[t], index[part])
			}
		}
		if low[t] != index[t] {
			return
		}
		i := len(stack) - 1
		for stack[i] != t {
			i--
		}
		for _, member := range stack[i:] {
			onStack[member] = false
			if len(stack)-i > 1 {
				member.Cyclic = true
			}
		}
		stack = stack[:i]
	}
	for _, t := range b.all {
		if index[t] == 0 {
			visit(t)
		}
	}
}
