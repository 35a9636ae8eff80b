package jsonwire

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// field is a member of a struct's object.
type field struct {
	name      string
	key       []byte // name as JSON, with its colon
	index     []int  // the way to it through embedded structs
	tagged    bool   // its name comes from a tag
	info      *typeInfo
	omitEmpty bool
	omitZero  func(reflect.Value) bool
	quoted    bool
}

// find returns the field in v, or false when an embedded pointer on the way to
// it is nil.
func (f *field) find(v reflect.Value) (reflect.Value, bool) {
	for n, i := range f.index {
		if n > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return v, false
			}
			v = v.Elem()
		}
		v = v.Field(i)
	}
	return v, true
}

// omits reports whether v is left out because it is empty or zero.
func (f *field) omits(v reflect.Value) bool {
	return f.omitEmpty && isEmpty(v) || f.omitZero != nil && v.CanInterface() && f.omitZero(v)
}

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct, reflect.Chan, reflect.Func, reflect.UnsafePointer, reflect.Complex64, reflect.Complex128:
		return false
	}
	return v.IsZero()
}

// embedded is a struct whose fields are looked for, with the way to it.
type embedded struct {
	t     reflect.Type
	index []int
}

// fieldsOf returns the members of struct type t in the order of its fields, an
// embedded struct's at its place. Of several fields with one name the least
// embedded counts, of several equally embedded ones the only tagged one; when
// that does not settle it, none.
func (found typeInfos) fieldsOf(t reflect.Type) []field {
	var all []field
	seen := map[reflect.Type]bool{t: true}
	for level := []embedded{{t: t}}; len(level) > 0; {
		candidates, next := found.levelOf(level)
		all = append(all, settle(all, candidates)...)
		level = level[:0]
		again := map[reflect.Type]bool{}
		for _, e := range next {
			if !seen[e.t] {
				level = append(level, e)
				again[e.t] = true
			}
		}
		for t := range again {
			seen[t] = true
		}
	}
	all = slices.DeleteFunc(all, func(f field) bool { return f.info == nil })
	slices.SortFunc(all, func(a, b field) int { return slices.Compare(a.index, b.index) })
	return all
}

// levelOf returns the fields of equally embedded structs, and the structs that
// these embed.
func (found typeInfos) levelOf(level []embedded) (fields []field, next []embedded) {
	for _, e := range level {
		for i := range e.t.NumField() {
			sf := e.t.Field(i)
			index := append(slices.Clone(e.index), i)
			name, options, _ := strings.Cut(sf.Tag.Get("json"), ",")
			if sf.Tag.Get("json") == "-" || !sf.IsExported() && !embedsStruct(sf) {
				continue
			}
			if !isName(name) {
				name = ""
			}
			if name == "" && embedsStruct(sf) {
				next = append(next, embedded{deref(sf.Type), index})
				continue
			}
			if sf.IsExported() || sf.Anonymous {
				fields = append(fields, found.newField(sf, name, options, index))
			}
		}
	}
	return fields, next
}

func embedsStruct(sf reflect.StructField) bool {
	return sf.Anonymous && deref(sf.Type).Kind() == reflect.Struct
}

func deref(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer && t.Name() == "" {
		return t.Elem()
	}
	return t
}

// settle returns those of the candidates of one level that no field found
// before hides, each name once. A name that several candidates contend for is
// returned too, without info, so that it hides deeper ones.
func settle(before, candidates []field) (settled []field) {
	for _, f := range candidates {
		same := func(g field) bool { return g.name == f.name }
		if slices.ContainsFunc(before, same) || slices.ContainsFunc(settled, same) {
			continue
		}
		var rivals, tagged []field
		for _, g := range candidates {
			if same(g) {
				rivals = append(rivals, g)
				if g.tagged {
					tagged = append(tagged, g)
				}
			}
		}
		switch {
		case len(rivals) == 1:
			settled = append(settled, f)
		case len(tagged) == 1:
			settled = append(settled, tagged[0])
		default:
			settled = append(settled, field{name: f.name})
		}
	}
	return settled
}

func (found typeInfos) newField(sf reflect.StructField, name, options string, index []int) field {
	f := field{name: name, tagged: name != "", index: index, info: found.lookUp(sf.Type)}
	if name == "" {
		f.name = sf.Name
	}
	f.key = append(AppendString(nil, f.name), ':')
	for option := range strings.SplitSeq(options, ",") {
		switch option {
		case "omitempty":
			f.omitEmpty = true
		case "omitzero":
			f.omitZero = zeroTest(sf.Type)
		case "string":
			f.quoted = isQuotable(deref(sf.Type).Kind())
		}
	}
	return f
}

func isQuotable(k reflect.Kind) bool {
	return k >= reflect.Bool && k <= reflect.Float64 || k == reflect.String
}

type zeroer interface{ IsZero() bool }

// zeroTest returns the test of the omitzero option: the type's own IsZero
// method, else whether it is the zero value.
func zeroTest(t reflect.Type) func(reflect.Value) bool {
	zeroerType := reflect.TypeFor[zeroer]()
	switch {
	case t.Implements(zeroerType):
		return func(v reflect.Value) bool {
			nilable := v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface
			return nilable && v.IsNil() || v.Interface().(zeroer).IsZero()
		}
	case reflect.PointerTo(t).Implements(zeroerType):
		return func(v reflect.Value) bool {
			p := reflect.New(t)
			p.Elem().Set(v)
			return p.Interface().(zeroer).IsZero()
		}
	}
	return reflect.Value.IsZero
}

// isName reports whether the name of a json tag counts: encoding/json takes
// letters, digits and these signs, and ignores any other name.
func isName(s string) bool {
	for _, r := range s {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return s != ""
}
