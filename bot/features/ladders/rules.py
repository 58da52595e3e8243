"""The rules of ladders that change nothing: whom a player may challenge, and what is due.

Unanswered challenges expire, and idle players are warned and drop; vacations and freezes stop these
periods.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from functools import partial
from typing import TypeAlias

from bot.core.errors import ServiceError
from bot.features.ladders import entries, places
from bot.features.ladders.entries import LadderEntry
from bot.features.ladders.places import (
    DROP_EVERY,
    NOTICE_AFTER,
    LadderChallenge,
    Pair,
    Rest,
    Span,
    Standings,
    later,
    pair,
)
from data.ids import PlayerId
from rules.texts import Counted, Text, sentences

LEAST_REACH = 3
REACH_PER_CENT = 40
MOST_REACH = 10


class WhyNot(Enum):
    """Why a challenge may not be made, as the menu says it of one place."""

    CLOSED = Text("The ladder is closed.")
    FROZEN = Text("The ladder is frozen.")
    NOT_ON_LADDER = Text("You have no place yet.")
    OPPONENT_NOT_ON_LADDER = Text("They have no place on it.")
    YOURSELF = Text("That is you.")
    BELOW_YOU = Text("You are above them already.")
    UNAVAILABLE = Text("You have blocked them.")
    CHALLENGED = Text("A challenge between you two waits for its answer.")
    PLAYING = Text("You two are already playing for it.")
    OUT_OF_REACH = Counted(
        "Out of reach: from place {place} you can challenge only the player above you.",
        "Out of reach: from place {place} you can challenge only the {number} players above you.",
    )
    IN_UPPER_HALF = Text(
        "Out of reach: your first challenge can go only to the lower half, which begins at place "
        "{half}."
    )
    RESTING = Text("You can challenge them again {again_at}.")
    TOO_MANY_OUTGOING = Text(
        "You already have three open challenges or matches, which is the limit."
    )
    TOO_MANY_INCOMING = Text("Three others are challenging them already.")


WHOLE = {
    WhyNot.CLOSED: Text("This ladder is closed."),
    WhyNot.FROZEN: Text(
        "This ladder is frozen. Nobody can challenge or accept until a manager unfreezes it."
    ),
    WhyNot.NOT_ON_LADDER: Text(
        "You have no place on this ladder yet. Join it with `/ladder join`."
    ),
}
"""Reasons that do not depend on the opponent, as the answer to a challenge."""


class CannotChallenge(ServiceError):
    """The actor, who is on ``place``, may not challenge a player.

    ``half`` is the place where the lower half begins. While the two ``rest``, the actor has to wait
    until ``again_at``.
    """

    why: WhyNot
    player_id: PlayerId
    place: int | None
    half: int
    rest: Rest | None = None
    again_at: datetime | None = None

    @property
    def number(self) -> int:
        """How many places up the actor may challenge."""
        return reach(self.place or 1)

    @property
    def at(self) -> datetime | None:
        """When the two began to rest."""
        return self.rest.since if self.rest else None

    @property
    def because(self) -> Text:
        """Why, without naming the player: ``That is you.``"""
        return sentences(self.why.value, self.rest.reason.value if self.rest else None)

    @property
    def says(self) -> Text:
        cannot = Text("You cannot challenge {player} on this ladder now.")
        return WHOLE.get(self.why) or sentences(cannot, self.because)


@dataclass(frozen=True, slots=True)
class Target:
    """A place, its holder, and why the player may not challenge them; None if they may."""

    place: int
    player_id: PlayerId
    refusal: CannotChallenge | None


def reach(place: int) -> int:
    """How many places up a player on ``place`` may challenge."""
    return min(MOST_REACH, max(LEAST_REACH, (place - 1) * REACH_PER_CENT // 100))


class Prospects:
    """Whom one player may challenge on a ladder.

    ``unavailable`` are those whom the player has blocked. They do not count in the reach, of which
    ``highest`` is the highest place. Players who have blocked the player can be challenged: see
    ``LadderService.challenge``.
    """

    def __init__(
        self,
        ladder: Standings,
        player_id: PlayerId,
        now: datetime,
        unavailable: Set[PlayerId] = frozenset(),
    ) -> None:
        self.ladder, self.player_id, self.now = ladder, player_id, now
        self.unavailable = unavailable
        self.places = {who: place for place, who in enumerate(ladder.order, 1)}
        counted = [found for found in ladder.challenges.values() if self._counts(found)]
        self.outgoing = Counter(found.challenger_id for found in counted)
        self.incoming = Counter(found.opponent_id for found in counted)
        self.between: dict[Pair, LadderChallenge] = {
            pair(*found.players): found for found in ladder.challenges.values()
        }
        self.half = len(self.places) // 2 + 1
        place = self.places.get(player_id, 1)
        above = reversed(ladder.order[: place - 1])
        within = [self.places[who] for who in above if who not in unavailable][: reach(place)]
        self.highest = min(within, default=place)

    def targets(self) -> tuple[Target, ...]:
        """All places from the top, each with why the player may not challenge for it."""
        return tuple(Target(place, who, self.refusal(who)) for who, place in self.places.items())

    def refusal(self, opponent_id: PlayerId) -> CannotChallenge | None:
        """Why the player may not challenge the opponent now; None if they may."""
        place = self.places.get(self.player_id)
        refused = partial(CannotChallenge, player_id=opponent_id, place=place, half=self.half)
        why = self._never(opponent_id) or self._busy(opponent_id) or self._far(opponent_id)
        if why:
            return refused(why)
        rest = self.ladder.rests.get(pair(self.player_id, opponent_id))
        if rest and rest.overtaken_id != self.player_id:
            again_at = later(rest.since, places.REST, self.ladder.stood_still)
            if self.now < again_at:
                return refused(WhyNot.RESTING, rest=rest, again_at=again_at)
        why = self._crowded(opponent_id)
        return refused(why) if why else None

    def _never(self, opponent_id: PlayerId) -> WhyNot | None:
        """Refusals by the state of the ladder and the two places."""
        if self.ladder.closed_at:
            return WhyNot.CLOSED
        if self.ladder.frozen_since:
            return WhyNot.FROZEN
        if self.player_id not in self.places:
            return WhyNot.NOT_ON_LADDER
        if opponent_id not in self.places:
            return WhyNot.OPPONENT_NOT_ON_LADDER
        if opponent_id == self.player_id:
            return WhyNot.YOURSELF
        if self.places[opponent_id] > self.places[self.player_id]:
            return WhyNot.BELOW_YOU
        return WhyNot.UNAVAILABLE if opponent_id in self.unavailable else None

    def _busy(self, opponent_id: PlayerId) -> WhyNot | None:
        challenge = self.between.get(pair(self.player_id, opponent_id))
        if challenge:
            return WhyNot.CHALLENGED if challenge.waiting else WhyNot.PLAYING
        return None

    def _far(self, opponent_id: PlayerId) -> WhyNot | None:
        """Refusals by the reach, beyond which a first challenge may go to the lower half."""
        place = self.places[opponent_id]
        if self.ladder.rungs[self.player_id].newcomer and self.half < self.highest:
            return None if place >= self.half else WhyNot.IN_UPPER_HALF
        return None if place >= self.highest else WhyNot.OUT_OF_REACH

    def _counts(self, challenge: LadderChallenge) -> bool:
        """Whether a challenge counts for the limits.

        It does while it waits, for 30 days after its match began, and always if 1.0.0 began it.
        """
        if challenge.began_at is None:
            return True
        still = self.ladder.stood_still
        return self.now < later(challenge.began_at, places.COUNTED_FOR, still)

    def _crowded(self, opponent_id: PlayerId) -> WhyNot | None:
        if self.outgoing[self.player_id] >= places.MOST_OUTGOING:
            return WhyNot.TOO_MANY_OUTGOING
        crowded = self.incoming[opponent_id] >= places.MOST_INCOMING
        return WhyNot.TOO_MANY_INCOMING if crowded else None


Vacations: TypeAlias = Mapping[PlayerId, Sequence[Span]]
"""The vacations of each player, past and to come."""


def answer_due(challenge: LadderChallenge, vacations: Vacations) -> LadderEntry:
    """The entry that ends a challenge which nobody answers, with its time.

    The time to answer stands still while the opponent is on vacation. After LONGEST_WAIT the
    challenge lapses, which does not count as declining it.
    """
    away = vacations.get(challenge.opponent_id, ())
    until = later(challenge.asked_at, challenge.expires_at - challenge.asked_at, away)
    latest = challenge.expires_at + places.LONGEST_WAIT - places.TO_ANSWER
    if until > latest:
        return LadderEntry(entries.LAPSED, latest, challenge_id=challenge.id)
    return LadderEntry(entries.EXPIRED, until, challenge_id=challenge.id)


def next_due(ladder: Standings, vacations: Vacations) -> LadderEntry | None:
    """The entry that is due next, with its time; None if none ever will be."""
    return min(_upcoming(ladder, vacations), key=lambda entry: entry.at, default=None)


def due_now(ladder: Standings, now: datetime, vacations: Vacations) -> LadderEntry | None:
    """The entry that is due ``now``; None if none is. After it another may be due.

    A player who is overdue for several drops, because the bot was away for weeks, drops once.
    """
    coming = next_due(ladder, vacations)
    return replace(coming, at=now) if coming is not None and coming.at <= now else None


def _upcoming(ladder: Standings, vacations: Vacations) -> Iterator[LadderEntry]:
    """All entries that will be due, each with its time."""
    if ladder.frozen_since or ladder.closed_at:
        return
    for challenge in ladder.challenges.values():
        if challenge.waiting:
            yield answer_due(challenge, vacations)
    yield from _notices(ladder, vacations)
    yield from _drops(ladder, vacations)


def _notices(ladder: Standings, vacations: Vacations) -> Iterator[LadderEntry]:
    """Warnings of idle players, without the last on the ladder, who has no place to lose."""
    playing = _playing(ladder)
    for player_id in ladder.order[:-1]:
        rung = ladder.rungs[player_id]
        if not rung.noticed_at and player_id not in playing:
            still = (*ladder.stood_still, *vacations.get(player_id, ()))
            due_at = later(rung.active_at, NOTICE_AFTER, still)
            yield LadderEntry(entries.NOTICED, due_at, player_id)


def _drops(ladder: Standings, vacations: Vacations) -> Iterator[LadderEntry]:
    """Drops of warned players, if an active one is below them."""
    playing, active_below = _playing(ladder), False
    for player_id in reversed(ladder.order):
        last = ladder.rungs[player_id].fell_at
        if last is None or player_id in playing:
            active_below = True
        elif active_below:
            still = (*ladder.stood_still, *vacations.get(player_id, ()))
            due_at = later(last, DROP_EVERY, still)
            yield LadderEntry(entries.DROPPED, due_at, player_id)


def _playing(ladder: Standings) -> set[PlayerId]:
    running = [each for each in ladder.challenges.values() if not each.waiting]
    return {player_id for challenge in running for player_id in challenge.players}
