"""Matches written out for a person to read: menus, moves, their sentences and events, the boards.

Written anew by ``python -m tests.golden.playthrough`` and compared by the suite, so that a change
of rules, notation, sentences or boards shows as a difference that can be reviewed.
"""

from collections.abc import Iterator
from pathlib import Path

from rules import Move, Position
from rules.record import Record, write
from rules.textboard import textboard
from tests.kit.rules import CASES, random_match

FOLDER = Path(__file__).parent / "playthroughs"

_SEED = 1
_ASKED = 5
"""Every so many moves the menus are written down."""
_SHOWN_IN_FULL = 12
"""Positions with a board each; the rest of a long match is told in sentences."""


def path(game: str, variant: str) -> Path:
    return FOLDER / f"{game}-{variant}.txt"


def playthrough(game: str, variant: str) -> str:
    """The record of a random match, then the match itself."""
    match = list(random_match(game, variant, _SEED))
    begun, last = match[0][0], match[-1][2]
    record = Record(
        game=game,
        variant=variant,
        version=begun.info.version,
        entries=tuple(str(move) for _, move, _ in match),
        outcome=last.outcome,
        seed=_SEED if begun.variant.seeded else None,
    )
    parts = [write(record), _board(begun)]
    for number, (position, move, after) in enumerate(match, start=1):
        asked = _menus(position, move) if number % _ASKED == 1 else ()
        shows = "".join(f"  {each}\n" for each in (*asked, *position.events(move)))
        told = f"{number}. {move}\n{position.describe(move)!s}\n{shows}"
        shown = number <= _SHOWN_IN_FULL or number == len(match)
        parts.append(told + (f"\n{_board(after)}" if shown else ""))
    return "\n".join([*parts, last.encode(), ""])


def _menus(position: Position, move: Move) -> Iterator[str]:
    """What is asked and offered on the way to a move."""
    taken, _ = position.read(str(move))
    for number in range(len(taken)):
        menu = position.steps(taken[:number])
        yield f"{menu.prompt!s} " + ", ".join(
            f"{each.kind} {each.label!s}" for each in menu.options
        )


def _board(position: Position) -> str:
    facts = (
        f"{'all' if fact.colour is None else position.info.colours[fact.colour]}: {fact}"
        for fact in position.facts()
    )
    return "\n".join([textboard(position), *facts, ""])


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game, variant in CASES:
        path(game, variant).write_text(playthrough(game, variant), encoding="utf-8")


if __name__ == "__main__":
    main()
