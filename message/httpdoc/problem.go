package httpdoc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// Problem is a problem details object (RFC 9457). Its JSON has the five
// members of the RFC in its order, empty ones left out, then the extensions in
// theirs.
type Problem struct {
	Type       string // a URI reference; empty is about:blank
	Title      string // the same for every problem of the type
	Status     int    // as in the response's status line; 0 leaves it out
	Detail     string // what happened this time
	Instance   string // a URI reference for this occurrence
	Extensions []Member
}

// Member is an extension member. A name may stand once, and must not be one of
// the RFC's five.
type Member struct {
	Name  string
	Value any // of a type that has a JSON form; json.RawMessage where it was decoded
}

// ProblemOf returns f as a problem. Its code, and where f has them retryable,
// details and causes, become extensions of these names, so that
// [Problem.Failure] gives the same failure back. The type is typeBase and the
// code, with the code in words as the title; without a typeBase it is
// about:blank and the title is the status' phrase, as RFC 9457 section 4.2.1
// wants it. A nil f is a failure without a cause, as in [message.WriteFailure].
func ProblemOf(f *message.Failure, status int, typeBase string) *Problem {
	f = orUnknown(f)
	code := orDefault(f.Code, message.CodeFailed)
	p := &Problem{Title: http.StatusText(status), Status: status, Detail: f.Message}
	if typeBase != "" {
		p.Type, p.Title = typeBase+code, strings.ReplaceAll(code, "_", " ")
	}
	p.Extensions = []Member{{"code", code}}
	if f.Retryable {
		p.Extensions = append(p.Extensions, Member{"retryable", true})
	}
	if f.Details != nil {
		p.Extensions = append(p.Extensions, Member{"details", f.Details})
	}
	if len(f.Causes) > 0 {
		causes := make([]cause, len(f.Causes))
		for i, c := range f.Causes {
			causes[i] = cause{c.Code, c.Message}
		}
		p.Extensions = append(p.Extensions, Member{"causes", causes})
	}
	return p
}

// cause is message.Cause as it is written.
type cause struct {
	Code    string `json:"code,omitempty"`
	Message string `json:"message"`
}

// Failure returns p as a failure: the one that [ProblemOf] was given, or for
// problems of others one with the last part of the type as its code (the phrase
// of the status for about:blank), the detail or else the title as its message,
// and all extensions as its details. Details are json.RawMessage values where p
// was decoded.
func (p *Problem) Failure() *message.Failure {
	f := &message.Failure{Code: p.code(), Message: orDefault(p.Detail, p.Title)}
	others := map[string]any{}
	for _, m := range p.Extensions {
		switch m.Name {
		case "code":
		case "retryable":
			f.Retryable = convert[bool](m.Value)
		case "details":
			f.Details = m.Value
		case "causes":
			for _, c := range convert[[]cause](m.Value) {
				f.Causes = append(f.Causes, message.Cause{Code: c.Code, Message: c.Message})
			}
		default:
			others[m.Name] = m.Value
		}
	}
	if f.Details == nil && len(others) > 0 {
		f.Details = others
	}
	return f
}

func (p *Problem) code() string {
	for _, m := range p.Extensions {
		if code := convert[string](m.Value); m.Name == "code" && code != "" {
			return code
		}
	}
	name := p.Type
	if name == "" || name == "about:blank" {
		name = http.StatusText(p.Status)
	}
	name = strings.TrimRight(name, "/#")
	name = name[strings.LastIndexAny(name, "/#:")+1:]
	snake := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToLower(name))
	return orDefault(strings.Trim(snake, "_"), message.CodeFailed)
}

// convert returns v, or what its JSON text holds, as a T, and a zero T for what
// is none.
func convert[T any](v any) (t T) {
	if typed, ok := v.(T); ok {
		return typed
	}
	if b, ok := v.(json.RawMessage); ok && json.Unmarshal(b, &t) != nil {
		var none T
		return none
	}
	return t
}

// MarshalJSON returns p as one JSON object. A name that stands twice, or is
// one of the RFC's, is an error; a panic of an extension's marshaler is, too.
func (p *Problem) MarshalJSON() (b []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			b, err = nil, fmt.Errorf("httpdoc: problem details: panic: %.200v", r)
		}
	}()
	b = []byte{'{'}
	b = appendMember(b, "type", p.Type)
	b = appendMember(b, "title", p.Title)
	if p.Status != 0 {
		b = jsonwire.AppendInt(append(comma(b), `"status":`...), int64(p.Status))
	}
	b = appendMember(b, "detail", p.Detail)
	b = appendMember(b, "instance", p.Instance)
	names := map[string]bool{"type": true, "title": true, "status": true, "detail": true, "instance": true}
	for _, m := range p.Extensions {
		if names[m.Name] {
			return nil, fmt.Errorf("httpdoc: problem details: the member %.100q stands twice", m.Name)
		}
		names[m.Name] = true
		b = append(jsonwire.AppendString(comma(b), m.Name), ':')
		if b, err = jsonwire.AppendAny(b, m.Value, 1); err != nil {
			return nil, fmt.Errorf("httpdoc: problem details: %w", jsonwire.AtField(m.Name, err))
		}
	}
	return append(b, '}'), nil
}

func comma(b []byte) []byte {
	if len(b) > 1 {
		return append(b, ',')
	}
	return b
}

func appendMember(b []byte, name, value string) []byte {
	if value == "" {
		return b
	}
	b = append(append(append(comma(b), '"'), name...), `":`...)
	return jsonwire.AppendString(b, value)
}

// UnmarshalJSON sets p to the problem that b holds. A member of the RFC that
// has another type than it says is ignored, as RFC 9457 section 3.1 wants it;
// the others become extensions with json.RawMessage values, in their order,
// the last one of a name.
func (p *Problem) UnmarshalJSON(b []byte) error {
	dec := json.NewDecoder(bytes.NewReader(b))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return errors.New("httpdoc: problem details are not a JSON object")
	}
	*p = Problem{}
	at := map[string]int{}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return fmt.Errorf("httpdoc: problem details: %w", err)
		}
		var value json.RawMessage
		if err = dec.Decode(&value); err != nil {
			return fmt.Errorf("httpdoc: problem details: %w", err)
		}
		name, _ := t.(string) // it is one, in an object
		switch name {
		case "type":
			p.Type = convert[string](value)
		case "title":
			p.Title = convert[string](value)
		case "status":
			p.Status = convert[int](value)
		case "detail":
			p.Detail = convert[string](value)
		case "instance":
			p.Instance = convert[string](value)
		default:
			i, seen := at[name]
			if !seen {
				i, at[name] = len(p.Extensions), len(p.Extensions)
				p.Extensions = append(p.Extensions, Member{Name: name})
			}
			p.Extensions[i].Value = value
		}
	}
	if _, err := dec.Token(); err != nil {
		return fmt.Errorf("httpdoc: problem details: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("httpdoc: problem details are more than one JSON object")
	}
	return nil
}
