package kinds

import (
	"encoding/json"

	"github.com/linefeed-go/linefeed/message"
)

// Inner is a plain struct that messages contain.
type Inner struct {
	X int    `json:"x"`
	S string `json:"s,omitempty"`
}

// Optional is a plain struct of which every member may be missing.
type Optional struct {
	A int    `json:"a,omitempty"`
	B string `json:"b,omitempty"`
	C *Inner `json:"c,omitempty"`
}

// LateSure has its first certain member behind uncertain ones.
type LateSure struct {
	A int  `json:"a,omitempty"`
	B bool `json:"b,omitempty"`
	C bool `json:"c"`
	D bool `json:"d,omitempty"`
}

// Wide has more members than are written in place.
type Wide struct {
	A, B, C, D, E, F, G, H, I, J, K, L, M, N int
}

// Pointers points to every form.
type Pointers struct {
	_       message.Reason      `reason:"pointers"`
	Bool    *bool               `json:"bool"`
	Int     *int                `json:"int"`
	String  *string             `json:"string"`
	Float   *float64            `json:"float"`
	PtrPtr  **int               `json:"ptr_ptr"`
	PtrStr  **string            `json:"ptr_str"`
	Inner   *Inner              `json:"inner"`
	PtrIn   **Inner             `json:"ptr_in"`
	Slice   *[]int              `json:"slice"`
	Array   *[3]Inner           `json:"array"`
	Map     *map[string]int     `json:"map"`
	Any     *any                `json:"any"`
	Raw     *json.RawMessage    `json:"raw"`
	Bytes   *[]byte             `json:"bytes"`
	Message *Bools              `json:"message"`
	Number  *json.Number        `json:"number"`
	Anon    *struct{ A, B int } `json:"anon"`
}

// Structs has structs in every position.
type Structs struct {
	_        message.Reason    `reason:"structs"`
	Inner    Inner             `json:"inner"`
	Optional Optional          `json:"optional"`
	Late     LateSure          `json:"late"`
	Wide     Wide              `json:"wide"`
	Slice    []Inner           `json:"slice"`
	Ptrs     []*Optional       `json:"ptrs"`
	Array    [2]LateSure       `json:"array"`
	Map      map[string]Inner  `json:"map"`
	MapPtr   map[string]*Inner `json:"map_ptr"`
	Nothing  struct{}          `json:"nothing"`
	Anon     struct {
		A int                  `json:"a,omitempty"`
		B struct{ C []string } `json:"b"`
	} `json:"anon"`
	Anons []struct {
		A *int `json:"a,omitempty"`
	} `json:"anons"`
	Last Optional `json:"last"`
}

// Collections has arrays, slices and maps of everything.
type Collections struct {
	_        message.Reason             `reason:"collections"`
	Ints     []int                      `json:"ints"`
	Strings  []string                   `json:"strings"`
	Named    []MyString                 `json:"named"`
	Bools    []bool                     `json:"bools"`
	Floats   []float64                  `json:"floats"`
	Slices   [][]string                 `json:"slices"`
	Deep     [][][]int                  `json:"deep"`
	Ptrs     []*string                  `json:"ptrs"`
	Array    [3]string                  `json:"array"`
	Bytes    [4]byte                    `json:"bytes"`
	None     [0]string                  `json:"none"`
	Grid     [2][2]int                  `json:"grid"`
	Blobs    [][]byte                   `json:"blobs"`
	Anys     []any                      `json:"anys"`
	Raws     []json.RawMessage          `json:"raws"`
	Maps     []map[string]int           `json:"maps"`
	Map      map[string]string          `json:"map"`
	MapNamed map[MyString]MyInt         `json:"map_named"`
	MapInt   map[int]string             `json:"map_int"`
	MapInt8  map[MyInt8]bool            `json:"map_int8"`
	MapUint  map[uint64][]int           `json:"map_uint"`
	MapText  map[Text]int               `json:"map_text"`
	MapStrT  map[StringText]int         `json:"map_string_text"`
	MapMap   map[string]map[int]float64 `json:"map_map"`
	MapAny   map[string]any             `json:"map_any"`
	MapArr   map[string][2]int          `json:"map_arr"`
	MapTPtr  map[string]*Text           `json:"map_text_ptr"`
	MapMyU   map[MyUint16]*MyUint16     `json:"map_my_uint"`
}

// Tree contains itself by pointer, slice and map.
type Tree struct {
	_     message.Reason   `reason:"tree"`
	Name  string           `json:"name"`
	Left  *Tree            `json:"left,omitempty"`
	Kids  []*Tree          `json:"kids,omitempty"`
	Named map[string]*Tree `json:"named,omitempty"`
	Node  Node             `json:"node"`
	List  List             `json:"list"`
	Dict  Dict             `json:"dict"`
	Chain *Chain           `json:"chain"`
}

// Node contains itself by way of Branch.
type Node struct {
	Value  int     `json:"value"`
	Branch *Branch `json:"branch,omitempty"`
}

// Branch contains Nodes.
type Branch struct {
	Nodes []Node `json:"nodes,omitempty"`
}

// List contains itself without a struct.
type List []List

// Dict contains itself without a struct.
type Dict map[string]Dict

// Chain is a pointer to itself.
type Chain []*Chain
