# make run    start a table                make test      check everything
# make soak   the long checks              make bench     the figures
# make golden, make pictures               rewrite what the tests compare with (then look at the diff)
# make clean  remove what was built        More arguments: make run ARGS="--bots 4", make test ARGS="-k urn"

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Quiet: setuptools warns about every editable install, on each run, of nothing that matters here.
PIP := PYTHONWARNINGS=ignore $(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt
# On a Pi the GPIO libraries come from the system's packages, so the environment must see them.
SEES := $(shell grep -qs "Raspberry Pi" /proc/device-tree/model && echo --system-site-packages)
CHROMIUM := $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)
PYTHON313 := $(shell python3.13 -c "import sys; print(sys.executable)" 2>/dev/null || ls -d $(HOME)/.pyenv/versions/3.13.*/bin/python 2>/dev/null | tail -1)
PEER := $(if $(PYTHON313),build/peer/.installed)

.PHONY: help run test soak bench golden pictures clean chromium
.DEFAULT_GOAL := help

help:
	@sed -n 's/^# //;/^$$/q;p' Makefile

run: $(VENV)/.run
	@$(BIN)/companion run $(ARGS)

# Three at once on two cores: who waits for a browser or a disk leaves a core free.
test: $(VENV)/.test chromium
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n 3 --dist loadscope $(ARGS)

soak: $(VENV)/.test chromium
	$(BIN)/pytest -m soak --timeout=0 $(ARGS)

bench: $(VENV)/.test $(PEER)
	@$(BIN)/python -m tests.bench $(ARGS)

golden: $(VENV)/.test
	$(BIN)/pytest -q -m golden --rewrite $(ARGS)

pictures: $(VENV)/.test
	$(BIN)/pytest -q -m picture --rewrite $(ARGS)

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find companion firmware web tests -name __pycache__ -prune -exec rm -rf {} +

chromium:
	@test -n "$(CHROMIUM)" || { echo "The tests need a browser. Type: sudo apt install chromium   (Ubuntu: sudo snap install chromium)"; exit 1; }

$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" || { echo "companion needs Python 3.11 or newer. Type: make $(MAKECMDGOALS) PYTHON=python3.11   (or newer)"; exit 1; }
	@$(PYTHON) -c "import ensurepip" 2>/dev/null || { echo "Python's venv is missing. Type: sudo apt install python3-venv"; exit 1; }
	@$(PYTHON) -m venv $(SEES) $(VENV)

# The reader library asks for RPi.GPIO and a C compiler, which a PC and a Pi 5 cannot use: it comes without its dependencies.
$(VENV)/.run: $(VENV)/pyvenv.cfg pyproject.toml constraints.txt
	@echo "Installing (only when something changed; the first time takes a minute or more)"
	@$(PIP) -e . gpiozero
	@$(PIP) --no-deps mfrc522
	@touch $@

$(VENV)/.test: $(VENV)/.run
	@$(PIP) -e ".[dev]"
	@$(PIP) --no-deps pi-rc522
	@touch $@

build/peer/.installed: constraints.txt
	@$(PYTHON313) -m venv build/peer
	@build/peer/bin/python -m pip install -q --disable-pip-version-check -c constraints.txt msgspec tyrant
	@touch $@
