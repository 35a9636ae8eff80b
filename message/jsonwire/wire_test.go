package jsonwire_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/linefeed-go/linefeed/internal/race"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

func TestAppendBytes(t *testing.T) {
	for in, want := range map[string]string{"": `""`, "a": `"YQ=="`, "ab": `"YWI="`, "abc": `"YWJj"`, "\xff\xfe\xfd": `"//79"`} {
		assert.Equal(t, "x"+want, string(jsonwire.AppendBytes([]byte("x"), []byte(in))))
	}
	assert.Equal(t, "null", string(jsonwire.AppendBytes(nil, nil)))
}

func TestAppendTime(t *testing.T) {
	zone := func(seconds int) *time.Location { return time.FixedZone("", seconds) }
	for _, c := range []struct {
		name string
		in   time.Time
		want string // "" for ErrTime
	}{
		{"zero", time.Time{}, "0001-01-01T00:00:00.000000000Z"},
		{"nanosecond", time.Unix(1, 1).UTC(), "1970-01-01T00:00:01.000000001Z"},
		{"nine digits", time.Unix(0, 123456789).UTC(), "1970-01-01T00:00:00.123456789Z"},
		{"east", time.Date(2026, 12, 31, 23, 59, 59, 5e8, zone(5*3600+45*60)), "2026-12-31T23:59:59.500000000+05:45"},
		{"west", time.Date(2026, 2, 3, 4, 5, 6, 0, zone(-9*3600-30*60)), "2026-02-03T04:05:06.000000000-09:30"},
		{"seconds of a zone", time.Date(1900, 1, 1, 0, 0, 0, 0, zone(1*3600+2*60+3)), "1900-01-01T00:00:00.000000000+01:02"},
		{"half a minute west", time.Date(1900, 1, 1, 0, 0, 0, 0, zone(-30)), "1900-01-01T00:00:00.000000000+00:00"},
		{"zero offset that is not UTC", time.Date(2026, 1, 1, 0, 0, 0, 0, zone(0)), "2026-01-01T00:00:00.000000000Z"},
		{"year 0", time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC), "0000-01-01T00:00:00.000000000Z"},
		{"year 9999", time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC), "9999-12-31T23:59:59.999999999Z"},
		{"leap day", time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC), "2024-02-29T00:00:00.000000000Z"},
		{"year 10000", time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), ""},
		{"year -1", time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC), ""},
		{"a day from UTC", time.Date(2026, 1, 1, 0, 0, 0, 0, zone(24*3600)), ""},
		{"a day the other way", time.Date(2026, 1, 1, 0, 0, 0, 0, zone(-24*3600)), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := jsonwire.AppendTime([]byte("x"), c.in)
			if c.want == "" {
				require.ErrorIs(t, err, jsonwire.ErrTime)
				assert.Equal(t, "x", string(got))
				return
			}
			require.NoError(t, err)
			assert.Equal(t, `x"`+c.want+`"`, string(got))
		})
	}
}

func TestAppendTimeAsTheTimePackage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seconds := rapid.Int64Range(-62135596800-366*86400, 253402300799).Draw(t, "seconds")
		offset := rapid.IntRange(-86399, 86399).Draw(t, "offset")
		at := time.Unix(seconds, rapid.Int64Range(0, 999_999_999).Draw(t, "nanoseconds")).In(time.FixedZone("", offset))
		got, err := jsonwire.AppendTime(nil, at)
		if at.Year() < 0 || at.Year() > 9999 {
			if !errors.Is(err, jsonwire.ErrTime) {
				t.Fatalf("%v: error %v", at, err)
			}
			return
		}
		if want := at.Format(`"2006-01-02T15:04:05.000000000Z07:00"`); string(got) != want || err != nil {
			t.Fatalf("got %s, %v, want %s", got, err, want)
		}
	})
}

