"""Draw the kept pictures anew, after looking at why they changed.

``python -m tests.renderer.regolden`` writes the pictures; with ``moments`` it first looks for
positions that show every mark, which is needed only when a game or a mark is added.
"""

from __future__ import annotations

import json
import random
import sys

from renderer import Renderer
from renderer.samples import Wanted, random_move
from rules import GAMES, game
from tests.renderer.cases import FOLDER, MOMENTS, cases

MADE = (
    ("detach-split", "detach", "hexhex6", Wanted(25, (game.Split,))),
    ("detach-swap", "detach", "hexhex5", Wanted(20, (game.Swapped,))),
    ("apart-capture", "apart", "standard", Wanted(14, (game.Captured,))),
    ("apart-over", "apart", "standard", Wanted(0, over=True)),
    ("halves-placed", "halves", "2p", Wanted(9, (game.Placed,))),
    ("halves-cut-off", "halves", "2p", Wanted(28, (game.CutOff,))),
    ("halves-three", "halves", "3p", Wanted(20)),
    ("halves-elected", "halves", "2p-random", Wanted(0, (game.Elected,))),
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
    ("glaisher-place", "glaisher", "basic", 4, 3),
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
        MOMENTS.write_text(json.dumps(moments, indent=1) + "\n", "utf-8")
    renderer = Renderer()
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for case in cases():
        case.file.write_bytes(renderer.still(case.request))


if __name__ == "__main__":
    main(sys.argv[1:])
