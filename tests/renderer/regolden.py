"""Draw the kept pictures anew, after looking at why they changed.

``python -m tests.renderer.regolden`` writes the pictures; with ``moments`` it first looks for
positions that show every mark, which is needed only when a game or a mark is added.
"""

import json
import random
import sys
from dataclasses import dataclass

from renderer.drawing import Renderer
from rules import GAMES, game
from tests.kit.rules import Moment, random_move
from tests.renderer.cases import ABANDE, APART, FOLDER, GLAISHER, HALVES, MOMENTS, cases


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a moment must show: how late it is, what happened just before, how it ended."""

    ply: int = 0
    events: tuple[type[game.Event], ...] = ()
    over: bool = False

    def fits(self, moment: Moment) -> bool:
        position, events = moment
        happened = {type(event) for event in events}
        over = position.to_move is None
        return position.ply >= self.ply and set(self.events) <= happened and over == self.over


MADE = (
    ("detach-split", "detach", "hexhex6", Wanted(25, (game.Split,))),
    ("detach-swap", "detach", "hexhex5", Wanted(20, (game.Swapped,))),
    ("detach-over", "detach", "hexhex5", Wanted(0, over=True)),
    ("apart-capture", "apart", "standard", Wanted(14, (game.Captured,))),
    ("apart-over", "apart", "standard", Wanted(0, over=True)),
    ("halves-placed", "halves", "2p", Wanted(9, (game.Placed,))),
    ("halves-cut-off", "halves", "2p", Wanted(28, (game.CutOff,))),
    ("halves-three", "halves", "3p", Wanted(20)),
    ("halves-elected", "halves", "2p-random", Wanted(0, (game.Elected,))),
    ("halves-over", "halves", "3p", Wanted(0, (game.Removed,), over=True)),
    ("abande-moved", "abande", "square", Wanted(24, (game.Moved,))),
    ("abande-score", "abande", "hex", Wanted(0, (game.CutOff,), over=True)),
    ("glaisher-flipped", "glaisher", "basic", Wanted(12, (game.Flipped, game.Split))),
    ("glaisher-joined", "glaisher", "basic", Wanted(0, (game.Connected,), over=True)),
    ("glaisher-placed", "glaisher", "advanced", Wanted(4)),
)
CHOSEN = (
    ("detach-choice", "detach", "hexhex6", 20, 0),
    ("detach-landing", "detach", "hexhex5", 12, 1),
    ("apart-choice", "apart", "standard", 8, 1),
    ("halves-choice", "halves", "2p", 8, 0),
    ("halves-colour", "halves", "2p-random", 0, 0),
    ("abande-choice", "abande", "hex", 12, 0),
    ("glaisher-choice", "glaisher", "basic", 9, 1),
    ("glaisher-direction", "glaisher", "basic", 4, 1),
    ("glaisher-split", "glaisher", "basic", 4, 2),
    ("glaisher-place", "glaisher", "basic", 4, 3),
)
# Rare ones, from positions put together: the move, the steps taken, or the moves suggested.
HINTS = ["e2:3+2+1>E@c4", "e2:5+1>E@e2", "e2:4+2>NE@c4"]
RARE: tuple[dict[str, object], ...] = (
    {"id": "glaisher-hints", "game": "glaisher", "before": GLAISHER, "suggested": HINTS},
    {"id": "apart-journey", "game": "apart", "before": APART, "move": "d8-f6-f4-f1-d1"},
    {"id": "apart-further", "game": "apart", "before": APART, "taken": ["d8", "f6", "f4"]},
    {"id": "halves-subset", "game": "halves", "before": HALVES, "taken": ["m52"]},
    {"id": "abande-piles", "game": "abande", "before": ABANDE, "taken": []},
)


def made(name: str, rules: str, variant: str, wanted: Wanted) -> dict[str, object]:
    """The first move at random that shows what is wanted."""
    for seed in range(1000):
        chance = random.Random(seed)
        before = GAMES[rules].start(variant, seed=seed if "random" in variant else None)
        while before.to_move is not None:
            move = random_move(before, chance)
            after = before.play(move)
            if wanted.fits((after, before.events(move))):
                return {"id": name, "game": rules, "before": before.encode(), "move": str(move)}
            before = after
    raise LookupError(name)


def chosen(name: str, rules: str, variant: str, plies: int, depth: int) -> dict[str, object]:
    """A choice ``depth`` steps into a move."""
    chance = random.Random(3)
    before = GAMES[rules].start(variant, seed=3 if "random" in variant else None)
    for _ in range(plies):
        before = before.play(random_move(before, chance))
    taken: list[str] = []
    for _ in range(depth):
        taken.append(before.steps(taken).options[-1].text)
    return {"id": name, "game": rules, "before": before.encode(), "taken": taken}


def main(arguments: list[str]) -> None:
    if arguments == ["moments"]:
        moments = [made(*wanted) for wanted in MADE] + [chosen(*wanted) for wanted in CHOSEN]
        moments += RARE
        MOMENTS.write_text(json.dumps(moments, indent=1) + "\n", "utf-8")
    renderer = Renderer()
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for case in cases():
        case.keep(renderer)


if __name__ == "__main__":
    main(sys.argv[1:])
