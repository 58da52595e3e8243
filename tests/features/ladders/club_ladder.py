"""A ladder on which things happen one after another, kept as a service would keep it."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from bot.features.ladders import entries, history, rules
from bot.features.ladders.entries import LadderEntry, LadderKind
from bot.features.ladders.places import Standings
from bot.features.ladders.rules import CannotChallenge, Vacations, WhyNot
from data.ids import ChallengeId, MatchId, PlayerId

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)  # a Monday
MANAGER = PlayerId(999)
NOBODY_AWAY: Vacations = {}


class ClubLadder:
    """People are numbers; those who begin on the ladder are numbered by their place."""

    def __init__(self, people: int = 0) -> None:
        self.now = NOON
        self.entries: list[LadderEntry] = []
        self.ladder = Standings()
        self.numbers = count(1)
        for number in range(1, people + 1):
            self.take(LadderEntry(entries.JOINED, self.now, PlayerId(number)))

    @property
    def order(self) -> list[int]:
        return list(self.ladder.order)

    def wait(self, length: timedelta) -> None:
        self.now += length

    def take(self, entry: LadderEntry) -> None:
        before = self.ladder
        self.entries.append(entry)
        ruling = history.is_ruling(before, entry)
        self.ladder = history.standings(self.entries) if ruling else history.apply(before, entry)
        for challenge in history.dropped_challenges(before, entry, self.ladder):
            if challenge.waiting:
                self.take(LadderEntry(entries.VOIDED, entry.at, challenge_id=challenge.id))

    def refusal(self, player: int, opponent: int, *blocked: int) -> CannotChallenge | None:
        away = frozenset(map(PlayerId, blocked))
        found = rules.Prospects(self.ladder, PlayerId(player), self.now, away)
        return found.refusal(PlayerId(opponent))

    def why(self, player: int, opponent: int, *blocked: int) -> WhyNot | None:
        refusal = self.refusal(player, opponent, *blocked)
        return refusal.why if refusal else None

    def next_due(self, vacations: Vacations = NOBODY_AWAY) -> datetime | None:
        coming = rules.next_due(self.ladder, vacations)
        return coming and coming.at

    def due(self, vacations: Vacations = NOBODY_AWAY) -> LadderEntry | None:
        return rules.due_now(self.ladder, self.now, vacations)

    def sweep(self, vacations: Vacations = NOBODY_AWAY) -> list[str]:
        """What is due now, done, as ``kind player``."""
        done = []
        while entry := self.due(vacations):
            self.take(entry)
            number = entry.player_id or entry.challenge_id
            done.append(f"{entry.kind.capitalize()} {number}")
        return done

    def note(self, kind: LadderKind, player: int | None = None, **more: Any) -> None:
        who = None if player is None else PlayerId(player)
        self.take(LadderEntry(kind, self.now, who, **more))

    def manage(self, kind: LadderKind, player: int | None = None, **more: Any) -> None:
        self.note(kind, player, manager_id=MANAGER, reason="why", **more)

    def freeze(self) -> None:
        self.manage(entries.FROZEN)

    def thaw(self) -> None:
        self.manage(entries.UNFROZEN)

    def challenge(self, player: int, opponent: int) -> ChallengeId:
        challenge_id = ChallengeId(next(self.numbers))
        asked = PlayerId(opponent)
        self.note(entries.CHALLENGED, player, challenge_id=challenge_id, opponent_id=asked)
        return challenge_id

    def accept(self, challenge_id: ChallengeId) -> MatchId:
        match_id = MatchId(1_000 + next(self.numbers))
        self.note(entries.BEGUN, challenge_id=challenge_id, match_id=match_id)
        return match_id

    def decline(self, player: int, opponent: int) -> None:
        self.note(entries.DECLINED, challenge_id=self.challenge(player, opponent))

    def withdraw(self, player: int, opponent: int) -> None:
        self.note(entries.WITHDRAWN, challenge_id=self.challenge(player, opponent))

    def begin(self, player: int, opponent: int) -> MatchId:
        return self.accept(self.challenge(player, opponent))

    def end(self, match_id: MatchId, winner: int | None, timed_out: int | None = None) -> None:
        self.note(entries.ENDED, match_id=match_id, winner_id=winner, timed_out_id=timed_out)

    def play(self, player: int, opponent: int, winner: int | None) -> MatchId:
        match_id = self.begin(player, opponent)
        self.end(match_id, winner)
        return match_id

    def correct(self, match_id: MatchId, winner: int | None) -> None:
        self.manage(entries.CORRECTED, match_id=match_id, winner_id=winner)
