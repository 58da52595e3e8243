"""A server of players with hidden skill: how well ratings find it, and what they cost.

Some leave and lose all that they had running, some matches are lost on time without regard to
skill, a few results are wrong and put right later by a ruling.
"""

import random
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from math import log10
from statistics import correlation, mean

from bot.core.matches import Result
from bot.features.ratings import (
    EVERYWHERE,
    FinishedMatch,
    Rating,
    RatingKey,
    is_provisional,
    points,
)
from bot.features.ratings.values import TIMEOUTS_WITHIN, SeatResult, rate_match, why_unrated
from data.ids import MatchId, PlayerId, ServerId
from data.states import Ending, UnratedReason
from rules.outcomes import Ranking

PEOPLE, MATCHES = 200, 20_000
GAME, SERVER = "any", ServerId(1)
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
BETWEEN = timedelta(minutes=25)  # 20,000 matches in a year
SCALE = 1500
SPREAD_OF_SKILL = 250.0  # points of Elo's scale
DRAWS, THREES, TIMEOUTS, FRIENDLY, ELSEWHERE, LEAVERS = 0.03, 0.1, 0.02, 0.05, 0.2, 0.1
RULINGS, RULED_AFTER = 5, 40  # so many wrong results, put right so many matches later


@dataclass(frozen=True, slots=True)
class Season:
    """What was played, in order; which results were wrong, as they were ruled; and the truth."""

    skill: dict[PlayerId, float]
    matches: list[FinishedMatch]
    rulings: dict[int, FinishedMatch]


@dataclass(frozen=True, slots=True)
class Figures:
    correlation: float
    drift: float
    established: int


