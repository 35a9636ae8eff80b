package message_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/linefeed-go/linefeed/message"
)

func TestFailureOf(t *testing.T) {
	busy := &message.Failure{Code: "busy", Message: "try later", Retryable: true, Details: 7}
	encode := message.WriteResult(&failAt{k: -1}, math.NaN(), nil)
	for _, c := range []struct {
		name      string
		err       error
		code      string
		message   string
		retryable bool
		causes    []message.Cause
	}{
		{"plain", errors.New("x"), "failed", "x", false, nil},
		{"failure", busy, "busy", "try later", true, nil},
		{"wrapped failure", fmt.Errorf("list: %w", busy), "busy", "list: busy: try later", true, []message.Cause{{"busy", "try later"}}},
		{"chain", fmt.Errorf("a: %w", fmt.Errorf("b: %w", fs.ErrNotExist)), "failed", "a: b: file does not exist", false,
			[]message.Cause{{"", "b: file does not exist"}, {"", "file does not exist"}}},
		{"joined", errors.Join(errors.New("x"), busy), "busy", "x\nbusy: try later", true, []message.Cause{{"", "x"}, {"busy", "try later"}}},
		{"canceled", fmt.Errorf("run: %w", context.Canceled), "canceled", "run: context canceled", false, []message.Cause{{"", "context canceled"}}},
		{"timeout", context.DeadlineExceeded, "timeout", "context deadline exceeded", false, nil},
		{"encode", encode, "encode_failed", encode.Error(), false, []message.Cause{{"", errors.Unwrap(encode).Error()}}},
		{"item", &message.ItemError{Index: 2, Err: errors.New("x")}, "encode_failed", "item 2: x", false, []message.Cause{{"", "x"}}},
		{"source", &message.ItemError{Index: 2, Source: true, Err: errors.New("x")}, "failed", "source at item 2: x", false, []message.Cause{{"", "x"}}},
		{"nil pointer", (*message.Failure)(nil), "failed", "failed without a cause", false, nil},
		{"wrapped nil pointer", fmt.Errorf("x: %w", (*message.Failure)(nil)), "failed", "x: failed without a cause", false, []message.Cause{{"", "failed without a cause"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := message.FailureOf(c.err)
			assert.Equal(t, c.code, f.Code)
			assert.Equal(t, c.message, f.Message)
			assert.Equal(t, c.retryable, f.Retryable)
			assert.Equal(t, c.causes, f.Causes)
			assert.ErrorIs(t, f, c.err)
		})
	}
	assert.Nil(t, message.FailureOf(nil))
}

func TestFailureOfBoundsCauses(t *testing.T) {
	many := make([]error, 100)
	for i := range many {
		many[i] = fmt.Errorf("error %d", i)
	}
	assert.Len(t, message.FailureOf(errors.Join(many...)).Causes, 16)
}

func TestFailureError(t *testing.T) {
	assert.EqualError(t, &message.Failure{Code: "a", Message: "b"}, "a: b")
	assert.EqualError(t, &message.Failure{Code: "a"}, "a")
	assert.EqualError(t, &message.Failure{Message: "b"}, "b")
}

func TestExitCodes(t *testing.T) {
	exits := message.ExitCodes{"usage": 2, "zero": 0, "negative": -1, "large": 256, "canceled": 130, "encode_failed": 70}
	failure := func(code string) error { return fmt.Errorf("x: %w", &message.Failure{Code: code}) }
	for _, c := range []struct {
		name string
		err  error
		want int
	}{
		{"nil", nil, 0},
		{"in the table", failure("usage"), 2},
		{"not in the table", failure("other"), 1},
		{"no failure", errors.New("x"), 1},
		{"a zero is not believed", failure("zero"), 1},
		{"nor a negative status", failure("negative"), 1},
		{"nor one the system would cut", failure("large"), 1},
		{"context", context.Canceled, 130},
		{"nil pointer that became an error", (*message.Failure)(nil), 1},
		{"encode", message.WriteResult(&strings.Builder{}, math.NaN(), nil), 70},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, exits.ExitCode(c.err)) })
	}
	assert.Equal(t, 1, message.ExitCodes(nil).ExitCode(failure("usage")), "a nil table")
}
