package jsonwire_test

import (
	"encoding/json"
	"time"

	"github.com/mailru/easyjson/jlexer"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// This file holds decoders as the generator writes them: the shapes it has to
// know, spelled out once and tested by the tables of this package.

type artifact struct { // reason "compiler-artifact"
	PackageID    string   `json:"package_id"`
	ManifestPath string   `json:"manifest_path"`
	Target       target   `json:"target"`
	Profile      profile  `json:"profile"`
	Features     []string `json:"features"`
	Filenames    []string `json:"filenames"`
	Executable   *string  `json:"executable"`
	Fresh        bool     `json:"fresh"`
}

type target struct {
	Kind             []string `json:"kind"`
	CrateTypes       []string `json:"crate_types"`
	Name             string   `json:"name"`
	SrcPath          string   `json:"src_path"`
	Edition          string   `json:"edition"`
	RequiredFeatures []string `json:"required-features,omitempty"`
	Doc              bool     `json:"doc"`
	Doctest          bool     `json:"doctest"`
	Test             bool     `json:"test"`
}

type profile struct {
	OptLevel        string `json:"opt_level"`
	Debuginfo       any    `json:"debuginfo"`
	DebugAssertions bool   `json:"debug_assertions"`
	OverflowChecks  bool   `json:"overflow_checks"`
	Test            bool   `json:"test"`
}

// A message: zero first, decode, and zero again after an error.
func (m *artifact) UnmarshalJSON(data []byte) error {
	var d jsonwire.Decoder
	d.Reset(data)
	*m = artifact{}
	m.DecodeJSON(&d)
	if err := d.End(); err != nil {
		*m = artifact{}
		return err
	}
	return nil
}

func (m *artifact) UnmarshalEasyJSON(l *jlexer.Lexer) {
	*m = artifact{}
	jsonwire.ReadEasyJSON(l, m.DecodeJSON)
	if l.Error() != nil {
		*m = artifact{}
	}
}

// DecodeJSON reads the message with its reason; DecodeJSONBody, which stands
// for the same struct nested in another, differs only in the first literal and
// in that "reason" is an unknown member there.
func (m *artifact) DecodeJSON(d *jsonwire.Decoder) {
	more, seen := false, false
	if d.TakeOpen(`{"reason":"compiler-artifact"`) {
		seen = true
		if d.Take(`,"package_id":`) {
			m.PackageID = d.String()
		}
		if d.Take(`,"manifest_path":`) {
			m.ManifestPath = d.String()
		}
		if d.Take(`,"target":`) {
			m.Target.DecodeJSON(d)
		}
		if d.Take(`,"profile":`) {
			m.Profile.DecodeJSON(d)
		}
		if d.Take(`,"features":`) {
			m.Features = d.Strings()
		}
		if d.Take(`,"filenames":`) {
			m.Filenames = d.Strings()
		}
		if d.Take(`,"executable":`) {
			if !d.Null() {
				v := d.String()
				m.Executable = &v
			}
		}
		if d.Take(`,"fresh":`) {
			m.Fresh = d.Bool()
		}
		if d.Close() {
			return
		}
		more = d.NextMember()
	} else {
		_, more = d.OpenObject()
	}
	for ; more; more = d.NextMember() {
		switch d.Name() {
		case "reason":
			seen = d.Reason(seen, "compiler-artifact")
		case "package_id":
			m.PackageID = d.String()
		case "manifest_path":
			m.ManifestPath = d.String()
		case "target":
			m.Target = target{}
			m.Target.DecodeJSON(d)
		case "profile":
			m.Profile = profile{}
			m.Profile.DecodeJSON(d)
		case "features":
			m.Features = d.Strings()
		case "filenames":
			m.Filenames = d.Strings()
		case "executable":
			m.Executable = nil
			if !d.Null() {
				v := d.String()
				m.Executable = &v
			}
		case "fresh":
			m.Fresh = d.Bool()
		default:
			d.Skip()
		}
	}
	d.NeedReason(seen, "compiler-artifact")
}

func (m *target) DecodeJSON(d *jsonwire.Decoder) {
	var more bool
	if d.TakeOpen(`{"kind":`) {
		m.Kind = d.Strings()
		if d.Take(`,"crate_types":`) {
			m.CrateTypes = d.Strings()
		}
		if d.Take(`,"name":`) {
			m.Name = d.String()
		}
		if d.Take(`,"src_path":`) {
			m.SrcPath = d.String()
		}
		if d.Take(`,"edition":`) {
			m.Edition = d.String()
		}
		if d.Take(`,"required-features":`) {
			m.RequiredFeatures = d.Strings()
		}
		if d.Take(`,"doc":`) {
			m.Doc = d.Bool()
		}
		if d.Take(`,"doctest":`) {
			m.Doctest = d.Bool()
		}
		if d.Take(`,"test":`) {
			m.Test = d.Bool()
		}
		if d.Close() {
			return
		}
		more = d.NextMember()
	} else {
		_, more = d.OpenObject()
	}
	for ; more; more = d.NextMember() {
		switch d.Name() {
		case "kind":
			m.Kind = d.Strings()
		case "crate_types":
			m.CrateTypes = d.Strings()
		case "name":
			m.Name = d.String()
		case "src_path":
			m.SrcPath = d.String()
		case "edition":
			m.Edition = d.String()
		case "required-features":
			m.RequiredFeatures = d.Strings()
		case "doc":
			m.Doc = d.Bool()
		case "doctest":
			m.Doctest = d.Bool()
		case "test":
			m.Test = d.Bool()
		default:
			d.Skip()
		}
	}
}

func (m *profile) DecodeJSON(d *jsonwire.Decoder) {
	var more bool
	if d.TakeOpen(`{"opt_level":`) {
		m.OptLevel = d.String()
		if d.Take(`,"debuginfo":`) {
			m.Debuginfo = d.Any()
		}
		if d.Take(`,"debug_assertions":`) {
			m.DebugAssertions = d.Bool()
		}
		if d.Take(`,"overflow_checks":`) {
			m.OverflowChecks = d.Bool()
		}
		if d.Take(`,"test":`) {
			m.Test = d.Bool()
		}
		if d.Close() {
			return
		}
		more = d.NextMember()
	} else {
		_, more = d.OpenObject()
	}
	for ; more; more = d.NextMember() {
		switch d.Name() {
		case "opt_level":
			m.OptLevel = d.String()
		case "debuginfo":
			m.Debuginfo = d.Any()
		case "debug_assertions":
			m.DebugAssertions = d.Bool()
		case "overflow_checks":
			m.OverflowChecks = d.Bool()
		case "test":
			m.Test = d.Bool()
		default:
			d.Skip()
		}
	}
}

// Embedded is embedded by pointer below.
type Embedded struct {
	X int `json:"x"`
}

func (m *Embedded) DecodeJSON(d *jsonwire.Decoder) {
	var more bool
	if d.TakeOpen(`{"x":`) {
		m.X = int(d.Int(64)) // strconv.IntSize in generated code
		if d.Close() {
			return
		}
		more = d.NextMember()
	} else {
		_, more = d.OpenObject()
	}
	for ; more; more = d.NextMember() {
		switch d.Name() {
		case "x":
			m.X = int(d.Int(64))
		default:
			d.Skip()
		}
	}
}

type level string // an open enum: any string is taken

// everything has one field of each kind. Its decoder has only the general
// loop: what is shown here is the code for each kind of field.
type everything struct {
	*Embedded
	I8    int8                       `json:"i8"`
	U16   uint16                     `json:"u16"`
	F32   float32                    `json:"f32"`
	F64   float64                    `json:"f64"`
	Level level                      `json:"level"`
	Bytes []byte                     `json:"bytes"`
	Arr   [3]uint8                   `json:"arr"`
	Time  time.Time                  `json:"time"`
	Dur   time.Duration              `json:"dur"`
	Num   json.Number                `json:"num"`
	Msg   json.RawMessage            `json:"msg"`
	Raw   jsonwire.Raw               `json:"raw"`
	Text  textValue                  `json:"text"`
	TextP *textValue                 `json:"text_p"`
	JSON  jsonValue                  `json:"json"`
	List  []Embedded                 `json:"list"`
	Ptrs  []*Embedded                `json:"ptrs"`
	Map   map[string]int64           `json:"map"`
	IntM  map[int8]bool              `json:"int_m"`
	UintM map[uint8]string           `json:"uint_m"`
	TextM map[textValue][]string     `json:"text_m"`
	Deep  map[string]map[string]bool `json:"deep"`
	QI    int64                      `json:"qi,string"`
	QU    uint8                      `json:"qu,string"`
	QB    bool                       `json:"qb,string"`
	QF    float64                    `json:"qf,string"`
	QS    string                     `json:"qs,string"`
	PI    *int                       `json:"pi"`
	Self  *everything                `json:"self"`
}

func (m *everything) UnmarshalJSON(data []byte) error {
	var d jsonwire.Decoder
	d.Reset(data)
	*m = everything{}
	m.DecodeJSON(&d)
	if err := d.End(); err != nil {
		*m = everything{}
		return err
	}
	return nil
}

func (m *everything) DecodeJSON(d *jsonwire.Decoder) {
	for _, more := d.OpenObject(); more; more = d.NextMember() {
		switch d.Name() {
		case "x": // promoted: allocated when a member of it is there
			if m.Embedded == nil {
				m.Embedded = new(Embedded)
			}
			m.X = int(d.Int(64))
		case "i8":
			m.I8 = int8(d.Int(8))
		case "u16":
			m.U16 = uint16(d.Uint(16))
		case "f32":
			m.F32 = d.Float32()
		case "f64":
			m.F64 = d.Float64()
		case "level":
			m.Level = level(d.String())
		case "bytes":
			m.Bytes = d.Bytes()
		case "arr": // too many elements are skipped, missing ones zero
			m.Arr = [3]uint8{}
			if open, more := d.OpenArray(); open {
				for i := 0; more; i, more = i+1, d.NextElement() {
					if i < len(m.Arr) {
						m.Arr[i] = uint8(d.Uint(8))
					} else {
						d.Skip()
					}
				}
			}
		case "time":
			m.Time = d.Time()
		case "dur":
			m.Dur = time.Duration(d.Int(64))
		case "num":
			m.Num = d.Number()
		case "msg":
			m.Msg = d.RawMessage()
		case "raw":
			m.Raw = d.Raw()
		case "text":
			m.Text = textValue{}
			d.Text(&m.Text)
		case "text_p":
			m.TextP = nil
			if !d.Null() {
				v := new(textValue)
				d.Text(v)
				m.TextP = v
			}
		case "json":
			m.JSON = jsonValue{}
			d.JSON(&m.JSON)
		case "list":
			m.List = nil
			if open, more := d.OpenArray(); open {
				list := []Embedded{}
				for ; more; more = d.NextElement() {
					list = append(list, Embedded{})
					list[len(list)-1].DecodeJSON(d)
				}
				m.List = list
			}
		case "ptrs":
			m.Ptrs = nil
			if open, more := d.OpenArray(); open {
				list := []*Embedded{}
				for ; more; more = d.NextElement() {
					var v *Embedded
					if !d.Null() {
						v = new(Embedded)
						v.DecodeJSON(d)
					}
					list = append(list, v)
				}
				m.Ptrs = list
			}
		case "map":
			m.Map = nil
			if open, more := d.OpenObject(); open {
				values := map[string]int64{}
				for ; more; more = d.NextMember() {
					key := d.Key()
					values[key] = d.Int(64)
				}
				m.Map = values
			}
		case "int_m":
			m.IntM = nil
			if open, more := d.OpenObject(); open {
				values := map[int8]bool{}
				for ; more; more = d.NextMember() {
					key := int8(d.KeyInt(8))
					values[key] = d.Bool()
				}
				m.IntM = values
			}
		case "uint_m":
			m.UintM = nil
			if open, more := d.OpenObject(); open {
				values := map[uint8]string{}
				for ; more; more = d.NextMember() {
					key := uint8(d.KeyUint(8))
					values[key] = d.String()
				}
				m.UintM = values
			}
		case "text_m":
			m.TextM = nil
			if open, more := d.OpenObject(); open {
				values := map[textValue][]string{}
				for ; more; more = d.NextMember() {
					var key textValue
					d.KeyText(&key)
					values[key] = d.Strings()
				}
				m.TextM = values
			}
		case "deep":
			m.Deep = nil
			if open, more := d.OpenObject(); open {
				values := map[string]map[string]bool{}
				for ; more; more = d.NextMember() {
					key := d.Key()
					var value map[string]bool
					if open, more := d.OpenObject(); open {
						value = map[string]bool{}
						for ; more; more = d.NextMember() {
							key := d.Key()
							value[key] = d.Bool()
						}
					}
					values[key] = value
				}
				m.Deep = values
			}
		case "qi":
			m.QI = d.QuotedInt(64)
		case "qu":
			m.QU = uint8(d.QuotedUint(8))
		case "qb":
			m.QB = d.QuotedBool()
		case "qf":
			m.QF = d.QuotedFloat64()
		case "qs":
			m.QS = d.QuotedString()
		case "pi":
			m.PI = nil
			if !d.Null() {
				v := int(d.Int(64))
				m.PI = &v
			}
		case "self":
			m.Self = nil
			if !d.Null() {
				v := new(everything)
				v.DecodeJSON(d)
				m.Self = v
			}
		default:
			d.Skip()
		}
	}
}
