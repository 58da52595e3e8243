"""English that no language can say: what stands in the code outside of texts."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("rules", "renderer", "bot/chat", "bot/services")
SAID = {"Text", "Counted", "Plain", "of_file"}
"""What is made of a text here, a language can say, or need not."""
_TOLD = re.compile(
    r"(.*Error|TypeVar|NewType|TypeAlias|compile|info|warning|error|exception|debug|getLogger"
    r"|field_name|Counter|Gauge|Histogram|CannotPost|Chart[A-Z]\w*|ParamSpec|command|menu|describe)"
)
"""What is called with words for programmers, operators, or Discord, which has its translator."""
_SENTENCE = re.compile(r"[A-Za-z]{2,}[,;:.!?*)]* +[(*`{]*[A-Za-z]|^[A-Z][a-z]{2,}[.:!?]?$")
"""Two words, or one that begins as labels do."""


def untranslated(path: Path) -> list[tuple[int, str]]:
    """The English in a file and its lines; docstrings, logs and errors of programmers apart."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [(line, text) for line, text in _found(tree) if _SENTENCE.search(text)]


def everything() -> dict[str, list[tuple[int, str]]]:
    """The same of all packages, by file; files without any left out."""
    paths = (each for name in PACKAGES for each in sorted((ROOT / name).rglob("*.py")))
    found = {each.relative_to(ROOT).as_posix(): untranslated(each) for each in paths}
    return {name: those for name, those in found.items() if those}


def _found(node: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value
    if isinstance(node, ast.JoinedStr):
        parts = (each.value if isinstance(each, ast.Constant) else "{x}" for each in node.values)
        yield node.lineno, "".join(map(str, parts))
    for each in _within(node):
        yield from _found(each)


def _within(node: ast.AST) -> Iterator[ast.AST]:
    """What is in a part of the code that people may read."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in SAID:
            yield from (each.value for each in node.keywords)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if _TOLD.fullmatch(name):
            return
        case ast.JoinedStr(values=parts):
            yield from (each.value for each in parts if isinstance(each, ast.FormattedValue))
        case ast.arg() | ast.Constant():
            return
        case ast.FunctionDef(returns=returns) | ast.AsyncFunctionDef(returns=returns):
            yield from (each for each in ast.iter_child_nodes(node) if each is not returns)
        case _:
            yield from ast.iter_child_nodes(node)


if __name__ == "__main__":
    for name, those in everything().items():
        print(len(those), name)
