// Package model describes message types in a form that every renderer reads:
// what stands on the wire, in which order, under which conditions, and where
// in the Go value it is found. It is built from checked types and knows
// nothing of the text that is made from it.
package model

import (
	"go/token"
	"go/types"
)

// Package is one package for which something is generated.
type Package struct {
	// Path, Name and Dir are its import path, its name and its directory.
	Path, Name, Dir string
	// Types is the checked package; it holds what the marked types reach.
	Types *types.Package
	// Files are the source files that declare at least one of Structs, by name.
	Files []*File
	// Names are the names declared at package level; ImportNames those by which
	// its files know imported packages.
	Names, ImportNames map[string]bool
}

// File is one hand-written source file.
type File struct {
	// Name is the file's base name, such as "messages.go".
	Name string
	// Constraint is the build constraint under which the file is compiled, from
	// its //go:build line and its name; empty when there is none.
	Constraint string
	// Structs are the types declared here that get methods, in source order.
	Structs []*Struct
}

// Struct is one struct type: a JSON object.
type Struct struct {
	// Name is the Go name without package; empty for an unnamed struct.
	Name string
	// Named is the type; the origin of a generic one. Nil for an unnamed struct.
	Named *types.Named
	// Pkg is the package that declares it.
	Pkg *types.Package
	// Pos is where the type is declared.
	Pos token.Position
	// Doc is the type's doc comment.
	Doc string
	// Message is set for message types.
	Message *Message
	// Fields are the members in wire order, those of embedded structs included.
	Fields []*Field
	// Type is the struct as a type.
	Type *Type
	// NoCopy tells that values hold a lock and must not be copied.
	NoCopy bool
	// Document tells that the type has or gets a body that appends it indented.
	Document bool
	// Inherits tells that the type embeds one which has such a body, and so
	// needs a method of its own, lest it inherits that one.
	Inherits bool
	// Items is the last field, when a method streams its elements; else nil.
	Items *Field
	// Methods tells that the type has generated methods, or gets them in this run.
	Methods bool
	// Local tells that the type is declared in the package of the model and gets
	// its methods with it.
	Local bool
}

// Message is what makes a struct a message.
type Message struct {
	// Discriminator is the name of the member that holds the reason.
	Discriminator string
	// Reasons are the values it may have: one for a marker, one or more for a
	// field that serves as discriminator.
	Reasons []string
	// Field is the struct's own field that holds the reason; nil with a marker.
	Field *Field
	// Index is the number of Fields that stand before a marker; 0 unless the
	// marker is inplace.
	Index int
	// Pos is where the marker or field is declared.
	Pos token.Position
}

// Field is one member of an object.
type Field struct {
	// Name is the member's name on the wire.
	Name string
	// Path leads from the struct to the Go field: embedded structs, then the field.
	Path []Step
	// Type is the member's type.
	Type *Type
	// OmitEmpty and OmitZero are the options of the json tag. OmitEmpty is
	// false where encoding/json ignores it (structs, times, non-empty arrays).
	OmitEmpty, OmitZero bool
	// Quoted is the string option where it has an effect.
	Quoted bool
	// Zero says how OmitZero is tested.
	Zero Zero
	// Doc is the field's doc comment.
	Doc string
	// Pos is where the field is declared.
	Pos token.Position
}

// GoName is the name of the Go field.
func (f *Field) GoName() string { return f.Path[len(f.Path)-1].Name }

// Conditional tells whether the member can be missing.
func (f *Field) Conditional() bool {
	if f.OmitEmpty || f.OmitZero {
		return true
	}
	for _, s := range f.Path[:len(f.Path)-1] {
		if s.Pointer {
			return true
		}
	}
	return false
}

// Step is one selector on the way to a field.
type Step struct {
	// Name is the Go field's name.
	Name string
	// Pointer tells that it is an embedded pointer, which may be nil.
	Pointer bool
	// Hidden tells that the name is not accessible from the package that is
	// generated; the selector is left out and promotion does the rest.
	Hidden bool
	// Type is the type of the field, without the pointer.
	Type types.Type
}

// Zero is a way of testing for the zero value.
type Zero uint8

// The ways.
const (
	// ZeroValue compares with the zero value of the kind.
	ZeroValue Zero = iota
	// ZeroCompare compares a comparable struct or array with its zero value.
	ZeroCompare
	// ZeroMethod calls IsZero.
	ZeroMethod
	// ZeroNilMethod calls IsZero after a test for nil (pointers, interfaces).
	ZeroNilMethod
	// ZeroFields tests each field of a struct that is not comparable.
	ZeroFields
)

// Kind is the form a type has on the wire and the way it gets there.
type Kind uint8

// The kinds.
const (
	Invalid    Kind = iota
	Bool            // bool
	Int             // a signed integer, as a number
	Uint            // an unsigned integer or uintptr, as a number
	Float           // a float, as a number; Bits is 32 or 64
	String          // a string
	Number          // json.Number
	Bytes           // a slice of bytes, base64
	Time            // time.Time, RFC 3339 with nine fraction digits
	Raw             // jsonwire.Raw
	RawMessage      // json.RawMessage
	Interface       // any interface; what it holds decides at run time
	Param           // a type parameter; decides at run time
	Slice           // an array of Elem; nil is null
	Array           // an array of Len Elems
	Map             // an object of Elems; nil is null
	Pointer         // Elem or null
	Object          // a struct: Struct
	Easy            // has MarshalEasyJSON
	JSON            // has MarshalJSON
	Text            // has MarshalText
)

// Type is one type as it is written.
type Type struct {
	Kind Kind
	// Go is the type.
	Go types.Type
	// Bits is the size of a number; 0 for int, uint and uintptr.
	Bits int
	// Elem is what slices, arrays, maps and pointers hold; Key is a map's key.
	Elem, Key *Type
	// Len is the length of an array.
	Len int64
	// Struct is set for Object.
	Struct *Struct

	// Cyclic tells that values of the type can contain values of the type.
	Cyclic bool
	// Levels is the number of arrays and objects that a value can open without
	// another function that counts them.
	Levels int
	// CanFail tells that writing can fail.
	CanFail bool
	// NeedsDepth tells that writing has to know how many levels are open.
	NeedsDepth bool
	// Foreign tells that code we did not generate runs while it is written.
	Foreign bool
	// Read is how a value is read.
	Read Reading
	// Parametric tells that the type mentions a type parameter.
	Parametric bool

	bad bool // reported
}
