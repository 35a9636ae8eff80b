package httpdoc_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/httpdoc"
)

func TestProblemRoundTrip(t *testing.T) {
	for _, f := range []*message.Failure{
		{Code: "not_found", Message: "no module x"},
		{Code: "busy", Message: "m", Retryable: true, Details: json.RawMessage(`{"n":9007199254740993}`), Causes: []message.Cause{{Code: "a", Message: "b"}, {Message: "c"}}},
		{Code: "failed"},
	} {
		for _, base := range []string{"", "https://example.org/problems/", "urn:problem:"} {
			p := httpdoc.ProblemOf(f, 404, base)
			b, err := json.Marshal(p)
			require.NoError(t, err)
			var back httpdoc.Problem
			require.NoError(t, json.Unmarshal(b, &back))
			got := back.Failure()
			if f.Message == "" {
				got.Message = "" // the title stands in for it
			}
			assert.Equal(t, f, got, "%s", b)
			again, err := json.Marshal(&back)
			require.NoError(t, err)
			assert.Equal(t, string(b), string(again))
		}
	}
}

func TestProblemOfOthers(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     message.Failure
	}{
		{"about:blank", `{"status":404}`, message.Failure{Code: "not_found"}},
		{"named type", `{"type":"https://example.com/probs/out-of-credit","title":"You do not have enough credit.","detail":"Your balance is 30.","balance":30,"accounts":["/a"]}`,
			message.Failure{Code: "out_of_credit", Message: "Your balance is 30.", Details: map[string]any{"balance": json.RawMessage("30"), "accounts": json.RawMessage(`["/a"]`)}}},
		{"fragment", `{"type":"https://example.com/errors#Quota Exceeded","title":"T"}`, message.Failure{Code: "quota_exceeded", Message: "T"}},
		{"members of wrong types are ignored", `{"type":1,"status":"404","title":[],"detail":"d"}`, message.Failure{Code: "failed", Message: "d"}},
		{"the last of a name", `{"x":1,"x":2}`, message.Failure{Code: "failed", Details: map[string]any{"x": json.RawMessage("2")}}},
		{"extensions of ours with wrong types", `{"code":7,"retryable":"yes","causes":{}}`, message.Failure{Code: "failed"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var p httpdoc.Problem
			require.NoError(t, json.Unmarshal([]byte(c.in), &p))
			assert.Equal(t, &c.want, p.Failure())
		})
	}
	for _, in := range []string{`[]`, `1`, `null`, `"x"`, ``, `{`, `{"a":1`, `{"a"`, `{"a":1}2`, `{"a":1]`} {
		var p httpdoc.Problem
		assert.Error(t, p.UnmarshalJSON([]byte(in)), in)
	}
}

func TestProblemMarshalErrors(t *testing.T) {
	for name, members := range map[string][]httpdoc.Member{
		`httpdoc: problem details: the member "status" stands twice`: {{Name: "status", Value: 1}},
		`httpdoc: problem details: the member "a" stands twice`:      {{Name: "a"}, {Name: "a"}},
		`httpdoc: problem details: panic: a bug`:                     {{Name: "a", Value: buggy{}}},
	} {
		b, err := (&httpdoc.Problem{Extensions: members}).MarshalJSON()
		assert.EqualError(t, err, name)
		assert.Nil(t, b)
	}
}

type buggy struct{}

func (buggy) MarshalJSON() ([]byte, error) { panic("a bug") }

func TestAccept(t *testing.T) {
	for _, c := range []struct{ name, header, want string }{
		{"empty", "", "application/json"},
		{"blank", " ", "application/json"},
		{"anything", "*/*", "application/json"},
		{"curl", "*/*", "application/json"},
		{"exact", "application/x-ndjson", "application/x-ndjson"},
		{"case", "Application/X-NDJSON", "application/x-ndjson"},
		{"both", "application/x-ndjson, application/json", "application/json"},
		{"weights", "application/json;q=0.5, application/x-ndjson", "application/x-ndjson"},
		{"specific beats general", "application/*;q=0.9, application/json;q=0.1", "application/x-ndjson"},
		{"refused", "application/json;q=0, */*", "application/x-ndjson"},
		{"browser", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "application/json"},
		{"none", "text/html", ""},
		{"everything refused", "*/*;q=0", ""},
		{"bad weight", "application/json;q=abc, application/x-ndjson;q=0.1", "application/x-ndjson"},
		{"weight above one", "application/json;q=7, application/x-ndjson;q=0.1", "application/x-ndjson"},
		{"other parameters", "application/x-ndjson;v=1;q=1, application/json;q=0.2", "application/x-ndjson"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, httpdoc.Accept(c.header, httpdoc.JSON, httpdoc.NDJSON))
		})
	}
}
