"""Replays the history of a ladder: the standings after its entries, with rulings applied."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from bot.features.ladders import entries
from bot.features.ladders.entries import Annulled, Ended, LadderEntry, OfEnd, Reopened, RuledLater
from bot.features.ladders.places import LadderChallenge, MutableStandings, Standings, played_in
from data.ids import MatchId, PlayerId


def standings(history: Iterable[LadderEntry]) -> Standings:
    """The standings after a whole history."""
    ladder = MutableStandings(Standings())
    for entry in as_ruled(history):
        if entry:
            entry.apply(ladder)
    return ladder.standings()


def apply(known: Standings, entry: LadderEntry) -> Standings:
    """The standings after one more entry; ValueError for a ruling, which needs them all."""
    if is_ruling(known, entry):
        raise ValueError(f"{entry} is a ruling, which the whole history is needed for")
    ladder = MutableStandings(known)
    entry.apply(ladder)
    return ladder.standings()


def orders(history: list[LadderEntry]) -> Iterator[tuple[datetime, tuple[PlayerId, ...]]]:
    """The order of players, from the top, after each entry, as it counts after all rulings."""
    ladder = MutableStandings(Standings())
    for entry, counted in zip(history, as_ruled(history), strict=True):
        if counted:
            counted.apply(ladder)
        yield entry.at, tuple(ladder.order)


def is_ruling(known: Standings, entry: LadderEntry) -> bool:
    """Whether the entry changes the effect of an earlier one."""
    if isinstance(entry, Annulled):
        return played_in(known.challenges.values(), entry.match_id) is None
    return isinstance(entry, RuledLater)


def dropped_challenges(
    before: Standings, entry: LadderEntry, after: Standings
) -> tuple[LadderChallenge, ...]:
    """Challenges that an entry removed from the ladder without being about them.

    Those that waited for an answer have to be recorded as Voided, so that no ruling brings them
    back. Matches go on without being about a place.
    """
    return tuple(
        challenge
        for challenge in before.challenges.values()
        if challenge.id not in after.challenges and not _is_about(entry, challenge)
    )


def _is_about(entry: LadderEntry, challenge: LadderChallenge) -> bool:
    """Whether the entry names the challenge, or its match."""
    match entry:
        case entries.OfChallenge(challenge_id=known):
            return known == challenge.id
        case entries.OfMatch(match_id=played):
            return played == challenge.match_id
    return False


def as_ruled(history: Iterable[LadderEntry]) -> list[LadderEntry | None]:
    """The history with the last ruling about each match applied where the match ended.

    It has one item for each entry. The end of a match that was corrected or annulled later is
    replaced, and the end of one that was reopened is None. The rulings stay where they were.
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