class Club:
    """People who play, and when they last ran out of time."""

    def __init__(self, people: int, matches: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.skill = {
            PlayerId(number): self.chance.gauss(0, SPREAD_OF_SKILL) for number in range(people)
        }
        self.timeouts: dict[PlayerId, datetime] = {}
        self.leaves_at = {
            player: self.chance.randrange(matches)
            for player in self.skill
            if self.chance.random() < LEAVERS
        }

    def match(self, number: int) -> FinishedMatch:
        at = BEGIN + number * BETWEEN
        seats = 3 if self.chance.random() < THREES else 2
        # who has left is drawn now and then for a while: those are the matches they had running
        there = [
            player
            for player in self.skill
            if self.leaves_at.get(player, number) + len(self.skill) // 10 >= number
        ]
        players = tuple(self.chance.sample(there, seats))
        agreed = UnratedReason.FRIENDLY if self.chance.random() < FRIENDLY else None
        gone = [
            seat
            for seat, player in enumerate(players)
            if self.leaves_at.get(player, number) < number or self.chance.random() < TIMEOUTS
        ]
        moves = self.chance.randrange(2, 40)
        result = (
            Result(self.leavers_last(players, gone), Ending.TIMED_OUT)
            if gone
            else Result(self.played(players), Ending.RULES)
        )
        server = None if self.chance.random() < ELSEWHERE else SERVER
        match = finished(number, players, result, at, server=server, agreed=agreed, moves=moves)
        return replace(match, unrated=why_unrated(match, self.late([players[n] for n in gone], at)))

    def late(self, players: list[PlayerId], at: datetime) -> int:
        """How many of them had run out of time not long before."""
        before = [self.timeouts.get(player) for player in players]
        self.timeouts |= dict.fromkeys(players, at)
        return sum(1 for past in before if past and at - past <= TIMEOUTS_WITHIN)

    def leavers_last(self, players: tuple[PlayerId, ...], gone: list[int]) -> Ranking:
        stayed = [seat for seat in self.order(players) if seat not in gone]
        groups = [(seat,) for seat in stayed]
        return (*groups, tuple(gone))

    def played(self, players: tuple[PlayerId, ...]) -> Ranking:
        order = self.order(players)
        if self.chance.random() < DRAWS:
            return (tuple(sorted(order)),)
        return tuple((seat,) for seat in order)

    def order(self, players: tuple[PlayerId, ...]) -> list[int]:
        """Seats by how they play today, whose odds are those of Elo's scale."""
        today = [self.skill[player] - 400 * log10(self.chance.expovariate(1)) for player in players]
        return sorted(range(len(players)), key=lambda seat: -today[seat])


def finished(
    number: int,
    players: tuple[PlayerId, ...],
    result: Result,
    at: datetime,
    *,
    game: str = GAME,
    server: ServerId | None = None,
    agreed: UnratedReason | None = None,
    moves: int = 9,
) -> FinishedMatch:
    """A match that has come to this, rated unless agreed otherwise. On time all the last lose."""
    late = result.ranking[-1] if result.ending is Ending.TIMED_OUT else ()
    seats = tuple(
        SeatResult(player, None, moves, at if seat in late else None)
        for seat, player in enumerate(players)
    )
    match = FinishedMatch(
        match_id=MatchId(number),
        number=number,
        game=game,
        variant="standard",
        server_id=server,
        ended_at=at,
        ending=result.ending,
        agreed=agreed,
        unrated=agreed,
        seats=seats,
    )
    return ranked(match, result)


def ranked(match: FinishedMatch, result: Result) -> FinishedMatch:
    """The match where it has come to this; when its seats ran out of time stays as it is."""
    places = result.places or (None,) * len(match.seats)
    both = zip(match.seats, places, strict=True)
    seats = tuple(replace(seat, place=place) for seat, place in both)
    return replace(match, ending=result.ending, seats=seats)


def ruled_on(match: FinishedMatch, result: Result) -> FinishedMatch:
    """The match where managers have said what it came to, which sets timeouts aside."""
    seats = tuple(replace(seat, timed_out_at=None) for seat in match.seats)
    return ranked(replace(match, seats=seats), result)


def ranking_of(match: FinishedMatch) -> Ranking:
    """The seats in groups, best first."""
    places = sorted({seat.place for seat in match.seats if seat.place is not None})
    return tuple(
        tuple(number for number, seat in enumerate(match.seats) if seat.place == place)
        for place in places
    )


def recompute(matches: Iterable[FinishedMatch]) -> dict[RatingKey, Rating]:
    """All ratings after the matches, which are in the order in which they counted."""
    ratings: dict[RatingKey, Rating] = {}
    for match in matches:
        ratings |= {change.key: change.after for change in rate_match(match, ratings)}
    return ratings


def season(people: int = PEOPLE, matches: int = MATCHES, seed: int = 1) -> Season:
    club = Club(people, matches, seed)
    played = [club.match(number) for number in range(matches)]
    rulings = {}
    for number in range(matches // RULINGS // 2, matches, matches // RULINGS):
        right = played[number]
        ranking = ranking_of(right)
        if len(ranking) > 1:
            rulings[number] = right
            played[number] = ranked(right, Result(ranking[::-1], right.ending))
    return Season(club.skill, played, rulings)


def ruled(past: Season) -> list[FinishedMatch]:
    """The matches with every wrong result put right."""
    return [past.rulings.get(number, match) for number, match in enumerate(past.matches)]


def live(past: Season) -> dict[RatingKey, Rating]:
    """The ratings as each match moves them when it ends, and as each ruling rebuilds them."""
    ratings: dict[RatingKey, Rating] = {}
    known: list[FinishedMatch] = []
    for number, match in enumerate(past.matches):
        known.append(match)
        ratings |= {change.key: change.after for change in rate_match(match, ratings)}
        wrong = number - RULED_AFTER
        if wrong in past.rulings:
            known[wrong] = past.rulings[wrong]
            ratings = recompute(known)
    return ratings


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Spearman's, for values without ties worth mentioning."""
    return correlation(ranks(first), ranks(second))


def ranks(values: Sequence[float]) -> list[float]:
    order = sorted(range(len(values)), key=values.__getitem__)
    place = {index: float(number) for number, index in enumerate(order)}
    return [place[index] for index in range(len(values))]


def figures(
    past: Season, ratings: dict[RatingKey, Rating], earlier: dict[RatingKey, Rating]
) -> Figures:
    """How ratings everywhere compare with skill, and how those settled ``earlier`` drifted."""
    everywhere = {key: rating for key, rating in ratings.items() if key.scope == EVERYWHERE}
    skill = [past.skill[key.player_id] for key in everywhere]
    shown = [points(rating) for rating in everywhere.values()]
    settled = [
        key for key, rating in earlier.items() if key in everywhere and not is_provisional(rating)
    ]
    moved = [points(ratings[key]) - points(earlier[key]) for key in settled]
    drift = abs(mean(moved)) / SCALE if moved else float("nan")
    return Figures(rank_correlation(skill, shown), drift, len(settled))


def measured(people: int, matches: int, seed: int) -> Figures:
    past = season(people, matches, seed)
    right = ruled(past)
    ratings = recompute(right)
    if ratings != live(past):
        raise AssertionError("recomputed ratings differ from those that stood")
    return figures(past, ratings, recompute(right[: matches // 2]))


def main() -> None:
    print(f"{'people':>7} {'matches':>8} {'seed':>5} {'rank correlation':>17} {'drift':>7}")
    for seed in (1, 2, 3):
        for matches in (1_000, 5_000, MATCHES):
            found = measured(PEOPLE, matches, seed)
            drift = f"{found.drift:.2%}" if found.established else "-"
            print(
                f"{PEOPLE:7} {matches:8} {seed:5} {found.correlation:17.3f} {drift:>7}", flush=True
            )
    many = season(PEOPLE, 100_000).matches
    begun, worked = time.perf_counter(), time.process_time()
    recompute(many)
    waited, worked = time.perf_counter() - begun, time.process_time() - worked
    print(f"100,000 results recomputed in {waited:.1f} s, {worked:.1f} s of processor time")


if __name__ == "__main__":
    main()
