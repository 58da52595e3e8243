"""``python -m rules.puzzles.mining GAME [VARIANT] --seed N --minutes M``: find puzzles.

What is found is added to ``daily.json`` of the game, and how many positions were looked at and fell
at which sieve to ``daily.mined.json``. The same seed looks at the same positions again.
"""

import argparse
import itertools
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.engine import choose
from rules.engine.knowledge import random_move
from rules.game import Game, Position
from rules.games import GAMES
from rules.puzzles.mining.entries import entry_of, graded
from rules.puzzles.mining.likeness import shape_of
from rules.puzzles.mining.sieves import FOR_EACH, sieved

DAILY, MINED = "daily.json", "daily.mined.json"
LAST = 4
"""So many positions of a match are looked at, the last with a choice, until there is a puzzle."""
_BESIDE = 10  # positions beside each of them
_LEVELS = (0, 2)  # 0 moves at random
_STRAYING = 0.1  # moves of other levels that are made at random


def mine(game: Game, variants: Sequence[str], seed: int, seconds: float, folder: Path) -> int:
    """Look for so many seconds of a core, a match of each variant in turn; how many were found.

    They are added to those that the ``folder`` has.
    """
    entries, records = _read(folder / DAILY), _read(folder / MINED)
    known = [shape_of(game.decode(each["position"])) for each in entries]
    until, begun = time.process_time() + seconds, len(entries)
    for number, variant in ((n, each) for n in itertools.count() for each in variants):
        fell = Counter[str]()
        for position in positions(game, variant, random.Random(f"{variant} {seed} {number}")):
            found = sieved(position, known, fell)
            if found is not None:
                entries.append(entry_of(*found, _next_id(game, entries)))
                known.append(shape_of(position))
                graded(entries)
                _write(folder / DAILY, entries)
            if found is not None or time.process_time() > until:
                break
        key: dict[str, Any] = {"variant": variant, "seed": seed}
        record = next((each for each in records if key.items() <= each.items()), key)
        if record is key:
            records.append(record)
        record |= {each: record.get(each, 0) + many for each, many in fell.items()}
        _write(folder / MINED, records)
        if time.process_time() > until:
            break
    return len(entries) - begun


def positions(game: Game, variant: str, chance: random.Random) -> Iterator[Position]:
    """The last positions of a casual match, the last first, each with some beside it."""
    seeded = next(each.seeded for each in game.info.variants if each.id == variant)
    position: Position = game.start(variant, seed=chance.getrandbits(20) if seeded else None)
    met, level = list[Position](), chance.choice(_LEVELS)
    while position.to_move is not None:
        if len(list(itertools.islice(position.moves(), FOR_EACH))) == FOR_EACH:
            met.append(position)
        if not level or chance.random() < _STRAYING:
            position = position.after(random_move(position, chance))
        else:
            position = position.after(choose(position, level, chance.getrandbits(30)))
    for position in reversed(met[-LAST:]):
        beside = [position.after(random_move(position, chance)) for _ in range(_BESIDE)]
        yield from (each for each in (position, *beside) if each.to_move is not None)


def _next_id(game: Game, entries: Sequence[Mapping[str, Any]]) -> str:
    start = f"{game.info.id}-d"
    numbers = (each["id"].removeprefix(start) for each in entries if each["id"].startswith(start))
    return f"{start}{max(map(int, numbers), default=0) + 1:03}"


def _read(file: Path) -> list[dict[str, Any]]:
    return list(json.loads(file.read_text("utf-8"))) if file.exists() else []


def _write(file: Path, entries: Sequence[Mapping[str, Any]]) -> None:
    fresh = file.with_suffix(".new")
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in entries)
    fresh.write_text(f"[\n{lines}\n]\n", "utf-8")
    fresh.replace(file)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; always 0."""
    parser = argparse.ArgumentParser(prog="python -m rules.puzzles.mining", description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("variant", nargs="?", help="all of them in turn if not given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=10, help="of a core")
    parser.add_argument("--into", type=Path, help="a folder other than the game's own")
    options = parser.parse_args(arguments)
    game = GAMES[options.game]
    variants = [options.variant] if options.variant else [each.id for each in game.info.variants]
    own = Path(str(sys.modules[type(game).__module__].__file__)).parent
    found = mine(game, variants, options.seed, 60 * options.minutes, options.into or own)
    print(f"{found} puzzles found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
