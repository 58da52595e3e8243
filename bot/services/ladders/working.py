"""A ladder while entries are applied to it: places, and who may meet whom."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from bot.services.ladders.places import (
    REST,
    Arrival,
    Challenge,
    Rest,
    RestReason,
    Rung,
    Standings,
    pair,
)
from data.ids import ChallengeId, MatchId, PlayerId


class Working:
    """Standings in the making. Whoever is not on the ladder is left alone by all of this."""

    def __init__(self, known: Standings) -> None:
        self.order = list(known.order)
        self.rungs = dict(known.rungs)
        self.arrivals = dict(known.arrivals)
        self.challenges = dict(known.challenges)
        self.rests = dict(known.rests)
        self.as_of = known.as_of
        self.frozen_since = known.frozen_since
        self.closed_at = known.closed_at
        self.stood_still = known.stood_still

    def standings(self) -> Standings:
        """What has been made so far, without what no longer matters."""
        as_of = self.as_of
        rests = {
            who: rest for who, rest in self.rests.items() if as_of and as_of - rest.since < REST
        }
        return Standings(
            order=tuple(self.order),
            rungs=dict(self.rungs),
            arrivals=dict(self.arrivals),
            challenges=dict(self.challenges),
            rests=rests,
            as_of=as_of,
            frozen_since=self.frozen_since,
            closed_at=self.closed_at,
            stood_still=self.stood_still,
        )

    def change(self, player_id: PlayerId, change: Callable[[Rung], Rung]) -> None:
        """Change something about a player."""
        if player_id in self.rungs:
            self.rungs[player_id] = change(self.rungs[player_id])

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
        self._void_challenges_downward(player_id)

    def overtake(self, winner_id: PlayerId, loser_id: PlayerId, at: datetime) -> None:
        """Put the winner just above the loser, unless that would be down. Both are there."""
        old, new = self.order.index(winner_id), self.order.index(loser_id)
        for passed_id in self.order[new:old]:
            rest = self.rests.get(pair(winner_id, passed_id))
            if rest:
                revenge = replace(rest, overtaken_id=passed_id)
                self.rests[pair(winner_id, passed_id)] = revenge
        if new < old:
            self.put(winner_id, new, at)

    def asks_upward(self, challenge: Challenge) -> bool:
        """Whether both are on the ladder, and the challenger is the lower one."""
        players = (challenge.challenger_id, challenge.opponent_id)
        if not set(players) <= self.rungs.keys():
            return False
        return self.order.index(players[0]) > self.order.index(players[1])

    def waiting(self, challenge_id: ChallengeId) -> Challenge | None:
        """The challenge, if it waits for its answer."""
        challenge = self.challenges.get(challenge_id)
        return challenge if challenge and challenge.waiting else None

    def played_in(self, match_id: MatchId) -> Challenge | None:
        """The challenge that is played in that match."""
        challenges = self.challenges.values()
        return next((found for found in challenges if found.match_id == match_id), None)

    def settle(self, challenge: Challenge, at: datetime, reason: RestReason) -> None:
        """A challenge is done with, and the two leave each other in peace."""
        del self.challenges[challenge.id]
        who = pair(challenge.challenger_id, challenge.opponent_id)
        self.rests[who] = Rest(at, reason)

    def postpone_answers(self, length: timedelta) -> None:
        """Whoever has to answer has that much longer."""
        for challenge in list(self.challenges.values()):
            later = replace(challenge, expires_at=challenge.expires_at + length)
            self.challenges[challenge.id] = later

    def _challenges_of(self, player_id: PlayerId) -> list[Challenge]:
        return [found for found in self.challenges.values() if found.involves(player_id)]

    def _void_challenges_downward(self, player_id: PlayerId) -> None:
        """Nobody asks for a place below their own."""
        for challenge in self._challenges_of(player_id):
            places = [
                self.order.index(who) for who in (challenge.challenger_id, challenge.opponent_id)
            ]
            if challenge.waiting and places[0] < places[1]:
                del self.challenges[challenge.id]
