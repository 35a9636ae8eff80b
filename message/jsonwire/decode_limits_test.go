package jsonwire_test

import (
	"encoding/json"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// Ten megabytes of opening brackets end at the limit, whatever decodes them.
func TestDecodeDepthBombs(t *testing.T) {
	for name, unit := range map[string]string{
		"arrays": "[", "objects": `{"a":`, "messages": `{"self":`, "blanks between": "[ ", "mixed": `[{"a":`,
	} {
		bomb := []byte(strings.Repeat(unit, 10<<20/len(unit)))
		for way, decode := range map[string]func(d *jsonwire.Decoder){
			"skip":    (*jsonwire.Decoder).Skip,
			"any":     func(d *jsonwire.Decoder) { d.Any() },
			"raw":     func(d *jsonwire.Decoder) { d.Raw() },
			"message": func(d *jsonwire.Decoder) { new(everything).DecodeJSON(d) },
		} {
			if way == "message" && unit[0] == '[' {
				continue // is no object
			}
			var d jsonwire.Decoder
			d.Reset(bomb)
			decode(&d)
			require.ErrorIs(t, d.End(), jsonwire.ErrDepth, "%s, %s", name, way)
		}
	}
}

func TestDecodeDepthIsExact(t *testing.T) {
	nested := func(open, inside, closing string, n int) []byte {
		return []byte(strings.Repeat(open, n) + inside + strings.Repeat(closing, n))
	}
	for name, c := range map[string]struct {
		open, inside, closing string
		levels                int // that open and inside make, beside n
	}{
		"arrays":           {"[", "1", "]", 0},
		"empty in arrays":  {"[", "[]", "]", 1},
		"messages":         {`{"self":`, "{}", "}", 1},
		"list in messages": {`{"self":`, `{"list":[{}]}`, "}", 3},
		"skipped":          {`{"self":`, `{"new":[{"a":[]}]}`, "}", 4},
		"strings":          {`{"self":`, `{"text_m":{"k":["v"]}}`, "}", 3},
	} {
		decode := func(line []byte, limit int) error {
			var d jsonwire.Decoder
			d.SetMaxDepth(limit)
			d.Reset(line)
			if line[0] == '[' {
				d.Any()
			} else {
				new(everything).DecodeJSON(&d)
			}
			return d.End()
		}
		for _, limit := range []int{10, 300, 0, 20_000} {
			n := limit - c.levels
			if limit == 0 {
				n = jsonwire.MaxDepth - c.levels
			}
			require.NoError(t, decode(nested(c.open, c.inside, c.closing, n), limit), "%s, limit %d", name, limit)
			require.ErrorIs(t, decode(nested(c.open, c.inside, c.closing, n+1), limit), jsonwire.ErrDepth, "%s, limit %d", name, limit)
		}
	}
}

func TestDecodeAllocations(t *testing.T) {
	if builtPure() {
		t.Skip("without unsafe the input is copied twice")
	}
	for name, c := range map[string]struct {
		line string
		want float64
	}{
		"no strings":          {`{"i8":1,"u16":2,"f64":1.5,"dur":7,"arr":[1,2],"qi":"8"}`, 0},
		"strings":             {`{"level":"a","num":12,"time":"2024-02-29T23:59:59Z","qs":"\"x\""}`, 3}, // qs is unescaped twice
		"escapes":             {`{"level":"a\u00e9\n\ud83d\ude00","msg":{"a":[1]},"raw":{"b":[2]}}`, 1},
		"unknown members":     {`{"level":"a","new":[[{"x":"y\n"}]],"n\u0065w2":1}`, 3}, // the escaped name, which is compared
		"a list":              {`{"list":[{"x":1}]}`, 1},
		"wide characters":     {`{"level":"日本語 ünïcödé text"}`, 1},
		"invalid UTF-8 grows": {"{\"level\":\"a\xff\xff\xff\xff\"}", 2},
	} {
		line := []byte(c.line)
		var m everything
		got := testing.AllocsPerRun(100, func() {
			if err := m.UnmarshalJSON(line); err != nil {
				t.Error(err)
			}
		})
		assert.LessOrEqual(t, got, c.want, name)
	}
	var m artifact
	line := []byte(artifactLine)
	got := testing.AllocsPerRun(100, func() { _ = m.UnmarshalJSON(line) })
	assert.LessOrEqual(t, got, 6.0, "the line, four lists and a boxed number")
}

// Decoded values own their memory: the input may be overwritten, and one value
// may be changed without touching another.
func TestDecodeOwnsItsMemory(t *testing.T) {
	line := []byte(`{"level":"one","msg":{"a" : "b"},"raw":[1,"two"],"text":"th\u0072ee","json":[4],` +
		`"map":{"five":5},"deep":{"s\u0069x":{"seven":true}},"num":89,"bytes":"AAEC"}`)
	var got, want everything
	require.NoError(t, got.UnmarshalJSON(line))
	require.NoError(t, want.UnmarshalJSON([]byte(string(line))))
	for i := range line {
		line[i] = 'Z'
	}
	assert.Equal(t, want, got)

	for i := range got.Msg {
		got.Msg[i] = 'Q'
	}
	got.Msg = append(got.Msg, "QQQQQQQQ"...)
	want.Msg = got.Msg
	assert.Equal(t, want, got)
}

// Any gives what encoding/json gives, wherever in a string of whatever length
// the odd bytes stand.
func TestDecodeStringsAsEncodingJSON(t *testing.T) {
	pieces := []string{"a", "bcdefgh", "0123456789abcdef0123456789abcdef", `\n`, `\"`, `\\`, `\/`, `\b\f\r\t`, `\u0041`,
		`\u00e9`, `\ud83d\ude00`, `\ud83d`, `\ude00`, `\ud83d\u0041`, "é", "日本", "😀", "\u2028", "\x7f", "\xff", "\xc3",
		"\xed\xa0\x80", "\xf4\x90\x80\x80", "\x00", "\x1f", "\n", `"`, `\`, `\x`, `\u12`, `\u12g4`, "\x80\x80"}
	rapid.Check(t, func(t *rapid.T) {
		body := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(t, "pieces"), "")
		line := []byte(`["` + body + `"]`)
		var want any
		wantErr := json.Unmarshal(line, &want)
		var d jsonwire.Decoder
		d.Reset(line)
		got := d.Any()
		err := d.End()
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%q: %v, encoding/json: %v", line, err, wantErr)
		}
		if err == nil && !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %q, encoding/json: %q", line, got, want)
		}
	})
}

func TestDecodeNumbersAsEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`-?[0-9]{0,3}[0-9]{0,17}(\.[0-9]{0,20})?([eE][+-]?[0-9]{0,3})?`).Draw(t, "number")
		line := []byte("[" + text + "]")
		for _, c := range []struct {
			into any
			ours func(d *jsonwire.Decoder) any
		}{
			{new([1]int64), func(d *jsonwire.Decoder) any { return &[1]int64{d.Int(64)} }},
			{new([1]int32), func(d *jsonwire.Decoder) any { return &[1]int32{int32(d.Int(32))} }},
			{new([1]int8), func(d *jsonwire.Decoder) any { return &[1]int8{int8(d.Int(8))} }},
			{new([1]uint64), func(d *jsonwire.Decoder) any { return &[1]uint64{d.Uint(64)} }},
			{new([1]uint16), func(d *jsonwire.Decoder) any { return &[1]uint16{uint16(d.Uint(16))} }},
			{new([1]float64), func(d *jsonwire.Decoder) any { return &[1]float64{d.Float64()} }},
			{new([1]float32), func(d *jsonwire.Decoder) any { return &[1]float32{d.Float32()} }},
			{new([1]json.Number), func(d *jsonwire.Decoder) any { return &[1]json.Number{d.Number()} }},
		} {
			wantErr := json.Unmarshal(line, c.into)
			var d jsonwire.Decoder
			d.Reset(line)
			var got any
			if _, more := d.OpenArray(); more {
				got = c.ours(&d)
				d.NextElement()
			} else {
				got = reflect.New(reflect.TypeOf(c.into).Elem()).Interface()
			}
			err := d.End()
			if (err == nil) != (wantErr == nil) {
				t.Fatalf("%s into %T: %v, encoding/json: %v", line, c.into, err, wantErr)
			}
			if err == nil && !reflect.DeepEqual(got, c.into) {
				t.Fatalf("%s into %T: %v, encoding/json: %v", line, c.into, got, c.into)
			}
		}
	})
}

// FuzzDecode: nothing panics, the ways of reading agree, what is accepted
// json.Valid accepts, and Any is what encoding/json makes of it.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{artifactLine, shuffledLine, `{"self":{"x":1,"map":{"a":-0}},"deep":{"a":{"b":true}}}`,
		`{"i8":1e1,"level":"\ud83d\ude00\ud800é","list":[{},null]}`, "{\"text\":\"\xff\xe2\x80\xa8\"}", `[1.5e300,-0.0,"a"]`, `{"a":{"a":1},"a":[]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		valid := accepts(t, line)
		require.Equal(t, json.Valid(line), valid)
		var m everything
		if err := m.UnmarshalJSON(line); err == nil {
			require.True(t, valid)
		} else {
			require.Less(t, len(err.Error()), 1000)
		}
		var a artifact
		if err := a.UnmarshalJSON(line); err == nil {
			require.True(t, valid)
		}
		var d jsonwire.Decoder
		d.Reset(line)
		got := d.Any()
		if d.End() == nil {
			var want any
			require.NoError(t, json.Unmarshal(line, &want))
			require.Equal(t, want, got)
		}
	})
}

// builtPure reports whether the tests run with the purego tag, under which the
// input is copied once more.
func builtPure() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-tags", Value: "purego"})
}
