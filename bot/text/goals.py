"""What newcomers want to know first: what wins a game, and what a step of a move is about."""

from __future__ import annotations

from collections.abc import Mapping

from bot.services.composing import Composition
from rules.game import GameInfo, StepKind

GOALS: Mapping[str, str] = {
    "detach": "Split your stones and keep room to move: whoever cannot move any more loses.",
    "halves": "Build one shape together, then take it apart: the first without a tile wins.",
    "apart": "Spread your pieces out: you win when no two of them touch.",
    "abande": "Climb onto enemy pieces: in the end those count that still touch an enemy.",
    "glaisher": "Split your stacks, and connect two opposite sides of the board with them.",
}
"""What each game is about, in a sentence."""

_HINTS: Mapping[tuple[str, StepKind], str] = {
    ("detach", StepKind.PIECE): (
        "It leaves as two stones. Force is how many stones its group has, "
        "and they fly exactly that far."
    ),
    ("detach", StepKind.LANDING): (
        "In a straight line, as far as its group had stones, not over an enemy stone. "
        "One of the two may swap places with an enemy stone of no greater force."
    ),
    ("apart", StepKind.PIECE): (
        "It moves along a row of your pieces that it stands in, "
        "exactly as far as that row has pieces."
    ),
    ("apart", StepKind.LANDING): (
        "Pieces in between are jumped. After a jump the same piece may jump on."
    ),
    ("abande", StepKind.CELL): "All pieces must stay one band, in which each touches another.",
    ("abande", StepKind.LANDING): (
        "Onto an enemy piece beside it, three stones high at most, without breaking the band."
    ),
    ("abande", StepKind.PASS): "The match ends when both pass, one after the other.",
    ("glaisher", StepKind.PIECE): (
        "It falls into parts of different heights, which all fly the same way. "
        "Then you place one new piece."
    ),
    ("glaisher", StepKind.DIRECTION): (
        "Each part flies exactly as many hexes as it is high. "
        "None may leave the board or land on a taller enemy stack."
    ),
    ("glaisher", StepKind.SPLIT): (
        "A part turns over the enemy stack that it lands on, and joins any stack."
    ),
    ("halves", StepKind.CELL): "On an empty hex beside a tile of another colour.",
    ("halves", StepKind.PIECE): (
        "If the rest falls apart, only the largest piece stays. The first without a tile wins."
    ),
    ("halves", StepKind.COLOUR): (
        "Whoever holds it gets yours in exchange. From then on everybody removes tiles."
    ),
    ("halves", StepKind.SUBSET): "They are equally large; the others go.",
}
_PLACING = "On any empty hex. The one that your stack leaves is one."


def goal(info: GameInfo) -> str:
    """What the game is about, and where there is more."""
    return f"{GOALS[info.id]} More: `/rules {info.id}`"


def hint(composition: Composition) -> str | None:
    """What to know for choosing the next step, None where the question says it all."""
    game, kinds = composition.position.info.id, {step.kind for step in composition.menu.options}
    if kinds == {StepKind.CELL} and game == "glaisher":
        return _PLACING if composition.taken else None
    return next(
        (_HINTS[game, kind] for kind in StepKind if kind in kinds and (game, kind) in _HINTS), None
    )
