# Every target makes .venv by itself, with what it needs; a second run is quick.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TO_RUN := $(VENV)/postgres.installed
TO_SHOW := $(VENV)/demo.installed
TO_DEVELOP := $(VENV)/dev.installed
TO_RELEASE := $(VENV)/release.installed

# what most changes touch: the games, the path of a turn, the house, and one match from end to end
VITAL := tests/rules/games tests/rules/geometry tests/screen tests/test_house.py tests/test_imports.py \
	$(addprefix tests/core/,matches clocks delivery) $(addprefix tests/features/,moves challenges requests) \
	tests/e2e/test_first_match.py

ON_ALL_CORES := --numprocesses auto --dist worksteal

# Compiled files are kept, whatever the environment says. Collecting the tests takes 10 s of processor
# time without them and 4 s with them, in each process, and programs that tests begin would compile
# everything again. Nothing is compiled beforehand: the processes of a first run take what another has
# written by then (24 s for three of them), and one that went ahead would keep the others waiting.
test night test-one quick coverage chaos soak mutants: export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo run install test night test-one quick coverage check format bench chaos soak mutants container lock release screenshots gallery docs fonts clean

demo: $(TO_SHOW)
	$(BIN)/quintet demo

run: $(TO_RUN)
	$(BIN)/quintet run

# for hosting: what requirements.lock names, each with its hash, and no tools of developers
install:
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	rm -rf build/lib build/bdist.*
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation .

test: $(TO_DEVELOP)
	$(BIN)/python -m pytest $(ON_ALL_CORES) -m "not night" --durations 10

# what make test leaves out, also making a release, and every property on eight times as many examples
night: $(TO_DEVELOP) $(TO_RELEASE)
	$(BIN)/python -m pytest $(ON_ALL_CORES) -m "night or hypothesis" --hypothesis-profile night --durations 10

# make test-one T=tests/core/clocks, or a file, or a test; on a file unless QUINTET_TEST_DATABASE is set
test-one: $(TO_DEVELOP)
	$(BIN)/python -m pytest $(or $(T),$(error T names what to run, such as T=tests/core/clocks))

quick: $(TO_DEVELOP)
	$(BIN)/ruff check .
	QUINTET_TEST_DATABASE= $(BIN)/python -m pytest $(ON_ALL_CORES) --hypothesis-profile quick \
		-m "not slow and not night" -rfE $(VITAL)

coverage: $(TO_DEVELOP)
	$(BIN)/python -m pytest $(ON_ALL_CORES) -m "not night" --cov --cov-report=term:skip-covered --cov-fail-under=95

check: $(TO_DEVELOP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m languages check

format: $(TO_DEVELOP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(TO_DEVELOP)
	$(BIN)/python -m benchmarks

chaos: $(TO_DEVELOP)
	$(BIN)/python -m tests.chaos

# on a file; for two processes on a server add DATABASE=ADDRESS, of an empty database
soak: $(TO_DEVELOP)
	$(BIN)/python -m tests.chaos --soak $(or $(MINUTES),60) $(if $(DATABASE),--processes 2 --database $(DATABASE))

mutants: $(TO_DEVELOP)
	$(BIN)/python -m tests.mutants --sample $(or $(SAMPLE),20) --seed $(or $(SEED),1) $(or $(PATHS),rules)

container: $(TO_DEVELOP)
	$(BIN)/python -m tests.container

# what hosts install, with hashes, after constraints.txt was changed
lock: $(TO_DEVELOP)
	$(BIN)/python -m tests.lock

release: $(TO_RELEASE)
	$(BIN)/python -m tests.release build

screenshots: $(TO_DEVELOP)
	$(BIN)/python -m tests.walkthrough

gallery: $(TO_DEVELOP)
	$(BIN)/python -m tests.renderer.gallery docs/gallery

# the pages as a site in build/site, without a link that leads nowhere
docs: $(TO_DEVELOP)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --clean --site-dir build/site

# from Debian's fonts-noto-cjk
fonts: $(TO_DEVELOP)
	$(BIN)/python -m tests.renderer.faces

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache

# the name of a stamp is the extra that was installed
$(VENV)/%.installed: pyproject.toml constraints.txt
	@echo "Installing into $(VENV), which takes a minute or two and happens once."
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[$*]'
	touch $@
