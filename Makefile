# Everything a developer needs. A fresh clone needs Python >= 3.11 (with venv and headers), a C++20 compiler and make.
SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python

export PIP_DISABLE_PIP_VERSION_CHECK := 1

CXX_FILES := $(shell find cpp -type f -name '*.[ch]pp')
CATALOGUES := $(wildcard src/sumito/data/catalogues/*.po)
INPUTS := $(CXX_FILES) cpp/wasm/build_wasm.py CMakeLists.txt tools/catalogues.py $(CATALOGUES)
CMAKE = $(BIN)/cmake -S . -B $(@D) -G Ninja "-DPython_EXECUTABLE=$(CURDIR)/$(PY)" \
  "-DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja" --log-level=WARNING > /dev/null

# The environment has a Node if the system has none, or an old one.
WITH_NODE = PATH="$(CURDIR)/$(BIN):$$PATH"
TSC = $(WITH_NODE) build/typescript/node_modules/.bin/tsc
PRETTIER = $(WITH_NODE) build/typescript/node_modules/.bin/prettier --log-level warn \
  --cache --cache-location build/typescript/.prettier
PRETTIER_FILES := $(shell find src tests benchmarks -type f \( -name '*.js' -o -name '*.mjs' -o -name '*.css' \))

.PHONY: all help play test test-long mutants bench lint format wheel asan tsan fuzz parts browsers clean
.DELETE_ON_ERROR:
# Setting up prints one line for each step instead of its commands.
.SILENT: $(VENV)/.play $(VENV)/.dev $(VENV)/.lab build/play/build.ninja build/dev/build.ninja build/play/.built build/dev/.built
.SILENT: parts browsers build/typescript/.installed

all: build/dev/.built  ## builds everything into .venv and src
help:  ## lists the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

# ---- environments: a small one for `make play`, the full one for everything else; set up again if pyproject.toml changes
$(VENV)/.play: pyproject.toml
	sh tools/needs.sh $(PYTHON)
	echo "Setting up, once: packages for the build and the server ..."
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(PY) -m pip install -q --upgrade "pip>=25.1"
	$(PY) -m pip install -q --group play
	echo "$(CURDIR)/src" > "$$($(PY) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/sumito_dev.pth"
	printf '#!/bin/sh\nexec "$$(dirname "$$0")/python" -m sumito "$$@"\n' > $(BIN)/sumito && chmod +x $(BIN)/sumito
	touch $@

$(VENV)/.dev: $(VENV)/.play
	echo "Setting up, once: packages for the tests ..."
	$(PY) -m pip install -q --group dev
	touch $@

$(VENV)/.lab: $(VENV)/.dev
	echo "Setting up, once: packages for the long tests ..."
	$(PY) -m pip install -q --group lab
	touch $@

# ---- native code and WebAssembly: ninja decides what to compile, make decides whether to run ninja
build/play/build.ninja: CMakeLists.txt $(VENV)/.play
	$(CMAKE) -DCMAKE_BUILD_TYPE=Release
	touch $@

build/dev/build.ninja: CMakeLists.txt $(VENV)/.dev
	$(CMAKE) -DCMAKE_BUILD_TYPE=Release -DSUMITO_WERROR=ON
	touch $@

build/play/.built build/dev/.built: build/%/.built: build/%/build.ninja $(INPUTS)
	if test -e $@; then echo "Compiling what has changed ..."; else echo "Compiling, once: this takes some minutes ..."; fi
	touch $@.start
	$(BIN)/cmake --build build/$* -- --quiet
	$(BIN)/cmake --install build/$* --prefix src --component python > /dev/null
	mv $@.start $@

# ---- for the tests: Chromium, Node and the servers, checked each time; the type checker and the formatter, installed once
parts: $(VENV)/.dev  ## installs Chromium, Node, PostgreSQL, Redis and nginx for the tests
	sh tools/web_needs.sh $(PY)
	sh tools/server_needs.sh

browsers: $(VENV)/.lab  ## installs Firefox and WebKit for the long tests
	sh tools/browser_needs.sh

build/typescript/.installed: tests/web/package.json tests/web/package-lock.json | parts
	echo "Setting up, once: the type checker and the formatter ..."
	mkdir -p $(@D) && cp tests/web/package.json tests/web/package-lock.json $(@D)/
	cd $(@D) && $(WITH_NODE) npm ci --silent --ignore-scripts --no-audit --no-fund
	touch $@

play: build/play/.built  ## opens the web app in the browser
	@$(PY) -m sumito play

# To collect all tests takes longer than to run some of those that measure time.
TIMING_FILES = $$(grep -rl --include='test_*.py' 'mark\.timing' tests)

test: lint build/dev/.built  ## runs lint, types and tests
	$(PY) -m pytest -q -m "not long and not timing" -n 3 --dist worksteal --durations=25
	$(PY) -m pytest -q -m "timing and not long" --durations=5 $(TIMING_FILES)

# ---- all tests: the long tests, the tests under sanitizers, the parsers under a fuzzer
test-long: lint build/dev/.built browsers  ## runs the long tests too, sanitizers, fuzzers
	SUMITO_HYPOTHESIS=large $(PY) -m pytest -q --cov -o timeout=900 -m "not timing"
	$(PY) -m pytest -q -m timing $(TIMING_FILES)
	$(MAKE) asan
	$(MAKE) tsan
	$(MAKE) fuzz

mutants: build/dev/.built parts  ## puts faults into the code, and counts those that the tests notice
	$(WITH_NODE) $(PY) tools/mutants.py

bench: build/dev/.built  ## measures the performance targets
	$(PY) benchmarks/run.py
	$(PY) benchmarks/browser.py
	$(PY) benchmarks/pages.py
	$(PY) benchmarks/storage.py
	$(PY) benchmarks/server.py

lint: build/dev/.built build/typescript/.installed build/tidy/.passed  ## runs ruff, mypy strict, tsc, prettier, clang-format, clang-tidy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(TSC) -p tests/web/tsconfig.json
	$(TSC) -p tests/web/tsconfig.worker.json
	$(PRETTIER) --check $(PRETTIER_FILES)
	$(BIN)/clang-format --dry-run -Werror $(CXX_FILES)

# clang-tidy takes minutes for all sources, so it checks only those that changed since they last passed.
build/tidy/.passed: build/dev/.built .clang-tidy tools/tidy.py
	$(PY) tools/tidy.py build/dev build/tidy
	touch $@

format: $(VENV)/.dev build/typescript/.installed  ## formats Python, C++, JavaScript and CSS
	$(BIN)/ruff check --fix-only -q .
	$(BIN)/ruff format -q .
	$(BIN)/clang-format -i $(CXX_FILES)
	$(PRETTIER) --write $(PRETTIER_FILES)

# ---- sanitizers: a separate build folder with its own copy of the package, so that the normal build stays
build/asan/build.ninja: SANITIZE := address,undefined
build/tsan/build.ninja: SANITIZE := thread
build/asan/build.ninja build/tsan/build.ninja: CMakeLists.txt $(VENV)/.dev
	$(CMAKE) -DCMAKE_BUILD_TYPE=RelWithDebInfo -DSUMITO_WASM=OFF -DSUMITO_SANITIZE=$(SANITIZE)
	touch $@

build/asan/.site build/tsan/.site: build/%/.site: build/%/build.ninja build/dev/.built FORCE
	$(BIN)/cmake --build build/$* -- --quiet
	rm -rf build/$*/site && mkdir -p build/$*/site && cp -R src/sumito build/$*/site/ && rm -f build/$*/site/sumito/*.so
	$(BIN)/cmake --install build/$* --prefix build/$*/site --component python > /dev/null

SANITIZED = PYTHONPATH=build/$@/site SUMITO_EXPECT_IN=build/$@/site
# Ray and browsers start programs that cannot run under sanitizers. Other tests cover the code that they run.
SANITIZED_TESTS = $(PY) -m pytest -q -o timeout=600 -p no:cacheprovider --capture=sys \
  --ignore=tests/test_lab_ray.py --ignore=tests/web

asan: build/asan/.site  ## runs the tests under AddressSanitizer and UBSan
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libubsan.so)" \
	ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc \
	$(SANITIZED) $(SANITIZED_TESTS)

