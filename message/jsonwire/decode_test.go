package jsonwire_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/mailru/easyjson/jlexer"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

var errBad = errors.New("bad value")

type (
	plainArtifact   artifact
	plainEverything everything
)

func TestDecodeArtifactAsEncodingJSON(t *testing.T) {
	for name, line := range map[string]string{"in order": artifactLine, "shuffled": shuffledLine} {
		t.Run(name, func(t *testing.T) {
			var want plainArtifact
			require.NoError(t, json.Unmarshal([]byte(line), &want))
			var got artifact
			require.NoError(t, got.UnmarshalJSON([]byte(line)))
			assert.Equal(t, want, plainArtifact(got))

			got = artifact{Features: []string{"old"}}
			l := jlexer.Lexer{Data: []byte(line)}
			got.UnmarshalEasyJSON(&l)
			require.NoError(t, l.Error())
			assert.Equal(t, want, plainArtifact(got), "through UnmarshalEasyJSON")
		})
	}
}

// Every line is decoded by our decoder and by encoding/json, which must agree.
func TestDecodeEverythingAsEncodingJSON(t *testing.T) {
	for name, line := range map[string]string{
		"empty":                `{}`,
		"null":                 `null`,
		"blanks":               " {\t\"i8\" :\r 1 , \"u16\" : 2 }\n ",
		"embedded":             `{"x":5}`,
		"integers":             `{"i8":-128,"u16":65535,"dur":-9223372036854775808}`,
		"negative, six digits": `{"dur":-100000}`,
		"negative zero":        `{"i8":-0,"f64":-0,"f32":-0.0}`,
		"floats":               `{"f32":3.4028234e38,"f64":5e-324}`,
		"more floats":          `{"f32":16777217,"f64":0.1e+1}`,
		"long float":           `{"f64":123456789012345678901234567890.123456789012345678901234567890}`,
		"open enum":            `{"level":"whatever"}`,
		"bytes":                `{"bytes":"AAEC/w=="}`,
		"no bytes":             `{"bytes":""}`,
		"bytes with escapes":   `{"bytes":"AAEC\/w=="}`,
		"array too short":      `{"arr":[1]}`,
		"array too long":       `{"arr":[1,2,3,{"x":[]},5]}`,
		"time":                 `{"time":"2024-02-29T23:59:59.123456789+02:00"}`,
		"number":               `{"num":123456789012345678901234567890.5e-7}`,
		"number in a string":   `{"num":"12"}`,
		"raw":                  `{"msg":{"a":[1,2]},"raw":{"a":[1,2]}}`,
		"raw with blanks":      `{"msg":{ "a" : [1, 2] }}`,
		"text":                 `{"text":"a\u00e9","text_p":"b"}`,
		"json":                 `{"json":{"a":1}}`,
		"lists":                `{"list":[{"x":1},{},null,{"x":3,"y":1}],"ptrs":[null,{"x":1}]}`,
		"empty lists":          `{"list":[],"ptrs":[],"map":{},"int_m":{},"text_m":{},"deep":{}}`,
		"maps":                 `{"map":{"a":1,"b\n":2},"int_m":{"-1":true},"uint_m":{"255":"x"},"text_m":{"k":["v"]}}`,
		"maps in maps":         `{"deep":{"a":{"b":true},"c":null,"d":{}}}`,
		"quoted":               `{"qi":"-9007199254740993","qu":"255","qb":"true","qf":"1.5","qs":"\"a\\n\""}`,
		"pointers":             `{"pi":7,"self":{"pi":8,"self":null}}`,
		"unknown members":      `{"new":{"deep":[1,{"n":9}],"s":"}"},"i8":3,"also":null}`,
		"last scalar wins":     `{"i8":1,"i8":2,"level":"a","level":"b"}`,
		"escaped name":         `{"i\u0038":4}`,
		"names case-sensitive": `{"X":1}`,
		"all null":             `{"x":null,"i8":null,"u16":null,"f32":null,"f64":null,"level":null,"bytes":null,"arr":null,"time":null,"dur":null,"num":null,"text":null,"text_p":null,"list":null,"ptrs":null,"map":null,"int_m":null,"uint_m":null,"text_m":null,"deep":null,"qi":null,"qu":null,"qb":null,"qf":null,"qs":null,"pi":null,"self":null}`,
	} {
		t.Run(name, func(t *testing.T) {
			var want plainEverything
			if name != "names case-sensitive" { // encoding/json would fold the case
				require.NoError(t, json.Unmarshal([]byte(line), &want))
			}
			got := everything{I8: 9, Level: "old", Map: map[string]int64{"old": 1}, List: make([]Embedded, 3)}
			require.NoError(t, got.UnmarshalJSON([]byte(line)))
			if name == "all null" {
				assert.Nil(t, got.Msg, "null leaves a json.RawMessage nil; encoding/json keeps the bytes null")
				assert.NotNil(t, got.Embedded)
			}
			assert.Equal(t, want, plainEverything(got))
		})
	}
}

