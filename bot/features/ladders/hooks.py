"""What follows for ladders from changes of matches, challenges and people.

Hooks run in the transactions of these changes. A frozen ladder stops the clocks of its matches.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from operator import attrgetter

from sqlalchemy import Connection

from bot.core import absences
from bot.core.matches import (
    OF_RESULTS,
    Change,
    ChangeKind,
    Hook,
    MatchState,
    MatchSummary,
    Now,
)
from bot.core.outbox import Due
from bot.core.people.players import Blocked
from bot.core.posting import Post, PostKind
from bot.core.services import Hooks
from bot.core.timers import Timer, TimerRule, if_due
from bot.features import challenges
from bot.features.ladders import entries, rules, storage
from bot.features.ladders.entries import LadderEntry
from bot.features.ladders.errors import LadderFrozen
from bot.features.ladders.history import LadderHistories, end_of, hold_clocks
from bot.features.ladders.places import played_in
from bot.features.ladders.storage import LADDER_NEWS_MESSAGE, LADDER_TIMER
from bot.features.ladders.values import LadderCard, LadderNews, LadderState, card_of
from bot.features.matches import WhatMoved
from bot.features.places import AbsenceOver, GivenUp, LostSetting, WhatIsLost, lost_of
from bot.features.timekeeping import OutageMadeGood, Presence, VacationChanged, kept_frozen
from data.ids import ChallengeId, LadderId, PlayerId
from data.states import ChallengeState
from rules.texts import Text

SETTLED = {ChallengeState.DECLINED: entries.DECLINED, ChallengeState.CANCELLED: entries.WITHDRAWN}
"""The kinds of entries for challenges that were settled without a match."""


def lost_standings(connection: Connection, reach: WhatIsLost) -> Iterator[LostSetting]:
    """Ladders in whose channel the bot cannot post any more."""
    says = Text("I cannot post in the channel of the **{game}** ladder any more.")
    for each in storage.in_server(connection, reach.server_id):
        if each.channel_id is not None and each.channel_id in reach.shut:
            yield lost_of(says, each.game)


def drop_standings(connection: Connection, given_up: GivenUp, _: datetime) -> None:
    """Stop showing the standings of the ladders in the place that was given up."""
    storage.drop_standings(connection, given_up.absence)


def _load_news(connection: Connection, due: Due) -> Post[LadderNews] | None:
    entry = storage.entry(connection, due.subject_id)
    ladder = None if entry is None else storage.get(connection, entry.ladder_id)
    if entry is None or ladder is None or ladder.channel_id is None:
        return None
    return Post(LadderNews(ladder, entry), (ladder.channel_id,))


NEWS = PostKind(kind=LADDER_NEWS_MESSAGE, load=_load_news, once=True)
"""The message about an entry. If it cannot be posted, only the history has it."""


class LadderHooks:
    """Hears of changes of matches, challenges and people, and does what is due."""

    def __init__(self, histories: LadderHistories, now: Now) -> None:
        self._histories = histories
        self._now = now

    def hooks(self, presence: Presence) -> Hooks:
        """The ladders' part in changes, timers, messages and events."""
        kinds, on_ladder = OF_RESULTS | {ChangeKind.BEGUN}, attrgetter("after.match.ladder_id")

        def unheard(connection: Connection, now: datetime) -> bool:
            """Whether the bot is away: no challenge expires, since no answer could reach it."""
            return not presence.is_there(connection, now)

        held = if_due(LADDER_TIMER, unheard)
        return Hooks(
            keep=(Hook(self.hold_clocks, frozenset({ChangeKind.REOPENED}), on_ladder),),
            changed=(Hook(self.match, kinds, on_ladder),),
            timers=(TimerRule(LADDER_TIMER, self.apply, storage.HOME, held=held),),
            posts=(storage.STANDINGS.post_kind(self._card, self._now, edited={}), NEWS),
            forget=(self.forget,),
            hears={
                challenges.Answering: (self.check,),
                challenges.Settled: (self.settled,),
                OutageMadeGood: (self.credit,),
                VacationChanged: (self.vacation,),
                AbsenceOver: (self.absence_over,),
                Blocked: (self.blocked,),
                WhatMoved: (storage.effect_of,),
                WhatIsLost: (lost_standings,),
                GivenUp: (drop_standings,),
            },
        )

    def _card(self, connection: Connection, ladder_id: int) -> LadderCard:
        return card_of(self._histories.read(connection, LadderId(ladder_id)))

    def match(self, connection: Connection, change: Change, now: datetime) -> None:
        """Append the entry for a match's beginning, its end or a ruling about it.

        Matches about a place wait while the ladder is frozen (``history.catch_up``).
        """
        after, ladder_id = change.after, change.after.match.ladder_id
        if ladder_id is None:
            return
        state = self._histories.read(connection, ladder_id, lock=True)
        counts = played_in(state.standings.challenges.values(), after.id)
        if state.is_frozen and counts:
            return
        entry: LadderEntry | None = None
        if change.kind is ChangeKind.BEGUN and after.match.challenge_id is not None:
            asked = after.match.challenge_id
            entry = LadderEntry(entries.BEGUN, now, challenge_id=asked, match_id=after.id)
        elif change.kind is ChangeKind.ENDED:
            entry = end_of(connection, after.id, counts, now)
        elif change.kind is ChangeKind.REOPENED:
            by = after.last.author_id if after.last and after.reason else None
            entry = LadderEntry(
                entries.REOPENED, now, match_id=after.id, manager_id=by, reason=after.reason
            )
        elif change.before is not None and change.before.result != after.result:
            entry = _ruling(after, now)
        if entry is not None:
            self._histories.append(connection, state, entry)

    def hold_clocks(self, connection: Connection, change: Change, now: datetime) -> MatchSummary:
        """Stop or start the clocks of a reopened match, as its ladder is frozen or not."""
        match = change.after.match
        state = self._histories.read(connection, LadderId(match.ladder_id or 0), lock=True)
        still = state.is_frozen and not state.standings.closed_at
        return kept_frozen(connection, match, now, frozen=still)

    def check(self, connection: Connection, answer: challenges.Answering, _: datetime) -> None:
        """Raise LadderFrozen or ChallengeClosed if a challenge cannot be answered now."""
        challenge = answer.challenge
        if challenge.ladder_id is None:
            return
        state = self._histories.read(connection, challenge.ladder_id, lock=True)
        known = state.standings.challenges.get(challenge.id)
        if known is None or not known.waiting:
            raise challenges.ChallengeClosed(challenge)
        if state.is_frozen:
            raise LadderFrozen(state.ladder)

    def settled(self, connection: Connection, settled: challenges.Settled, now: datetime) -> None:
        """Append that a challenge was declined or withdrawn; an accepted one becomes a match."""
        challenge, kind = settled.challenge, SETTLED.get(settled.outcome)
        if challenge.ladder_id is not None and kind is not None:
            state = self._histories.read(connection, challenge.ladder_id, lock=True)
            entry = LadderEntry(kind, now, challenge_id=challenge.id)
            self._histories.append(connection, state, entry)

    def apply(self, connection: Connection, timer: Timer, now: datetime) -> None:
        """Append what is due on a ladder, in order, and set its timer for what is due next."""
        state = self._histories.read(connection, LadderId(timer.subject_id), lock=True)
        entry = _due(connection, state, now)
        if entry is None:
            self._histories.set_timer(connection, state)
        while entry is not None:
            asked = entry.challenge_id
            if asked is not None:
                if entry.kind is entries.EXPIRED and _is_unseen(connection, asked):
                    entry = replace(entry, kind=entries.VOIDED)
                self._histories.close(connection, asked, ChallengeState.EXPIRED)
            state = self._histories.append(connection, state, entry)
            entry = _due(connection, state, now)
        hold_clocks(connection, state, now)

    def forget(self, connection: Connection, player_id: PlayerId, now: datetime) -> None:
        """Take a person who is being deleted off every ladder and out of its history."""
        named = storage.of_player(connection, player_id)
        for ladder_id in named:
            state = self._histories.read(connection, ladder_id, lock=True)
            if player_id in state.standings.rungs and not state.standings.closed_at:
                left = LadderEntry(entries.LEFT, now, player_id)
                self._histories.append(connection, state, left)
            else:
                self._histories.queue_standings(connection, state.ladder)
        storage.note_rewriting(connection, named)

    def vacation(self, connection: Connection, changed: VacationChanged, _: datetime) -> None:
        """Set the timers again of ladders with a player whose vacation has begun or ended."""
        for ladder_id in storage.of_player(connection, changed.player_id):
            state = self._histories.read(connection, ladder_id, lock=True)
            if changed.player_id in state.standings.rungs:
                self._histories.set_timer(connection, state)

    def blocked(self, connection: Connection, block: Blocked, now: datetime) -> None:
        """Settle the open challenges between a player and a person whom they have just blocked.

        Blocking the challenger declines a challenge; blocking the opponent withdraws it. On a
        frozen ladder challenges stay open, and can be answered later.
        """
        player_id, two = block.player_id, {block.player_id, block.other_id}
        for ladder_id in storage.of_player(connection, player_id):
            state = self._histories.read(connection, ladder_id, lock=True)
            for challenge in state.standings.challenges.values():
                if state.is_frozen or not challenge.waiting or set(challenge.players) != two:
                    continue
                declines = challenge.opponent_id == player_id
                outcome = ChallengeState.DECLINED if declines else ChallengeState.CANCELLED
                self._histories.close(connection, challenge.id, outcome, player_id)
                entry = LadderEntry(SETTLED[outcome], now, challenge_id=challenge.id)
                self._histories.append(connection, state, entry)

    def absence_over(self, connection: Connection, over: AbsenceOver, now: datetime) -> None:
        """Extend the periods of a server's ladders by the time for which the bot was not in it."""
        absence = over.absence
        for ladder_id in storage.going_on(connection, absence) if absence.is_of_server else ():
            state = self._histories.read(connection, ladder_id, lock=True)
            absent = LadderEntry(entries.ABSENT, now, since=absence.began)
            self._histories.append(connection, state, absent)

    def credit(self, connection: Connection, outage: OutageMadeGood, _: datetime) -> None:
        """Extend the time to answer challenges by an outage of the bot."""
        for ladder_id in storage.going_on(connection, outage.shard):
            state = self._histories.read(connection, ladder_id, lock=True)
            if any(each.waiting for each in state.standings.challenges.values()):
                away = LadderEntry(entries.AWAY, outage.ended, since=outage.began)
                self._histories.append(connection, state, away)


def _is_unseen(connection: Connection, challenge_id: ChallengeId) -> bool:
    """Whether a challenge is in a place that the bot cannot reach, so that nobody can answer it."""
    asked = challenges.storage.get(connection, challenge_id)
    if asked is None or asked.server_id is None:
        return False
    return bool(absences.at(connection, asked.server_id, asked.channel_id))


def _due(connection: Connection, state: LadderState, now: datetime) -> LadderEntry | None:
    away = storage.vacations_of(connection, state.standings)
    return rules.due_now(state.standings, now, away)


def _ruling(after: MatchState, now: datetime) -> LadderEntry | None:
    by = after.last.author_id if after.last is not None else None
    if by is None:
        return None
    ruling = LadderEntry(
        entries.ANNULLED, now, match_id=after.id, manager_id=by, reason=after.reason or ""
    )
    if after.result is None or not after.result.ranking:
        return ruling
    winners = after.result.winners
    winner_id = after.people[winners[0]] if winners else None
    return replace(ruling, kind=entries.CORRECTED, winner_id=winner_id)
