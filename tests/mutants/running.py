"""Running tests on a copy of the tree, and which tests concern a file of it."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("rules", "renderer", "data", "bot")
LEFT_OUT = ("tests/chaos", "tests/faults", "tests/golden", "tests/demo", "tests/test_")
"""What takes minutes, or looks at files and not at what they do."""
LEFT_BEHIND = shutil.ignore_patterns(
    *(".git", ".venv", "__pycache__", "var", ".mypy_cache", ".pytest_cache", "mutants"),
    *(".ruff_cache", ".hypothesis", "*.egg-info"),
)
ENDLESS, WAITED = "endless", 1200.0
"""Seconds after which tests count as endless; each is ended by pytest's own limit before."""
OPTIONS = (
    *("-x", "-q", "-rfE", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-p", "no:randomly"),
    "--hypothesis-seed=0",
)
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
WORDS = re.compile(r"[a-z]{4,}")


class Tree:
    """A copy of the project, in which a file can be another for a while."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "tree"
        shutil.copytree(ROOT, self.folder, ignore=LEFT_BEHIND)

    @contextmanager
    def changed(self, path: Path, text: str) -> Iterator[None]:
        """Let a file have another text while the block runs."""
        file = self.folder / path
        before = file.read_bytes()
        file.write_text(text, encoding="utf-8")
        try:
            yield
        finally:
            file.write_bytes(before)

    def run(self, tests: Sequence[str], *options: str) -> str:
        """Run tests until one does not pass; which it was, empty if all pass."""
        command = (sys.executable, "-m", "pytest", *OPTIONS, *options, *tests)
        given = {**os.environ, "PYTHONPATH": str(self.folder)}
        try:
            ended = subprocess.run(
                command,
                cwd=self.folder,
                env=given,
                capture_output=True,
                text=True,
                timeout=WAITED,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return ENDLESS
        if ended.returncode in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return ""
        failed = FAILED.search(ended.stdout)
        return failed[1] if failed else f"pytest cannot begin: {ended.stderr[-200:]}"


class Concerning:
    """Knows what imports what, also through ``tests/kit``."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._graph = grimp.build_graph(*PACKAGES, cache_dir=None)
        found = sorted(each.relative_to(root) for each in (root / "tests").rglob("test_*.py"))
        self._tests = [each for each in found if not str(each).startswith(LEFT_OUT)]

    def tests_of(self, path: Path) -> list[str]:
        """The test files that come to a file of the project, the likeliest to notice first."""
        module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        affected, name = {module, *self._graph.find_downstream_modules(module)}, _words(module)

        def nearness(test: Path) -> tuple[int, int]:
            near = 4 * (path.stem in test.stem) + 3 * (module in _imported(self._root / test))
            return -near - len(name & _words(str(test))), (self._root / test).stat().st_size

        found = [each for each in self._tests if self._reached(self._root / each) & affected]
        return [str(each) for each in sorted(found, key=nearness)]

    def _reached(self, test: Path) -> set[str]:
        """The project's modules that a test, or what it uses of the other tests, imports."""
        seen, todo, reached = set[Path](), [test], set[str]()
        while todo:
            path = todo.pop()
            if path not in seen:
                seen.add(path)
                beside = (self._root / f"{each.replace('.', '/')}.py" for each in _imported(path))
                todo += [each for each in beside if each.is_relative_to(self._root / "tests")]
                reached |= _imported(path) & self._graph.modules
        return reached


def _words(text: str) -> set[str]:
    return set(WORDS.findall(text)) - {"tests", "test", "rules", "data", "games"}


@cache
def _imported(path: Path) -> set[str]:
    """What a file imports; nothing if there is no such file."""
    if not path.exists():
        return set()
    found = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    names = {each.name for node in found if isinstance(node, ast.Import) for each in node.names}
    for node in found:
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
    return names