# Only the tests of code with threads run here. The test `cannot_start` limits the memory of its process, and
# ThreadSanitizer needs more than that.
tsan: build/tsan/.site  ## runs the engine and training under ThreadSanitizer
	LD_PRELOAD="$$($(CXX) -print-file-name=libtsan.so)" TSAN_OPTIONS=halt_on_error=1:report_signal_unsafe=0 \
	$(SANITIZED) setarch -R $(SANITIZED_TESTS) -m "not long" tests/test_engine.py tests/test_engine_async.py \
	tests/test_network_loss.py \
	-k "not few_milliseconds and not cannot_start"

# ---- fuzzer: one minute for each parser, guided by coverage
fuzz: build/dev/.built  ## runs every parser under a fuzzer
	$(PY) -m pip install -q --group fuzz
	$(PY) tools/fuzz.py --seconds 60

wheel: $(VENV)/.dev  ## builds the sdist and the wheel
	$(PY) -m pip install -q --group dist
	rm -rf dist && $(PY) -m build -o dist .
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/auditwheel repair --disable-isa-ext-check -w dist/repaired dist/*.whl

clean:  ## removes the build
	rm -rf build dist src/sumito/*.so src/sumito/_native.pyi src/sumito/web/core/*.wasm
	rm -f src/sumito/data/catalogues/*.mo src/sumito/data/catalogues/*.json

FORCE:
