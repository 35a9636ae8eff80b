package httpdoc

import (
	"strconv"
	"strings"
)

// Accept returns which of the offered content types an Accept header prefers
// (RFC 9110 section 12.5.1): the one with the highest weight, the earlier offer
// among equals, the first offer for an empty header, and "" where none is
// acceptable. The most specific range that matches an offer gives its weight; a
// weight that cannot be read counts as 0. Parameters other than q are not
// looked at. Offers are in lower case; a request's header lines are joined by
// commas (RFC 9110 section 5.3):
//
//	httpdoc.Accept(strings.Join(r.Header.Values("Accept"), ","), httpdoc.JSON, httpdoc.NDJSON)
func Accept(header string, offers ...string) string {
	if strings.TrimSpace(header) == "" && len(offers) > 0 {
		return offers[0]
	}
	best, bestWeight := "", 0.0
	for _, offer := range offers {
		if w := weight(header, offer); w > bestWeight {
			best, bestWeight = offer, w
		}
	}
	return best
}

// weight returns the weight of the most specific range in header that matches
// offer.
func weight(header, offer string) (weight float64) {
	kind, _, _ := strings.Cut(offer, "/")
	specific := -1
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(part, ";")
		match := -1
		switch name = strings.ToLower(strings.TrimSpace(name)); name {
		case offer:
			match = 2
		case kind + "/*":
			match = 1
		case "*/*":
			match = 0
		}
		if match > specific {
			specific, weight = match, quality(params)
		}
	}
	return weight
}

// quality returns the q of a range's parameters, 1 when there is none.
func quality(params string) float64 {
	for param := range strings.SplitSeq(params, ";") {
		name, value, _ := strings.Cut(param, "=")
		if !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || !(q >= 0 && q <= 1) {
			return 0
		}
		return q
	}
	return 1
}
