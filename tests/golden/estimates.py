"""What the engine thinks of fixed positions: their worth, what is tried, and a short search.

Written anew by ``python -m tests.golden.estimates`` and compared by the suite, so that a change of
what is weighed, or of how is searched, shows as a difference that can be reviewed.
"""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from rules import GAMES, Position
from rules.engine import Limits, Search, knowledge_of
from rules.engine.knowledge import State
from rules.engine.review import why_lost
from rules.game import Move, Seat
from rules.games.halves.position import HalvesPosition
from rules.games.halves.state import Phase
from tests.kit.positions import hostile, met
from tests.kit.rules import random_match
from tests.rules.plain import READINGS

FOLDER = Path(__file__).parent / "estimates"

_MET, _HOSTILE, _ARBITRARY = 4, 2, 6
_HALVES, _SHOWN, _NODES = 2, 3, 150
_SEARCHED = Limits(_NODES, endings=100, weighed=100)


def path(game: str) -> Path:
    return FOLDER / f"{game}.txt"


def estimates(game: str) -> str:
    variants = [variant.id for variant in GAMES[game].info.variants]
    lines = (line for each in variants for line in (*_of(game, each), *_lost(game, each)))
    return "\n".join([*lines, ""])


def _of(game: str, variant: str) -> Iterator[str]:
    searched = met(game, variant, _MET)
    others = (*hostile(game, variant, _HOSTILE), *arbitrary(game, variant, _ARBITRARY))
    for position in (*searched, *others):
        yield position.encode()
        known, seats = knowledge_of(position), playing(position)
        for name, knows in (("worth", known), ("at a glance", known.at_a_glance())):
            yield f"  {name}: {_told(knows.worth(position, seat) for seat in seats)}"
        halves = [each for each in known.choices(position) if not isinstance(each, Move)]
        for half in halves[:_HALVES]:
            state: State = known.after(position, half)
            name = str(half).partition("(")[0]
            yield f"  after {name}: {_told(known.worth(state, seat) for seat in seats)}"
        trials = known.trials(position)
        if trials is not None:
            yield f"  tried: {_told(trials.shares(position, 0))}"
    for position in searched[:2]:
        yield f"searched: {position.encode()}"
        for choice in Search(knowledge_of(position), _SEARCHED).choices(position)[:_SHOWN]:
            proven, line = " proven" * choice.proven, " ".join(map(str, choice.line))
            yield f"  {line}: {choice.visits} times, {_told(choice.each)}{proven}"


def _lost(game: str, variant: str) -> Iterator[str]:
    """Why whoever lost has lost, in matches at random."""
    for seed in range(_MET):
        *_, (_, _, last) = random_match(game, variant, seed)
        for seat in range(last.variant.seats):
            said = why_lost(last, seat)
            if said is not None:
                yield f"lost by {seat}: {last.encode()}\n  {said.why!s} {said.advice!s}"


def _told(numbers: Iterable[float]) -> str:
    return ", ".join(f"{number:+.4f}" for number in numbers)


def arbitrary(game: str, variant: str, number: int) -> Iterator[Position]:
    """Running positions to which no match leads; of Halves also such as somebody has left."""
    lines = (READINGS[game].position(Random(seed)) for seed in itertools.count())
    found = (GAMES[game].decode(line) for line in lines if line.startswith(f"{variant} "))
    running = (each for each in found if each.outcome is None)
    for place, position in enumerate(itertools.islice(running, number)):
        if isinstance(position, HalvesPosition) and place % 3:
            if position.has_contract() and place % 3 == 1:
                position = replace(position, phase=Phase.CONTRACT)
            elif len(position.colours) > 2:
                position = position.leave(place % 3)
        yield position


def playing(position: Position) -> Iterable[Seat]:
    if isinstance(position, HalvesPosition):
        return position.seats_playing()
    return range(position.variant.seats)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        path(game).write_text(estimates(game), encoding="utf-8")


if __name__ == "__main__":
    main()
