# Every target makes .venv by itself; a second run is quick.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed

# what most changes touch: the games, the path of a turn, the house, and one match from end to end
VITAL := tests/rules/games tests/rules/geometry tests/chat tests/test_house.py tests/test_imports.py \
	$(addprefix tests/services/,matches composer challenges clocks requests delivery) \
	tests/e2e/test_first_match.py

# Compiled files are kept, whatever the environment says. Collecting the tests takes 10 s of processor
# time without them and 4 s with them, in each process, and programs that tests begin would compile
# everything again. Nothing is compiled beforehand: the processes of a first run take what another has
# written by then (24 s for three of them), and one that went ahead would keep the others waiting.
test quick coverage chaos soak mutants: export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo run test quick coverage check format bench chaos soak mutants screenshots gallery clean

demo: $(STAMP)
	$(BIN)/python -m bot demo

run: $(STAMP)
	$(BIN)/python -m bot run

test: $(STAMP)
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal

quick: $(STAMP)
	$(BIN)/ruff check .
	QUINTET_TEST_DATABASE= $(BIN)/python -m pytest --numprocesses auto --dist worksteal --hypothesis-profile quick \
		-m "not slow" $(VITAL)

coverage: $(STAMP)
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal --cov --cov-report=term:skip-covered --cov-fail-under=95

check: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP)
	$(BIN)/python -m benchmarks

chaos: $(STAMP)
	$(BIN)/python -m tests.chaos

# on a file; for two processes on a server add DATABASE=ADDRESS, of an empty database
soak: $(STAMP)
	$(BIN)/python -m tests.chaos --soak $(or $(MINUTES),60) $(if $(DATABASE),--processes 2 --database $(DATABASE))

mutants: $(STAMP)
	$(BIN)/python -m tests.mutants --sample $(or $(SAMPLE),20) --seed $(or $(SEED),1) $(or $(PATHS),rules)

screenshots: $(STAMP)
	$(BIN)/python -m tests.walkthrough

gallery: $(STAMP)
	$(BIN)/python -m renderer gallery docs/gallery

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache

$(STAMP): pyproject.toml constraints.txt
	@echo "Installing into $(VENV), which takes a minute or two and happens once."
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $@
