package kinds

import (
	"encoding"
	"encoding/json"
	"fmt"
	"math/big"
	"net/netip"
	"net/url"
	"time"

	"github.com/linefeed-go/linefeed/message"
	"github.com/linefeed-go/linefeed/message/jsonwire"
)

// Text has MarshalText.
type Text struct{ N int }

// MarshalText writes the number in sharp brackets.
func (t Text) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "[%d]", t.N), nil }

// StringText is a string with MarshalText, which map keys ignore.
type StringText string

// MarshalText writes the string in a frame.
func (t StringText) MarshalText() ([]byte, error) { return []byte("<" + string(t) + ">"), nil }

// PtrText has MarshalText on its pointer.
type PtrText struct{ N int }

// MarshalText writes the number in sharp brackets.
func (t *PtrText) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "[%d]", t.N), nil }

// JSON has MarshalJSON.
type JSON struct{ N int }

// MarshalJSON writes more blanks than it should.
func (j JSON) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "{ \"n\" :\n %d }", j.N), nil }

// PtrJSON has MarshalJSON on its pointer.
type PtrJSON struct{ N int }

// MarshalJSON writes an array.
func (j *PtrJSON) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "[%d]", j.N), nil }

// Color is a number that is written as text.
type Color int

// MarshalText writes its name.
func (c Color) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "color-%d", int(c)), nil }

// Level is a number that is written as JSON.
type Level int8

// MarshalJSON writes it quoted.
func (l Level) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "%q", fmt.Sprint(int8(l))), nil }

// Both has both; JSON goes first.
type Both struct{ N int }

// MarshalJSON writes the number.
func (b Both) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "%d", b.N), nil }

// MarshalText is not called.
func (b Both) MarshalText() ([]byte, error) { return nil, fmt.Errorf("not to be called") }

// Marshalers has types that write themselves, in every position.
type Marshalers struct {
	_        message.Reason         `reason:"marshalers"`
	Text     Text                   `json:"text"`
	TextP    *Text                  `json:"text_p"`
	TextPP   **Text                 `json:"text_pp"`
	Texts    []Text                 `json:"texts"`
	TextArr  [2]Text                `json:"text_arr"`
	PText    PtrText                `json:"ptext"`
	PTextP   *PtrText               `json:"ptext_p"`
	PTexts   []PtrText              `json:"ptexts"`
	JSON     JSON                   `json:"json"`
	JSONP    *JSON                  `json:"json_p"`
	JSONs    []JSON                 `json:"jsons"`
	MapJSON  map[string]JSON        `json:"map_json"`
	PJSON    PtrJSON                `json:"pjson"`
	PJSONP   *PtrJSON               `json:"pjson_p"`
	PJSONs   []PtrJSON              `json:"pjsons"`
	MapPJSON map[string]*PtrJSON    `json:"map_pjson"`
	Color    Color                  `json:"color"`
	ColorO   Color                  `json:"color_o,omitempty"`
	ColorQ   Color                  `json:"color_q,string"`
	Colors   map[Color]Color        `json:"colors"`
	Level    Level                  `json:"level"`
	Both     Both                   `json:"both"`
	JSONI    json.Marshaler         `json:"json_i"`
	TextI    encoding.TextMarshaler `json:"text_i"`
	Stringer fmt.Stringer           `json:"stringer"`
}

// Library has types of the standard library.
type Library struct {
	_       message.Reason      `reason:"library"`
	Took    time.Duration       `json:"took"`
	Addr    netip.Addr          `json:"addr"`
	AddrP   *netip.Addr         `json:"addr_p"`
	Port    netip.AddrPort      `json:"port"`
	Prefix  netip.Prefix        `json:"prefix"`
	URL     url.URL             `json:"url"`
	URLP    *url.URL            `json:"url_p"`
	Query   url.Values          `json:"query"`
	Int     big.Int             `json:"int"`
	IntP    *big.Int            `json:"int_p"`
	Float   *big.Float          `json:"float"`
	Rat     *big.Rat            `json:"rat"`
	Month   time.Month          `json:"month"`
	Hosts   map[netip.Addr]bool `json:"hosts"`
	Version json.Number         `json:"version"`
	Raw     json.RawMessage     `json:"raw"`
	Wire    jsonwire.Raw        `json:"wire"`
	Any     any                 `json:"any"`
	Error   error               `json:"error"`
}

// Times has times, which are written with nine digits.
type Times struct {
	_    message.Reason       `reason:"times"`
	At   time.Time            `json:"at"`
	AtP  *time.Time           `json:"at_p"`
	Ats  []time.Time          `json:"ats"`
	Omit time.Time            `json:"omit,omitempty"`
	Zero time.Time            `json:"zero,omitzero"`
	Map  map[string]time.Time `json:"map"`
	Any  any                  `json:"any"`
}
