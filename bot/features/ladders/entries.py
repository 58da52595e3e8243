"""What happens on a ladder, and the rules by which it moves people.

A ladder is its entries, in the order in which they were written. An entry that no longer fits,
because a ruling changed what came before it, has no effect.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from bot.features.ladders import places
from bot.features.ladders.places import LadderChallenge, RestReason, played_in
from bot.features.ladders.working import Working
from data.ids import ChallengeId, MatchId, PlayerId


@dataclass(frozen=True, slots=True)
class LadderEntry:
    """Something that happened on a ladder."""

    at: datetime

    def apply(self, ladder: Working) -> None:
        """Do to the ladder what happened; nothing changes one that is closed."""
        ladder.as_of = max(ladder.as_of or self.at, self.at)
        if not ladder.closed_at:
            self._move(ladder)

    def _move(self, ladder: Working) -> None:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class OfPlayer(LadderEntry):
    """It is about one player."""

    player_id: PlayerId


@dataclass(frozen=True, slots=True)
class OfChallenge(LadderEntry):
    """It is about a challenge."""

    challenge_id: ChallengeId


@dataclass(frozen=True, slots=True)
class OfMatch(LadderEntry):
    """It is about a match that is, or was, about a place."""

    match_id: MatchId


@dataclass(frozen=True, slots=True)
class Joined(OfPlayer):
    """The player enters at the bottom."""

    def _move(self, ladder: Working) -> None:
        ladder.join(self.player_id, self.at)


@dataclass(frozen=True, slots=True)
class Left(OfPlayer):
    """The player gives up the place."""

    def _move(self, ladder: Working) -> None:
        ladder.remove(self.player_id, self.at)


@dataclass(frozen=True, slots=True)
class Challenged(OfChallenge):
    """The player asks for the place of somebody above."""

    player_id: PlayerId
    opponent_id: PlayerId

    def _move(self, ladder: Working) -> None:
        expires_at = self.at + places.TO_ANSWER
        players = (self.player_id, self.opponent_id)
        asked = LadderChallenge(self.challenge_id, *players, self.at, expires_at)
        if ladder.asks_upward(asked):
            ladder.challenges[asked.id] = asked
            ladder.change(self.player_id, newcomer=False)


@dataclass(frozen=True, slots=True)
class Accepted(OfChallenge):
    """The challenge became a match, under 1.0.0: that alone ended a row of refusals."""

    match_id: MatchId

    def _move(self, ladder: Working) -> None:
        challenge = ladder.waiting(self.challenge_id)
        if challenge:
            ladder.challenges[challenge.id] = replace(challenge, match_id=self.match_id)
            ladder.change(challenge.opponent_id, declined=None)
            _play(challenge, ladder, self.at)


class Begun(Accepted):
    """The challenge became a match, which ends a row of refusals if it is played."""

    def _move(self, ladder: Working) -> None:
        challenge = ladder.waiting(self.challenge_id)
        if challenge:
            refused = ladder.rungs[challenge.opponent_id].declined
            begun = replace(challenge, match_id=self.match_id, began_at=self.at, refused=refused)
            ladder.challenges[challenge.id] = begun
            ladder.change(challenge.opponent_id, declined=None)


@dataclass(frozen=True, slots=True)
class TurnedDown(OfChallenge):
    """The challenge was refused. Two refusals in a row, of different people, lose the place."""

    def _move(self, ladder: Working) -> None:
        challenge = ladder.waiting(self.challenge_id)
        if not challenge:
            return
        ladder.settle(challenge, self.at, RestReason.DECLINED)
        ladder.refuse(challenge, self.at)


class Declined(TurnedDown):
    """Who was challenged said no."""


class Expired(TurnedDown):
    """The challenge was not answered in time, which is the same as a refusal."""


@dataclass(frozen=True, slots=True)
class Withdrawn(OfChallenge):
    """The challenger took the challenge back."""

    def _move(self, ladder: Working) -> None:
        challenge = ladder.waiting(self.challenge_id)
        if challenge:
            ladder.settle(challenge, self.at, RestReason.WITHDREW)


@dataclass(frozen=True, slots=True)
class Voided(OfChallenge):
    """The challenge lost its meaning: the two changed places, or one is off the ladder."""

    def _move(self, ladder: Working) -> None:
        if ladder.waiting(self.challenge_id):
            del ladder.challenges[self.challenge_id]


class Lapsed(Voided):
    """The challenge waited too long for somebody on vacation, who declined nothing."""


@dataclass(frozen=True, slots=True)
class OfEnd(OfMatch):
    """How a match is over; the last word on it may be another one."""


@dataclass(frozen=True, slots=True)
class Ended(OfEnd):
    """The match has a result: ``winner_id`` is None for a draw.

    ``timed_out_id`` is who lost on time, if anybody did. Only a challenger who wins moves; a
    timeout is a loss like any other, but the second one within a while is one too many.
    """

    winner_id: PlayerId | None
    timed_out_id: PlayerId | None = None

    def _move(self, ladder: Working) -> None:
        challenge = played_in(ladder.challenges.values(), self.match_id)
        if not challenge:
            return
        ladder.settle(challenge, self.at, RestReason.PLAYED)
        _play(challenge, ladder, self.at)
        if self.winner_id == challenge.challenger_id:
            ladder.overtake(challenge, self.at)
        if self.timed_out_id is not None:
            before = ladder.rungs[self.timed_out_id].timed_out_at
            if before and self.at - before <= places.TIMEOUTS_WITHIN:
                ladder.remove(self.timed_out_id, self.at)
            else:
                ladder.change(self.timed_out_id, timed_out_at=self.at)


class Forfeited(Ended):
    """Somebody lost the match before both had moved: it has not been played."""

    def _move(self, ladder: Working) -> None:
        challenge = played_in(ladder.challenges.values(), self.match_id)
        super()._move(ladder)
        if challenge:
            ladder.unanswer(challenge, self.at)


class Refused(OfEnd):
    """Who was challenged ended the match before both had moved, which is to decline it."""

    def _move(self, ladder: Working) -> None:
        challenge = played_in(ladder.challenges.values(), self.match_id)
        if challenge:
            ladder.settle(challenge, self.at, RestReason.DECLINED)
            ladder.unanswer(challenge, self.at)
            ladder.refuse(challenge, self.at)


class Retracted(OfEnd):
    """The challenger ended the match before both had moved, which is to take the challenge back."""

    def _move(self, ladder: Working) -> None:
        challenge = played_in(ladder.challenges.values(), self.match_id)
        if challenge:
            ladder.settle(challenge, self.at, RestReason.WITHDREW)
            ladder.unanswer(challenge, self.at)


@dataclass(frozen=True, slots=True)
class Annulled(OfEnd):
    """The match has no result, or none any more: it is as if the two had never met."""

    manager_id: PlayerId | None = None
    reason: str | None = None

    def _move(self, ladder: Working) -> None:
        challenge = played_in(ladder.challenges.values(), self.match_id)
        if challenge:
            del ladder.challenges[challenge.id]
            ladder.unanswer(challenge, self.at)


@dataclass(frozen=True, slots=True)
class RuledLater(OfMatch):
    """A word on a match that had ended. It counts where the match ended: see ``as_ruled``."""

    def _move(self, ladder: Working) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Corrected(RuledLater):
    """A manager gave the match another result; nobody timed out in it."""

    winner_id: PlayerId | None
    manager_id: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class Reopened(RuledLater):
    """The match goes on; ``manager_id`` is None if the opponent forgave."""

    manager_id: PlayerId | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Shifted(OfPlayer):
    """A manager puts the player on ``place``, counted from 1."""

    place: int
    manager_id: PlayerId
    reason: str

    def _move(self, ladder: Working) -> None:
        ladder.put(self.player_id, self.place - 1, self.at)


@dataclass(frozen=True, slots=True)
class Expelled(OfPlayer):
    """A manager takes the player off the ladder."""

    manager_id: PlayerId
    reason: str

    def _move(self, ladder: Working) -> None:
        ladder.remove(self.player_id, self.at)


@dataclass(frozen=True, slots=True)
class Noticed(OfPlayer):
    """The player was warned that places are lost by not playing."""

    def _move(self, ladder: Working) -> None:
        ladder.change(self.player_id, noticed_at=self.at)


@dataclass(frozen=True, slots=True)
class Dropped(OfPlayer):
    """The player goes down one place for not playing."""

    def _move(self, ladder: Working) -> None:
        index = ladder.falls_to(self.player_id)
        if index is not None:
            ladder.put(self.player_id, index, self.at)
            ladder.change(self.player_id, dropped_at=self.at)


@dataclass(frozen=True, slots=True)
class Frozen(LadderEntry):
    """A manager stops the ladder: no time passes, and results of matches count when it goes on."""

    manager_id: PlayerId
    reason: str

    def _move(self, ladder: Working) -> None:
        ladder.frozen_since = ladder.frozen_since or self.at


@dataclass(frozen=True, slots=True)
class Thawed(LadderEntry):
    """The ladder goes on, under 1.0.0: refusals and timeouts grew old while it stood still."""

    manager_id: PlayerId

    def _move(self, ladder: Working) -> None:
        if ladder.frozen_since:
            ladder.stood_still += ((ladder.frozen_since, self.at),)
            ladder.postpone_answers(self.at - ladder.frozen_since)
            ladder.frozen_since = None


class Unfrozen(Thawed):
    """The ladder goes on. Everything that was to happen by a time happens that much later."""

    def _move(self, ladder: Working) -> None:
        if ladder.frozen_since:
            ladder.keep_windows(self.at - ladder.frozen_since)
        super()._move(ladder)


@dataclass(frozen=True, slots=True)
class Away(LadderEntry):
    """The bot was away from ``since`` on: everybody who had to answer has that much longer."""

    since: datetime

    def _move(self, ladder: Working) -> None:
        if not ladder.frozen_since:
            ladder.postpone_answers(self.at - self.since)


class Absent(Away):
    """The bot was not in the server from ``since`` on, and no time passes."""

    def _move(self, ladder: Working) -> None:
        if not ladder.frozen_since:
            ladder.end_rests(self.at)  # which entries meanwhile may have found
            ladder.stood_still += ((self.since, self.at),)
            ladder.keep_windows(self.at - self.since)
        super()._move(ladder)


@dataclass(frozen=True, slots=True)
class Closed(LadderEntry):
    """A manager ends the ladder. The places stay; what is being played goes on for its own sake."""

    manager_id: PlayerId
    reason: str

    def _move(self, ladder: Working) -> None:
        ladder.closed_at = self.at
        ladder.challenges.clear()


def _play(challenge: LadderChallenge, ladder: Working, at: datetime) -> None:
    for player_id in challenge.players:
        ladder.change(player_id, active_at=at, noticed_at=None, dropped_at=None)


KINDS: Mapping[str, type[LadderEntry]] = {
    kind.__name__.lower(): kind
    for kind in (
        *(Joined, Left, Challenged, Accepted, Begun, Declined, Expired, Withdrawn, Voided, Lapsed),
        *(Ended, Forfeited, Refused, Retracted, Annulled, Corrected, Reopened),
        *(Shifted, Expelled, Noticed, Dropped, Frozen, Thawed, Unfrozen, Away, Absent, Closed),
    )
}
"""The classes of entries by the words under which they are stored."""
