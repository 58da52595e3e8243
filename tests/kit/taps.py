"""Taps from a turn's board to the committed move, for every variant: ``docs/taps.md``.

``python -m tests.kit.taps`` writes the page anew.
"""

import functools
import random
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

from bot.features.moves import begin
from bot.features.moves.screen.question import choices_of
from rules import GAMES, Position
from tests.kit.rules import CASES, start

PAGE = Path(__file__).parents[2] / "docs" / "taps.md"
MATCHES, LONGEST = 2, 80
CONFIRMING = 1
HEAD = """# Taps

{told}

| game | variant | moves | taps on average | most |
|---|---|---|---|---|
"""
TOLD = (
    "How many taps it takes from the board of a turn to the move: **Move**, one choice after the "
    "other, and **Play this move**. With the question before a move turned off (`/settings`) it is "
    "one tap less.",
    "Choices are numbers on the board and on buttons, five in a row. Of more than 25, those "
    "of the most frequent kind are asked for by zones of the board: first the letter of a zone, "
    "then a number in it. A step without a choice is taken by itself.",
    f"Counted in {MATCHES} matches of each variant, of at most {LONGEST} moves, in which every "
    "choice is made at random. `python -m tests.kit.taps` writes this page; a test compares it.",
)


@functools.cache
def taps_of(game: str, variant: str) -> tuple[int, ...]:
    """How many taps the moves of a variant took."""
    return tuple(taps for seed in range(MATCHES) for taps in _match(game, variant, seed))


def written() -> str:
    rows = []
    for game, variant in CASES:
        found = taps_of(game, variant)
        info = GAMES[game].info
        name = next(str(each.name) for each in info.variants if each.id == variant)
        average = f"{mean(found):.1f}"
        rows.append(f"| {info.name} | {name} | {len(found)} | {average} | {max(found)} |")
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
    now, taps = begin(position), 1
    while not now.is_whole:
        number = chance.randrange(len(now.menu.options))
        taps += 1 if number in choices_of(now.position, now.menu).single else 2
        now = now.take(number)
    assert now.menu.complete is not None
    return taps + CONFIRMING, position.play(now.menu.complete)


if __name__ == "__main__":
    PAGE.write_text(written(), "utf-8")
