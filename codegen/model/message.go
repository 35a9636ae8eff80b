package model

import (
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"github.com/linefeed-go/linefeed/codegen/problem"
)

const defaultDiscriminator = "reason"

// findMessage reads the marker of s, if it has one.
func (b *builder) findMessage(s *Struct, t *types.Struct) {
	var found []int
	for i := range t.NumFields() {
		_, tagged := reflect.StructTag(t.Tag(i)).Lookup("reason")
		if tagged || b.isReason(t.Field(i).Type()) {
			found = append(found, i)
		}
	}
	if len(found) == 0 || !s.Methods {
		return
	}
	i := found[0]
	if len(found) > 1 {
		v := t.Field(found[1])
		b.problems.Add(b.position(v.Pos()), "type "+s.Name+" has a second reason marker",
			"a message has one discriminator", "remove one of the markers")
	}
	v := t.Field(i)
	m := &marker{b: b, s: s, v: v, index: i, pos: b.position(v.Pos()), tag: reflect.StructTag(t.Tag(i))}
	s.Message = m.read()
	if s.Message != nil {
		b.checkDiscriminator(s)
	}
}

func (b *builder) isReason(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Reason" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == b.paths.Message
}

// marker is the field that marks a message, on its way to a Message.
type marker struct {
	b     *builder
	s     *Struct
	v     *types.Var
	index int
	pos   token.Position
	tag   reflect.StructTag
}

func (m *marker) refuse(what, why, do string) {
	if m.b.muted == 0 {
		m.b.problems.Add(m.pos, what, why, do)
	}
}

func (m *marker) read() *Message {
	reason, ok := m.tag.Lookup("reason")
	if !ok {
		if strings.Contains(string(m.tag), "reason:") {
			m.refuse("type "+m.s.Name+" has a marker with the malformed tag "+problem.Quote(string(m.tag)), "Go does not find the reason key in it",
				"write `reason:\"name-of-the-event\"`, with the quotes and no blank after the colon")
			return nil
		}
		m.refuse("type "+m.s.Name+" has a marker without a reason tag", "the tag holds the reason that its messages carry",
			"write `reason:\"name-of-the-event\"` behind the marker")
		return nil
	}
	if m.b.isReason(m.v.Type()) {
		return m.blank(reason)
	}
	if basic, ok := m.v.Type().Underlying().(*types.Basic); ok && basic.Info()&types.IsString != 0 && m.v.Exported() {
		return m.own(reason)
	}
	m.refuse(fmt.Sprintf("type %s has a reason tag on a field of type %s", m.s.Name, m.b.typeString(m.v.Type())),
		"a marker is a blank field of type message.Reason, or an exported string field that holds the reason itself",
		"write `_ message.Reason` as the first field")
	return nil
}

// blank reads `_ message.Reason`, the marker that takes no room.
func (m *marker) blank(tag string) *Message {
	if m.v.Name() != "_" {
		m.refuse(fmt.Sprintf("type %s has a marker named %s", m.s.Name, m.v.Name()), "the marker holds nothing that could be read or set",
			"name it _")
		return nil
	}
	reason, inplace, key := m.options(tag)
	if jsonName, ok := m.tag.Lookup("json"); ok {
		key = jsonName
	}
	out := &Message{Discriminator: defaultDiscriminator, Reasons: []string{reason}, Pos: m.pos}
	foreign := key != ""
	if foreign {
		out.Discriminator = key
		if !validName(key) || strings.HasPrefix(key, "@") || key == "-" {
			m.refuse(fmt.Sprintf("type %s has the discriminator %s", m.s.Name, problem.Quote(key)),
				"its name consists of letters, digits and signs without quotes, backslash and comma, and does not start with @",
				"mend the key in the marker's tag")
			return nil
		}
	}
	m.checkReason(reason, foreign || inplace)
	if m.index > 0 && !inplace {
		m.notFirst(reason)
	}
	out.Index = m.membersBefore()
	return out
}

