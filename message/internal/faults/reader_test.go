package faults_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/internal/faults"
)

// wider embeds a generated message. All its methods but two are the inner one's.
type wider struct {
	faults.Few
	More string
}

func (*wider) Reason() string { return "wider" }

func (m *wider) UnmarshalJSON(line []byte) error {
	m.More = string(line)
	return nil
}

// widerStage embeds one that keeps its reason in a field.
type widerStage struct {
	faults.Stage
	More string
}

func (m *widerStage) UnmarshalJSON(line []byte) error {
	m.More = string(line)
	return m.Stage.UnmarshalJSON(line)
}

func readAll(t *testing.T, r *message.Reader) (all []any) {
	t.Helper()
	for {
		m, err := r.Next()
		var fault *message.LineError
		switch {
		case err == io.EOF:
			return all
		case errors.As(err, &fault):
			all = append(all, fault.Err)
		default:
			require.NoError(t, err)
			all = append(all, m)
		}
	}
}

// TestMergedRegistry: generated types, ones of another registry and one that
// embeds a generated type, from one stream.
func TestMergedRegistry(t *testing.T) {
	own := message.NewRegistry("", message.Entry{Reasons: []string{"wider"}, New: func() message.Message { return new(wider) }})
	all, err := message.Merge(faults.Messages, own)
	require.NoError(t, err)
	stream := `{"reason":"few","count":1}
{"reason":"wider","count":2,"x":[1]}
{"x":{"reason":"few"},"stamp":"s","reason":"placed","n":3}
{"reason":"begin"}
`
	assert.Equal(t, []any{
		&faults.Few{Count: 1},
		&wider{More: `{"reason":"wider","count":2,"x":[1]}`},
		&faults.Placed{Stamp: "s", N: 3},
		&message.Unknown{Name: "begin", Raw: []byte(`{"reason":"begin"}`)},
	}, readAll(t, message.NewReader(strings.NewReader(stream), all, nil)), "the embedding type's own decoder, not one it inherits")

	other := message.NewRegistry("", message.Entry{Reasons: []string{"few"}, New: func() message.Message { return new(wider) }})
	_, err = message.Merge(faults.Messages, other)
	require.ErrorContains(t, err, `reason "few" has two types, *faults.Few and *faults_test.wider`)
	_, err = message.Merge(all, faults.MessagesByStep)
	require.ErrorContains(t, err, `different discriminators, "reason" and "Step"`)
}

// TestReasonInAField: one type for several reasons, through a Reader.
func TestReasonInAField(t *testing.T) {
	more := message.NewRegistry("Step", message.Entry{Reasons: []string{"pause"}, New: func() message.Message { return new(widerStage) }})
	all, err := message.Merge(faults.MessagesByStep, more)
	require.NoError(t, err)
	assert.Equal(t, "Step", all.Key())
	assert.Equal(t, []string{"begin", "end", "pause"}, all.Reasons())
	stream := `{"Step":"begin","N":1}
{"N":2,"x":{"Step":"begin"},"Step":"end"}
{"Step":"end","Step":"end"}
{"Step":"begin","reason":"few"}
{"Step":"sleep"}
{"step":"begin","reason":"few"}
{"Step":null,"N":1}
{"Step":"b\u0065gin","N":"x"}
{"S\u0074ep":"b\u0065gin","N":3}
`
	got := readAll(t, message.NewReader(strings.NewReader(stream), all, nil))
	require.Len(t, got, 9)
	assert.Equal(t, []any{&faults.Stage{Step: "begin", N: 1}, &faults.Stage{Step: "end", N: 2}}, got[:2])
	assert.ErrorIs(t, got[2].(error), message.ErrDuplicateReason)
	assert.Equal(t, &faults.Stage{Step: "begin"}, got[3], "reason is a member like others here")
	assert.Equal(t, &message.Unknown{Name: "sleep", Raw: []byte(`{"Step":"sleep"}`)}, got[4])
	assert.IsType(t, &message.Untagged{}, got[5])
	assert.IsType(t, &message.Untagged{}, got[6])
	assert.ErrorIs(t, got[7].(error), message.ErrType)
	assert.Equal(t, &faults.Stage{Step: "begin", N: 3}, got[8])

	_, err = message.NewReader(strings.NewReader(`{"Step":"pause","N":4}`), all, nil).Next()
	require.ErrorIs(t, err, message.ErrType, "the inner type's reasons are not the outer one's")
}