func TestDecodeErrors(t *testing.T) {
	for name, c := range map[string]struct {
		line string
		kind error
		want string // in the text of the error
	}{
		"too large for int8":        {`{"i8":128}`, jsonwire.ErrType, "at byte 6, in i8: want an integer of 8 bits, found the number 128"},
		"too small for int8":        {`{"i8":-129}`, jsonwire.ErrType, "found the number -129"},
		"negative unsigned":         {`{"u16":-1}`, jsonwire.ErrType, "want an unsigned integer of 16 bits, found the number -1"},
		"too large for uint16":      {`{"u16":65536}`, jsonwire.ErrType, "found the number 65536"},
		"over int64":                {`{"dur":9223372036854775808}`, jsonwire.ErrType, "found the number 9223372036854775808"},
		"fraction":                  {`{"i8":1.0}`, jsonwire.ErrType, "found the number 1.0"},
		"exponent":                  {`{"i8":1e1}`, jsonwire.ErrType, "found the number 1e1"},
		"over float64":              {`{"f64":1e400}`, jsonwire.ErrType, "a number that a float64 can hold"},
		"over float32":              {`{"f32":3.5e38}`, jsonwire.ErrType, "a number that a float32 can hold"},
		"string for a number":       {`{"i8":"x"}`, jsonwire.ErrType, `in i8: want an integer of 8 bits, found the string "x"`},
		"number for a string":       {`{"level":1}`, jsonwire.ErrType, "in level: want a string, found the number 1"},
		"object for an array":       {`{"list":{}}`, jsonwire.ErrType, "in list: want an array, found an object"},
		"array for an object":       {`{"map":[]}`, jsonwire.ErrType, "in map: want an object, found an array"},
		"array for the message":     {`[1]`, jsonwire.ErrType, "at byte 0: want an object, found an array"},
		"boolean for a string":      {`{"list":[{"x":1},{"x":true}]}`, jsonwire.ErrType, "in list[1].x: want an integer of 64 bits, found a boolean"},
		"in a map":                  {`{"map":{"a b":"x"}}`, jsonwire.ErrType, `in map["a b"]: want`},
		"key no integer":            {`{"int_m":{"128":true}}`, jsonwire.ErrType, "a member name that is an integer of 8 bits"},
		"key not unsigned":          {`{"uint_m":{"-1":""}}`, jsonwire.ErrType, "a member name that is an unsigned integer of 8 bits"},
		"key refused":               {`{"text_m":{"bad":[]}}`, jsonwire.ErrType, "(bad value)"},
		"text refused":              {`{"text":"bad"}`, jsonwire.ErrType, "(bad value)"},
		"json refused":              {`{"json":"bad"}`, jsonwire.ErrType, "(bad value)"},
		"no base64":                 {`{"bytes":"*"}`, jsonwire.ErrType, "want a base64 string"},
		"no time":                   {`{"time":"yesterday"}`, jsonwire.ErrType, "want an RFC 3339 time"},
		"no number in a string":     {`{"num":"x"}`, jsonwire.ErrType, "want a number"},
		"quoted integer unquoted":   {`{"qi":1}`, jsonwire.ErrType, "want an integer in a string, found the number 1"},
		"quoted integer with blank": {`{"qi":" 1"}`, jsonwire.ErrType, "want an integer in a string"},
		"leading zero":              {`{"i8":01}`, jsonwire.ErrSyntax, "at byte 7"},
		"dot without digits":        {`{"f64":1.}`, jsonwire.ErrSyntax, "at byte 9"},
		"dot in front":              {`{"f64":.5}`, jsonwire.ErrSyntax, "at byte 7"},
		"plus":                      {`{"f64":+1}`, jsonwire.ErrSyntax, "at byte 7"},
		"hexadecimal":               {`{"i8":0x1}`, jsonwire.ErrSyntax, "at byte 7"},
		"lone minus":                {`{"i8":-}`, jsonwire.ErrSyntax, "at byte 7"},
		"NaN":                       {`{"f64":NaN}`, jsonwire.ErrSyntax, "at byte 7"},
		"Infinity":                  {`{"f64":Infinity}`, jsonwire.ErrSyntax, "at byte 7"},
		"raw tab":                   {"{\"level\":\"a\tb\"}", jsonwire.ErrSyntax, "at byte 11"},
		"raw newline in a key":      {"{\"le\nvel\":\"a\"}", jsonwire.ErrSyntax, "at byte 4"},
		"escape unknown":            {`{"\q":1}`, jsonwire.ErrSyntax, "at byte 2"},
		"escape cut":                {`{"\q`, jsonwire.ErrSyntax, "at byte 2"},
		"escape cut after u":        {`{"level":"\u12`, jsonwire.ErrSyntax, "at byte 10"},
		"trailing comma":            {`{"i8":1,}`, jsonwire.ErrSyntax, "at byte 8"},
		"no colon":                  {`{"i8"1}`, jsonwire.ErrSyntax, "at byte 5"},
		"second value":              {`{"i8":1}{}`, jsonwire.ErrSyntax, `at byte 8: want the end of the line, found "{}"`},
		"empty":                     {``, jsonwire.ErrSyntax, "found the end of the input"},
		"cut":                       {`{"i8":1`, jsonwire.ErrSyntax, "at byte 7"},
		"wrong type, then syntax":   {`{"i8":"x","level":"a}`, jsonwire.ErrSyntax, "at byte 21"},
		"unknown member broken":     {`{"new":{bad},"i8":1}`, jsonwire.ErrSyntax, "at byte 8, in new"},
		"null misspelt":             {`{"i8":nul}`, jsonwire.ErrSyntax, "at byte 6"},
		"true misspelt":             {`{"qb":tru}`, jsonwire.ErrSyntax, "at byte 9"},
	} {
		t.Run(name, func(t *testing.T) {
			got := everything{Level: "old"}
			err := got.UnmarshalJSON([]byte(c.line))
			require.ErrorIs(t, err, c.kind)
			assert.Contains(t, err.Error(), c.want)
			assert.Less(t, len(err.Error()), 1000)
			assert.Equal(t, everything{}, got, "no old values after an error")
		})
	}
}

