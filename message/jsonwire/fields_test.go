//lint:file-ignore SA5008 odd tags are the cases here

package jsonwire_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

type (
	header struct{ Seq, T int }
	Header struct{ Seq, Deep int }
	left   struct{ Same, Left int }
	right  struct{ Same, Right int }
	tagged struct {
		Other int `json:"Same"`
	}
	lower   struct{ X int }
	deep    struct{ Header }
	zeroish struct{ n int }
)

func (z zeroish) IsZero() bool { return z.n == 7 }

type pointerZeroish struct{ N int }

func (z *pointerZeroish) IsZero() bool { return z.N == 7 }

// What encoding/json makes of a struct, we make of it.
func TestAppendAnyStructs(t *testing.T) {
	var nilError error
	for _, c := range []struct {
		name string
		in   any
		want string
	}{
		{"no fields", struct{}{}, `{}`},
		{"names", struct {
			A int `json:"日本"`
			B int `json:"a<b"`
			C int `json:"x/y.z-1:2"`
			D int `json:"a b"`
			E int `json:"bad\"name"`
			F int `json:"-"`
			G int `json:"-,"`
			h int
			_ int
		}{}, `{"日本":0,"a<b":0,"x/y.z-1:2":0,"a b":0,"E":0,"-":0}`},
		{"embedded in place", struct {
			Name string
			header
			Z int
		}{"n", header{1, 2}, 3}, `{"Name":"n","Seq":1,"T":2,"Z":3}`},
		{"outer name wins", struct {
			header
			Seq string
		}{header{1, 2}, "outer"}, `{"T":2,"Seq":"outer"}`},
		{"nil embedded pointer", struct {
			*Header
			Y int
		}{Y: 2}, `{"Y":2}`},
		{"embedded pointer", struct {
			*Header
			Y int
		}{&Header{1, 2}, 3}, `{"Seq":1,"Deep":2,"Y":3}`},
		{"equal names cancel out", struct {
			left
			right
		}{}, `{"Left":0,"Right":0}`},
		{"a tag settles it", struct {
			left
			tagged
		}{}, `{"Left":0,"Same":0}`},
		{"cancelled names hide deeper ones", struct {
			left
			right
			In struct{ Same int }
			inDeep
		}{}, `{"Left":0,"Right":0,"In":{"Same":0}}`},
		{"one struct twice", struct {
			deep
			twin
		}{}, `{}`},
		{"embedded under a name", struct {
			lower `json:"low"`
		}{lower{5}}, `{"low":{"X":5}}`},
		{"embedded interface", struct{ error }{}, `{}`},
		{"omitempty", struct {
			A int            `json:",omitempty"`
			B string         `json:",omitempty"`
			C []int          `json:",omitempty"`
			D map[string]int `json:",omitempty"`
			E *int           `json:",omitempty"`
			F any            `json:",omitempty"`
			G [0]int         `json:",omitempty"`
			H [1]int         `json:",omitempty"`
			I struct{}       `json:",omitempty"`
			J bool           `json:",omitempty"`
			K float64        `json:",omitempty"`
		}{}, `{"H":[0],"I":{}}`},
		{"omitzero", struct {
			A time.Time      `json:",omitzero"`
			B [2]int         `json:",omitzero"`
			C zeroish        `json:",omitzero"`
			D pointerZeroish `json:",omitzero"`
			E *zeroish       `json:",omitzero"`
			F []int          `json:",omitzero"`
			G error          `json:",omitzero"`
			H zeroish        `json:",omitzero"`
		}{C: zeroish{7}, D: pointerZeroish{7}, F: []int{}, G: nilError}, `{"F":[],"H":{}}`},
		{"string", struct {
			A bool        `json:",string"`
			B string      `json:",string"`
			C int64       `json:",string"`
			D []int       `json:",string"`
			E *int64      `json:",string"`
			F *float64    `json:",string"`
			G any         `json:",string"`
			H json.Number `json:",string"`
			I named       `json:",string"`
			J **int       `json:",string"`
		}{true, "x", 9007199254740993, []int{1}, nil, ptr(1.5), 1, "2", "n", ptr(ptr(3))},
			`{"A":"true","B":"\"x\"","C":"9007199254740993","D":[1],"E":null,"F":"1.5","G":1,"H":"2","I":"\"n\"","J":3}`},
		{"recursive", &tree{1, []tree{{2, nil}}}, `{"V":1,"Kids":[{"V":2,"Kids":null}]}`},
		{"marshaler with a pointer receiver", []pointerJSON{{"1"}}, `[1]`},
		{"the same, not addressable", map[string]pointerJSON{"a": {"1"}}, `{"a":{}}`},
		{"named bytes", struct{ B myBytes }{myBytes("hi")}, `{"B":"aGk="}`},
		{"slice of named bytes", []myByte{1}, `"AQ=="`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := jsonwire.AppendAny(nil, c.in, 0)
			require.NoError(t, err)
			assert.Equal(t, c.want, string(got))
			assert.Equal(t, c.want, stdJSON(t, c.in), "encoding/json")
		})
	}
}

type (
	inDeep struct{ inner2 }
	inner2 struct{ Same int }
	twin   struct{ Header }
	tree   struct {
		V    int
		Kids []tree
	}
	myBytes []byte
	myByte  byte
)

// Where the wire's rules differ from encoding/json's on purpose.
func TestAppendAnyOwnRules(t *testing.T) {
	at := time.Date(2026, 7, 1, 12, 34, 56, 0, time.FixedZone("", 2*3600+30*60))
	for _, c := range []struct {
		name string
		in   any
		want string
	}{
		{"time", at, `"2026-07-01T12:34:56.000000000+02:30"`},
		{"zero time", struct{ A time.Time }{}, `{"A":"0001-01-01T00:00:00.000000000Z"}`},
		{"pointer to a time", []*time.Time{&at, nil}, `["2026-07-01T12:34:56.000000000+02:30",null]`},
		{"raw", []jsonwire.Raw{{}, mustRaw(t, "[1, 2]")}, `[null,[1,2]]`},
		{"bad UTF-8 in a raw message", map[string]json.RawMessage{"k\xc0": json.RawMessage("\"\xff\u2028\"")}, `{"k\ufffd":"\ufffd\u2028"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := jsonwire.AppendAny(nil, c.in, 0)
			require.NoError(t, err)
			assert.Equal(t, c.want, string(got))
		})
	}
}

func mustRaw(t *testing.T, text string) jsonwire.Raw {
	r, err := jsonwire.NewRaw([]byte(text))
	require.NoError(t, err)
	return r
}
