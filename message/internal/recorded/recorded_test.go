package recorded_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/linefeed-go/linefeed/message/internal/recorded"
)

func TestEqual(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		a, b string
		want bool
	}{
		"order of members":       {`{"a":1,"b":[2]}`, `{"b":[2],"a":1}`, true},
		"a member more":          {`{"a":1}`, `{"a":1,"b":null}`, false},
		"null is not absent":     {`{"a":null}`, `{}`, false},
		"another name":           {`{"a":1}`, `{"b":1}`, false},
		"order of elements":      {`[1,2]`, `[2,1]`, false},
		"spelling of a string":   {`"\u003c"`, `"<"`, true},
		"spelling of a number":   {`0.0`, `0`, true},
		"exponents":              {`1e-7`, `0.0000001`, true},
		"last digit":             {`0.23798263500000005`, `0.237982635`, false},
		"integers past 2^53":     {`9007199254740993`, `9007199254740992`, false},
		"number and string":      {`1`, `"1"`, false},
		"object and array":       {`{}`, `[]`, false},
		"empty list and null":    {`[]`, `null`, false},
		"what is not valid JSON": {`{`, `{`, false},
	}
	for name, tc := range tests {
		assert.Equal(t, tc.want, recorded.Equal([]byte(tc.a), []byte(tc.b)), name)
		assert.Equal(t, tc.want, recorded.Equal([]byte(tc.b), []byte(tc.a)), name)
	}
}