func TestRaw(t *testing.T) {
	r := mustRaw(t, " {\"a\": [1, \"\xff\"]}\n")
	const want = `{"a":[1,"\ufffd"]}`
	assert.Equal(t, want, r.String())
	appended, err := jsonwire.AppendRaw([]byte("x"), r, 0)
	require.NoError(t, err)
	assert.Equal(t, "x"+want, string(appended))
	assert.False(t, r.IsZero())
	assert.Equal(t, r, mustRaw(t, want), "comparable")
	b, err := json.Marshal(map[string]any{"r": r, "n": jsonwire.Raw{}})
	require.NoError(t, err)
	assert.Equal(t, `{"n":null,"r":`+want+`}`, string(b))
	var back struct{ R, N, Missing jsonwire.Raw }
	require.NoError(t, json.Unmarshal(b, &back))
	assert.Equal(t, r, back.R)
	assert.True(t, back.N.IsZero())
	assert.True(t, back.Missing.IsZero())

	for _, null := range [][]byte{nil, []byte("null"), []byte(" null ")} {
		assert.Equal(t, jsonwire.Raw{}, mustRawBytes(t, null))
	}
	assert.Equal(t, "null", jsonwire.Raw{}.String())
	for _, bad := range []string{"", " \n", "@@", "1 2", `{"a":`} {
		_, err := jsonwire.NewRaw([]byte(bad))
		require.ErrorIs(t, err, jsonwire.ErrSyntax, bad)
		before := r
		require.ErrorIs(t, before.UnmarshalJSON([]byte(bad)), jsonwire.ErrSyntax)
	}
}

func mustRawBytes(t *testing.T, b []byte) jsonwire.Raw {
	r, err := jsonwire.NewRaw(b)
	require.NoError(t, err)
	return r
}

// A Raw must not change when the slice it was made from does.
func TestRawOwnsItsBytes(t *testing.T) {
	b := []byte(`[1,2]`)
	r := mustRawBytes(t, b)
	copy(b, "xxxxx")
	_ = mustRaw(t, `["another one"]`)
	assert.Equal(t, `[1,2]`, r.String())
}

func TestAppendRawMessage(t *testing.T) {
	got, err := jsonwire.AppendRawMessage([]byte("x"), nil, 0)
	require.NoError(t, err)
	assert.Equal(t, "xnull", string(got))
	for _, blank := range []string{"", " ", "\n\t"} {
		got, err = jsonwire.AppendRawMessage([]byte("x"), json.RawMessage(blank), 0)
		require.ErrorIs(t, err, jsonwire.ErrSyntax)
		assert.Equal(t, "x", string(got))
	}
}

