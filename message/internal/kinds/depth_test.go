package kinds_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
