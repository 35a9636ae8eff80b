package message_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/linefeed-go/linefeed/message"
)

func BenchmarkResult(b *testing.B) {
	for _, size := range [][2]int{{1, 100}, {200, 100}, {5000, 100}, {200, 16000}} {
		list := rows(size[0], size[1])
		name := fmt.Sprintf("%dx%d", size[0], size[1])
		for _, indent := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/indent=%v", name, indent), func(b *testing.B) {
				opts := &message.ResultOptions{Indent: indent}
				b.ReportAllocs()
				for b.Loop() {
					_ = message.WriteResult(io.Discard, &list, opts)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size[0]), "ns/row")
			})
		}
	}
}

func BenchmarkResultMarshalIndent(b *testing.B) {
	list := rows(200, 100)
	type envelope struct {
		OK   bool   `json:"ok"`
		Data []bare `json:"data"`
	}
	data := make([]bare, len(list))
	for i := range list {
		data[i] = bare(list[i])
	}
	b.ReportAllocs()
	for b.Loop() {
		_, _ = json.MarshalIndent(envelope{true, data}, "", "  ")
	}
}

// bare is row without its methods.
type bare row

func BenchmarkList(b *testing.B) {
	for _, n := range []int{1, 100, 1000, 100_000} {
		items := make([]item, n)
		pointers := make([]*item, n)
		for i := range items {
			items[i] = item{rowText(60)[:0] + "some name of an item, of about the length of many others, and then a bit of text so that it takes two hundred and fifty bytes, as the items of the lists do with which Kubernetes' streaming encoder has been measured", float64(i)}
			pointers[i] = &items[i]
		}
		head := &listHead{Kind: "L"}
		ctx := context.Background()
		b.Run(fmt.Sprintf("values/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = message.WriteList(ctx, io.Discard, head, items, nil)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/item")
		})
		b.Run(fmt.Sprintf("pointers/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = message.WriteList(ctx, io.Discard, head, pointers, nil)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/item")
		})
		b.Run(fmt.Sprintf("seq/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = message.WriteListSeq(ctx, io.Discard, head, slices.Values(items), nil)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/item")
		})
	}
}