func TestAppendHTMLEscaped(t *testing.T) {
	in := `{"a":"<b> & c","d":"é<"}`
	got := jsonwire.AppendHTMLEscaped([]byte("x"), []byte(in))
	assert.Equal(t, `x{"a":"\u003cb\u003e \u0026 c","d":"é\u003c"}`, string(got))
	var want bytes.Buffer
	json.HTMLEscape(&want, []byte(in))
	assert.Equal(t, "x"+want.String(), string(got))
	assert.Empty(t, jsonwire.AppendHTMLEscaped(nil, nil))
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.SliceOf(rapid.OneOf(rapid.Byte(), rapid.SampledFrom([]byte("<>&=%;'\x01\xbc\xa6\xbe")))).Draw(t, "in")
		want := strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`).Replace(string(in))
		if got := string(jsonwire.AppendHTMLEscaped(nil, in)); got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}

func TestPaths(t *testing.T) {
	cause := jsonwire.ErrFloat
	err := jsonwire.AtField("target", jsonwire.AtField("kind", jsonwire.AtIndex(2, cause)))
	assert.Equal(t, "target.kind[2]: "+cause.Error(), err.Error())
	require.ErrorIs(t, err, cause)
	for want, err := range map[string]error{
		`env["PATH"]`:         jsonwire.AtField("env", jsonwire.AtKey("PATH", cause)),
		`["a\n\"b"].x`:        jsonwire.AtKey("a\n\"b", jsonwire.AtField("x", cause)),
		`["a b"]`:             jsonwire.AtField("a b", cause),
		`["\u65e5\u672c"][0]`: jsonwire.AtField("日本", jsonwire.AtIndex(0, cause)),
		`[""]`:                jsonwire.AtField("", cause),
	} {
		assert.Equal(t, want+": "+cause.Error(), err.Error())
	}
	wrapped := fmt.Errorf("a marshaler's: %w", jsonwire.AtField("inner", cause))
	assert.Equal(t, "outer: a marshaler's: inner: "+cause.Error(), jsonwire.AtField("outer", wrapped).Error())
}

func TestPathsAreBounded(t *testing.T) {
	err := jsonwire.AtField("innermost", jsonwire.ErrDepth)
	shared := err
	for i := range 10_000 {
		err = jsonwire.AtKey(strings.Repeat("é", i%100), jsonwire.AtIndex(i, err))
	}
	err = jsonwire.AtField("outermost", err)
	var path *jsonwire.PathError
	require.ErrorAs(t, err, &path)
	assert.LessOrEqual(t, len(path.Path), 256)
	assert.True(t, strings.HasPrefix(path.Path, "outermost["), path.Path)
	assert.True(t, strings.HasSuffix(path.Path, ".innermost"), path.Path)
	assert.True(t, utf8.ValidString(path.Path))
	assert.Equal(t, "innermost: "+jsonwire.ErrDepth.Error(), shared.Error(), "errors already made stay as they are")
}

func TestSortedKeys(t *testing.T) {
	type key string
	for range 3 {
		keys := jsonwire.SortedKeys(map[key]int{"b": 1, "a": 2, "": 3, "é": 4, "B": 5})
		assert.Equal(t, []string{"", "B", "a", "b", "é"}, keys.Names)
		keys.Release()
		keys = jsonwire.SortedIntKeys(map[int8]int{10: 1, 9: 2, -1: 3, -128: 4, 127: 5, 0: 6})
		assert.Equal(t, []int64{-1, -128, 0, 10, 127, 9}, keys.Ints)
		assert.Empty(t, keys.Names)
		keys.Release()
		keys = jsonwire.SortedIntKeys(map[uint64]int{math.MaxUint64: 1, 2: 2, 1 << 63: 3})
		assert.Equal(t, []uint64{math.MaxUint64, 2, 1 << 63}, []uint64{uint64(keys.Ints[0]), uint64(keys.Ints[1]), uint64(keys.Ints[2])})
		keys.Release()
	}
	texts, err := jsonwire.SortedTextKeys(map[textKey]int{{2}: 1, {1}: 2})
	require.NoError(t, err)
	assert.Equal(t, []jsonwire.TextKey[textKey]{{Text: "k1", Key: textKey{1}}, {Text: "k2", Key: textKey{2}}}, texts)
	pointers, err := jsonwire.SortedTextKeys(map[*textKey]int{nil: 1})
	require.NoError(t, err)
	assert.Empty(t, pointers[0].Text)
	_, err = jsonwire.SortedTextKeys(map[foreignText]int{{err: errForeign}: 1})
	require.ErrorIs(t, err, errForeign)
}

func TestSortedIntKeysAsEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.MapOf(rapid.Int64(), rapid.Bool()).Draw(t, "m")
		keys := jsonwire.SortedIntKeys(m)
		got := []byte{'{'}
		for i, k := range keys.Ints {
			if i > 0 {
				got = append(got, ',')
			}
			got = append(jsonwire.AppendInt(append(got, '"'), k), `":`...)
			got = jsonwire.AppendBool(got, m[k])
		}
		keys.Release()
		if want := stdJSON(t, m); string(got)+"}" != want {
			t.Fatalf("got %s}, want %s", got, want)
		}
	})
}

