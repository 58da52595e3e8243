"""Which tests concern a module, the likeliest first."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import grimp

PACKAGES = ("rules", "renderer", "data", "bot")
LEFT_OUT = ("tests/chaos", "tests/faults", "tests/golden", "tests/demo", "tests/test_")
"""What takes minutes, or looks at files and not at what they do."""
FLOORS = {
    "rules": ("tests/rules", "tests/conformance"),
    "data": ("tests/data_layer", "tests/core", "tests/features"),
    "bot.core": ("tests/core", "tests/features"),
    "bot.features": ("tests/features", "tests/e2e"),
    "bot.screen": ("tests/screen", "tests/e2e"),
    "renderer": ("tests/renderer",),
}
WORDS = re.compile(r"[a-z]{4,}")


class Concerning:
    """Knows what imports what, also through ``tests/kit``."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._graph = grimp.build_graph(*PACKAGES, cache_dir=None)
        self._tests = [
            path
            for path in sorted((root / "tests").rglob("test_*.py"))
            if not str(path.relative_to(root)).startswith(LEFT_OUT)
        ]

    def tests_of(self, path: Path) -> list[Path]:
        """The test files that come to a file of the project, the likeliest to notice first."""
        module = _module(path)
        affected = {module, *self._graph.find_downstream_modules(module)}
        found = [each for each in self._tests if self._reached(each) & affected]
        return sorted(found, key=lambda each: (-self._nearness(each, module), each.stat().st_size))

    def _nearness(self, test: Path, module: str) -> int:
        """How likely it is that a test is about a module: by its names, place and imports."""
        name, where = _words(module), test.relative_to(self._root)
        *_, area, own = ["", *module.split(".")]
        near = 20 * (own in where.stem) + 10 * (area in where.stem)
        near += 5 * len(name & _words(where.stem)) + 5 * len(name & _words(str(where.parent)))
        places = next((p for floor, p in FLOORS.items() if module.startswith(floor)), ())
        near += 6 * str(where).startswith(places)
        direct = _imported(test)
        near += 12 * (module in direct) + 5 * (module.rpartition(".")[0] in direct)
        return near

    def _reached(self, test: Path) -> set[str]:
        """The project's modules that a test, or what it uses of the other tests, imports."""
        seen, todo, reached = set[Path](), [test], set[str]()
        while todo:
            path = todo.pop()
            if path in seen:
                continue
            seen.add(path)
            for name in _imported(path):
                beside = self._root / f"{name.replace('.', '/')}.py"
                if name.startswith("tests.") and beside.exists():
                    todo.append(beside)
                elif name in self._graph.modules:
                    reached.add(name)
        return reached


def _module(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _words(text: str) -> set[str]:
    return set(WORDS.findall(text)) - {"tests", "test", "services", "rules", "data", "games"}


@cache
def _imported(path: Path) -> frozenset[str]:
    return frozenset(_names(ast.parse(path.read_text(encoding="utf-8"))))


def _names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)
