"""A ladder while entries are applied to it: places, and who may meet whom."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from bot.features.ladders import places
from bot.features.ladders.places import (
    Arrival,
    Decline,
    LadderChallenge,
    RestReason,
    Rung,
    Standings,
    pair,
)
from data.ids import ChallengeId, PlayerId


class Working:
    """Standings in the making. Who is not on the ladder is left alone by all of this."""

    def __init__(self, known: Standings) -> None:
        self.order = list(known.order)
        self.rungs, self.arrivals = dict(known.rungs), dict(known.arrivals)
        self.challenges, self.rests = dict(known.challenges), dict(known.rests)
        self.as_of, self.frozen_since = known.as_of, known.frozen_since
        self.closed_at, self.stood_still = known.closed_at, known.stood_still

    def standings(self) -> Standings:
        """What has been made, without what no longer matters; nothing is applied after this."""
        as_of = self.as_of
        if as_of is not None:
            self.end_rests(as_of)
        return Standings(
            order=tuple(self.order),
            rungs=self.rungs,
            arrivals=self.arrivals,
            challenges=self.challenges,
            rests=self.rests if as_of else {},
            as_of=as_of,
            frozen_since=self.frozen_since,
            closed_at=self.closed_at,
            stood_still=self.stood_still,
        )

    def end_rests(self, at: datetime) -> None:
        """Let those rests matter no longer that are over by then; a running freeze is none."""
        still = self.stood_still
        if self.frozen_since is not None:
            still += ((self.frozen_since, at),)
        ends = {
            who: places.later(each.since, places.REST, still) for who, each in self.rests.items()
        }
        self.rests = {who: each for who, each in self.rests.items() if at < ends[who]}

    def change(self, player_id: PlayerId, **changes: Any) -> None:
        """Change something about a player."""
        if player_id in self.rungs:
            self.rungs[player_id] = replace(self.rungs[player_id], **changes)

    def join(self, player_id: PlayerId, at: datetime) -> None:
        """Put a player at the bottom."""
        if player_id not in self.rungs:
            self.order.append(player_id)
            self.rungs[player_id] = Rung(player_id, active_at=at)
            self.arrivals[player_id] = Arrival(at, 0)

    def remove(self, player_id: PlayerId, at: datetime) -> None:
        """Take a player off; what they were about to play, or play, counts no more."""
        if player_id not in self.rungs:
            return
        place = self.order.index(player_id)
        del self.order[place], self.rungs[player_id], self.arrivals[player_id]
        self.arrivals |= dict.fromkeys(self.order[place:], Arrival(at, 1))
        for challenge in self._challenges_of(player_id):
            del self.challenges[challenge.id]

    def put(self, player_id: PlayerId, index: int, at: datetime) -> None:
        """Put a player elsewhere, counted from 0, or at the nearer end; others make room."""
        if player_id not in self.rungs:
            return
        old, new = self.order.index(player_id), max(0, min(index, len(self.order) - 1))
        self.order.insert(new, self.order.pop(old))
        if new == old:
            return
        passed = self.order[new + 1 : old + 1] if new < old else self.order[old:new]
        self.arrivals |= dict.fromkeys(passed, Arrival(at, -1 if new < old else 1))
        self.arrivals[player_id] = Arrival(at, old - new)
        for challenge in self._challenges_of(player_id):
            if challenge.waiting and not self.asks_upward(challenge):
                del self.challenges[challenge.id]

    def overtake(self, challenge: LadderChallenge, at: datetime) -> None:
        """Put the challenger just above the other, unless that would be down. Both are there."""
        winner_id = challenge.challenger_id
        old, new = map(self.order.index, challenge.players)
        for passed_id in self.order[new:old]:
            who = pair(winner_id, passed_id)
            if who in self.rests:
                self.rests[who] = replace(self.rests[who], overtaken_id=passed_id)
        if new < old:
            self.put(winner_id, new, at)

    def falls_to(self, player_id: PlayerId) -> int | None:
        """Where an idle player falls to: one place down. None if that costs nothing.

        Whoever fell past them since their own last fall is passed over too. Otherwise two idle
        neighbours would only change places with each other, week after week.
        """
        if player_id not in self.rungs:
            return None
        own = self.rungs[player_id].fell_at
        for index in range(self.order.index(player_id) + 1, len(self.order)):
            fell = self.rungs[self.order[index]].dropped_at
            if own is None or fell is None or fell <= own:
                return index
        return None

    def asks_upward(self, challenge: LadderChallenge) -> bool:
        """Whether both are on the ladder, and the challenger is the lower one."""
        if not set(challenge.players) <= self.rungs.keys():
            return False
        asking, asked = map(self.order.index, challenge.players)
        return asking > asked

    def waiting(self, challenge_id: ChallengeId) -> LadderChallenge | None:
        """The challenge, if it waits for its answer."""
        challenge = self.challenges.get(challenge_id)
        return challenge if challenge and challenge.waiting else None

    def settle(self, challenge: LadderChallenge, at: datetime, reason: RestReason) -> None:
        """A challenge is done with, and the two leave each other in peace."""
        del self.challenges[challenge.id]
        self.rests[pair(*challenge.players)] = places.Rest(at, reason)

    def refuse(self, challenge: LadderChallenge, at: datetime) -> None:
        """Note that the opponent declined; the second time in a row the challenger goes past."""
        decline = Decline(challenge.challenger_id, at)
        self._join_row(challenge, self.rungs[challenge.opponent_id].declined, decline, at)

    def unanswer(self, challenge: LadderChallenge, at: datetime) -> None:
        """An accepted challenge was not played, so it interrupts no row of refusals.

        What the opponent declined before accepting it, and since, are in a row.
        """
        rung = self.rungs.get(challenge.opponent_id)
        if rung is not None and challenge.refused is not None:
            self._join_row(challenge, challenge.refused, rung.declined, at)

    def _join_row(
        self, asked: LadderChallenge, earlier: Decline | None, decline: Decline | None, at: datetime
    ) -> None:
        """Count two refusals by the opponent of a challenge; from different people they are two."""
        over = (
            earlier is not None
            and decline is not None
            and earlier.challenger_id != decline.challenger_id
            and decline.at - earlier.at <= places.DECLINES_WITHIN
        )
        self.change(asked.opponent_id, declined=None if over else decline or earlier)
        if over and decline is not None and decline.challenger_id in self.rungs:
            self.overtake(replace(asked, challenger_id=decline.challenger_id), at)

    def postpone_answers(self, length: timedelta) -> None:
        """Give everybody who has to answer that much longer."""
        for challenge in list(self.challenges.values()):
            later = replace(challenge, expires_at=challenge.expires_at + length)
            self.challenges[challenge.id] = later

    def keep_windows(self, length: timedelta) -> None:
        """Let refusals and timeouts be as long ago as they were so much time before."""
        for player_id, rung in list(self.rungs.items()):
            declined, timed_out_at = rung.declined, rung.timed_out_at
            if declined is not None:
                self.change(player_id, declined=replace(declined, at=declined.at + length))
            if timed_out_at is not None:
                self.change(player_id, timed_out_at=timed_out_at + length)
        for challenge in list(self.challenges.values()):
            if challenge.refused is not None:
                refused = replace(challenge.refused, at=challenge.refused.at + length)
                self.challenges[challenge.id] = replace(challenge, refused=refused)

    def _challenges_of(self, player_id: PlayerId) -> list[LadderChallenge]:
        return [found for found in self.challenges.values() if player_id in found.players]
