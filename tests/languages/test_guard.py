"""No English stands in the code that no language can say: what is outside of texts."""

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("rules", "renderer", "bot/core", "bot/features", "bot/screen")
SAID = {"Text", "Counted", "Plain", "of_file"}
"""What is made of a text here, a language can say, or need not."""
FILLED = {"Text", "Counted", "Plain", "of"}
_TOLD = re.compile(
    r"(.*Error|TypeVar|NewType|TypeAlias|compile|info|warning|error|exception|debug|getLogger"
    r"|field_name|Counter|Gauge|Histogram|CannotPost|Chart[A-Z]\w*|ParamSpec|command|menu|describe)"
)
"""What is called with words for programmers, operators, or Discord, which has its translator."""
_SENTENCE = re.compile(r"[A-Za-z]{2,}[,;:.!?*)]* +[(*`{]*[A-Za-z]|^[A-Z][a-z]{2,}[.:!?]?$")
"""Two words, or one that begins as labels do."""
_WORD = re.compile(r"[a-z]{3,}")
_TYPED = re.compile(r"`?/[a-z]+( [a-z{}]+)*`?")
"""A command as it is typed."""
_NUMBERED, _PLACE = re.compile(r"(\*\*)?\{[a-z_]+\}\.(\1| ).*"), re.compile(r"\{[a-z_]+\}")
_WORDED = re.compile(r"[^\W\d_]|[,;:.!?%]")
"""What languages say or write in their own way: words, and the marks between them."""
BY_RIGHT = (
    # the command line
    ("*/__main__.py", ".*"),
    ("renderer/themes.py", "Slate|Wood|Tide"),
    # names of games, of who made them, and of the program
    ("rules/games/*/info.py", "[A-Z][a-z]+|[A-Z].* [A-Z].*"),
    ("bot/*/replay*.py", "Quintet"),
    # rows of tables, which are translated as whole lines
    ("rules/rulebook.py", "; "),
    # records, exports and notation
    ("rules/record.py", ".*"),
    ("rules/games/*.py", ".* ply:.*"),
    ("bot/features/tournaments/standings.py", "Buchholz.*|direct encounter"),
    ("bot/features/tournaments/exporting.py", "###.*|XXR .*|points of the .*|yes"),
    ("bot/features/tournaments/*.py", "Individual: .*"),
    # what people type
    ("bot/features/moves/screen/conditionals.py", "; "),
    ("bot/core/clocks/*.py", "no (clock|(time )?limit|deadline)|none"),
    ("rules/games/*.py", "pass|grey"),
    # what operators and programmers read: damaged data, logs, names of tasks
    ("rules/game.py", "with|without"),
    ("rules/puzzles/mining/*.py", ".*"),
    ("rules/games/halves/__init__.py", "[a-z{].*|, "),
    ("bot/core/matches/service.py", "Match .*|player to move|list of who left| and "),
    ("bot/core/matches/match_log.py", "follows on entry .*|.* after the end"),
    ("bot/features/ladders/storage.py", "ladder entry"),
    ("bot/core/matches/match_store.py", ".* entries expected"),
    ("bot/core/delivery.py", "deliver .*"),
    ("bot/features/matches/boards.py", "edit old board"),
    ("bot/core/pictures.py", "share card"),
    ("bot/features/challenges/screen.py", "answer left .*"),
    ("bot/features/moves/screen/composer.py", "composer left open"),
    # Discord's audit log, which has one language for all
    ("bot/screen/messenger/servers.py", "Champion"),
    # keys, names of files, seeds of chance
    ("rules/games/glaisher/reading.py", "numbers|cell|direction"),
    ("bot/screen/interaction/*.py", "what .*|acknowledged in doubt|heard at"),
    ("renderer/lettering.py", "Regular|Bold"),
    ("bot/features/reminders/typed.py", "Factory"),
    ("bot/features/tournaments/hooks.py", "ruling .*"),
)
"""What is English in every language: in files like these, texts like these."""


def untranslated(path: Path) -> list[tuple[int, str]]:
    """The English in a file and its lines; docstrings, logs and errors of programmers apart."""
    tree, found = ast.parse(path.read_text(encoding="utf-8")), _SENTENCE.search
    english = [each for each in _found(tree) if found(each[1]) and not _TYPED.fullmatch(each[1])]
    return [*english, *_glued(tree), *_chosen(tree)]


def _glued(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """What no language can change but should: ``Plain("{side}: {points}")``, ``", ".join(…)``."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="Plain"), args=[ast.Constant(value=str(text))]):
                if not _NUMBERED.fullmatch(text) and _WORDED.search(_PLACE.sub("", text)):
                    yield node.lineno, text
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="join")):
                if " " in text and _WORDED.search(text):
                    yield node.lineno, text


def _chosen(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Single words that a function answers with, or that fill a text."""
    for node in ast.walk(tree):
        match node:
            case ast.Return(value=ast.expr() as value) | ast.Yield(value=ast.expr() as value):
                found = [value]
            case ast.IfExp(body=one, orelse=other):
                found = [one, other]
            case ast.BoolOp(values=found):
                pass
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in FILLED:
                found = [each.value for each in node.keywords]
            case _:
                continue
        for each in found:
            if isinstance(each, ast.Constant) and _WORD.fullmatch(str(each.value)):
                yield each.lineno, str(each.value)


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


def test_all_english_is_english_by_right() -> None:
    rest, used = [], set[tuple[str, str]]()
    for path in (each for package in PACKAGES for each in sorted((ROOT / package).rglob("*.py"))):
        name = path.relative_to(ROOT).as_posix()
        for line, text in untranslated(path):
            found = {
                (files, texts)
                for files, texts in BY_RIGHT
                if fnmatch(name, files) and re.fullmatch(texts, text, re.DOTALL)
            }
            used |= found
            rest += [] if found else [f"{name}:{line}: {text}"]
    assert rest == []
    assert used == {*BY_RIGHT}  # no right is kept that nothing needs
