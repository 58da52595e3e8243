"""What a player's results say, worked out from the results alone."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import takewhile

from bot.services.matches import Outcome
from bot.services.profiles.models import Record, record
from bot.services.results import FinishedMatch
from data.ids import PlayerId
from renderer.charts import ActivityChart, WeekOfPlay

WEEKS = 26
FAVOURITES = 3


def against(match: FinishedMatch, player_id: PlayerId, other: PlayerId) -> Outcome:
    """Which of two players came off better."""
    places = {seat.player_id: seat.place or 0 for seat in match.seats}
    own, theirs = places[player_id], places[other]
    return Outcome((own < theirs) - (own > theirs))


def by_side(played: Sequence[FinishedMatch], player_id: PlayerId) -> tuple[tuple[int, Record], ...]:
    """The record of moving first, second and so on."""
    sides: dict[int, list[Outcome]] = defaultdict(list)
    for match in played:
        seat = next(n for n, each in enumerate(match.seats) if each.player_id == player_id)
        sides[seat].append(match.outcome(player_id))
    return tuple((seat, record(sides[seat])) for seat in sorted(sides))


def by_variant(played: Sequence[FinishedMatch], player_id: PlayerId) -> dict[str, Record]:
    """The record in each variant, the one played most first."""
    found: dict[str, list[Outcome]] = defaultdict(list)
    for match in played:
        found[match.variant].append(match.outcome(player_id))
    ordered = sorted(found, key=lambda name: -len(found[name]))
    return {name: record(found[name]) for name in ordered}


def streak(outcomes: Sequence[Outcome]) -> tuple[Outcome, int] | None:
    """The last outcome, and how often it came in a row; the latest is first."""
    if not outcomes:
        return None
    return outcomes[0], sum(1 for _ in takewhile(lambda each: each == outcomes[0], outcomes))


def favourites(
    played: Sequence[FinishedMatch], player_id: PlayerId
) -> tuple[tuple[PlayerId, Record], ...]:
    """Those met most often, with the record against each."""
    met: dict[PlayerId, list[Outcome]] = defaultdict(list)
    for match in played:
        for other in match.people:
            if other != player_id:
                met[other].append(against(match, player_id, other))
    most = sorted(met, key=lambda other: (-len(met[other]), other))[:FAVOURITES]
    return tuple((other, record(met[other])) for other in most)


def activity(played: Sequence[FinishedMatch], player_id: PlayerId, today: date) -> ActivityChart:
    """The last WEEKS weeks, this one included; weeks begin on Monday."""
    this_week = today - timedelta(days=today.weekday())
    counted: Counter[tuple[date, Outcome]] = Counter()
    for match in played:
        day = match.ended_at.date()
        week = day - timedelta(days=day.weekday())
        counted[week, match.outcome(player_id)] += 1
    weeks = [this_week - timedelta(weeks=ago) for ago in reversed(range(WEEKS))]
    return ActivityChart(
        "Matches by week",
        tuple(WeekOfPlay(week, *(counted[week, each] for each in _ORDER)) for week in weeks),
    )


_ORDER = (Outcome.WON, Outcome.DRAWN, Outcome.LOST)
