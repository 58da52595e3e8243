"""Taps from a turn's board to the committed move, for every variant: ``docs/taps.md``.

``python -m tests.kit.taps`` writes the page anew.
"""

import functools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from bot.chat.composer.boards import is_listed
from bot.chat.composer.question import question
from bot.services.composer import Composition, begin, parts_of, ways_on
from rules import GAMES, Position
from tests.kit.rules import CASES, start

PAGE = Path(__file__).parents[2] / "docs" / "taps.md"
MATCHES, LONGEST = 2, 80
CONFIRMING = 1
ROOM = 31
"""Components that a question has room for, beside the board and the buttons below."""
HEAD = """# Taps

{told}

| game | variant | moves | taps on average | most |
|---|---|---|---|---|
"""
TOLD = (
    "How many taps it takes from the board of a turn to the move: the button below the board, "
    "one choice after the other, and **Play this move**. With the question before a move turned "
    "off (`/settings`) it is one tap less.",
    "Choices are buttons in the order of the board, as long as a phone shows them below it: six "
    "lines, which are up to 18 short names. What takes more is a list of at most 25. That is two "
    "taps, to open it and to choose, and hides the numbers on the board meanwhile.",
    "Of more than 25 choices, the part of the board is asked for first, at the beginning of a "
    "move by the buttons below the board itself. A piece of Apart that can end in more "
    "than 25 ways is there once for each part of the board. A step without a choice is taken by "
    "itself.",
    f"Counted in {MATCHES} matches of each variant, of at most {LONGEST} moves, in which every "
    "choice is made at random. `python -m tests.kit.taps` writes this page; a test compares it.",
)


@dataclass(frozen=True, slots=True)
class Taps:
    """How many taps the moves of a variant took."""

    game: str
    variant: str
    counted: tuple[int, ...]


@functools.cache
def taps_of(game: str, variant: str) -> Taps:
    seeds = range(MATCHES)
    return Taps(
        game, variant, tuple(taps for seed in seeds for taps in _match(game, variant, seed))
    )


def written() -> str:
    rows = []
    for game, variant in CASES:
        found = taps_of(game, variant)
        info = GAMES[game].info
        name = next(str(each.name) for each in info.variants if each.id == variant)
        average = f"{mean(found.counted):.1f}"
        rows.append(
            f"| {info.name} | {name} | {len(found.counted)} | {average} | {max(found.counted)} |"
        )
    head = HEAD.format(told="\n\n".join(TOLD))
    return head + "\n".join(rows) + "\n"


def _match(game: str, variant: str, seed: int) -> Iterator[int]:
    chance = random.Random(f"{game} {variant} {seed} taps")
    position = start(game, variant, seed)
    while position.outcome is None and position.ply < LONGEST:
        taps, position = _turn(position, chance)
        yield taps


def _turn(position: Position, chance: random.Random) -> tuple[int, Position]:
    """A move chosen at random: the taps that it took, and the position after it."""
    now, taps, has_part = begin(position), 1, False
    while not now.is_whole:
        taps += _asked_first(now) and not has_part
        number = chance.randrange(len(now.menu.options))
        has_part = _tells_part(now, number)
        taps += 1 + _is_listed(now, number)
        now = now.take(number)
    assert now.menu.complete is not None
    return taps + CONFIRMING, position.play(now.menu.complete)


def _asked_first(now: Composition) -> bool:
    """Whether the part of the board is asked for: below the board itself that costs nothing."""
    return now.is_begun and len(parts_of(now.position, now.menu)) > 1


def _is_listed(now: Composition, number: int) -> bool:
    """Whether a choice stands in a list, which has to be opened."""
    parts = parts_of(now.position, now.menu)
    shown = next(place for place, part in enumerate(parts, 1) if number in part.numbers)
    asked = question(now, shown, turned=False, ahead=True)
    return asked.offers is not None and is_listed(asked.offers, ROOM)


def _tells_part(now: Composition, number: int) -> bool:
    """Whether the button for a choice also says which part of the next question is meant."""
    parts = parts_of(now.position, now.menu)
    shown = next(part.numbers for part in parts if number in part.numbers)
    return number in ways_on(now, shown)


if __name__ == "__main__":
    PAGE.write_text(written(), "utf-8")
