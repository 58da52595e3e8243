"""From a history to standings: the whole of it, or one entry more."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.services.ladders.entries import Annulled, Corrected, Ended, Entry, Reopened
from bot.services.ladders.places import Challenge, Standings
from bot.services.ladders.steps import step
from bot.services.ladders.working import Working
from data.ids import MatchId, PlayerId


def as_ruled(entries: Iterable[Entry]) -> list[Entry | None]:
    """The history as it would have been with the last word on each match from the start.

    Entry for entry: a corrected result counts when the match ended, an annulled match never had
    one, and the end of a match that was reopened is None. The rulings stay where they were.
    """
    told: list[Entry | None] = []
    ends: dict[MatchId, Ended | Annulled] = {}
    index: dict[MatchId, int] = {}
    for entry in entries:
        match entry:
            case Ended() | Annulled() if entry.match_id not in ends:
                ends[entry.match_id], index[entry.match_id] = entry, len(told)
            case Annulled() | Corrected() if entry.match_id in ends:
                told[index[entry.match_id]] = _instead(entry, ends[entry.match_id])
            case Reopened() if entry.match_id in ends:
                del ends[entry.match_id]
                told[index[entry.match_id]] = None
        told.append(entry)
    return told


def _instead(ruling: Annulled | Corrected, end: Ended | Annulled) -> Entry:
    """What the ruling makes of the end of the match, at its time."""
    if isinstance(ruling, Annulled):
        return Annulled(end.at, ruling.match_id)
    return Ended(end.at, ruling.match_id, ruling.winner_id)


@dataclass(frozen=True, slots=True)
class Movement:
    """A player came from one place to another, counted from 1; None is off the ladder."""

    player_id: PlayerId
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Step:
    """An entry, and the order before and after it.

    ``counted`` is what it is after all rulings: None for the end of a match that was reopened.
    """

    entry: Entry
    counted: Entry | None
    before: tuple[PlayerId, ...]
    after: tuple[PlayerId, ...]

    @property
    def movements(self) -> tuple[Movement, ...]:
        """Who changed places, those who are highest now first, those who are off last."""
        before = {player: place for place, player in enumerate(self.before, 1)}
        after = {player: place for place, player in enumerate(self.after, 1)}
        return tuple(
            Movement(player, before.get(player), after.get(player))
            for player in (after | before)
            if before.get(player) != after.get(player)
        )


def standings(entries: Iterable[Entry]) -> Standings:
    """The ladder after its whole history, with every ruling where it belongs."""
    ladder = Working(Standings())
    for entry in as_ruled(entries):
        if entry:
            _take(entry, ladder)
    return ladder.standings()


def apply(known: Standings, entry: Entry) -> Standings:
    """The ladder after one more entry.

    The same as ``standings`` of the whole history, and for a ruling only that will do: ValueError.
    """
    if is_ruling(known, entry):
        raise ValueError(f"{entry} is a ruling, which the whole history is needed for")
    ladder = Working(known)
    _take(entry, ladder)
    return ladder.standings()


def is_ruling(known: Standings, entry: Entry) -> bool:
    """Whether the entry changes what has counted before."""
    if isinstance(entry, Annulled):
        return known.challenge_of(entry.match_id) is None
    return isinstance(entry, Corrected | Reopened)


def lapsed(before: Standings, entry: Entry, after: Standings) -> tuple[Challenge, ...]:
    """Challenges that an entry took from the ladder without being about them.

    To be recorded as Voided those that waited, so that no ruling brings them back; matches go on
    without being about a place.
    """
    return tuple(
        challenge
        for challenge in before.challenges.values()
        if challenge.id not in after.challenges and not _is_about(entry, challenge)
    )


def _is_about(entry: Entry, challenge: Challenge) -> bool:
    """Whether the entry names the challenge or its match, whose numbers are apart."""
    if challenge.id == getattr(entry, "challenge_id", None):
        return True
    return not challenge.waiting and challenge.match_id == getattr(entry, "match_id", None)


def history(entries: Iterable[Entry]) -> Iterator[Step]:
    """Every entry with what it moved, as it counts after all rulings."""
    ladder = Working(Standings())
    told = list(entries)
    after: tuple[PlayerId, ...] = ()
    for entry, counted in zip(told, as_ruled(told), strict=True):
        before = after
        if counted:
            _take(counted, ladder)
            after = tuple(ladder.order)
        yield Step(entry, counted, before, after)


def _take(entry: Entry, ladder: Working) -> None:
    ladder.as_of = max(ladder.as_of or entry.at, entry.at)
    if not ladder.closed_at:
        step(entry, ladder)
