# The commands of this repository; `make help` lists them. All that is needed is
# Python 3.11 or newer, a C++20 compiler and make: everything else, CMake and
# Ninja included, is installed from PyPI into .venv.

PYTHON ?= python3
JOBS ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
WERROR ?= ON
PYTEST_ARGS ?=
DEMO_ARGS ?=
BENCH_ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/stamps
PIP := $(BIN)/python -m pip install --quiet

SANITIZED := build/asan-python
SANITIZERS := -O1 -g1 -D_GLIBCXX_ASSERTIONS -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export CMAKE_BUILD_PARALLEL_LEVEL := $(JOBS)
export PATH := $(CURDIR)/$(BIN):$(PATH)

EXPLORER := src/obliqua/show/explorer
BUILD_FILES := CMakeLists.txt pyproject.toml LICENSE $(wildcard README.md)
CORE_FILES := $(shell find cpp -name '*.cpp' -o -name '*.hpp' -o -name '*.h' -o -name CMakeLists.txt)
PYTHON_FILES := $(shell find src -type f -not -name '*.pyc' -not -name _core.pyi)
CORE_AND_BINDINGS := $(filter-out cpp/tests/%,$(CORE_FILES))
CPP_FORMATTED := $(filter-out cpp/tests/third_party/% %CMakeLists.txt,$(CORE_FILES))

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL: # two installs into one .venv would race; builds are parallel inside
.PHONY: help run test test-cpp bench lint format asan asan-python tsan tidy clean install explorer browser force

help: ## list these commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-11s %s\n", $$1, $$2}'

run: $(STAMP)/installed ## build, install into .venv and run the demo
	$(BIN)/obliqua demo $(DEMO_ARGS)

test: $(STAMP)/installed $(STAMP)/test-tools test-cpp ## build, then run every C++ and Python test
	$(BIN)/python -m pytest -n $(JOBS) $(PYTEST_ARGS)

test-cpp: $(STAMP)/build-tools ## build and run the core's own tests
	@$(call core-tests,dev)

bench: $(STAMP)/installed $(STAMP)/bench-tools ## time the library against its peers
	$(BIN)/python benchmarks/run.py $(BENCH_ARGS)

lint: $(STAMP)/installed $(STAMP)/dev-tools ## check style, types and import rules, Python and C++
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports
	$(BIN)/python tools/check_includes.py
	$(BIN)/clang-format --dry-run --Werror $(CPP_FORMATTED)

format: $(STAMP)/dev-tools ## put every file into the style that lint checks
	$(BIN)/ruff check --fix-only --quiet
	$(BIN)/ruff format
	$(BIN)/clang-format -i $(CPP_FORMATTED)

asan: $(STAMP)/build-tools ## the core's tests under the address and undefined-behaviour sanitizers
	@$(call core-tests,asan)

# The extension is built a second time, with sanitizers and nanobind's own checks, and goes before
# the installed one. Only tests whose work is the core's are run: the interpreter's leaks are its own.
asan-python: $(STAMP)/installed $(STAMP)/test-tools ## the oracle, property and estimator tests under the same sanitizers
	ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0 $(PIP) --upgrade --no-deps --target $(SANITIZED)/site \
	  --no-build-isolation -C build-dir=$(SANITIZED)/build -C cmake.build-type=RelWithDebInfo \
	  -C cmake.define.CMAKE_CXX_FLAGS_RELWITHDEBINFO="$(SANITIZERS)" .
	PYTHONPATH=$(SANITIZED)/site ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
	  LD_PRELOAD="$(foreach library,asan ubsan stdc++,$(shell $(CXX) -print-file-name=lib$(library).so))" \
	  $(BIN)/python -m pytest -n $(JOBS) -m "not slow" tests/oracle tests/property tests/estimator $(PYTEST_ARGS)

tsan: $(STAMP)/build-tools ## the core's tests under the thread sanitizer
	@$(call core-tests,tsan)

tidy: $(STAMP)/dev-tools ## clang-tidy over the core and its tests
	cmake --preset tidy -DOBLIQUA_WERROR=$(WERROR) --log-level=WARNING
	cmake --build --preset tidy

clean: ## remove everything that these commands made
	rm -rf .venv build dist demo-output src/obliqua/_core.pyi .mypy_cache .pytest_cache .ruff_cache \
	  .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

browser: ## install Chromium and its driver for the explorer's tests, where that is allowed
	@.ci/browser

explorer: ## bundle the explorer's page; needs Node.js and npm, and their registry
	@mkdir -p build/explorer && cp $(EXPLORER)/web/package*.json build/explorer/
	npm ci --prefix build/explorer --no-audit --no-fund --loglevel=error
	node $(EXPLORER)/web/build.mjs $(EXPLORER)/assets $(CURDIR)/build/explorer/node_modules

install: $(STAMP)/installed ## build and install into .venv

# Configure, build and run one preset's tests.
define core-tests
cmake --preset $(1) -DOBLIQUA_WERROR=$(WERROR) --log-level=WARNING && \
cmake --build --preset $(1) && \
ctest --preset $(1)
endef

# --- .venv, one stamp per step -----------------------------------------------

$(STAMP)/venv:
	@command -v $(PYTHON) >/dev/null || { echo "make: $(PYTHON) not found; Python 3.11 or newer is needed" >&2; exit 1; }
	@$(PYTHON) tools/preflight.py
	$(PYTHON) -m venv --clear $(VENV)
	@mkdir -p $(STAMP) && touch $@

$(STAMP)/build-tools: $(STAMP)/venv pyproject.toml tools/requirements.py
	@$(call install-requirements,build)

$(STAMP)/test-tools: $(STAMP)/venv pyproject.toml tools/requirements.py
	@$(call install-requirements,test)

$(STAMP)/bench-tools: $(STAMP)/venv $(STAMP)/test-tools
	@$(call install-requirements,bench)

$(STAMP)/dev-tools: $(STAMP)/build-tools $(STAMP)/test-tools
	@$(call install-requirements,dev)

define install-requirements
echo "installing the $(1) requirements into $(VENV)" && \
$(BIN)/python tools/requirements.py $(1) > $@.txt && \
$(PIP) -r $@.txt && \
touch $@
endef

# Without isolation the build keeps its directory and compiles only what changed.
# The stub of the compiled module is copied beside the sources for mypy and editors.
$(STAMP)/installed: $(STAMP)/build-tools $(STAMP)/source-list $(BUILD_FILES) $(CORE_AND_BINDINGS) $(PYTHON_FILES)
	@echo "building obliqua and installing it into $(VENV)"
	@$(PIP) --no-build-isolation -C cmake.define.OBLIQUA_WERROR=$(WERROR) '.[plot,store,tables]'
	@cp "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("platlib"))')/obliqua/_core.pyi" src/obliqua/
	@touch $@

# Changes when a file is added or removed, which no file's own date shows.
$(STAMP)/source-list: force | $(STAMP)/venv
	@echo $(CORE_AND_BINDINGS) $(PYTHON_FILES) | cmp -s - $@ || echo $(CORE_AND_BINDINGS) $(PYTHON_FILES) > $@
