package model

import (
	"fmt"
	"go/types"
	"reflect"
	"regexp"
	"strings"

	"github.com/linefeed-go/linefeed/codegen/problem"
)

// generatedMethods are the names that a type with generated methods must have
// free; reading and emitting ones are taken only by messages.
var generatedMethods = []string{
	"MarshalEasyJSON", "MarshalJSON", "MarshalJSONTo", "AppendJSON", "AppendJSONDepth",
	"UnmarshalEasyJSON", "UnmarshalJSON", "UnmarshalJSONFrom", "DecodeJSON", "appendJSON",
}

var messageMethods = []string{"AppendJSONBody", "DecodeJSONBody", "appendBody", "decodeJSON", "EmitTo", "MessageTraits", "Reason"}

// checkMethods refuses types that have one of the generated methods already.
func (b *builder) checkMethods(s *Struct) {
	if !s.Local {
		return
	}
	names := generatedMethods
	if b.roots[s.Named.Obj().Pos()] && hasMethod(s.Named, true, "MarshalText", isMarshalText) {
		b.problems.Add(s.Pos, "type "+s.Name+" has a directive and a MarshalText method", "generated code writes an object and would pass the method over",
			"remove the one or the other")
	}
	if b.marked[s.Named.Obj().Pos()] {
		names = append(append([]string(nil), names...), messageMethods...)
	}
	b.refuseOwn(s, names...)
}

// refuseOwn refuses methods and fields of s that have one of the names.
func (b *builder) refuseOwn(s *Struct, names ...string) {
	for _, name := range names {
		for m := range s.Named.Methods() {
			if m.Name() == name {
				b.problems.Add(b.position(m.Pos()), fmt.Sprintf("type %s has a method %s of its own", s.Name, name),
					"the generator writes this method", "remove the method, or move the data into a type without it")
			}
		}
		t := s.Named.Underlying().(*types.Struct)
		for v := range t.Fields() {
			if v.Name() == name {
				b.problems.Add(b.position(v.Pos()), fmt.Sprintf("field %s.%s has the name of a generated method", s.Name, name),
					"a type cannot have a field and a method of one name", "rename the Go field and keep the member's name in its json tag")
			}
		}
	}
}

// checkTag refuses tags that encoding/json would silently read otherwise.
func (c *collector) checkTag(v *types.Var, text string) {
	if !c.own || len(c.path) > 0 {
		return
	}
	pos := c.b.position(v.Pos())
	where := "field " + c.s.Name + "." + v.Name()
	value, ok := reflect.StructTag(text).Lookup("json")
	if !ok {
		if strings.Contains(text, "json:") {
			c.b.problems.Add(pos, where+" has the malformed tag "+problem.Quote(text), "Go does not find the json key in it",
				"write `json:\"name\"`, with the quotes and no blank after the colon")
		}
		return
	}
	if value == "-" || v.Name() == "_" {
		return
	}
	tag := parseJSONTag(value)
	if tag.name != "" && !validName(tag.name) {
		c.b.problems.Add(pos, where+" has the name "+problem.Quote(tag.name)+" in its json tag",
			"a name consists of letters, digits and signs without quotes, backslash and comma", "choose another name")
	}
	if strings.HasPrefix(tag.name, "@") {
		c.b.problems.Add(pos, where+" is called "+problem.Quote(tag.name)+" on the wire",
			"names that start with @ belong to the emitter's stamps", "choose a name without @")
	}
	for _, o := range tag.options {
		switch o {
		case "omitempty", "omitzero", "string", "":
		default:
			c.b.problems.Add(pos, where+" has the unknown option "+problem.Quote(o)+" in its json tag",
				"the options are omitempty, omitzero and string", "remove it or mend its spelling")
		}
	}
}

func (c *collector) checkUnexported(v *types.Var, tagged bool) {
	if tagged && c.own && len(c.path) == 0 {
		c.b.problems.Add(c.b.position(v.Pos()), "field "+c.s.Name+"."+v.Name()+" is unexported but has a json tag",
			"unexported fields are not written", "export the field or remove the tag")
	}
}

// checkEmbeddedMarshaler refuses an embedded type whose marshaler is ours to
// overrule: encoding/json would write the whole struct with it.
func (c *collector) checkEmbeddedMarshaler(v *types.Var, t types.Type) {
	named, ok := t.(*types.Named)
	if !ok || c.b.structs[named.Origin()] != nil || isGenerated(named) {
		return
	}
	if marshalerKind(named) == Invalid {
		return
	}
	c.b.problems.Add(c.b.position(v.Pos()), "type "+c.s.Name+" embeds "+c.b.typeString(named)+", which has a marshaler of its own",
		"encoding/json would write the whole struct with that marshaler", "give the field a name")
}

// isGenerated tells whether t's source has the methods we generate.
func isGenerated(t *types.Named) bool {
	return hasOwnMethod(t.Origin(), "AppendJSONDepth") && hasOwnMethod(t.Origin(), "MarshalEasyJSON")
}

// checkReasons refuses a reason that two types of the package have.
func (b *builder) checkReasons() {
	first := map[[2]string]*Struct{}
	for _, spec := range b.load.Marked {
		s := b.structNamed(spec.Name.Name)
		if s == nil || s.Message == nil {
			continue
		}
		for _, reason := range s.Message.Reasons {
			key := [2]string{s.Message.Discriminator, reason}
			other := first[key]
			if other == nil || other == s {
				first[key] = s
				continue
			}
			b.problems.Add(s.Message.Pos, fmt.Sprintf("reason %s of type %s is the reason of type %s too", problem.Quote(reason), s.Name, other.Name),
				"a reader tells the types of a package apart by their reasons", "give one of them another reason")
		}
	}
}

func (b *builder) structNamed(name string) *Struct {
	for s := range b.local {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// predeclared are the names of the language that generated code uses.
var predeclared = []string{
	"any", "append", "bool", "byte", "error", "false", "float32", "float64", "int", "int8", "int16", "int32", "int64", "len", "make", "new", "nil",
	"string", "true", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr",
}

// locals are the names of variables in generated functions; a type that is
// called so could not be used there.
var locals = regexp.MustCompile(`^(b|bare|ctx|d|depth|dst|e|enc|err|l|m|more|ok|opts|out|seen|self|w|(at|bytes|i|k|keys|list|more|open|pairs|start|v)[0-9]+)$`)

// checkNames refuses names of the package that would mean something else in
// generated code.
func (b *builder) checkNames() {
	for _, name := range predeclared {
		if pos, ok := b.load.Names[name]; ok {
			b.problems.Add(b.position(pos), "package "+b.load.Name+" declares "+name, "generated code means Go's own "+name, "choose another name")
		}
	}
	scope := b.load.Types.Scope()
	for _, name := range scope.Names() {
		if obj, ok := scope.Lookup(name).(*types.TypeName); ok && locals.MatchString(name) {
			b.problems.Add(b.position(obj.Pos()), "a message needs the type "+name, "variables of generated code are called so", "choose another name")
		}
	}
}
