"""What is written about a game: the text of its rules, and the positions that explain them.

Both lie beside the game, in ``rules.md`` and ``examples.json`` of its package.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from rules.game import Cell, Game

_TEXT = "rules.md"
_EXAMPLES = "examples.json"


@dataclass(frozen=True, slots=True)
class Example:
    """A position worth a picture, and what to point out on it.

    ``section`` is the heading of the rules text that it belongs to; all but the first of a section
    have a ``title`` of their own. ``position`` is encoded.
    ``move`` is played there, and shown as a last move. ``notes`` are words on cells, ``options``
    ringed cells, ``arrows`` pairs of cells, ``chain`` a winning chain.
    """

    id: str
    section: str
    caption: str
    position: str
    title: str = ""
    move: str | None = None
    notes: Mapping[Cell, str] = field(default_factory=dict)
    options: tuple[Cell, ...] = ()
    arrows: tuple[tuple[Cell, Cell], ...] = ()
    chain: tuple[Cell, ...] = ()


def rules_text(game: Game) -> str:
    """The rules of ``game`` as Markdown; FileNotFoundError when nobody wrote them."""
    return resources.files(game.package).joinpath(_TEXT).read_text("utf-8")


def examples(game: Game) -> tuple[Example, ...]:
    """The positions that explain ``game``, in the order of its rules text.

    Raises FileNotFoundError when there are none.
    """
    text = resources.files(game.package).joinpath(_EXAMPLES).read_text("utf-8")
    return tuple(Example(**_frozen(entry)) for entry in json.loads(text))


def _frozen(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry of the file with tuples instead of lists."""
    cells = {name: tuple(entry[name]) for name in ("options", "chain") if name in entry}
    arrows = {"arrows": tuple(map(tuple, entry["arrows"]))} if "arrows" in entry else {}
    return entry | cells | arrows
