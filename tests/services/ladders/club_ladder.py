"""A ladder on which things happen one after another, kept as a service would keep it."""

from datetime import UTC, datetime, timedelta
from itertools import count

from bot.services.ladders import (
    Accepted,
    Challenged,
    Declined,
    Ended,
    Entry,
    Joined,
    Refusal,
    Standings,
    Voided,
    WhyNot,
    apply,
    challenge_refusal,
    is_ruling,
    lapsed,
    standings,
)
from data.ids import ChallengeId, MatchId, PlayerId

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)  # a Monday
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MANAGER = PlayerId(999)


class ClubLadder:
    """People are numbers; those who begin on the ladder are numbered by their place."""

    def __init__(self, people: int = 0) -> None:
        self.now = NOON
        self.entries: list[Entry] = []
        self.ladder = Standings()
        self.numbers = count(1)
        for number in range(1, people + 1):
            self.take(Joined(self.now, PlayerId(number)))

    @property
    def order(self) -> list[int]:
        return list(self.ladder.order)

    def wait(self, length: timedelta) -> None:
        self.now += length

    def take(self, entry: Entry) -> None:
        before = self.ladder
        self.entries.append(entry)
        ruling = is_ruling(before, entry)
        self.ladder = standings(self.entries) if ruling else apply(before, entry)
        for challenge in lapsed(before, entry, self.ladder):
            if challenge.waiting:
                self.take(Voided(entry.at, challenge.id))

    def refusal(self, player: int, opponent: int, *blocked: int) -> Refusal | None:
        away = frozenset(map(PlayerId, blocked))
        return challenge_refusal(self.ladder, PlayerId(player), PlayerId(opponent), self.now, away)

    def why(self, player: int, opponent: int, *blocked: int) -> WhyNot | None:
        refusal = self.refusal(player, opponent, *blocked)
        return refusal.why if refusal else None

    def challenge(self, player: int, opponent: int) -> ChallengeId:
        challenge_id = ChallengeId(next(self.numbers))
        self.take(Challenged(self.now, challenge_id, PlayerId(player), PlayerId(opponent)))
        return challenge_id

    def accept(self, challenge_id: ChallengeId) -> MatchId:
        match_id = MatchId(1_000 + next(self.numbers))
        self.take(Accepted(self.now, challenge_id, match_id))
        return match_id

    def decline(self, player: int, opponent: int) -> None:
        self.take(Declined(self.now, self.challenge(player, opponent)))

    def begin(self, player: int, opponent: int) -> MatchId:
        return self.accept(self.challenge(player, opponent))

    def end(self, match_id: MatchId, winner: int | None, timed_out: int | None = None) -> None:
        winner_id = None if winner is None else PlayerId(winner)
        timed_out_id = None if timed_out is None else PlayerId(timed_out)
        self.take(Ended(self.now, match_id, winner_id, timed_out_id))

    def play(self, player: int, opponent: int, winner: int | None) -> MatchId:
        """A whole match at once."""
        match_id = self.begin(player, opponent)
        self.end(match_id, winner)
        return match_id
