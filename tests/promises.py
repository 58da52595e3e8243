"""``python -m tests.promises``: what others rely on, a line for each thing, as the code has it now.

Written to ``tests/data/promised``, where a test compares it.
"""

import asyncio
import dataclasses
import inspect
import re
from argparse import _HelpAction, _SubParsersAction
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_type_hints

import rules
from bot.__main__ import _parser
from bot.app.features import HANDLERS, add_commands
from bot.app.observation import GAUGES
from bot.app.running import ConnectingError
from bot.app.settings import NAMES, SettingsError, TokenError
from bot.core.measures import REGISTRY
from bot.core.people.settings import PlayerSettings, ServerSettings
from data import states
from data.errors import StorageError, UnwritableError
from data.migrate import FOLDER
from data.states import MessageKind, TimerKind
from rules.record import Record, write
from tests.kit.world import new_client

KEPT = Path(__file__).parent / "data" / "promised"
LINE = " | "
SEED, PLIES = 7, 6
LEAVES = (1, 2)
"""Kinds of options that are commands of a group."""


def custom_ids() -> Iterator[str]:
    """Prefixes with their parts in order, and what a word among them can be."""
    for handler in HANDLERS:
        kind = handler.kind
        hints = get_type_hints(kind)
        parts = [each.name for each in dataclasses.fields(kind)]
        yield " ".join([kind.PREFIX, *(f"{part}:{_word(hints[part])}" for part in parts)])
        for part in parts:
            if isinstance(hints[part], type) and issubclass(hints[part], StrEnum):
                yield from (f"{kind.PREFIX} {part}={word}" for word in hints[part])


def _word(hint: Any) -> str:
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return "word"
    return "text" if hint is str else "number"


def commands() -> Iterator[str]:
    """What can be typed, with its options."""
    with TemporaryDirectory() as folder:
        client = new_client(Path(folder) / "unused.db")
        asyncio.run(add_commands(client))
        for command in client.tree.get_commands():
            told = command.to_dict(client.tree)
            yield from _typed(told) if told.get("type", 1) == 1 else [f"menu {told['name']}"]


def _typed(command: Mapping[str, Any], before: str = "") -> Iterator[str]:
    name = f"{before} {command['name']}".strip()
    options = command.get("options", ())
    if not any(each["type"] in LEAVES for each in options):
        yield f"/{name}"
    for each in options:
        if each["type"] in LEAVES:
            yield from _typed(each, name)
        else:
            needed = "required" if each.get("required") else "optional"
            yield f"/{name} {each['name']}: {needed}, type {each['type']}"


def settings() -> Iterator[str]:
    """Variables of the environment."""
    yield from NAMES


def program() -> Iterator[str]:
    """What an operator types, the codes it ends with, and the names of figures."""
    parser = _parser()
    (commands,) = (each for each in parser._actions if isinstance(each, _SubParsersAction))
    for name, command in {"": parser, **commands.choices}.items():
        for each in command._actions:
            if isinstance(each, _HelpAction | _SubParsersAction):
                continue
            yield f"quintet {name} {'/'.join(each.option_strings) or each.dest}".replace("  ", " ")
            yield from (f"quintet {name} {word}".replace("  ", " ") for word in each.choices or ())
    for error in (SettingsError, TokenError, ConnectingError, StorageError, UnwritableError):
        yield f"exit {error.exit_code} {error.__name__}"
    yield from (f"figure {each.name}" for each in REGISTRY.collect())
    yield from (f"figure quintet_{name}" for name in GAUGES)


def stored() -> Iterator[str]:
    """Steps of the schema, words in rows, and fields of settings that are kept as JSON."""
    for path in (FOLDER / "versions").rglob("*.py"):
        if found := re.search(r'^revision = "(\w+)"', path.read_text("utf-8"), re.MULTILINE):
            yield f"step {found[1]}"
    for name, words in vars(states).items():
        if isinstance(words, type) and issubclass(words, StrEnum) and words is not StrEnum:
            yield from (f"{name} {word}" for word in words)
    for declared in (MessageKind, TimerKind):
        yield from (f"{declared.__name__} {word}" for word in declared.known)
    for kind in (PlayerSettings, ServerSettings):
        yield from (f"{kind.__name__} {each.name}" for each in dataclasses.fields(kind))


def records() -> Iterator[str]:
    """A match of each variant as it is exported, in one line."""
    for game in rules.GAMES.values():
        for variant in game.info.variants:
            seed = SEED if variant.seeded else None
            position, moves = game.start(variant.id, seed=seed), []
            for _ in range(PLIES):
                moves.append(str(next(iter(position.moves()))))
                position = position.play(moves[-1])
            game_id, version = game.info.id, game.info.version
            match = Record(game_id, variant.id, version, tuple(moves), None, seed)
            yield write(match).strip().replace("\n", LINE)


def library() -> Iterator[str]:
    """Names of the front door, and of what its values offer."""
    for name, found in vars(rules).items():
        if name.startswith("_") or inspect.ismodule(found):
            continue
        yield name
        if inspect.isclass(found):
            yield from (f"{name}.{each}" for each in dir(found) if not each.startswith("_"))


PROMISES: Mapping[str, Callable[[], Iterator[str]]] = {
    "custom_ids": custom_ids,
    "commands": commands,
    "settings": settings,
    "program": program,
    "stored": stored,
    "records": records,
    "library": library,
}


def now(kind: str) -> list[str]:
    """The lines of one kind, sorted."""
    return sorted(set(PROMISES[kind]()))


def kept(kind: str) -> list[str]:
    """The same as they were written last."""
    return (KEPT / f"{kind}.txt").read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    KEPT.mkdir(exist_ok=True)
    for kind in PROMISES:
        text = "\n".join(now(kind)) + "\n"
        (KEPT / f"{kind}.txt").write_text(text, encoding="utf-8")
