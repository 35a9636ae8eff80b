package stockstream

// Event is any event of go test -json and of go build -json, which it passes on:
// one type for all of them, as programs that read the stream have it, so that
// nobody needs to look at the Action before decoding.
type Event struct {
	ImportPath  string   `json:"ImportPath,omitempty"`
	Time        string   `json:"Time,omitempty"`
	Action      string   `json:"Action"`
	Package     string   `json:"Package,omitempty"`
	Test        string   `json:"Test,omitempty"`
	Elapsed     *float64 `json:"Elapsed,omitempty"`
	Output      string   `json:"Output,omitempty"`
	FailedBuild string   `json:"FailedBuild,omitempty"`
	Key         string   `json:"Key,omitempty"`
	Value       string   `json:"Value,omitempty"`
	Path        string   `json:"Path,omitempty"`
}
