package message_test

import (
	"strings"
	"testing"

	"github.com/mailru/easyjson/jlexer"
	"github.com/mailru/easyjson/jwriter"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
)

func TestRegistry(t *testing.T) {
	assert.Equal(t, "reason", known.Key())
	assert.Equal(t, []string{"artifact", "build-finished", "progress"}, known.Reasons())
	assert.Equal(t, new(artifact), known.New("artifact"))
	assert.Nil(t, known.New("Artifact"))
	assert.NoError(t, known.Err())
}

func newSample(name string) func() message.Message {
	return func() message.Message { return &sample{name: name} }
}

func TestRegistryMerge(t *testing.T) {
	extra := message.NewRegistry("", message.Entry{Reasons: []string{"good", "better"}, New: newSample("good")})
	both, err := message.Merge(known, extra, known, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"artifact", "better", "build-finished", "good", "progress"}, both.Reasons())
	assert.Equal(t, []string{"artifact", "build-finished", "progress"}, known.Reasons(), "the merged ones stay as they were")

	other := message.NewRegistry("", message.Entry{Reasons: []string{"artifact"}, New: newSample("artifact")})
	_, err = message.Merge(known, other)
	assert.EqualError(t, err, `message: reason "artifact" has two types, *message_test.artifact and *message_test.sample; a reader could not tell them apart`)

	_, err = message.Merge(known, message.NewRegistry("Action", message.Entry{Reasons: []string{"run"}, New: newSample("run")}))
	assert.ErrorContains(t, err, `different discriminators, "reason" and "Action"`)

	none, err := message.Merge()
	require.NoError(t, err)
	assert.Empty(t, none.Reasons())
}

func TestRegistryErrors(t *testing.T) {
	twice := message.NewRegistry("",
		message.Entry{Reasons: []string{"a", "b"}, New: newSample("a")},
		message.Entry{Reasons: []string{"b"}, New: newSample("b")})
	require.ErrorContains(t, twice.Err(), `reason "b" has two types`)
	_, err := message.Merge(twice)
	require.ErrorIs(t, err, twice.Err())
	r := message.NewReader(strings.NewReader(finished), twice, nil)
	_, err = r.Next()
	require.ErrorIs(t, err, twice.Err(), "every Reader tells")

	deaf := message.NewRegistry("", message.Entry{Reasons: []string{"a"}, New: func() message.Message { return deafMessage{} }})
	require.ErrorContains(t, deaf.Err(), "message_test.deafMessage cannot be decoded")
}

type deafMessage struct{}

func (deafMessage) Reason() string                  { return "a" }
func (deafMessage) MarshalEasyJSON(*jwriter.Writer) {}

// stock is a type of easyjson's own generator.
type stock struct{ Name string }

func (*stock) Reason() string                  { return "stock" }
func (*stock) MarshalEasyJSON(*jwriter.Writer) {}

func (m *stock) UnmarshalEasyJSON(l *jlexer.Lexer) {
	l.Delim('{')
	for !l.IsDelim('}') {
		key := l.UnsafeFieldName(false)
		l.WantColon()
		if key == "name" {
			m.Name = l.String()
		} else {
			l.SkipRecursive()
		}
		l.WantComma()
	}
	l.Delim('}')
}

// wrapped embeds a generated type and so inherits its decoder, which knows
// nothing of More.
type wrapped struct {
	buildFinished
	More string
}

func (m *wrapped) UnmarshalJSON(line []byte) error {
	m.More = string(line)
	return nil
}

// panicky has an unmarshaler with a bug.
type panicky struct{ deafMessage }

func (*panicky) UnmarshalJSON([]byte) error { panic("a bug") }

func TestReaderForeignTypes(t *testing.T) {
	registry := message.NewRegistry("",
		message.Entry{Reasons: []string{"stock"}, New: func() message.Message { return new(stock) }},
		message.Entry{Reasons: []string{"good"}, New: newSample("good")},
		message.Entry{Reasons: []string{"build-finished"}, New: func() message.Message { return new(wrapped) }},
		message.Entry{Reasons: []string{"a"}, New: func() message.Message { return new(panicky) }},
	)
	require.NoError(t, registry.Err())
	read := func(line string) (message.Message, error) {
		return message.NewReader(strings.NewReader(line), registry, nil).Next()
	}
	m, err := read(`{"name":"n","x":[{}],"reason":"stock"}`)
	require.NoError(t, err)
	assert.Equal(t, &stock{Name: "n"}, m)

	m, err = read(`{"reason":"good","n":9007199254740993}`)
	require.NoError(t, err)
	assert.Equal(t, &sample{name: "good", N: 9007199254740993}, m)

	m, err = read(finished)
	require.NoError(t, err)
	assert.Equal(t, &wrapped{More: finished}, m, "its own decoder, not the inherited one")

	_, err = read(`{"reason":"a"}`)
	require.ErrorIs(t, err, message.ErrType)
	assert.ErrorContains(t, err, "the unmarshaler of *message_test.panicky panicked: a bug")

	_, err = read(`{"reason":"stock","name":01}` + "\n")
	assert.ErrorIs(t, err, message.ErrSyntax, "easyjson's lexer takes 01; the Reader does not")
	_, err = read(`{"reason":"stock","name":5}`)
	assert.ErrorIs(t, err, message.ErrType)
}
