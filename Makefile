# Shorthands only: each target is a line you could type.
GO      ?= go
TAGS    := urfave_cli_no_docs
PREFIX  ?= /usr/local
CACHE   := $(CURDIR)/.cache
export PI_RIG_CACHE  ?= $(CACHE)/pi
export CORPORA_DIR   ?= $(CACHE)/corpora

.PHONY: build try test test-all test-hosts test-short lint types cross bench install release test-install clean

build:
	@./scripts/need go cc
	$(GO) build -tags $(TAGS) -o bin/gortex ./cmd/gortex

# A scripted session of real Pi on this repository, or on DIR=…; needs no API key.
try: build
	@./scripts/need git node npm
	@node e2e/try.mjs "$(DIR)"

# Every test, real Pi included.
test:
	@./scripts/need go cc git node npm tmux
	GORTEX_E2E=require $(GO) test -race -tags $(TAGS) -timeout 20m ./...

# The same with every version of Pi that we serve, and 500 cycles of new, fork, resume and reload on the oldest and the newest.
test-all:
	@./scripts/need go cc git node npm tmux
	GORTEX_E2E=require GORTEX_PI_VERSIONS=all GORTEX_SOAK=500 $(GO) test -tags $(TAGS) -timeout 120m -count 1 ./e2e/...

# A session each of the real Claude Code and Gemini CLI against a scripted model; fetches 500 MB, once.
test-hosts:
	@./scripts/need go cc git node npm
	GORTEX_E2E=require GORTEX_CLAUDE=fetch GORTEX_GEMINI=fetch $(GO) test -tags $(TAGS) -timeout 40m -count 1 -run TestTheReal ./e2e

# What needs neither Node nor Pi.
test-short:
	GORTEX_E2E=off $(GO) test -tags $(TAGS) ./...

lint:
	$(GO) vet -tags $(TAGS) ./...
	@test -z "$$(gofmt -l cmd internal extension-assets e2e bench)" || { gofmt -l cmd internal extension-assets e2e bench; exit 1; }
	$(GO) tool staticcheck -tags $(TAGS) ./...

# The extension against Pi's own types, the oldest and the newest.
types:
	@./scripts/need node npm
	@./scripts/types

# What holds no C, for Windows and macOS.
cross:
	@./scripts/need go
	@./scripts/cross

bench:
	$(GO) test -tags $(TAGS) -run '^$$' -bench . -benchmem ./...

# Program, manual page and completions.
install: build
	@./scripts/stage bin/gortex "$(DESTDIR)$(PREFIX)"
	@echo "installed $(DESTDIR)$(PREFIX)/bin/gortex; next: gortex pi install, or gortex claude install"

# The archive, and on Debian the package, in dist/.
release:
	@./scripts/release $(VERSION)

# Each way to install, tried in a clean folder.
test-install:
	GORTEX_PACKAGING=1 $(GO) test -tags $(TAGS) -timeout 20m ./packaging

clean:
	rm -rf bin .cache
