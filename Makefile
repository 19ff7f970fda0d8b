# Everything starts from a plain python3 (3.11 or later); environments are made as needed.
PYTHON ?= python3
VERSIONS ?= 3.11 3.12 3.13
# two processes a core, since tests wait for workers most of the time; neighbours stay in one, so that what they share is
# made once
PYTEST_ARGS ?= -n $(shell expr 2 \* $$(getconf _NPROCESSORS_ONLN)) --dist worksteal

# what was compiled is kept, whatever the shell says: dozens of processes a test would compile all of Caddis again
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test test-all lint format bench bench-peers types ablation tracing acceptance clean

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

demo: .venv/.installed ## find the bugs of examples/sum_stack and show their tests
	@rm -rf .demo
	.venv/bin/caddis generate examples/sum_stack --time 10 --seed 1 --output .demo/tests --findings .demo/findings
	@echo
	@cat .demo/findings/test_*_findings.py

test: lint ## lint, type check and run the tests
	.venv/bin/python -m pytest $(PYTEST_ARGS)

test-all: ## run the tests on each Python of VERSIONS that this machine has
	@ran=; failed=; \
	for version in $(VERSIONS); do \
	  python=$$($(find-python)); \
	  if [ -z "$$python" ]; then echo "== Python $$version: not on this machine"; continue; fi; \
	  echo "== Python $$version: $$python"; ran="$$ran $$version"; \
	  $(MAKE) --no-print-directory ".venv-$$version/.installed" PYTHON="$$python" \
	    && ".venv-$$version/bin/python" -m pytest $(PYTEST_ARGS) || failed="$$failed $$version"; \
	done; \
	[ -n "$$ran" ] || { echo "none of $(VERSIONS) is on this machine" >&2; exit 1; }; \
	[ -z "$$failed" ] || { echo "failed on:$$failed" >&2; exit 1; }; \
	echo "passed on:$$ran"

lint: .venv/.installed ## ruff and mypy, changing nothing
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy --strict

format: .venv/.installed ## let ruff format and repair what it can
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

bench: .venv/.installed ablation ## speed, reach, bugs over time, what it all costs, what observers are worth (long, needs the network)
	.venv/bin/python -m benchmarks.page benchmarks
	.venv/bin/python -m benchmarks.page benchmarks.parts
	.venv/bin/python -m benchmarks.page benchmarks.memory
	.venv/bin/python -m benchmarks.page benchmarks.probing
	.venv/bin/python -m benchmarks.page benchmarks.over_time --parallel 1
	.venv/bin/python -m benchmarks.page benchmarks.callbacks
	.venv/bin/python -m benchmarks.page benchmarks.editor
	.venv/bin/python -m benchmarks.page benchmarks.reaching
	.venv/bin/python -m benchmarks.page benchmarks.reset
	.venv/bin/python -m benchmarks.page benchmarks.supervision
	.venv/bin/python -m benchmarks.page benchmarks.palulu
	.venv/bin/python -m benchmarks.page benchmarks.palulu.recorded
	.venv/bin/python -m benchmarks.page benchmarks.complex_inputs

bench-peers: .venv/.installed ## mutants that our suites and Pynguin's notice, branches that they run (long, needs the network)
	.venv/bin/python -m benchmarks.page benchmarks.peers
	.venv/bin/python -m benchmarks.page benchmarks.peers.branches

types: .venv/.installed ## what annotations, and learning from calls, are worth (long, needs the network)
	.venv/bin/python -m benchmarks.page benchmarks.types

ablation: .venv/.installed ## what each filter and heuristic is worth (long, needs the network)
	.venv/bin/python -m benchmarks.page benchmarks.ablation --parallel 2

tracing: .venv/.installed ## what recording costs and what it is worth, on real packages (long, needs the network)
	.venv/bin/python -m benchmarks.page benchmarks.tracing.cost
	.venv/bin/python -m benchmarks.page benchmarks.tracing.worth

acceptance: .venv/.installed ## run on real packages and check what comes out (long, needs the network)
	.venv/bin/python -m benchmarks.acceptance
	.venv/bin/python -m benchmarks.planted --seeds 3
	.venv/bin/python -m benchmarks.flaky
	.venv/bin/python -m benchmarks.bugs
	.venv/bin/python -m benchmarks.differences

clean: ## remove environments, caches and what the demo wrote
	rm -rf .venv .venv-* .demo .acceptance .peers .tracing build dist .mypy_cache .ruff_cache .pytest_cache .coverage htmlcov
	find src tests examples benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# The first interpreter of $$version that really runs: on PATH, else among pyenv's, newest first.
define find-python
{ command -v "python$$version"; \
  root=$$(pyenv root 2>/dev/null || echo "$${PYENV_ROOT:-$$HOME/.pyenv}"); \
  ls -d "$$root/versions/$$version".*/bin/python 2>/dev/null | sort -rV; } \
| while read -r candidate; do \
    if "$$candidate" -c "import sys, venv; sys.exit('%d.%d' % sys.version_info[:2] != '$$version')" >/dev/null 2>&1; \
    then echo "$$candidate"; break; fi; \
  done
endef

define install
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Caddis needs Python 3.11 or later; try: make PYTHON=python3.12")'
@echo "installing into $(@D)"
@test -x $(@D)/bin/python || $(PYTHON) -m venv $(@D)
@$(@D)/bin/python -m pip install -qq --disable-pip-version-check -c constraints.txt -e '.[dev]'
@touch $@
endef

.venv/.installed: pyproject.toml constraints.txt
	$(install)

.venv-%/.installed: pyproject.toml constraints.txt
	$(install)
