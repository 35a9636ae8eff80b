package kinds_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"net/netip"
	"net/url"
	"reflect"
	"time"

	"pgregory.net/rapid"

	"github.com/linefeed-go/linefeed/message/internal/kinds"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// filler fills values at random. What it draws is recorded, so that a value of
// a twin type, the same struct without generated methods, can be filled alike.
type filler struct {
	t     *rapid.T
	tape  []any
	at    int
	again bool
}

func draw[T any](f *filler, g *rapid.Generator[T]) T {
	if f.again {
		v, _ := f.tape[f.at].(T) // a nil interface stays one
		f.at++
		return v
	}
	v := g.Draw(f.t, "")
	f.tape = append(f.tape, v)
	return v
}

// rewind makes the filler give the same values once more.
func (f *filler) rewind() { f.at, f.again = 0, true }

var special = map[reflect.Type]func(f *filler) any{
	reflect.TypeFor[time.Time]():       func(f *filler) any { return draw(f, times) },
	reflect.TypeFor[json.Number]():     func(f *filler) any { return draw(f, numbers) },
	reflect.TypeFor[json.RawMessage](): func(f *filler) any { return draw(f, raws) },
	reflect.TypeFor[netip.Addr]():      func(f *filler) any { return draw(f, addrs) },
	reflect.TypeFor[netip.AddrPort](): func(f *filler) any {
		return netip.AddrPortFrom(draw(f, addrs), draw(f, rapid.Uint16()))
	},
	reflect.TypeFor[netip.Prefix](): func(f *filler) any {
		return netip.PrefixFrom(draw(f, addrs), draw(f, rapid.IntRange(-1, 33)))
	},
	reflect.TypeFor[url.URL]():  func(f *filler) any { return *draw(f, urls) },
	reflect.TypeFor[*big.Int](): func(f *filler) any { return draw(f, bigInts) },
	reflect.TypeFor[big.Int]():  func(f *filler) any { return *draw(f, bigInts) },
	reflect.TypeFor[*big.Rat](): func(f *filler) any { return big.NewRat(draw(f, rapid.Int64()), 7) },
	reflect.TypeFor[*big.Float](): func(f *filler) any {
		return big.NewFloat(draw(f, rapid.Float64Range(-1e30, 1e30)))
	},
	reflect.TypeFor[jsonwire.Raw](): func(f *filler) any {
		raw, err := jsonwire.NewRaw(draw(f, raws))
		if err != nil {
			panic(err)
		}
		return raw
	},
}

var (
	times = rapid.Custom(func(t *rapid.T) time.Time {
		if rapid.Bool().Draw(t, "zero") {
			return time.Time{}
		}
		zone := time.FixedZone("", 60*rapid.IntRange(-12*60, 12*60).Draw(t, "zone"))
		return time.Unix(rapid.Int64Range(-1e10, 1e11).Draw(t, "s"), rapid.Int64Range(0, 999999999).Draw(t, "ns")).In(zone)
	})
	numbers = rapid.SampledFrom([]json.Number{"", "0", "-1", "1e5", "12345678901234567890", "1.50", "-0.0"})
	addrs   = rapid.SampledFrom([]netip.Addr{{}, netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("fe80::1%eth0")})
	urls    = rapid.SampledFrom([]*url.URL{{}, mustURL("https://u:p@example.org:8080/a%20b/c?x=1&y=<2>#frag"), mustURL("mailto:a@b")})
	bigInts = rapid.SampledFrom([]*big.Int{new(big.Int), big.NewInt(-5), new(big.Int).Lsh(big.NewInt(1), 200)})
	raws    = rapid.SampledFrom([]json.RawMessage{nil, json.RawMessage("null"), json.RawMessage(" {\n \"a\" : [ 1, true ,null,\"x y\"] }\n"), json.RawMessage("1e3"), json.RawMessage(`"<é&>"`)})
	floats  = rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 1e6, 1e20, 1e21, 1e-6, 1e-7, math.MaxFloat64, 5e-324, 100, 0.1}))
	strs    = rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "a<b>&c", "\x00\x1f\x7f\"\\/", "\xff\xc0x", "a\u2028b\u2029", "日本 é🎉", "a rather long string, so long that it is taken in words of eight bytes"}))
	anys    = rapid.SampledFrom([]any{
		nil, true, 1, -2.5, "s", int8(3), uint64(math.MaxUint64), []any{1, "x", nil}, map[string]any{"b": 1, "a": []int{}},
		kinds.Text{N: 1}, &kinds.PtrText{N: 2}, kinds.JSON{N: 3}, (*kinds.JSON)(nil), []string(nil), map[int]bool{10: true, 9: false},
		json.Number("7"), json.RawMessage(`{ "r" : 1 }`), kinds.Color(4), struct {
			A int `json:"a,omitempty"`
			B *int
		}{}, [2]byte{1, 2}, []byte("bytes"),
	})
)

func mustURL(s string) *url.URL {
	u, err := url.Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}

// fill sets v, which must be settable, as deep as depth allows.
func (f *filler) fill(v reflect.Value, depth int) {
	if gen, ok := special[v.Type()]; ok {
		x := gen(f)
		if x != nil {
			v.Set(reflect.ValueOf(x))
		}
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(draw(f, rapid.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(draw(f, ints) >> (64 - v.Type().Bits()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(uint64(draw(f, ints)) >> (64 - v.Type().Bits()))
	case reflect.Float32:
		v.SetFloat(float64(draw(f, rapid.Float32())))
	case reflect.Float64:
		v.SetFloat(draw(f, floats))
	case reflect.String:
		v.SetString(draw(f, strs))
	case reflect.Interface:
		f.fillInterface(v)
	case reflect.Pointer:
		if depth > 0 && draw(f, rapid.Bool()) {
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem(), depth-1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				f.fill(v.Field(i), depth)
			}
		}
	default:
		f.fillCollection(v, depth)
	}
}

var ints = rapid.OneOf(rapid.Int64(), rapid.SampledFrom([]int64{0, 0, math.MaxInt64, math.MinInt64, -1 << 56, 1 << 57}))

func (f *filler) fillCollection(v reflect.Value, depth int) {
	if v.Kind() == reflect.Array {
		for i := range v.Len() {
			f.fill(v.Index(i), depth)
		}
		return
	}
	n := draw(f, rapid.IntRange(-1, 3))
	if depth <= 0 {
		n = min(n, 0)
	}
	if n < 0 {
		return
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			f.fill(v.Index(i), depth-1)
		}
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for range n {
		key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		f.fill(key, 1)
		f.fill(elem, depth-1)
		v.SetMapIndex(key, elem)
	}
}

// fillInterface takes a value at random; where it does not satisfy the
// interface, nil or one that does.
func (f *filler) fillInterface(v reflect.Value) {
	x := draw(f, anys)
	// encoding/json itself panics at a nil pointer in an interface with methods.
	if x != nil && reflect.TypeOf(x).AssignableTo(v.Type()) && (v.NumMethod() == 0 || reflect.ValueOf(x).Kind() != reflect.Pointer) {
		v.Set(reflect.ValueOf(x))
		return
	}
	switch v.Type() {
	case reflect.TypeFor[fmt.Stringer]():
		v.Set(reflect.ValueOf(netip.MustParseAddr("10.0.0.2")))
	case reflect.TypeFor[error]():
		v.Set(reflect.ValueOf(errors.New("an error has no exported fields")))
	}
}