func TestDecodeReason(t *testing.T) {
	for name, c := range map[string]struct {
		line string
		kind error
		want string
	}{
		"another":         {`{"reason":"other","fresh":true}`, jsonwire.ErrType, `in reason: want "compiler-artifact", found the string "other"`},
		"no string":       {`{"reason":5}`, jsonwire.ErrType, `want "compiler-artifact", found the number 5`},
		"null":            {`{"reason":null}`, jsonwire.ErrType, `want "compiler-artifact", found null`},
		"missing":         {`{"fresh":true}`, jsonwire.ErrType, `want an object with the reason "compiler-artifact"`},
		"twice":           {`{"reason":"compiler-artifact","reason":"compiler-artifact"}`, jsonwire.ErrDuplicateReason, "duplicate discriminator at byte 39"},
		"twice, escaped":  {`{"reason":"compiler-artifact","\u0072eason":"x"}`, jsonwire.ErrDuplicateReason, "duplicate discriminator"},
		"twice, number":   {`{"reason":"compiler-artifact","reason":5}`, jsonwire.ErrDuplicateReason, "duplicate discriminator"},
		"last":            {`{"fresh":true,"reason":"compiler-artifact"}`, nil, ""},
		"escaped":         {`{"\u0072eason":"compiler\u002dartifact","fresh":true}`, nil, ""},
		"nested is other": {`{"target":{"reason":"evil"},"fresh":true,"reason":"compiler-artifact"}`, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var got artifact
			err := got.UnmarshalJSON([]byte(c.line))
			if c.kind == nil {
				require.NoError(t, err)
				assert.True(t, got.Fresh)
				return
			}
			require.ErrorIs(t, err, c.kind)
			assert.Contains(t, err.Error(), c.want)
		})
	}
}

