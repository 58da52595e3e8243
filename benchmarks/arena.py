"""Engines against each other: how much stronger each level is than the one below, by game.

Every pairing is played with each side in every seat from the same openings. Two random plies come
first, so that matches differ, unless the start is drawn by chance already. A player against itself
is counted for whoever moves first, and every match is another. Seeds are fixed and node
caps decide how long is thought, so a table can be repeated; only the strongest level is also held
to seconds of processor time. A win counts 1, a draw half, and of three players a shared win its
share; in brackets is Wilson's interval at 95 %.

``--nodes`` handicaps the levels that search: one that holds its bound with fewer nodes than its own
is taken to hold it with all of them. With ``--log`` every match is written down as it ends, and
those that were played before are not played again.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rules import GAMES, Move, Outcome, Position
from rules.engine import LEVELS, Limits, Search, choose, knowledge_of
from rules.engine.knowledge import Knowledge, State, random_move, share_of

Player = Callable[[Position, int], Move]

OPENING = 2
Z = 1.96


@dataclass(frozen=True)
class Pairing:
    first: str
    second: str
    least: float | None = None
    most: float | None = None


PAIRINGS = {
    "random": Pairing("2", "random", least=0.95),
    "chance": Pairing("3", "random", least=0.95),
    "below": Pairing("3", "2", least=0.65),
    "greedy": Pairing("4", "2", least=0.85),
    "top": Pairing("4", "3"),
    "beginner": Pairing("1", "3", most=0.2),
    "first": Pairing("2", "1"),
    "same": Pairing("3", "3"),
    "plain": Pairing("3", "plain", least=0.65),
    "casual": Pairing("2", "plain"),
}


def strongest(position: Position, seed: int) -> Move:
    """Level 4 with its seconds counted on the processor, whatever else the machine does."""
    limits = LEVELS[4].limits
    assert limits is not None
    chance = random.Random(f"{seed} {position.ply}")
    search = Search(knowledge_of(position), limits, chance, clock=time.process_time)
    return search.choices(position)[0].move


def two_plies(position: Position, seed: int) -> Move:
    """A win at once, or else the move whose best answer looks worst: no tree, no depth."""
    knowledge, seat = knowledge_of(position), position.to_move
    assert seat is not None
    winning = knowledge.winning(position)
    if winning is not None:
        return winning
    moves = list(turns(knowledge, position))
    random.Random(f"{seed} {position.ply}").shuffle(moves)
    after = [(move, position.after(move)) for move in moves]
    after.sort(key=lambda each: -looks(knowledge, each[1], seat))
    best, most = moves[0], -math.inf
    for move, end in after:
        least = looks(knowledge, end, seat)
        for answer in knowledge.choices(end) if end.outcome is None else ():
            least = min(least, looks(knowledge, knowledge.after(end, answer), seat))
            if least <= most:
                break
        if least > most:
            best, most = move, least
    return best


def turns(knowledge: Knowledge, state: State) -> Iterator[Move]:
    """The whole turns that are worth a look."""
    for choice in knowledge.choices(state):
        if isinstance(choice, Move):
            yield choice
        else:
            yield from turns(knowledge, knowledge.after(state, choice))


def looks(knowledge: Knowledge, state: State, seat: int) -> float:
    """How good a state looks to a seat, beyond all bounds where the match is over."""
    if state.outcome is None:
        return knowledge.worth(state, seat)
    return math.inf * share if (share := share_of(seat, state.outcome, 2)) else 0.0


def player(name: str, nodes: int | None) -> Player:
    if name == "random":
        return lambda position, seed: random_move(position, random.Random(f"{seed} {position.ply}"))
    if name == "plain":
        return two_plies
    if name == "4" and nodes is None:
        return strongest
    own = LEVELS[int(name)].limits
    limits = Limits(nodes, endings=own.endings, weighed=own.weighed) if nodes and own else None
    return lambda position, seed: choose(position, int(name), seed, limits)


def played(game: str, variant: str, players: list[Player], seed: int) -> Outcome:
    known = next(each for each in GAMES[game].info.variants if each.id == variant)
    position = GAMES[game].start(variant, seed=seed if known.seeded else None)
    chance = random.Random(f"{game} {variant} {seed}")
    opening = 0 if known.seeded else OPENING  # where tiles lie at random, matches differ anyway
    while position.to_move is not None:
        if position.ply < opening:
            move = random_move(position, chance)
        else:
            move = players[position.to_move](position, seed)
        position = position.after(move)
    assert position.outcome is not None
    return position.outcome


def score(outcome: Outcome, seat: int, seats: int) -> float:
    if not outcome.winners:
        return 1 / seats
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0


def wilson(won: float, games: int) -> tuple[float, float]:
    share = won / games
    middle = share + Z * Z / (2 * games)
    spread = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return max(0.0, middle - spread) / whole, (middle + spread) / whole


@dataclass
class Log:
    """The scores of matches that were played, kept in a file if there is one."""

    path: Path | None = None
    scores: dict[str, float] = field(default_factory=dict)

    @classmethod
    def at(cls, path: Path | None) -> Log:
        """What was kept there, nothing where there is no file yet."""
        if path is None or not path.exists():
            return cls(path)
        lines = path.read_text(encoding="utf-8").splitlines()
        return cls(path, dict(json.loads(line) for line in lines))

    def keep(self, match: str, won: float) -> None:
        self.scores[match] = won
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([match, won]) + "\n")


def matches(
    game: str, variant: str, pairing: Pairing, options: argparse.Namespace, log: Log
) -> Iterator[tuple[int, float]]:
    """The seat of the first player, and the score, of each match."""
    seats = next(each.seats for each in GAMES[game].info.variants if each.id == variant)
    one, other = player(pairing.first, options.nodes), player(pairing.second, options.nodes)
    alone = pairing.first == pairing.second
    for number in range(options.games):
        seed, seat = (number, 0) if alone else divmod(number, seats)
        name = f"{game} {variant} {pairing.first}:{pairing.second} {options.nodes} {number}"
        if name not in log.scores:
            players = [one if each == seat else other for each in range(seats)]
            outcome = played(game, variant, players, seed)
            log.keep(name, score(outcome, seat, seats))
        yield seat, log.scores[name]


def row(game: str, variant: str, pairing: Pairing, options: argparse.Namespace, log: Log) -> str:
    begun, scores = time.process_time(), []
    by_seat: Mapping[int, list[float]] = {0: [], 1: [], 2: []}
    for seat, won in matches(game, variant, pairing, options, log):
        scores.append(won)
        by_seat[seat].append(won)
        if time.process_time() - begun > options.budget and len(scores) >= 2:
            break
    low, high = wilson(sum(scores), len(scores))
    shares = " ".join(f"{100 * sum(won) / len(won):.0f}" for won in by_seat.values() if won)
    each = (time.process_time() - begun) / len(scores)
    return (
        f"{game + ' ' + variant:22} {pairing.first:>6} : {pairing.second:7}"
        f"{sum(scores):6.1f} of {len(scores):<4}{100 * sum(scores) / len(scores):4.0f} %"
        f" [{100 * low:.0f}-{100 * high:.0f}]  by seat {shares:11} {each:6.1f} s a match"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairings", nargs="*", default=["random", "below"], metavar="pairing")
    parser.add_argument("--game", action="append", help="one game, or game:variant")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--nodes", type=int, help="a cap for levels 3 and 4 instead of theirs")
    parser.add_argument("--log", type=Path, help="a file that keeps every match")
    parser.add_argument("--budget", type=float, default=1e9, help="seconds for a pairing")
    options = parser.parse_args()
    log = Log.at(options.log)
    for name in options.pairings:
        for game in GAMES:
            for variant in GAMES[game].info.variants:
                if not options.game or {game, f"{game}:{variant.id}"} & set(options.game):
                    print(row(game, variant.id, PAIRINGS[name], options, log), flush=True)


if __name__ == "__main__":
    main()
