"""The entries of a ladder's history, and the rules by which each changes the standings.

Entries are applied in the order in which they were written. An entry that no longer fits, because a
ruling changed what came before it, has no effect.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from bot.features.ladders import places
from bot.features.ladders.places import LadderChallenge, MutableStandings, RestReason, played_in
from data.ids import ChallengeId, MatchId, PlayerId


@dataclass(frozen=True, slots=True)
class LadderEntry:
    """Something that happened on a ladder."""

    at: datetime

    def apply(self, ladder: MutableStandings) -> None:
        """Change the standings by this entry; those of a closed ladder stay."""
        ladder.as_of = max(ladder.as_of or self.at, self.at)
        if not ladder.closed_at:
            self._move(ladder)

    def _move(self, ladder: MutableStandings) -> None:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class OfPlayer(LadderEntry):
    """An entry about one player."""

    player_id: PlayerId


@dataclass(frozen=True, slots=True)
class OfChallenge(LadderEntry):
    """An entry about a challenge."""

    challenge_id: ChallengeId


@dataclass(frozen=True, slots=True)
class OfMatch(LadderEntry):
    """An entry about a match for a place."""

    match_id: MatchId


@dataclass(frozen=True, slots=True)
class Joined(OfPlayer):
    """The player joined at the bottom."""

    def _move(self, ladder: MutableStandings) -> None:
        ladder.join(self.player_id, self.at)


@dataclass(frozen=True, slots=True)
class Left(OfPlayer):
    """The player left the ladder."""

    def _move(self, ladder: MutableStandings) -> None:
        ladder.remove(self.player_id, self.at)


@dataclass(frozen=True, slots=True)
class Challenged(OfChallenge):
    """The player challenged somebody above."""

    player_id: PlayerId
    opponent_id: PlayerId

    def _move(self, ladder: MutableStandings) -> None:
        expires_at = self.at + places.TO_ANSWER
        players = (self.player_id, self.opponent_id)
        asked = LadderChallenge(self.challenge_id, *players, self.at, expires_at)
        if ladder.asks_upward(asked):
            ladder.challenges[asked.id] = asked
            ladder.change(self.player_id, newcomer=False)


@dataclass(frozen=True, slots=True)
class Accepted(OfChallenge):
    """The challenge became a match, under 1.0.0: accepting alone ended a series of refusals."""

    match_id: MatchId

    def _move(self, ladder: MutableStandings) -> None:
        challenge = ladder.waiting(self.challenge_id)
        if challenge:
            ladder.challenges[challenge.id] = replace(challenge, match_id=self.match_id)
            ladder.change(challenge.opponent_id, declined=None)
            _play(challenge, ladder, self.at)


class Begun(Accepted):
    """The challenge became a match, which ends a series of refusals if it is played."""

    def _move(self, ladder: MutableStandings) -> None:
        challenge = ladder.waiting(self.challenge_id)
        if challenge:
            refused = ladder.rungs[challenge.opponent_id].declined
            begun = replace(challenge, match_id=self.match_id, began_at=self.at, refused=refused)
            ladder.challenges[challenge.id] = begun
            ladder.change(challenge.opponent_id, declined=None)


@dataclass(frozen=True, slots=True)
class TurnedDown(OfChallenge):
    """The opponent refused. Refusing two different challengers in a row loses the place."""

    def _move(self, ladder: MutableStandings) -> None:
        challenge = ladder.waiting(self.challenge_id)
        if not challenge:
            return
        ladder.settle(challenge, self.at, RestReason.DECLINED)
        ladder.refuse(challenge, self.at)


class Declined(TurnedDown):
    """The opponent declined."""


class Expired(TurnedDown):
    """The opponent did not answer in time, which counts as declining."""


@dataclass(frozen=True, slots=True)
class Withdrawn(OfChallenge):
    """The challenger took the challenge back."""

    def _move(self, ladder: MutableStandings) -> None:
        challenge = ladder.waiting(self.challenge_id)
        if challenge:
            ladder.settle(challenge, self.at, RestReason.WITHDREW)


@dataclass(frozen=True, slots=True)
class Voided(OfChallenge):
    """The challenge became void: the two changed places, or one left the ladder."""

    def _move(self, ladder: MutableStandings) -> None:
        if ladder.waiting(self.challenge_id):
            del ladder.challenges[self.challenge_id]


class Lapsed(Voided):
    """The challenge waited too long for an opponent on vacation; this is no refusal."""


@dataclass(frozen=True, slots=True)
class OfEnd(OfMatch):
    """The end of a match; a ruling may replace it."""


@dataclass(frozen=True, slots=True)
class Ended(OfEnd):
    """The match ended with a result: ``winner_id`` is None for a draw.

    ``timed_out_id`` is the player who lost on time, if any. A challenger who wins takes the
    opponent's place; other results move nobody. A second loss on time within TIMEOUTS_WITHIN takes
    a player off the ladder.
    """

    winner_id: PlayerId | None
    timed_out_id: PlayerId | None = None

    def _move(self, ladder: MutableStandings) -> None:
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
    """A player lost the match before both had moved, so it counts as not played."""

    def _move(self, ladder: MutableStandings) -> None:
        challenge = played_in(ladder.challenges.values(), self.match_id)
        super()._move(ladder)
        if challenge:
            ladder.restore_refusals(challenge, self.at)


class Refused(OfEnd):
    """The opponent ended the match before both had moved, which counts as declining."""

    def _move(self, ladder: MutableStandings) -> None:
        challenge = played_in(ladder.challenges.values(), self.match_id)
        if challenge:
            ladder.settle(challenge, self.at, RestReason.DECLINED)
            ladder.restore_refusals(challenge, self.at)
            ladder.refuse(challenge, self.at)


class Retracted(OfEnd):
    """The challenger ended the match before both had moved, which counts as withdrawing."""

    def _move(self, ladder: MutableStandings) -> None:
        challenge = played_in(ladder.challenges.values(), self.match_id)
        if challenge:
            ladder.settle(challenge, self.at, RestReason.WITHDREW)
            ladder.restore_refusals(challenge, self.at)


@dataclass(frozen=True, slots=True)
class Annulled(OfEnd):
    """The match has no result, or a manager annulled it: it counts as if it never took place."""

    manager_id: PlayerId | None = None
    reason: str | None = None

    def _move(self, ladder: MutableStandings) -> None:
        challenge = played_in(ladder.challenges.values(), self.match_id)
        if challenge:
            del ladder.challenges[challenge.id]
            ladder.restore_refusals(challenge, self.at)


@dataclass(frozen=True, slots=True)
class RuledLater(OfMatch):
    """A ruling about an ended match. It takes effect where the match ended: see ``as_ruled``."""

    def _move(self, ladder: MutableStandings) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Corrected(RuledLater):
    """A manager changed the result of the match; it no longer counts as lost on time."""

    winner_id: PlayerId | None
    manager_id: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class Reopened(RuledLater):
    """The match goes on; ``manager_id`` is None if the opponent forgave a timeout."""

    manager_id: PlayerId | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Shifted(OfPlayer):
    """A manager moved the player to ``place``, counted from 1."""

    place: int
    manager_id: PlayerId
    reason: str

    def _move(self, ladder: MutableStandings) -> None:
        ladder.put(self.player_id, self.place - 1, self.at)


@dataclass(frozen=True, slots=True)
class Expelled(OfPlayer):
    """A manager took the player off the ladder."""

    manager_id: PlayerId
    reason: str

    def _move(self, ladder: MutableStandings) -> None:
        ladder.remove(self.player_id, self.at)


@dataclass(frozen=True, slots=True)
class Noticed(OfPlayer):
    """The player was warned that places are lost by not playing."""

    def _move(self, ladder: MutableStandings) -> None:
        ladder.change(self.player_id, noticed_at=self.at)


@dataclass(frozen=True, slots=True)
class Dropped(OfPlayer):
    """The player moved down one place for not playing."""

    def _move(self, ladder: MutableStandings) -> None:
        index = ladder.drop_index(self.player_id)
        if index is not None:
            ladder.put(self.player_id, index, self.at)
            ladder.change(self.player_id, dropped_at=self.at)


@dataclass(frozen=True, slots=True)
class Frozen(LadderEntry):
    """A manager froze the ladder: its periods stop, and matches that end count after the freeze."""

    manager_id: PlayerId
    reason: str

    def _move(self, ladder: MutableStandings) -> None:
        ladder.frozen_since = ladder.frozen_since or self.at


@dataclass(frozen=True, slots=True)
class Thawed(LadderEntry):
    """The ladder goes on, under 1.0.0: refusals and timeouts aged during the freeze."""

    manager_id: PlayerId

    def _move(self, ladder: MutableStandings) -> None:
        if ladder.frozen_since:
            ladder.stood_still += ((ladder.frozen_since, self.at),)
            ladder.postpone_answers(self.at - ladder.frozen_since)
            ladder.frozen_since = None


class Unfrozen(Thawed):
    """The ladder goes on, and all its periods are longer by the length of the freeze."""

    def _move(self, ladder: MutableStandings) -> None:
        if ladder.frozen_since:
            ladder.postpone_windows(self.at - ladder.frozen_since)
        super()._move(ladder)


@dataclass(frozen=True, slots=True)
class Away(LadderEntry):
    """The bot was offline from ``since`` on, which extends the time to answer challenges."""

    since: datetime

    def _move(self, ladder: MutableStandings) -> None:
        if not ladder.frozen_since:
            ladder.postpone_answers(self.at - self.since)


class Absent(Away):
    """The bot was not in the server from ``since`` on, which extends all periods."""

    def _move(self, ladder: MutableStandings) -> None:
        if not ladder.frozen_since:
            ladder.end_rests(self.at)  # those that ended during the absence
            ladder.stood_still += ((self.since, self.at),)
            ladder.postpone_windows(self.at - self.since)
        super()._move(ladder)


@dataclass(frozen=True, slots=True)
class Closed(LadderEntry):
    """A manager closed the ladder. The places stay; running matches move nobody any more."""

    manager_id: PlayerId
    reason: str

    def _move(self, ladder: MutableStandings) -> None:
        ladder.closed_at = self.at
        ladder.challenges.clear()


def _play(challenge: LadderChallenge, ladder: MutableStandings, at: datetime) -> None:
    for player_id in challenge.players:
        ladder.change(player_id, active_at=at, noticed_at=None, dropped_at=None)


KINDS: Mapping[str, type[LadderEntry]] = {
    kind.__name__.lower(): kind
    for kind in (
        Joined,
        Left,
        Challenged,
        Accepted,
        Begun,
        Declined,
        Expired,
        Withdrawn,
        Voided,
        Lapsed,
        Ended,
        Forfeited,
        Refused,
        Retracted,
        Annulled,
        Corrected,
        Reopened,
        Shifted,
        Expelled,
        Noticed,
        Dropped,
        Frozen,
        Thawed,
        Unfrozen,
        Away,
        Absent,
        Closed,
    )
}
"""The classes of entries by the words under which they are stored."""