// TestReasonOfWithEscapes: reasons of other protocols may hold what JSON escapes.
func TestReasonOfWithEscapes(t *testing.T) {
	for name, c := range map[string]struct {
		in, want string
		kind     error
	}{
		"quotes":                {`"say \"x\""`, `say "x"`, nil},
		"quotes, bare":          {`"say "x""`, "", jsonwire.ErrSyntax},
		"a backslash":           {`"a\\nb"`, `a\nb`, nil},
		"a newline":             {`"a\nb"`, "", jsonwire.ErrType},
		"one backslash":         {`"\\"`, `\`, nil},
		"one backslash, bare":   {`"\"`, "", jsonwire.ErrSyntax},
		"a control character":   {`"\u0001"`, "\x01", nil},
		"one that is bare":      {"\"\x01\"", "", jsonwire.ErrSyntax},
		"beyond ASCII":          {`"größe"`, "größe", nil},
		"beyond ASCII, spelled": {`"gr\u00f6\u00dfe"`, "größe", nil},
	} {
		var d jsonwire.Decoder
		d.Reset([]byte(c.in))
		got := d.ReasonOf(false, `say "x"`, `a\nb`, `\`, "\x01", "größe")
		err := d.End()
		if c.kind != nil {
			assert.ErrorIs(t, err, c.kind, name)
			continue
		}
		assert.NoError(t, err, name)
		assert.Equal(t, c.want, got, name)
	}
}

func TestDecodeErrorIsBounded(t *testing.T) {
	var got everything
	for name, line := range map[string]string{
		"long value":  `{"i8":"` + strings.Repeat("y", 1_000_000) + `"}`,
		"long name":   `{"map":{"` + strings.Repeat("\x7f", 1_000_000) + `":"x"}}`,
		"deep":        strings.Repeat(`{"self":`, 9_000) + `{"i8":"x"}` + strings.Repeat(`}`, 9_000),
		"bytes":       `{"i8":"` + strings.Repeat("\xff", 300) + `"}`,
		"long number": `{"i8":` + strings.Repeat("9", 10_000) + `}`,
	} {
		t.Run(name, func(t *testing.T) {
			err := got.UnmarshalJSON([]byte(line))
			require.ErrorIs(t, err, jsonwire.ErrType)
			assert.Less(t, len(err.Error()), 1000)
			for _, r := range err.Error() {
				require.True(t, ' ' <= r && r < 0x7f, "%q in %s", r, err)
			}
		})
	}
}

// textValue and jsonValue are foreign types.
type textValue struct{ s string }

func (t *textValue) UnmarshalText(b []byte) error {
	if string(b) == "bad" {
		return errBad
	}
	t.s = string(b)
	return nil
}

func (t textValue) MarshalText() ([]byte, error) { return []byte(t.s), nil }

type jsonValue struct{ raw string }

func (j *jsonValue) UnmarshalJSON(b []byte) error {
	if string(b) == `"bad"` {
		return errBad
	}
	j.raw = string(b)
	return nil
}
