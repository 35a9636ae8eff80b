package encode

import "github.com/linefeed-go/linefeed/bench/harness"

// bars are the requirements on this table.
func bars() []harness.Bar {
	rust := func(name, way string, limit float64) harness.Bar {
		return harness.Bar{
			Name: name + " / Rust shared", Case: part + "/" + name, Kind: harness.Ratio,
			Ours: way, Against: "rust-shared", Max: limit,
		}
	}
	peer := func(name string, limit float64) harness.Bar {
		return harness.Bar{
			Name: name + " / best Go peer", Case: part + "/" + name, Kind: harness.Ratio,
			Ours: "ours", AgainstRole: harness.Peer, Max: limit,
		}
	}
	all := []harness.Bar{
		rust("build_finished", "ours", 0.25),
		peer("build_finished", 0.20),
		rust("artifact", "ours", 0.40),
		peer("artifact", 0.50),
		rust("compiler_message", "ours", 0.45),
		rust("compiler_message_raw", "ours", 1.0),
		rust("stream_100", "ours-emit", 0.45),
	}
	for _, name := range []string{"build_finished", "artifact", "compiler_message", "compiler_message_raw"} {
		for _, way := range []string{"ours", "ours-emit", "ours-emitto"} {
			all = append(all, harness.Bar{
				Name: name + " allocations, " + way, Case: part + "/" + name, Kind: harness.Count, Ours: way,
			})
		}
	}
	return all
}
