package encode

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"time"

	"github.com/rs/zerolog"

	"github.com/linefeed-go/linefeed/bench/harness"
	"github.com/linefeed-go/linefeed/bench/stock"
)

// logging makes a way of a logger: log writes one message to w each time.
func logging(name, note string, makeLog func(w io.Writer) func() error) harness.Way {
	toNowhere := makeLog(io.Discard)
	return harness.Way{
		Name: name, Role: harness.Peer, Note: note, Normalize: dropNewline,
		Run: func(n int) error {
			for range n {
				if err := toNowhere(); err != nil {
					return err
				}
			}
			return nil
		},
		Output: func() ([]byte, error) {
			var out bytes.Buffer
			err := makeLog(&out)()
			return out.Bytes(), err
		},
	}
}

const loggerNote = "a logger: ends and writes the line itself; compared without the newline"

func zerologWay(fill func(e *zerolog.Event)) harness.Way {
	return logging("zerolog", loggerNote, func(w io.Writer) func() error {
		log := zerolog.New(w)
		return func() error {
			e := log.Log()
			fill(e)
			e.Send()
			return nil
		}
	})
}

func zerologBuildFinished(m *stock.BuildFinished) harness.Way {
	return zerologWay(func(e *zerolog.Event) {
		e.Str("reason", m.Reason).Bool("success", m.Success)
	})
}

func zerologArtifact(m *stock.Artifact) harness.Way {
	return zerologWay(func(e *zerolog.Event) {
		e.Str("reason", m.Reason).Str("package_id", m.PackageID).Str("manifest_path", m.ManifestPath)
		e.Object("target", logTarget{&m.Target}).Object("profile", logProfile{&m.Profile})
		e.Strs("features", m.Features).Strs("filenames", m.Filenames)
		optional(e, "executable", m.Executable)
		e.Bool("fresh", m.Fresh)
	})
}

func zerologRaw(m *stock.RawMessage) harness.Way {
	return zerologWay(func(e *zerolog.Event) {
		e.Str("reason", m.Reason).Str("package_id", m.PackageID).Str("manifest_path", m.ManifestPath)
		e.Object("target", logTarget{&m.Target}).RawJSON("message", m.Message)
	})
}

// optional adds a string or null.
func optional(e *zerolog.Event, key string, s *string) {
	if s == nil {
		e.RawJSON(key, []byte("null"))
		return
	}
	e.Str(key, *s)
}

type logTarget struct{ *stock.Target }

// MarshalZerologObject adds the target's members.
func (t logTarget) MarshalZerologObject(e *zerolog.Event) {
	e.Strs("kind", t.Kind).Strs("crate_types", t.CrateTypes).Str("name", t.Name)
	e.Str("src_path", t.SrcPath).Str("edition", t.Edition)
	if len(t.RequiredFeatures) > 0 {
		e.Strs("required-features", t.RequiredFeatures)
	}
	e.Bool("doc", t.Doc).Bool("doctest", t.Doctest).Bool("test", t.Test)
}

type logProfile struct{ *stock.Profile }

// MarshalZerologObject adds the profile's members.
func (p logProfile) MarshalZerologObject(e *zerolog.Event) {
	e.Str("opt_level", p.OptLevel)
	if p.Debuginfo == nil {
		e.RawJSON("debuginfo", []byte("null"))
	} else {
		e.Uint32("debuginfo", *p.Debuginfo)
	}
	e.Bool("debug_assertions", p.DebugAssertions).Bool("overflow_checks", p.OverflowChecks).Bool("test", p.Test)
}

// slogBuildFinished hands a record without a time to the JSON handler, which
// drops the level and prints the text under "reason". Nested shapes would go
// through reflection inside slog, so this is the only case it takes part in.
func slogBuildFinished(m *stock.BuildFinished) harness.Way {
	return logging("slog", loggerNote, func(w io.Writer) func() error {
		h := slog.NewJSONHandler(w, &slog.HandlerOptions{ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			switch {
			case a.Key == slog.LevelKey:
				return slog.Attr{}
			case a.Key == slog.MessageKey:
				a.Key = "reason"
			}
			return a
		}})
		return func() error {
			r := slog.NewRecord(time.Time{}, slog.LevelInfo, m.Reason, 0)
			r.AddAttrs(slog.Bool("success", m.Success))
			return h.Handle(context.Background(), r)
		}
	})
}
