"""What the entries of a ladder lead to, with every ruling where it belongs."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from bot.features.ladders import entries
from bot.features.ladders.entries import Annulled, Ended, LadderEntry, OfEnd, Reopened, RuledLater
from bot.features.ladders.places import LadderChallenge, Standings, played_in
from bot.features.ladders.working import Working
from data.ids import MatchId, PlayerId


def standings(history: Iterable[LadderEntry]) -> Standings:
    """The ladder after its whole history."""
    ladder = Working(Standings())
    for entry in as_ruled(history):
        if entry:
            entry.apply(ladder)
    return ladder.standings()


def apply(known: Standings, entry: LadderEntry) -> Standings:
    """The ladder after one more entry; ValueError for a ruling, which needs the whole history."""
    if is_ruling(known, entry):
        raise ValueError(f"{entry} is a ruling, which the whole history is needed for")
    ladder = Working(known)
    entry.apply(ladder)
    return ladder.standings()


def orders(history: list[LadderEntry]) -> Iterator[tuple[datetime, tuple[PlayerId, ...]]]:
    """Who stood where, from the top, since every entry, as it counts after all rulings."""
    ladder = Working(Standings())
    for entry, counted in zip(history, as_ruled(history), strict=True):
        if counted:
            counted.apply(ladder)
        yield entry.at, tuple(ladder.order)


def is_ruling(known: Standings, entry: LadderEntry) -> bool:
    """Whether the entry changes what has counted before."""
    if isinstance(entry, Annulled):
        return played_in(known.challenges.values(), entry.match_id) is None
    return isinstance(entry, RuledLater)


def lapsed(before: Standings, entry: LadderEntry, after: Standings) -> tuple[LadderChallenge, ...]:
    """Challenges that an entry took from the ladder without being about them.

    To be recorded as Voided those that waited, so that no ruling brings them back; matches go on
    without being about a place.
    """
    return tuple(
        challenge
        for challenge in before.challenges.values()
        if challenge.id not in after.challenges and not _is_about(entry, challenge)
    )


def _is_about(entry: LadderEntry, challenge: LadderChallenge) -> bool:
    """Whether the entry names the challenge or its match, whose numbers are apart."""
    match entry:
        case entries.OfChallenge(challenge_id=known):
            return known == challenge.id
        case entries.OfMatch(match_id=played):
            return played == challenge.match_id
    return False


def as_ruled(history: Iterable[LadderEntry]) -> list[LadderEntry | None]:
    """The history as it would have been with the last word on each match from the start.

    Entry for entry: a corrected result counts when the match ended, an annulled match never had
    one, and the end of a match that was reopened is None. The rulings stay where they were.
    """
    ruled: list[LadderEntry | None] = []
    ends: dict[MatchId, OfEnd] = {}
    index: dict[MatchId, int] = {}
    for entry in history:
        match entry:
            case OfEnd() if entry.match_id not in ends:
                ends[entry.match_id], index[entry.match_id] = entry, len(ruled)
            case Annulled() if entry.match_id in ends:
                annulled = Annulled(ends[entry.match_id].at, entry.match_id)
                ruled[index[entry.match_id]] = annulled
            case entries.Corrected() if entry.match_id in ends:
                ended = Ended(ends[entry.match_id].at, entry.match_id, entry.winner_id)
                ruled[index[entry.match_id]] = ended
            case Reopened() if entry.match_id in ends:
                del ends[entry.match_id]
                ruled[index[entry.match_id]] = None
        ruled.append(entry)
    return ruled
