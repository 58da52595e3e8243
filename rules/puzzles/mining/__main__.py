"""``python -m rules.puzzles.mining GAME [VARIANT] --seed N --minutes M``: find puzzles.

What is found is added to ``daily.json`` of the game, and how many positions were looked at and fell
at which sieve to ``daily.mined.json``. The same seed looks at the same positions again.
"""

import argparse
import itertools
import json
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.game import Game
from rules.games import GAMES
from rules.puzzles.goals import Goal, GoalKind
from rules.puzzles.mining.likeness import Shape, shape_of
from rules.puzzles.mining.matches import positions
from rules.puzzles.mining.sieves import Found, gains, line_of, sieved

DAILY, MINED = "daily.json", "daily.mined.json"
STEPS = 5
_PER_MATCH = 3
_SHARES = {GoalKind.WIN: 1.0, GoalKind.HOLD: 0.4, GoalKind.MOST: 0.4}
_FEW = 20  # puzzles of a game before shares are looked at


def mine(game: Game, variants: Sequence[str], seed: int, seconds: float, folder: Path) -> int:
    """Look for puzzles for so many seconds, a match of each variant in turn; how many were found.

    They are added to those that the ``folder`` has.
    """
    entries = _read(folder / DAILY, [])
    known = [shape_of(game.decode(each["position"])) for each in entries]
    mined: dict[str, dict[str, int]] = _read(folder / MINED, {})
    until, begun = time.monotonic() + seconds, len(entries)
    for number, variant in ((n, each) for n in itertools.count() for each in variants):
        if time.monotonic() > until:
            break
        fell, same = Counter[str](), list[Shape]()
        for position in positions(game, variant, seed, number):
            new = sieved(position, known, same, wanted(entries), fell)
            if new is not None:
                entries.append(entry_of(new, _next_id(game, entries)))
                known.append(new.shape)
                same.append(new.shape)
            if len(same) == _PER_MATCH or time.monotonic() > until:
                break
        if same:
            _write(folder / DAILY, graded(entries))
        name = f"{variant} {seed}"
        mined[name] = dict(Counter(mined.get(name, {})) + fell)
        _write(folder / MINED, mined)
    return len(entries) - begun


def wanted(entries: Sequence[Mapping[str, Any]]) -> Mapping[GoalKind, bool]:
    """Which kinds of goals are not yet too many of all; to count most is one with fewest."""
    kinds = Counter(_kind(each) for each in entries if "nodes" in each)
    most = {kind: share * max(_FEW, kinds.total()) for kind, share in _SHARES.items()}
    return {kind: kinds[kind] < most[kind] for kind in _SHARES}


def _kind(entry: Mapping[str, Any]) -> GoalKind:
    kind = Goal.read(entry["goal"]).kind
    return GoalKind.MOST if kind is GoalKind.FEWEST else kind


def entry_of(found: Found, name: str) -> dict[str, Any]:
    """What is stored of a puzzle; ``graded`` adds its difficulty."""
    candidate, gain = found.candidate, next(gains(found.candidate), None)
    if candidate.goal.feature:
        gain = next(each for each in gains(candidate) if each[0] == candidate.goal.feature)
    entry: dict[str, Any] = {
        "id": name,
        "goal": str(candidate.goal),
        "position": candidate.position.encode(),
        "answers": candidate.answers,
        "line": line_of(candidate),
        "nodes": found.nodes,
    }
    if len(candidate.right) > 1:
        entry["different"] = len(candidate.right)
    if gain is not None:
        entry["gain"] = " ".join(map(str, gain))
    if found.refutations is not None:
        entry["refuted"] = {"by": found.refutations.answers, "runs": found.refutations.runs}
    return entry


def graded(entries: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same with difficulties from 1 to 5: fifths of the game's puzzles by nodes, then moves."""
    new = [each for each in entries if "nodes" in each]
    order = sorted(new, key=lambda each: (each["nodes"], len(each["position"]), each["id"]))
    for place, each in enumerate(order):
        each["difficulty"] = 1 + place * STEPS // len(order)
    return list(entries)


def _next_id(game: Game, entries: Sequence[Mapping[str, Any]]) -> str:
    start = f"{game.info.id}-d"
    numbers = [
        int(each["id"].removeprefix(start)) for each in entries if each["id"].startswith(start)
    ]
    return f"{start}{max(numbers, default=0) + 1:03}"


def _folder(game: Game) -> Path:
    return Path(str(sys.modules[type(game).__module__].__file__)).parent


def _read(file: Path, empty: Any) -> Any:
    return json.loads(file.read_text("utf-8")) if file.exists() else empty


def _write(file: Path, entries: Any) -> None:
    """One entry a line, in the place of what was there."""
    if isinstance(entries, dict):
        lines = [f"{json.dumps(key)}: {_line(each)}" for key, each in sorted(entries.items())]
        text = "{\n" + ",\n".join(lines) + "\n}\n"
    else:
        text = "[\n" + ",\n".join(map(_line, entries)) + "\n]\n"
    fresh = file.with_suffix(".new")
    fresh.write_text(text, "utf-8")
    fresh.replace(file)


def _line(entry: Any) -> str:
    return json.dumps(entry, ensure_ascii=False)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; always 0."""
    parser = argparse.ArgumentParser(prog="python -m rules.puzzles.mining", description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("variant", nargs="?", help="all of them in turn if not given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=10)
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
