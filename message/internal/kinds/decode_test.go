package kinds_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/netip"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/linefeed-go/linefeed/message"
)

// TestReadAgain reads what was written into a value that held something else,
// and writes that: from then on nothing changes any more.
func TestReadAgain(t *testing.T) {
	for _, tw := range twins {
		t.Run(tw.ours.Name(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				used := reflect.New(tw.ours)
				(&filler{t: t}).fill(used.Elem(), 2)
				once := again(t, used.Interface(), toJSON(t, tw.random(t)))
				assert.Equal(t, once, again(t, reflect.New(tw.ours).Interface(), once))
			})
		})
	}
}

// random is a message that can be read again: what an interface with methods
// holds cannot.
func (tw twin) random(t *rapid.T) any {
	m := reflect.New(tw.ours)
	(&filler{t: t}).fill(m.Elem(), 4)
	settle(m.Elem())
	return m.Interface()
}

// settle empties interfaces with methods, and spells null in raw messages nil,
// as our decoders do and encoding/json does not.
func settle(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.NumMethod() > 0 {
			v.SetZero()
		}
	case reflect.Pointer:
		if !v.IsNil() {
			settle(v.Elem())
		}
	case reflect.Struct:
		if p, ok := v.Interface().(netip.Prefix); ok && !p.IsValid() {
			v.SetZero() // it is written as text that cannot be read
		}
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				settle(v.Field(i))
			}
		}
	case reflect.Slice, reflect.Array:
		if raw, ok := v.Interface().(json.RawMessage); ok && string(raw) == "null" {
			v.SetZero()
		}
		for i := range v.Len() {
			settle(v.Index(i))
		}
	}
}

func toJSON(t require.TestingT, m any) string {
	line, err := m.(json.Marshaler).MarshalJSON()
	require.NoError(t, err)
	return string(line)
}

// again reads line into m and returns what m then writes.
func again(t require.TestingT, m any, line string) string {
	require.NoError(t, m.(json.Unmarshaler).UnmarshalJSON([]byte(line)), "%s", line)
	return toJSON(t, m)
}

// TestReadAsEncodingJSON reads lines with members in another order, unknown
// ones, null in place of values, blanks and escapes in names. The message and
// its twin, which encoding/json reads, must come out alike.
func TestReadAsEncodingJSON(t *testing.T) {
	for _, tw := range twins {
		t.Run(tw.ours.Name(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				m := tw.random(t)
				line := (&shaker{t}).shake(toJSON(t, m), true)
				ours, plain := reflect.New(tw.ours), reflect.New(tw.plain)
				require.NoError(t, json.Unmarshal([]byte(line), plain.Interface()), "%s", line)
				require.NoError(t, ours.Interface().(json.Unmarshaler).UnmarshalJSON([]byte(line)), "%s", line)
				settle(ours.Elem())
				settle(plain.Elem())
				got := withoutReason(t, []byte(toJSON(t, ours.Interface())), m.(message.Message).Reason())
				assert.Equal(t, decode(t, encodeJSON(t, plain.Interface())), decode(t, got), "%s", line)
			})
		})
	}
}

// shaker changes how a JSON value is spelled, and at its top level what it holds.
type shaker struct{ t *rapid.T }

func (s *shaker) odds(n int) bool { return rapid.IntRange(0, n-1).Draw(s.t, "") == 0 }

func (s *shaker) shake(value string, top bool) string {
	if value[0] != '{' {
		return value
	}
	var members []string
	for _, m := range membersOf(s.t, value) {
		if m[0] == "color_q" || m[0] == "map_string_text" && !sameBytes {
			continue // encoding/json does not read what it writes there
		}
		v := s.shake(m[1], false)
		if top && m[0] != "reason" && s.odds(8) {
			v = "null"
		}
		members = append(members, s.blank()+s.name(m[0])+s.blank()+":"+s.blank()+v+s.blank())
	}
	if top && s.odds(3) {
		members = append(members, `"unheard of":{"x":[1,{"reason":"no"}],"y":"}"}`, `"":null`)
	}
	if s.odds(2) {
		members = rapid.Permutation(members).Draw(s.t, "")
	}
	return "{" + strings.Join(members, ",") + "}"
}

func (s *shaker) blank() string {
	return rapid.SampledFrom([]string{"", "", "", " ", "\t\n\r "}).Draw(s.t, "")
}

func (s *shaker) name(name string) string {
	quoted, err := json.Marshal(name)
	require.NoError(s.t, err)
	if name != "" && name[0] < 0x80 && s.odds(6) {
		rest, err := json.Marshal(name[1:])
		require.NoError(s.t, err)
		return fmt.Sprintf(`"\u%04x%s`, name[0], rest[1:])
	}
	return string(quoted)
}

// membersOf takes an object apart, names and values in order.
func membersOf(t require.TestingT, object string) (members [][2]string) {
	d := json.NewDecoder(bytes.NewReader([]byte(object)))
	_, err := d.Token()
	require.NoError(t, err)
	for d.More() {
		name, err := d.Token()
		require.NoError(t, err)
		var value json.RawMessage
		require.NoError(t, d.Decode(&value))
		members = append(members, [2]string{name.(string), string(value)})
	}
	return members
}
