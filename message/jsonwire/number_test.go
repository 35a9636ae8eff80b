package jsonwire_test

import (
	"encoding/json"
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/linefeed-go/linefeed/message/jsonwire"
)

func TestAppendInt(t *testing.T) {
	values := []uint64{0, math.MaxUint64, 1<<63 - 1, 1 << 63, 1<<63 + 1}
	for p := uint64(1); ; p *= 10 {
		values = append(values, p-1, p, p+1, 2*p, 9*p-1)
		if p > math.MaxUint64/10 {
			break
		}
	}
	for i := range uint64(20_000) {
		values = append(values, i)
	}
	for _, v := range values {
		if got, want := string(jsonwire.AppendUint([]byte("x"), v)), "x"+strconv.FormatUint(v, 10); got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
		for _, s := range []int64{int64(v), -int64(v)} {
			if got, want := string(jsonwire.AppendInt(nil, s)), strconv.FormatInt(s, 10); got != want {
				t.Fatalf("got %s, want %s", got, want)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Uint64().Draw(t, "v") >> rapid.IntRange(0, 63).Draw(t, "shift")
		if got, want := string(jsonwire.AppendUint(nil, v)), strconv.FormatUint(v, 10); got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	})
}

func TestAppendBool(t *testing.T) {
	assert.Equal(t, "xtrue", string(jsonwire.AppendBool([]byte("x"), true)))
	assert.Equal(t, "xfalse", string(jsonwire.AppendBool([]byte("x"), false)))
}

func TestAppendFloat(t *testing.T) {
	for _, c := range []struct {
		in   float64
		want string
	}{
		{0, "0"}, {math.Copysign(0, -1), "-0"}, {1e6, "1000000"}, {1e20, "100000000000000000000"}, {1e21, "1e+21"}, {123456789, "123456789"},
		{1e-6, "0.000001"}, {1e-7, "1e-7"}, {1.5e-9, "1.5e-9"}, {1e-10, "1e-10"}, {0.00001, "0.00001"}, {0.1, "0.1"}, {-2.5, "-2.5"}, {5e-324, "5e-324"},
		{math.MaxFloat64, "1.7976931348623157e+308"}, {1e8, "100000000"}, {1e100, "1e+100"}, {1 << 53, "9007199254740992"}, {1<<53 + 2, "9007199254740994"},
		{1<<53 - 1, "9007199254740991"}, {-1 << 53, "-9007199254740992"}, {1e19, "10000000000000000000"},
	} {
		got, err := jsonwire.AppendFloat64([]byte("x"), c.in)
		require.NoError(t, err)
		assert.Equal(t, "x"+c.want, string(got))
	}
	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		got, err := jsonwire.AppendFloat64([]byte("x"), f)
		require.ErrorIs(t, err, jsonwire.ErrFloat)
		assert.Equal(t, "x", string(got))
		got, err = jsonwire.AppendFloat32([]byte("x"), float32(f))
		require.ErrorIs(t, err, jsonwire.ErrFloat)
		assert.Equal(t, "x", string(got))
	}
}

func TestAppendFloatAsEncodingJSON(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, f float64) {
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return
		}
		want, _ := json.Marshal(f)
		if got, err := jsonwire.AppendFloat64(nil, f); err != nil || string(got) != string(want) {
			t.Fatalf("%g: got %s, %v, want %s", f, got, err, want)
		}
		small := float32(f)
		if math.IsInf(float64(small), 0) {
			return
		}
		want, _ = json.Marshal(small)
		if got, err := jsonwire.AppendFloat32(nil, small); err != nil || string(got) != string(want) {
			t.Fatalf("float32 %g: got %s, %v, want %s", small, got, err, want)
		}
	}
	for e := -330; e <= 308; e++ {
		for _, m := range []string{"1", "9.5", "-1.25", "9.999999999999999"} {
			f, _ := strconv.ParseFloat(m+"e"+strconv.Itoa(e), 64)
			check(t, f)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, math.Float64frombits(rapid.Uint64().Draw(t, "bits")))
		check(t, float64(math.Float32frombits(rapid.Uint32().Draw(t, "bits of a float32"))))
		check(t, float64(rapid.Int64().Draw(t, "integer")))
	})
}

func TestAppendNumber(t *testing.T) {
	long := json.Number(strconv.FormatFloat(math.MaxFloat64, 'f', -1, 64))
	for in, want := range map[json.Number]string{"": "-0", "0": "-0", "-1.50E+3": "--1.50E+3", long: "-" + string(long)} {
		got, err := jsonwire.AppendNumber([]byte("-"), in)
		require.NoError(t, err, "%q", in)
		assert.Equal(t, want, string(got))
	}
	for _, in := range []json.Number{"-", "1x", " 1", "1 ", "01", "1.", ".5", "+1", "1e", "NaN", "1,2", "1\n", "null"} {
		got, err := jsonwire.AppendNumber([]byte("1"), in)
		require.ErrorIs(t, err, jsonwire.ErrNumber, "%q", in)
		assert.Equal(t, "1", string(got))
	}
	dst := make([]byte, 0, 400)
	assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = jsonwire.AppendNumber(dst, long) }))
}
