package cargo_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/cargo"
)

// plain is a target of which nothing is null or absent.
func plain() cargo.Target {
	return cargo.Target{Kind: []string{"lib"}, CrateTypes: []string{"lib"}, Name: "a", SrcPath: new("/ws/a/src/lib.rs"), Edition: "2024", Doc: true, Test: true}
}

const plainWire = `{"kind":["lib"],"crate_types":["lib"],"name":"a","src_path":"/ws/a/src/lib.rs","edition":"2024","doc":true,"doctest":false,"test":true}`

var messages = map[string]struct {
	message message.Message
	wire    string
}{
	"build-started":  {&cargo.BuildStarted{RunID: "20261130T172409446Z-13f7fad8e17b4661"}, `{"reason":"build-started","run_id":"20261130T172409446Z-13f7fad8e17b4661"}`},
	"build-finished": {&cargo.BuildFinished{Success: true}, `{"reason":"build-finished","success":true}`},
	"artifact that is a library": {
		&cargo.CompilerArtifact{
			PackageID: "path+file:///ws/a#0.1.0", ManifestPath: "/ws/a/Cargo.toml", Target: plain(),
			Profile:  cargo.Profile{OptLevel: "s", DebugInfo: cargo.DebugName("line-tables-only"), OverflowChecks: true},
			Features: []string{}, Filenames: []string{"/ws/t/liba.rlib", "/ws/t/liba.rmeta"},
		},
		`{"reason":"compiler-artifact","package_id":"path+file:///ws/a#0.1.0","manifest_path":"/ws/a/Cargo.toml","target":` + plainWire +
			`,"profile":{"opt_level":"s","debuginfo":"line-tables-only","debug_assertions":false,"overflow_checks":true,"test":false}` +
			`,"features":[],"filenames":["/ws/t/liba.rlib","/ws/t/liba.rmeta"],"executable":null,"fresh":false}`,
	},
	"artifact that is a program": {
		&cargo.CompilerArtifact{
			PackageID: "p", ManifestPath: "m",
			Target:   cargo.Target{Kind: []string{"example"}, CrateTypes: []string{"bin"}, Name: "e", RequiredFeatures: []string{"x", "y"}},
			Features: []string{"default"}, Filenames: []string{"/e"}, Executable: new("/e"), Fresh: true,
		},
		`{"reason":"compiler-artifact","package_id":"p","manifest_path":"m","target":{"kind":["example"],"crate_types":["bin"],"name":"e",` +
			`"src_path":null,"edition":"","required-features":["x","y"],"doc":false,"doctest":false,"test":false}` +
			`,"profile":{"opt_level":"","debuginfo":null,"debug_assertions":false,"overflow_checks":false,"test":false}` +
			`,"features":["default"],"filenames":["/e"],"executable":"/e","fresh":true}`,
	},
	"build script": {
		&cargo.BuildScriptExecuted{
			PackageID: "p", LinkedLibs: []string{"static=z"}, LinkedPaths: []string{"native=/l"}, Cfgs: []string{},
			Env: [][2]string{{"A", "1"}, {"A", "\"2\""}}, OutDir: "/out",
		},
		`{"reason":"build-script-executed","package_id":"p","linked_libs":["static=z"],"linked_paths":["native=/l"],"cfgs":[],"env":[["A","1"],["A","\"2\""]],"out_dir":"/out"}`,
	},
	"diagnostic with nothing": {
		&cargo.CompilerMessage{Target: plain(), Message: cargo.Diagnostic{
			Rendered: "error: x\n", MessageType: "diagnostic", Children: []cargo.SubDiagnostic{}, Level: cargo.LevelICE, Message: "x", Spans: []cargo.Span{},
		}},
		`{"reason":"compiler-message","package_id":"","manifest_path":"","target":` + plainWire +
			`,"message":{"rendered":"error: x\n","$message_type":"diagnostic","children":[],"level":"error: internal compiler error","message":"x","spans":[],"code":null}}`,
	},
	"diagnostic with everything": {
		&cargo.CompilerMessage{Target: plain(), Message: cargo.Diagnostic{
			Children: []cargo.SubDiagnostic{{
				Children: []cargo.SubDiagnostic{}, Level: cargo.LevelHelp, Message: "remove it",
				Spans: []cargo.Span{{SuggestedReplacement: new(""), SuggestionApplicability: new(cargo.MachineApplicable), Text: []cargo.SpanLine{}}},
			}},
			Level: cargo.LevelWarning,
			Spans: []cargo.Span{{
				ByteEnd: 9, ByteStart: 1, ColumnEnd: 10, ColumnStart: 2, FileName: "a.rs", IsPrimary: true, Label: new("here"), LineEnd: 3, LineStart: 3,
				Text:      []cargo.SpanLine{{HighlightEnd: 10, HighlightStart: 2, Text: " 日本()"}},
				Expansion: &cargo.Expansion{MacroDeclName: "m!", Span: cargo.Span{Text: []cargo.SpanLine{}}, DefSiteSpan: &cargo.Span{FileName: "m.rs", Text: []cargo.SpanLine{}}},
			}},
			Code: &cargo.DiagnosticCode{Code: "E0001", Explanation: new("long\n")},
		}},
		`{"reason":"compiler-message","package_id":"","manifest_path":"","target":` + plainWire + `,"message":{"rendered":""` +
			`,"children":[{"children":[],"code":null,"level":"help","message":"remove it","rendered":null,"spans":[` +
			span(`"suggested_replacement":"","suggestion_applicability":"MachineApplicable"`, `""`) + `]}]` +
			`,"level":"warning","message":"","spans":[{"byte_end":9,"byte_start":1,"column_end":10,"column_start":2,"expansion":{"def_site_span":` +
			span(`"suggested_replacement":null,"suggestion_applicability":null`, `"m.rs"`) + `,"macro_decl_name":"m!","span":` +
			span(`"suggested_replacement":null,"suggestion_applicability":null`, `""`) + `}` +
			`,"file_name":"a.rs","is_primary":true,"label":"here","line_end":3,"line_start":3,"suggested_replacement":null,"suggestion_applicability":null` +
			`,"text":[{"highlight_end":10,"highlight_start":2,"text":" 日本()"}]}],"code":{"code":"E0001","explanation":"long\n"}}}`,
	},
	"timing without the rest": {
		&cargo.TimingInfo{PackageID: "p", Target: plain(), Mode: "run-custom-build", Duration: 1e-7},
		`{"reason":"timing-info","package_id":"p","target":` + plainWire + `,"mode":"run-custom-build","duration":1e-7}`,
	},
	"timing with everything": {
		&cargo.TimingInfo{Target: plain(), Mode: "build", Duration: 0.23798263500000005, RmetaTime: new(0.0), Sections: []cargo.TimingSection{{Name: "link", Start: 0.5, End: new(0.75)}}},
		`{"reason":"timing-info","package_id":"","target":` + plainWire + `,"mode":"build","duration":0.23798263500000005,"rmeta_time":0,"sections":[["link",{"start":0.5,"end":0.75}]]}`,
	},
}