// options takes the reason tag of a marker apart: the reason, and behind it
// inplace and key=NAME. The marker's json tag names the discriminator as well;
// go vet frowns on a json tag at an unexported field, so there are both.
func (m *marker) options(tag string) (reason string, inplace bool, key string) {
	parts := strings.Split(tag, ",")
	for _, o := range parts[1:] {
		switch name, value, _ := strings.Cut(o, "="); {
		case o == "inplace":
			inplace = true
		case name == "key" && value != "":
			key = value
		default:
			m.refuse(fmt.Sprintf("type %s has the unknown option %s in its reason tag", m.s.Name, problem.Quote(o)),
				"a marker has one reason, and the options are inplace and key=NAME", "remove it or mend its spelling")
		}
	}
	return parts[0], inplace, key
}

func (m *marker) notFirst(reasons string) {
	m.refuse(fmt.Sprintf("the reason of type %s is not its first field", m.s.Name), "readers find the reason fastest at the front of the line",
		"move it to the front, or write `reason:\""+reasons+",inplace\"` if a protocol of others wants it here")
}

// membersBefore counts the members that stand before the marker.
func (m *marker) membersBefore() int {
	n := 0
	t := m.s.Named.Underlying().(*types.Struct)
	for _, f := range m.s.Fields {
		for i := range m.index {
			if t.Field(i).Name() == f.Path[0].Name {
				n++
			}
		}
	}
	return n
}

// own reads a string field that holds the reason of the message itself.
func (m *marker) own(tag string) *Message {
	reasons, inplace := strings.CutSuffix(tag, ",inplace")
	if m.index > 0 && !inplace {
		m.notFirst(tag)
	}
	out := &Message{Reasons: strings.Split(reasons, ","), Pos: m.pos}
	seen := map[string]bool{}
	for _, reason := range out.Reasons {
		m.checkReason(reason, true)
		if seen[reason] {
			m.refuse(fmt.Sprintf("type %s lists the reason %s twice", m.s.Name, problem.Quote(reason)), "once is enough", "remove one")
		}
		seen[reason] = true
	}
	for i, f := range m.s.Fields {
		if len(f.Path) == 1 && f.GoName() == m.v.Name() {
			out.Field, out.Discriminator, out.Index = f, f.Name, i
			if f.Type.Kind != String || f.Quoted || f.Conditional() {
				m.refuse(fmt.Sprintf("field %s.%s holds the reason but is not always written as a plain string", m.s.Name, m.v.Name()),
					"every message must carry its reason", "remove omitempty, omitzero, string and text marshalers from it")
			}
			return out
		}
	}
	m.refuse(fmt.Sprintf("field %s.%s holds the reason but is not written", m.s.Name, m.v.Name()), "every message must carry its reason",
		"remove `json:\"-\"`, or the field of the same name that hides it")
	return nil
}

func (m *marker) checkReason(reason string, foreign bool) {
	if foreign {
		if !validForeignReason(reason) {
			m.refuse(fmt.Sprintf("type %s has the reason %s", m.s.Name, problem.Quote(reason)),
				"a reason is a non-empty text without control characters", "mend the reason tag")
		}
		return
	}
	if !validReason(reason) {
		m.refuse(fmt.Sprintf("type %s has the ill-formed reason %s", m.s.Name, problem.Quote(reason)),
			"a reason consists of lower-case words and digits joined by single hyphens, such as build-finished; only markers with inplace or a key of their own, for protocols of others, are free",
			"mend the reason tag")
	}
}

// checkDiscriminator refuses members that are called like the discriminator.
func (b *builder) checkDiscriminator(s *Struct) {
	if b.muted > 0 {
		return
	}
	for _, f := range s.Fields {
		switch {
		case f == s.Message.Field:
		case f.Name == s.Message.Discriminator:
			b.problems.Add(f.Pos, fmt.Sprintf("field %s.%s is called %s on the wire", s.Name, f.GoName(), problem.Quote(f.Name)),
				"that is the name of the discriminator, which the generator writes", "choose another name in its json tag")
		case strings.HasPrefix(f.Name, "@") && len(f.Path) > 1:
			b.problems.Add(s.Pos, fmt.Sprintf("field %s of type %s is called %s on the wire", f.GoName(), s.Name, problem.Quote(f.Name)),
				"names that start with @ belong to the emitter's stamps", "choose a name without @")
		}
	}
}
