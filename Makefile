# The whole developer interface. `make site` and `make test` set up what they need, in .venv/.
#
#   PYTHON=…    the interpreter to make .venv with (3.11 or newer); without it, the first one found
#   WORKERS=2   how many processes run the tests; without it, one a core
#   TESTS=…     what `make test` runs: files, folders, or pytest's options; without it, everything

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:

PYTHON ?=
WORKERS ?= auto
TESTS ?=

# Relative, so that a checkout's path may hold spaces.
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --no-input

.PHONY: help site test lint bench golden soak clean browser

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

site: $(VENV)/.run ## build the test sets that the project ships into site/
	$(PY) -m gold build-site testsets --out site

test: $(VENV)/.test browser ## every test; pages are tested in Debian's chromium
	$(PY) -m pytest -n $(WORKERS) $(TESTS)

lint: $(VENV)/.test ## ruff (rules and format), mypy, and the import stair
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(VENV)/bin/lint-imports --no-logo

bench: $(VENV)/.test ## speed, as ratios to peers taken in the same run
	$(PY) -m tests.bench.run

golden: $(VENV)/.test ## accept what the golden tests now see; read the diff before you commit it
	$(PY) -m pytest -n $(WORKERS) --accept-golden tests/golden

soak: $(VENV)/.test browser ## the long tests
	$(PY) -m pytest -m soak

clean: ## remove what was built, measured and cached, and .venv
	rm -rf site build dist .bench .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache $(VENV)
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# ---- set-up ------------------------------------------------------------------------------------

# `apt_install PACKAGE…`: true if Debian's package is in place afterwards; false without apt or root.
APT_INSTALL = apt_install() { \
	command -v apt-get >/dev/null 2>&1 || return 1; \
	if [ "$$(id -u)" = 0 ]; then as_root=; \
	elif sudo -n true 2>/dev/null; then as_root='sudo -n'; \
	else return 1; fi; \
	echo "Installing Debian's $$*" >&2; \
	$$as_root apt-get -qq update </dev/null; \
	$$as_root env DEBIAN_FRONTEND=noninteractive \
		apt-get -qq -y install --no-install-recommends "$$@" </dev/null >/dev/null; \
	}

# An interpreter that is too old, or a shim that only says so, is passed over.
FIND_PYTHON = find_python() { \
	for candidate in "$(PYTHON)" python3 python3.14 python3.13 python3.12 python3.11 /usr/bin/python3; do \
		[ -n "$$candidate" ] || continue; \
		if "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
			echo "$$candidate"; return 0; \
		fi; \
		if [ -n "$(PYTHON)" ]; then break; fi; \
	done; \
	return 1; \
	}

# A .venv that has a working pip is kept, whoever made it.
$(VENV)/.made:
	@if $(PIP) --version >/dev/null 2>&1; then touch $@; exit 0; fi; \
	$(FIND_PYTHON); $(APT_INSTALL); \
	python=$$(find_python) || { \
		echo "gold needs Python 3.11 or newer: install it, or say where it is (make PYTHON=/path/to/python3.11)" >&2; \
		exit 1; \
	}; \
	"$$python" -c 'import ensurepip, venv' 2>/dev/null || apt_install python3-venv || true; \
	"$$python" -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$$python cannot make a virtual environment (it has no ensurepip)." >&2; \
		echo "As root: apt-get install python3-venv. Or name another one: make PYTHON=/path/to/python3" >&2; \
		exit 1; \
	}; \
	"$$python" -m venv --clear $(VENV) && touch $@

# The version stands in __init__.py, and the installed metadata repeat it.
$(VENV)/.run: pyproject.toml src/gold/__init__.py | $(VENV)/.made
	$(PIP) install -q -e .
	@touch $@

$(VENV)/.test: pyproject.toml src/gold/__init__.py | $(VENV)/.made
	$(PIP) install -q -e '.[test]'
	@touch $(VENV)/.run $@

# A Chromium, and what playwright's driver needs of the system. Without them the browser tests skip;
# GOLD_BROWSER=required makes them fail instead.
browser: $(VENV)/.test
	@$(APT_INSTALL); \
	for name in chromium chromium-browser google-chrome none; do \
		if command -v $$name >/dev/null 2>&1; then break; fi; \
	done; \
	if [ $$name = none ]; then \
		apt_install chromium fonts-liberation || { \
			echo "No Chromium here, and it could not be installed: the browser tests are skipped." >&2; \
			echo "As root: apt-get install chromium" >&2; \
			exit 0; \
		}; \
	fi; \
	$(PY) -m playwright --version >/dev/null 2>&1 || apt_install libatomic1 || { \
		echo "playwright's driver does not start, and what it needs could not be installed." >&2; \
		echo "As root: apt-get install libatomic1" >&2; \
	}
