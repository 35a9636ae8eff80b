package model

import (
	"strings"
	"unicode"
)

// RegistryNames gives the registries of a package their names, by
// discriminator: Messages for the only one there is or for the one called
// reason, for others MessagesBy and the discriminator, as in MessagesByAction.
func RegistryNames(files []*File) map[string]string {
	names := map[string]string{}
	for _, f := range files {
		for _, s := range f.Registered() {
			names[s.Message.Discriminator] = "MessagesBy" + exported(s.Message.Discriminator)
		}
	}
	for key := range names {
		if len(names) == 1 || key == defaultDiscriminator {
			names[key] = "Messages"
		}
	}
	return names
}

// Registered are the message types of f that stand in a registry. Generic ones
// do not: without type arguments there is nothing to construct. Nor do those of
// a file with a build constraint: the registry is the same on every system.
func (f *File) Registered() []*Struct {
	var out []*Struct
	for _, s := range f.Structs {
		if f.Constraint == "" && s.Message != nil && s.Named.TypeParams().Len() == 0 {
			out = append(out, s)
		}
	}
	return out
}

// exported makes a Go name of a member's name.
func exported(name string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// checkRegistries refuses declarations that have the name of a registry.
func (b *builder) checkRegistries(files []*File) {
	for key, name := range RegistryNames(files) {
		if pos, ok := b.load.Names[name]; ok {
			b.problems.Add(b.position(pos), "package "+b.load.Name+" declares "+name,
				"the registry of the messages with the discriminator "+key+" is called so", "choose another name")
		}
	}
}
