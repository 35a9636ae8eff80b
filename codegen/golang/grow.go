package golang

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/linefeed-go/linefeed/codegen/model"
)

// growth is the room that the object of s will surely need: an expression, or
// "" when there is no string among its members. Appenders grow by themselves;
// asking once saves them the copies on the way.
func (b *body) growth(s *model.Struct, expr string) string {
	sum := &sum{}
	sum.add(s, expr, 0)
	if len(sum.terms) == 0 {
		return ""
	}
	const most = 12 // terms; beyond them adding up costs more than it saves
	terms := sum.terms[:min(len(sum.terms), most)]
	fixed := strconv.Itoa(sum.fixed)
	if b.indent { // each member and bracket stands on a line, and has a blank
		fixed = fmt.Sprintf("%d+%d*(2*depth+3)", sum.fixed+sum.members, sum.members+2)
	}
	return fixed + "+" + strings.Join(terms, "+") + "+" + b.w.jsonwire("Slack")
}

type sum struct {
	fixed   int
	members int
	terms   []string
}

func (s *sum) add(t *model.Struct, expr string, level int) {
	s.fixed += 2
	if t.Message != nil && level == 0 {
		s.fixed += len(t.Message.Discriminator) + len(t.Message.Reasons[0]) + 6
	}
	for _, f := range t.Fields {
		if f.Conditional() {
			continue
		}
		s.fixed += len(f.Name) + 4
		s.members++
		parts := []string{expr}
		for _, step := range f.Path {
			if !step.Hidden {
				parts = append(parts, step.Name)
			}
		}
		s.addValue(f.Type, strings.Join(parts, "."), level)
	}
}

func (s *sum) addValue(t *model.Type, expr string, level int) {
	switch t.Kind {
	case model.String:
		s.fixed += 2
		s.terms = append(s.terms, "len("+expr+")")
	case model.Bool:
		s.fixed += 5
	case model.Int, model.Uint, model.Float:
		s.fixed += 8
	case model.Time:
		s.fixed += 37
	case model.Object:
		if !t.Struct.Methods || t.Struct.Local && t.Struct.Message == nil {
			if !t.Cyclic && level < 2 {
				s.add(t.Struct, expr, level+1)
			}
		}
	default:
		s.fixed += 4
	}
}
