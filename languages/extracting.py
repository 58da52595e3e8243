"""Finding the messages in the code: what ``Text``, ``Counted`` and ``command`` are called with."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from languages.kinds import described, kinds_in
from rules.games import GAMES
from rules.puzzles import lessons
from rules.rulebook import units
from rules.texts import OF_SIDE, SIDE, Message, Text, messages_in

PACKAGES = ("rules", "languages", "renderer", "bot")
SECOND_FORM = "leave it empty, unless sides have another form, which {of_side} asks for"
NAMES = ("Text", "Counted")


class ExtractionError(ValueError):
    """A call whose template is no constant; the message names the file and the line."""


@dataclass(frozen=True, slots=True)
class Found:
    """A message and the files that say it, with what the code tells its translators."""

    message: Message
    files: tuple[str, ...]
    comments: tuple[str, ...] = ()


def messages_of(root: Path) -> list[Found]:
    """The messages of the packages below ``root``, in the order of their files.

    Raises ExtractionError. A comment ``# For translators: …`` in the line above goes along.
    """
    files: dict[Message, dict[str, None]] = {}
    comments: dict[Message, dict[str, None]] = {}
    trees = list[ast.Module]()
    for path in (each for package in PACKAGES for each in sorted((root / package).rglob("*.py"))):
        name = path.relative_to(root).as_posix()
        source = path.read_text(encoding="utf-8")
        lines = source.splitlines()
        trees.append(ast.parse(source))
        for line, message in _said_in(trees[-1], name):
            files.setdefault(message, {})[name] = None
            comments.setdefault(message, {}).update(_comment_above(lines, line))
    for call, kind in kinds_in(trees):
        comments[_message(call, getattr(call.func, "id", ""), "")][described(kind)] = None
    found = [Found(message, tuple(files[message]), tuple(comments[message])) for message in files]
    of = (
        replace(each, message=Message(each.message.english, OF_SIDE), comments=(SECOND_FORM,))
        for each in found
        if each.message.context == SIDE
    )
    return [*found, *of]


def _said_in(tree: ast.Module, name: str) -> Iterator[tuple[int, Message]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id in NAMES:
            yield node.lineno, _message(node, node.func.id, name)
        elif node.func.id == "command":
            yield from _described(node)


def _described(call: ast.Call) -> Iterator[tuple[int, Message]]:
    """What a command and its options say of themselves."""
    options = (each.value for each in call.keywords if each.arg != "called")
    for each in (*call.args, *options):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.lineno, Message(each.value, "command")


def _message(call: ast.Call, kind: str, name: str) -> Message:
    texts = [arg.value if isinstance(arg, ast.Constant) else None for arg in call.args[:2]]
    if not texts or not all(isinstance(each, str) for each in texts):
        raise ExtractionError(f"{name}:{call.lineno}: a template is a constant text")
    first, second = str(texts[0]), str(texts[1]) if len(texts) > 1 else ""
    return Message(first, "", second or first) if kind == "Counted" else Message(first, second)


def _comment_above(lines: list[str], line: int) -> Mapping[str, None]:
    above = lines[line - 2].strip() if line > 1 else ""
    found = above.removeprefix("# For translators: ")
    return {found: None} if found != above else {}


def written_messages() -> list[Found]:
    """What is written about the games in files beside their code; their context is the game."""
    files: dict[Message, dict[str, None]] = {}
    for game in GAMES.values():
        folder = game.package.replace(".", "/")
        for name, texts in (("rules.md", units(game)), ("puzzles.json", _taught(game.info.id))):
            for message in (each for text in texts for each in messages_in(text)):
                files.setdefault(message, {})[f"{folder}/{name}"] = None
    return [Found(message, tuple(names)) for message, names in files.items()]


def _taught(game: str) -> Iterator[Text]:
    for puzzle in lessons(game):
        said = (puzzle.title, puzzle.task, puzzle.why, puzzle.otherwise, *puzzle.wrong.values())
        yield from (each for each in said if each is not None)
