package plain // a copy of unmarshalers.go without markers, made by the tests of package kinds

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// framed reads what stands between two marks.
func framed(b []byte, before, after string) (int, error) {
	s, ok := strings.CutPrefix(string(b), before)
	if !ok || !strings.HasSuffix(s, after) {
		return 0, fmt.Errorf("%q is not framed by %s and %s", b, before, after)
	}
	return strconv.Atoi(strings.TrimSuffix(s, after))
}

// UnmarshalText reads what MarshalText writes.
func (t *Text) UnmarshalText(b []byte) (err error) {
	t.N, err = framed(b, "[", "]")
	return err
}

// UnmarshalText reads what MarshalText writes.
func (t *PtrText) UnmarshalText(b []byte) (err error) {
	t.N, err = framed(b, "[", "]")
	return err
}

// UnmarshalJSON reads what MarshalJSON writes, and null.
func (j *JSON) UnmarshalJSON(b []byte) error {
	var v struct{ N int }
	err := json.Unmarshal(b, &v)
	j.N = v.N
	return err
}

// UnmarshalJSON reads what MarshalJSON writes, and null.
func (j *PtrJSON) UnmarshalJSON(b []byte) (err error) {
	if string(b) == "null" {
		return nil
	}
	j.N, err = framed(b, "[", "]")
	return err
}

// UnmarshalText reads what MarshalText writes.
func (c *Color) UnmarshalText(b []byte) error {
	n, err := framed(b, "color-", "")
	*c = Color(n)
	return err
}

// UnmarshalJSON reads what MarshalJSON writes, and null.
func (l *Level) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	n, err := framed(b, `"`, `"`)
	*l = Level(n)
	return err
}

// UnmarshalJSON reads what MarshalJSON writes, and null.
func (b *Both) UnmarshalJSON(in []byte) error { return json.Unmarshal(in, &b.N) }

// UnmarshalText is not called.
func (b *Both) UnmarshalText([]byte) error { return fmt.Errorf("not to be called") }
