package message_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/mailru/easyjson/jwriter"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// TestReasonBehindOtherMembers: what looks like a reason inside of a member
// does not make the message.
func TestReasonBehindOtherMembers(t *testing.T) {
	for _, c := range []struct{ name, line, want string }{
		{"second", `{"name":"a","reason":"artifact"}`, "*artifact"},
		{"last", `{"success":true,"x":[1,2],"reason":"build-finished"}`, "*buildFinished"},
		{"behind an inner one", `{"x":{"y":1,"reason":"artifact"},"reason":"build-finished","success":true}`, "*buildFinished"},
		{"before an inner one", `{"success":true,"reason":"build-finished","x":{"y":1,"reason":"artifact"}}`, "*buildFinished"},
		{"the same inside", `{"x":{"y":1,"reason":"artifact"},"reason":"artifact"}`, "*artifact"},
		{"inside only", `{"x":{"y":1,"reason":"artifact"}}`, "Untagged"},
		{"inside of an unknown one", `{"x":{"y":1,"reason":"artifact"},"reason":"other"}`, "Unknown other"},
		{"an unknown one inside", `{"x":{"y":1,"reason":"other"},"reason":"artifact"}`, "*artifact"},
		{"inside of one that is no string", `{"x":{"y":1,"reason":"artifact"},"reason":1}`, "Untagged"},
		{"inside of a list", `{"x":[{"y":1,"reason":"artifact"}],"reason":"build-finished"}`, "*buildFinished"},
		{"in a text", `{"x":",\"reason\":\"artifact\"","reason":"build-finished"}`, "*buildFinished"},
		{"far behind", `{"x":"` + strings.Repeat("x", 1000) + `","reason":"artifact"}`, "*artifact"},
		{"twice", `{"x":1,"reason":"artifact","reason":"artifact"}`, "duplicate discriminator"},
		{"two", `{"x":1,"reason":"artifact","reason":"build-finished"}`, "duplicate discriminator"},
		{"a wrong type behind an inner one", `{"x":{"y":1,"reason":"artifact"},"reason":"build-finished","success":1}`, "want a boolean"},
		{"a wrong type for the inner one only", `{"x":{"y":1,"reason":"build-finished"},"reason":"artifact","success":1}`, "*artifact"},
		{"damaged behind an inner one", `{"x":{"y":1,"reason":"artifact"},"reason":"build-finished","success":tru}`, "invalid JSON"},
		{"damaged behind a wrong type", `{"x":1,"reason":"build-finished","success":1,"y":tru}`, "invalid JSON"},
	} {
		for _, before := range []string{"", `{"x":{"y":1,"reason":"artifact"}}`, `{"name":"a","reason":"artifact"}`} {
			r := message.NewReader(strings.NewReader(before+"\n"+c.line+"\n"), known, nil)
			if before != "" {
				_, err := r.Next()
				require.NoError(t, err)
			}
			m, err := r.Next()
			if err != nil {
				assert.ErrorContains(t, err, c.want, "%s, behind %q", c.name, before)
				continue
			}
			got := strings.Replace(fmt.Sprintf("%T", m), "message_test.", "", 1)
			switch m := m.(type) {
			case *message.Unknown:
				got = "Unknown " + m.Name
			case *message.Untagged:
				got = "Untagged"
			}
			assert.Equal(t, c.want, got, "%s, behind %q", c.name, before)
		}
	}
}

// TestReasonAnywhere reads objects of random members through one Reader, whose
// guesses rest on the lines before.
func TestReasonAnywhere(t *testing.T) {
	members := []string{
		`"success":true`, `"name":"a"`, `"x":{"y":1,"reason":"artifact"}`, `"x":[{"y":"z","reason":"build-finished"}]`,
		`"x":{"reason":"other"}`, `"x":",\"reason\":\"artifact\""`, `"x":1`, `"x":{"y":{"z":[],"reason":"artifact"}}`,
	}
	kinds := []struct{ reason, want string }{
		{"artifact", "*message_test.artifact"}, {"build-finished", "*message_test.buildFinished"},
		{"other", "*message.Unknown"}, {"", "*message.Untagged"},
	}
	var stream strings.Builder
	var want []string
	r := rand.New(rand.NewSource(1))
	for range 80_000 {
		kind := kinds[r.Intn(len(kinds))]
		var parts []string
		for range r.Intn(4) {
			parts = append(parts, members[r.Intn(len(members))])
		}
		if kind.reason != "" {
			parts = append(parts, `"reason":"`+kind.reason+`"`)
		}
		r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		stream.WriteString("{" + strings.Join(parts, ",") + "}\n")
		want = append(want, kind.want)
	}
	var got []string
	for m, err := range message.NewReader(strings.NewReader(stream.String()), known, nil).Messages() {
		require.NoError(t, err)
		got = append(got, fmt.Sprintf("%T", m))
	}
	assert.Equal(t, want, got)
}

// signed is a message whose reasons are not written as they are.
type signed struct{ Action string }

var signs = []string{`say "x"`, `a\nb`, `\`, "größe"}

func (m signed) Reason() string { return m.Action }

func (m signed) MarshalEasyJSON(w *jwriter.Writer) {
	w.RawString(fmt.Sprintf(`{"reason":%q}`, m.Action))
}

func (*signed) MessageTraits(message.Message) message.Traits { return message.TraitGenerated }

func (m *signed) DecodeJSON(d *jsonwire.Decoder) {
	seen := false
	for _, more := d.OpenObject(); more; more = d.NextMember() {
		if d.Name() == "reason" {
			m.Action = d.ReasonOf(seen, signs...)
			seen = true
			continue
		}
		d.Skip()
	}
	d.NeedReason(seen, signs...)
}

// TestReasonWithEscapes: a reason is what a line means, not how it is spelled.
func TestReasonWithEscapes(t *testing.T) {
	registry := message.NewRegistry("", message.Entry{Reasons: signs, New: func() message.Message { return new(signed) }})
	for _, c := range []struct{ name, reason, want string }{
		{"quotes", `say \"x\"`, `message say "x"`},
		{"quotes that are not escaped", `say "x"`, `damaged syntax`},
		{"a backslash", `a\\nb`, `message a\nb`},
		{"a newline, which is not that", `a\nb`, "unknown a\nb"},
		{"a backslash only", `\\`, `message \`},
		{"a backslash that takes the quote away", `\`, `damaged syntax`},
		{"a quote, spelled as a backslash and the end", `\"`, `unknown "`},
		{"beyond ASCII", "größe", `message größe`},
		{"beyond ASCII, escaped", `gr\u00f6\u00dfe`, `message größe`},
	} {
		for _, frame := range []string{`{"reason":"%s"}`, `{"reason":"%s","x":1}`, `{"x":1,"reason":"%s"}`, `{ "reason":"%s"}`} {
			line := fmt.Sprintf(frame, c.reason) + "\n"
			want := fmt.Sprintf("%s 1:0 | %s 2:%d | end", c.want, c.want, len(line))
			assert.Equal(t, want, events(message.NewReader(strings.NewReader(line+line), registry, nil)), "%s: %s", c.name, line)
		}
	}
}
