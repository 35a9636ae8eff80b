package kinds

import "github.com/linefeed-go/linefeed/message"

// Page is a generic plain struct.
type Page[T any] struct {
	Items []T `json:"items"`
	Next  *T  `json:"next,omitempty"`
}

// Pair has two parameters.
type Pair[K comparable, V any] struct {
	Key   K       `json:"key"`
	Value V       `json:"value"`
	Map   map[K]V `json:"-"`
}

// Event is a generic message.
type Event[T any] struct {
	_    message.Reason `reason:"event"`
	Name string         `json:"name"`
	Data T              `json:"data"`
	More []T            `json:"more"`
	Ptr  *T             `json:"ptr"`
	Page Page[T]        `json:"page"`
}

// Alias stands for an instance.
type Alias = Page[Inner]

// GenericAlias is an alias with a parameter.
type GenericAlias[T any] = Pair[string, T]

// Generics uses instances.
type Generics struct {
	_      message.Reason      `reason:"generics"`
	Ints   Page[int]           `json:"ints"`
	Inners Page[Inner]         `json:"inners"`
	Nested Page[Page[string]]  `json:"nested"`
	Pair   Pair[string, Inner] `json:"pair"`
	Alias  Alias               `json:"alias"`
	Pairs  []Pair[int, *Inner] `json:"pairs"`
	GAlias GenericAlias[MyInt] `json:"galias"`
	Event  *Event[Inner]       `json:"event"`
}
