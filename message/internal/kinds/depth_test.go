package kinds_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/linefeed-go/linefeed/message/internal/kinds"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// levels counts the arrays and objects of a line that are open at once.
func levels(line []byte) int {
	open, most := 0, 0
	for _, c := range line { // the lines of this test have no brackets in strings
		switch c {
		case '[', '{':
			open++
			most = max(most, open)
		case ']', '}':
			open--
		}
	}
	return most
}

func chain(n int) *kinds.Node {
	node := &kinds.Node{}
	for range n {
		node = &kinds.Node{Branch: &kinds.Branch{Nodes: []kinds.Node{*node}}}
	}
	return node
}

func nested(n int, v any) any {
	for range n {
		v = []any{v}
	}
	return v
}

// rawOf is a Raw of n levels, the most that NewRaw takes if n is more.
func rawOf(n int) jsonwire.Raw {
	n = min(n, jsonwire.MaxDepth)
	r, err := jsonwire.NewRaw([]byte(strings.Repeat("[", n) + strings.Repeat("]", n)))
	if err != nil {
		panic(err)
	}
	return r
}

// TestDepth: at most MaxDepth levels get out, whether they are opened by
// generated code, by any values or by both.
func TestDepth(t *testing.T) {
	wide := &kinds.Structs{Slice: []kinds.Inner{{}}, Anons: make([]struct {
		A *int `json:"a,omitempty"`
	}, 1)}
	for name, m := range map[string]func(n int) interface {
		AppendJSON([]byte) ([]byte, error)
	}{
		"generated": func(n int) interface {
			AppendJSON([]byte) ([]byte, error)
		} {
			return &kinds.Tree{Node: *chain(n / 3)}
		},
		"any": func(n int) interface {
			AppendJSON([]byte) ([]byte, error)
		} {
			return &kinds.OmitEmpty{Any: nested(n, 1)}
		},
		"generated in any": func(n int) interface {
			AppendJSON([]byte) ([]byte, error)
		} {
			return &kinds.OmitEmpty{Any: nested(n, wide)}
		},
		"cyclic in any": func(n int) interface {
			AppendJSON([]byte) ([]byte, error)
		} {
			return &kinds.OmitEmpty{Any: nested(n, &kinds.Tree{Kids: []*kinds.Tree{{}}})}
		},
		"Raw": func(n int) interface {
			AppendJSON([]byte) ([]byte, error)
		} {
			return &kinds.Library{Wire: rawOf(n)}
		},
		"Raw in any": func(n int) interface {
			AppendJSON([]byte) ([]byte, error)
		} {
			return &kinds.OmitEmpty{Any: nested(n-100, rawOf(100))}
		},
		"generated with a Raw in any": func(n int) interface {
			AppendJSON([]byte) ([]byte, error)
		} {
			return &kinds.OmitEmpty{Any: nested(n/2, &kinds.Library{Wire: rawOf(n - n/2)})}
		},
	} {
		t.Run(name, func(t *testing.T) {
			passed, refused := 0, 0
			for n := jsonwire.MaxDepth - 12; n < jsonwire.MaxDepth+5; n++ {
				line, err := m(n).AppendJSON(nil)
				if err != nil {
					require.ErrorIs(t, err, jsonwire.ErrDepth)
					assert.Greater(t, n, jsonwire.MaxDepth-8, "refused far from the limit")
					refused++
					continue
				}
				require.LessOrEqual(t, levels(line), jsonwire.MaxDepth, "n = %d", n)
				passed++
			}
			assert.NotZero(t, passed)
			assert.NotZero(t, refused)
		})
	}
}

// TestDepthOfEveryType: what a value of any type opens is counted with what is
// open around it already.
func TestDepthOfEveryType(t *testing.T) {
	for _, tw := range twins {
		t.Run(tw.ours.Name(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				f := &filler{t: t}
				v := reflect.New(tw.ours)
				f.fill(v.Elem(), 4)
				appender := v.Interface().(jsonwire.DepthAppender)
				whole, err := appender.AppendJSONDepth(nil, 0)
				require.NoError(t, err)
				for depth := jsonwire.MaxDepth; depth > jsonwire.MaxDepth-12; depth-- {
					got, err := appender.AppendJSONDepth([]byte("x"), depth)
					if err != nil {
						require.ErrorIs(t, err, jsonwire.ErrDepth)
						require.Equal(t, "x", string(got))
						continue
					}
					require.Equal(t, string(whole), string(got[1:]))
					require.NoError(t, jsonwire.CheckDepth(whole, depth))
				}
			})
		})
	}
}
