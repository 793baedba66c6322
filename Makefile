# Everything a newcomer runs. `make run` opens the window, `make test` proves that the tree is whole.

VERSION := $(or $(shell sed -n 's/^ *Version *= *"\(.*\)"/\1/p' FyneApp.toml 2>/dev/null),0.0.0)
COMMIT  := $(or $(shell git rev-parse --short HEAD 2>/dev/null),unknown)
PACKAGE := build/orbweaver-$(VERSION)-linux-$(shell go env GOARCH).tar.xz

# Fyne's checks of the calling goroutine cost 30 times what they check: see docs/dependencies.md.
TAGS  := -tags migrated_fynedo
FLAGS := -ldflags "-s -w -X main.version=$(VERSION) -X main.commit=$(COMMIT)"

# The same for programs, tests and checks: Fyne's C code takes minutes to compile, so that is done once for all of them.
export GOFLAGS := -trimpath -buildvcs=false

# What needs neither a C compiler nor a display, and what needs Fyne.
PLAIN  := ./assets/... ./crawlers/... ./storage/... ./cmd/orb
SCREEN := ./widgets/... ./app/... ./cmd/orbweaver

GOSEC := go run github.com/securego/gosec/v2/cmd/gosec@v2.29.0 -quiet -tests=false

STATICCHECK := go run honnef.co/go/tools/cmd/staticcheck@v0.8.2

FUZZTIME ?= 60s

.PHONY: run test build orb orbweaver package check-package lint security fmt bench papers papers-full fuzz arrows unit race window deps deps-test clean
.NOTPARALLEL:

run: deps orbweaver
	build/orbweaver

build: deps orb orbweaver

# go build knows best what is out of date, so these two are always asked.
orb:
	CGO_ENABLED=0 go build $(FLAGS) -o build/orb ./cmd/orb

orbweaver:
	go build $(TAGS) $(FLAGS) -o build/orbweaver ./cmd/orbweaver

# The tests come last: what they say is what is read.
test: deps-test lint arrows build check-package race window unit

# What it reads is what go list says, which go test does not know to be an input.
arrows:
	go test -count=1 ./cmd

unit:
	CGO_ENABLED=0 go test $(PLAIN)

race:
	go test -race -short ./crawlers/... ./storage/...

# Widgets and presenters with Fyne's test driver, and the real window under Xvfb.
window:
	go test $(TAGS) $(SCREEN)

lint: deps
	@unformatted=$$(gofmt -s -l .); test -z "$$unformatted" || { echo "not formatted (make fmt does it):" $$unformatted; exit 1; }
	go vet $(TAGS) ./...
	CGO_ENABLED=0 go vet $(TAGS) $(filter-out ./cmd/orbweaver,$(SCREEN)) $(PLAIN) ./cmd
	$(STATICCHECK) $(TAGS) ./...
	go mod tidy -diff

# Not part of lint: it takes half a minute, and longer the first time.
security: deps
	$(GOSEC) $(TAGS) $(PLAIN) $(SCREEN)

fmt:
	gofmt -s -w .

bench:
	CGO_ENABLED=0 go test -timeout 30m -run '^$$' -bench . -benchmem ./crawlers/... ./storage/...

# The experiments of the papers again: docs/papers.md. What build/papers holds of an earlier run is not crawled again.
papers papers-full: export ORBWEAVER_CORPORA := $(or $(ORBWEAVER_CORPORA),../shared/corpora)
papers: orb
	build/orb lab papers docs/papers/papers.json --out build/papers

papers-full: orb
	build/orb lab papers docs/papers/papers.json --out build/papers-full --full

# Every fuzz target in turn, for FUZZTIME each; making finds small may not take most of that.
fuzz:
	@grep -rHo '^func Fuzz[A-Za-z0-9]*' --include='*_test.go' app crawlers storage widgets | while IFS=: read -r file target; do \
		echo "$$file: $${target#func }"; \
		go test $(TAGS) -run '^$$' -fuzz "^$${target#func }$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x "./$${file%/*}" || exit 1; \
	done

package: $(PACKAGE)
	@echo $(PACKAGE)

$(PACKAGE): orbweaver
	.ci/package build/orbweaver $(VERSION) $@

check-package: deps-test $(PACKAGE)
	.ci/check-package $(PACKAGE)

deps:
	@.ci/deps run

deps-test:
	@.ci/deps test

clean:
	rm -rf build
