# Rectify. `make run` and `make test` need Python 3.11 or later and nothing else.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/bash
BIN := .venv/bin
ROOMS := accounts config exams laws
OURS := $(ROOMS) tests manage.py
# Test modules are compiled with their assertions taken apart; that is done once a change, not once a run.
unexport PYTHONDONTWRITEBYTECODE
# The first Python that is new enough; say PYTHON=... to choose another.
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$p"; break; }; done)

help: ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: .venv/installed .env ## the environment in .venv, as locked

.venv/installed: requirements-dev.lock
	@test -n "$(PYTHON)" || { echo "Rectify needs Python 3.11 or later; none was found." >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@$(BIN)/python -m compileall -q -j 0 .venv/lib >/dev/null || true  # on all cores; templates of code that come along are no Python
	@touch $@

.env:
	@cp .env.example .env

run: setup ## the site with demo people on http://localhost:8000 (PORT=...), until Ctrl-C
	@exec $(BIN)/python -m config.run

# Lint and types go on beside the tests; what they say is shown when the tests are done, and either fails the whole.
test: ## everything that must hold: lint, types, layers, migrations, tests
	@$(MAKE) --no-print-directory --jobs=2 setup browser
	@mkdir -p .state; $(MAKE) --no-print-directory --keep-going lint types > .state/checks 2>&1 & checks=$$!; \
	$(BIN)/python -m pytest --dist worksteal -n $$($(BIN)/python -c 'import os; print((os.cpu_count() or 1) + 1)'); suite=$$?; \
	wait $$checks; checked=$$?; cat .state/checks; \
	[ $$checked = 0 ] || echo "Lint or types failed: see above." >&2; exit $$((suite || checked))

lint: setup ## style, layers, templates, migrations
	$(BIN)/ruff check $(OURS)
	$(BIN)/ruff format --check $(OURS)
	$(BIN)/lint-imports
	$(BIN)/djlint --quiet --lint $(ROOMS)
	$(DENO) lint --quiet config/static/js tests/browser/scripts tests/laws/assistant
	$(BIN)/python manage.py makemigrations --check --dry-run --settings tests.settings

types: setup ## mypy, and the types of the scripts that others import
	$(BIN)/mypy
	$(DENO) check --quiet --no-remote $(MODULES)
DENO := DENO_DIR=.state/deno DENO_NO_UPDATE_CHECK=1 $(BIN)/deno
# The scripts of a single page find their elements by name, which types cannot follow; those they share stand alone.
MODULES := $(addprefix config/static/js/sitting-,$(addsuffix .js,alive answers clock outbox refused sheets store told unreadable)) \
	$(addprefix config/static/js/pocket-,$(addsuffix .js,elements interview law leave outbox practice rulings store tonight version))

# Needs nothing of the environment, so that the one is installed while the other is.
browser:
	@$(PYTHON) -m tests.browser.chromium
	@$(PYTHON) -m tests.config.nginx

bench: setup ## how fast the parts are, with the machine they ran on
	$(BIN)/python -m pytest tests/bench -o python_files='bench_*.py' --benchmark-only \
		--benchmark-columns=median,iqr,rounds --benchmark-sort=name

tells: setup ## how often the right option is guessed from the options alone (OPTIONS="--law 27 --count 400")
	$(BIN)/python manage.py tells $(OPTIONS)

load: setup .venv/installed-load ## 300 candidates start within a minute and answer at exam pace (OPTIONS="--candidates 50")
	$(BIN)/python -m tests.load.exam $(OPTIONS)

load-practice: setup .venv/installed-load ## 500 people practise, an answer each twenty seconds (OPTIONS="--people 100")
	$(BIN)/python -m tests.load.practice $(OPTIONS)

.venv/installed-load: requirements-load.lock | .venv/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-load.lock
	@touch $@

drill: setup ## kill web, worker and database during 100 running attempts, and count what is lost
	$(BIN)/python -m tests.load.drill $(OPTIONS)

screenshots: setup browser ## every main page at 1280 and 390 px, in .screenshots/
	$(BIN)/python -m pytest tests/screenshots -o python_files='shoot_*.py' -q

format: setup ## bring the code into shape
	$(BIN)/ruff check --fix $(OURS)
	$(BIN)/ruff format $(OURS)

lock: setup ## resolve the dependencies again (UPGRADE=--upgrade for newer versions)
	$(BIN)/uv pip compile pyproject.toml $(LOCKED) -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --group dev $(LOCKED) -c requirements.lock -o requirements-dev.lock
	$(BIN)/uv pip compile pyproject.toml --group dev --group load $(LOCKED) -c requirements-dev.lock -o requirements-load.lock
LOCKED = --quiet --python-version 3.11 --universal --generate-hashes --no-annotate --no-header $(UPGRADE)

.PHONY: help setup run test lint types browser bench tells load load-practice drill screenshots format lock