// anyValue draws a value as json.Unmarshal would make it, and others.
func anyValue(depth int) *rapid.Generator[any] {
	leaf := rapid.OneOf(
		rapid.Just[any](nil),
		rapid.Map(rapid.String(), func(s string) any { return s }),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) any { return string(b) }),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) any { return b }),
		rapid.Map(rapid.Bool(), func(b bool) any { return b }),
		rapid.Map(rapid.Int64(), func(i int64) any { return i }),
		rapid.Map(rapid.Uint16(), func(i uint16) any { return i }),
		rapid.Map(rapid.Float64(), func(f float64) any { return f }),
		rapid.Map(rapid.Float32(), func(f float32) any { return &f }),
		rapid.Map(rapid.MapOf(rapid.Int8(), rapid.String()), func(m map[int8]string) any { return m }),
		rapid.Map(rapid.SliceOf(rapid.String()), func(l []string) any { return l }),
		rapid.Map(rapid.MapOf(rapid.String(), rapid.String()), func(m map[string]string) any { return m }),
		rapid.Map(rapid.Int(), func(i int) any { return struct{ inner }{inner{i}} }),
	)
	if depth == 0 {
		return leaf
	}
	sub := anyValue(depth - 1)
	return rapid.OneOf(leaf,
		rapid.Map(rapid.SliceOfN(sub, 0, 5), func(l []any) any { return l }),
		rapid.Map(rapid.MapOfN(rapid.String(), sub, 0, 5), func(m map[string]any) any { return m }),
		rapid.Map(sub, func(v any) any { return &v }),
	)
}

func TestAppendAnyAsEncodingJSON(t *testing.T) {
	values := anyValue(3)
	rapid.Check(t, func(t *rapid.T) {
		v := values.Draw(t, "v")
		want := stdJSON(t, v)
		got, err := jsonwire.AppendAny(nil, v, 0)
		if err != nil || string(got) != want {
			t.Fatalf("got %s, %v, want %s", got, err, want)
		}
	})
}

func FuzzAppendAny(f *testing.F) {
	for _, c := range compactCases {
		f.Add([]byte(c.in))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var v any
		if json.Unmarshal(in, &v) != nil {
			t.Skip("not JSON")
		}
		got, err := jsonwire.AppendAny(nil, v, 0)
		require.NoError(t, err)
		assert.Equal(t, stdJSON(t, v), string(got))
	})
}

func FuzzRaw(f *testing.F) {
	for _, c := range compactCases {
		f.Add([]byte(c.in))
	}
	for _, c := range brokenCases {
		f.Add([]byte(c.in))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		r, err := jsonwire.NewRaw(in)
		require.Equal(t, json.Valid(in) || in == nil, err == nil)
		if err == nil {
			again, err := jsonwire.NewRaw([]byte(r.String()))
			require.NoError(t, err)
			assert.Equal(t, r, again)
		}
	})
}

func TestAllocations(t *testing.T) {
	race.SkipCosts(t)
	dst := make([]byte, 0, 4096)
	values := map[string]any{"a": []any{1.5, "x", nil, true, 7}, "b": map[string]any{"c": []string{"d"}}, "e": map[string]string{"f": "g", "h": "i"}}
	r := mustRaw(t, `[1,2]`)
	ints := map[int]int{1: 2, 3: 4}
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var shared any = values
	for name, do := range map[string]func(){
		"any":       func() { _, _ = jsonwire.AppendAny(dst, shared, 0) },
		"raw":       func() { _, _ = jsonwire.AppendRaw(dst, r, 1) },
		"bytes":     func() { jsonwire.AppendBytes(dst, dst[:10]) },
		"time":      func() { _, _ = jsonwire.AppendTime(dst, at) },
		"float":     func() { _, _ = jsonwire.AppendFloat64(dst, 0.1) },
		"int":       func() { jsonwire.AppendInt(dst, math.MinInt64) },
		"int keys":  func() { jsonwire.SortedIntKeys(ints).Release() },
		"scratch":   func() { jsonwire.Release(jsonwire.Scratch()) },
		"HTML pass": func() { jsonwire.AppendHTMLEscaped(dst[:0], []byte("<b>")) },
	} {
		if testing.AllocsPerRun(200, do) != 0 {
			t.Errorf("%s allocates %v times", name, testing.AllocsPerRun(200, do))
		}
	}
}
