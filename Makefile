# Everything here needs Go, make and git; the rest is fetched by Go itself.
.PHONY: demo test bench generate lint fuzz

demo: ## this repository's own build as machine messages
	@go build -o .bin/gobuild ./examples/gobuild && exec .bin/gobuild build ./...

test: ## the tests of every module, with the race detector
	@bash .ci/test

bench: ## every table and verdict, ours beside the peers (minutes)
	@go -C bench run .

generate: ## write every generated file anew
	@go generate ./... && go -C bench generate ./...

lint: ## formatting, vet, staticcheck, stale generated files
	@bash .ci/lint

fuzz: ## every fuzz target for a while: make fuzz FUZZTIME=1m
	@bash .ci/fuzz $(or $(FUZZTIME),10s)