// span is a span of which only some members are not zero.
func span(suggestion, file string) string {
	return `{"byte_end":0,"byte_start":0,"column_end":0,"column_start":0,"expansion":null,"file_name":` + file +
		`,"is_primary":false,"label":null,"line_end":0,"line_start":0,` + suggestion + `,"text":[]}`
}

func TestMessagesOnTheWire(t *testing.T) {
	t.Parallel()
	for name, tc := range messages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var wire bytes.Buffer
			require.NoError(t, message.NewEmitter(&wire, nil).Emit(tc.message))
			assert.Equal(t, tc.wire+"\n", wire.String())
			back := reflect.New(reflect.TypeOf(tc.message).Elem()).Interface()
			require.NoError(t, json.Unmarshal([]byte(tc.wire), back))
			assert.Equal(t, tc.message, back)
		})
	}
}

// TestRequiredFeatures: an empty list is not the same as none.
func TestRequiredFeatures(t *testing.T) {
	t.Parallel()
	var target cargo.Target
	wire := `{"kind":null,"crate_types":null,"name":"","src_path":null,"edition":"","required-features":[],"doc":false,"doctest":false,"test":false}`
	require.NoError(t, json.Unmarshal([]byte(wire), &target))
	assert.NotNil(t, target.RequiredFeatures)
	again, err := json.Marshal(target)
	require.NoError(t, err)
	assert.Equal(t, wire, string(again))
}
