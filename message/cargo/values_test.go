package cargo_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message/cargo"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

func TestDebugInfo(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		value cargo.DebugInfo
		wire  string
		text  string
	}{
		"null":            {cargo.DebugInfo{}, `null`, "null"},
		"none":            {cargo.DebugLevel(0), `0`, "0"},
		"full":            {cargo.DebugLevel(2), `2`, "2"},
		"largest":         {cargo.DebugLevel(math.MaxUint32), `4294967295`, "4294967295"},
		"line tables":     {cargo.DebugName("line-tables-only"), `"line-tables-only"`, "line-tables-only"},
		"number as name":  {cargo.DebugName("2"), `"2"`, "2"},
		"null as name":    {cargo.DebugName("null"), `"null"`, "null"},
		"empty name":      {cargo.DebugName(""), `""`, ""},
		"name to escape":  {cargo.DebugName("a\n\"b"), `"a\n\"b"`, "a\n\"b"},
		"name of letters": {cargo.DebugName("é日"), `"é日"`, "é日"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wire, err := json.Marshal(tc.value)
			require.NoError(t, err)
			assert.Equal(t, tc.wire, string(wire))
			back := cargo.DebugLevel(77)
			require.NoError(t, json.Unmarshal([]byte(tc.wire), &back))
			assert.Equal(t, tc.value, back)
			assert.Equal(t, tc.text, tc.value.String())
		})
	}
}

func TestDebugInfoIsOneOfThree(t *testing.T) {
	t.Parallel()
	level, isLevel := cargo.DebugLevel(1).Level()
	assert.Equal(t, uint32(1), level)
	assert.True(t, isLevel)
	name, isName := cargo.DebugName("x").Name()
	assert.Equal(t, "x", name)
	assert.True(t, isName)
	_, isLevel = cargo.DebugName("2").Level()
	assert.False(t, isLevel)
	_, isName = cargo.DebugLevel(2).Name()
	assert.False(t, isName)
	assert.True(t, cargo.DebugInfo{}.IsNull())
	assert.False(t, cargo.DebugLevel(0).IsNull())
	assert.False(t, cargo.DebugName("").IsNull())
}

func TestDebugInfoRefuses(t *testing.T) {
	t.Parallel()
	for _, wire := range []string{`true`, `1.5`, `-1`, `4294967296`, `[]`, `{}`, `1e0`, ``, `"a`, `2 2`} {
		d := cargo.DebugName("before")
		err := d.UnmarshalJSON([]byte(wire))
		require.Error(t, err, wire)
		assert.Contains(t, err.Error(), "cargo: debuginfo is a whole number, a string or null: ", wire)
		assert.Equal(t, cargo.DebugName("before"), d, wire)
	}
}

func TestTimingSection(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		value cargo.TimingSection
		wire  string
	}{
		"ended":     {cargo.TimingSection{Name: "codegen", Start: 0.125, End: new(0.5)}, `["codegen",{"start":0.125,"end":0.5}]`},
		"not ended": {cargo.TimingSection{Name: "link", Start: 3}, `["link",{"start":3,"end":null}]`},
		"zero":      {cargo.TimingSection{}, `["",{"start":0,"end":null}]`},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wire, err := json.Marshal(tc.value)
			require.NoError(t, err)
			assert.Equal(t, tc.wire, string(wire))
			back := cargo.TimingSection{Name: "before", End: new(1.0)}
			require.NoError(t, json.Unmarshal([]byte(tc.wire), &back))
			assert.Equal(t, tc.value, back)
		})
	}
	var other cargo.TimingSection
	require.NoError(t, json.Unmarshal([]byte(`[ "x" , {"end":2,"end":null,"kind":[1],"start":1.0} ]`), &other))
	assert.Equal(t, cargo.TimingSection{Name: "x", Start: 1}, other)
}

func TestTimingSectionRefuses(t *testing.T) {
	t.Parallel()
	for _, wire := range []string{`[]`, `["a"]`, `["a",{},1]`, `[1,{}]`, `["a",[]]`, `["a",{"start":"1"}]`, `"a"`, `{}`, `["a",{}`} {
		s := cargo.TimingSection{Name: "before"}
		err := s.UnmarshalJSON([]byte(wire))
		require.Error(t, err, wire)
		assert.Contains(t, err.Error(), "cargo: a timing section is a list of a name and its times: ", wire)
		assert.Equal(t, cargo.TimingSection{Name: "before"}, s, wire)
	}
	for _, s := range []cargo.TimingSection{{Start: math.NaN()}, {End: new(math.Inf(1))}} {
		dst, err := s.AppendJSONDepth([]byte("kept"), 0)
		require.ErrorIs(t, err, jsonwire.ErrFloat)
		assert.Equal(t, "kept", string(dst))
	}
}

func TestTimingSectionDepth(t *testing.T) {
	t.Parallel()
	var s cargo.TimingSection
	_, err := s.AppendJSONDepth(nil, jsonwire.MaxDepth-2)
	require.NoError(t, err)
	dst, err := s.AppendJSONDepth([]byte("kept"), jsonwire.MaxDepth-1)
	require.ErrorIs(t, err, jsonwire.ErrDepth)
	assert.Equal(t, "kept", string(dst))
}
