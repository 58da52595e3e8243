"""How ladders follow what happens to matches and challenges, in the same transactions."""

from collections.abc import Iterator
from datetime import datetime
from operator import attrgetter

from sqlalchemy import Connection

from bot.core import absences
from bot.core.absences import Spot
from bot.core.matches import OF_RESULTS, Change, ChangeKind, Hook, MatchState, MatchSummary, Now
from bot.core.outbox import Due, set_shown
from bot.core.part import Part
from bot.core.people.blocks import Blocked
from bot.core.posting import Post, PostKind, Sent, sent_or_none
from bot.core.timers import Timer
from bot.features import challenges
from bot.features.ladders import due, entries, storage
from bot.features.ladders.entries import Annulled, LadderEntry
from bot.features.ladders.errors import LadderFrozen
from bot.features.ladders.places import played_in
from bot.features.ladders.playing import end_of, hold_clocks
from bot.features.ladders.shown import card_of
from bot.features.ladders.store import LadderStore
from bot.features.ladders.values import LadderCard, LadderNews, LadderState
from bot.features.matches import WhatMoved
from bot.features.places import AbsenceOver, Lost, Reach, lost_of
from bot.features.timekeeping import OutageMadeGood, VacationChanged, kept_still
from data.ids import ChallengeId, LadderId, PlayerId
from data.states import ChallengeState, MessageKind, TimerKind
from rules.texts import Text

SETTLED = {ChallengeState.DECLINED: entries.Declined, ChallengeState.CANCELLED: entries.Withdrawn}


def lost_standings(connection: Connection, reach: Reach) -> Iterator[Lost]:
    """The ladders whose channel is shut."""
    says = Text("I cannot post in the channel of the **{game}** ladder any more.")
    for each in storage.in_server(connection, reach.server_id):
        if each.channel_id is not None and each.channel_id in reach.shut:
            yield lost_of(says, each.game)


def standings_posts(store: LadderStore, now: Now) -> PostKind[LadderCard]:
    """The standings, in the channel that a manager chose. They are edited if they have changed."""

    def load(connection: Connection, due: Due) -> Post[LadderCard] | None:
        card = card_of(store.read(connection, LadderId(due.subject_id)))
        ladder = card.ladder
        if ladder.channel_id is None or ladder.shown == card.digest:
            return None
        return Post(card, (ladder.channel_id,), sent_or_none(ladder.channel_id, ladder.message_id))

    def remember(connection: Connection, card: LadderCard, message: Sent) -> None:
        subject = (storage.ladders, card.ladder.id)
        set_shown(connection, subject, message, card.digest, now())

    return PostKind(
        kind=MessageKind.LADDER,
        load=load,
        remember=remember,
        edited={},
        waits=True,
    )


def _load_news(connection: Connection, due: Due) -> Post[LadderNews] | None:
    event = storage.event(connection, due.subject_id)
    ladder = None if event is None else storage.get(connection, event.ladder_id)
    if event is None or ladder is None or ladder.channel_id is None:
        return None
    return Post(LadderNews(ladder, event), (ladder.channel_id,))


NEWS = PostKind(kind=MessageKind.LADDER_NEWS, load=_load_news, once=True)
"""Where it cannot be posted, the history has it."""


class Following:
    """Takes part in the changes of matches, challenges and people, and in what time brings."""

    def __init__(self, store: LadderStore, now: Now) -> None:
        self._store = store
        self._now = now

    def part(self) -> Part:
        """Ladders follow what becomes of matches about their places, and of people."""
        kinds, on_ladder = OF_RESULTS | {ChangeKind.BEGUN}, attrgetter("after.match.ladder_id")
        return Part(
            keep=(Hook(self.stand_still, frozenset({ChangeKind.REOPENED}), on_ladder),),
            changed=(Hook(self.match, kinds, on_ladder),),
            timers={TimerKind.LADDER: self.apply},
            posts=(standings_posts(self._store, self._now), NEWS),
            forget=(self.leave,),
            hears={
                challenges.Answering: (self.check,),
                challenges.Settled: (self.settled,),
                OutageMadeGood: (self.credit,),
                VacationChanged: (self.vacation,),
                AbsenceOver: (self.absence_over,),
                Blocked: (self.blocked,),
                WhatMoved: (storage.effect_of,),
                Reach: (lost_standings,),
            },
        )

    def match(self, connection: Connection, change: Change, now: datetime) -> None:
        """Apply what a match's beginning, its end or a ruling about it means for its ladder.

        While the ladder is frozen it waits with what a match about a place comes to.
        """
        after, ladder_id = change.after, change.after.match.ladder_id
        if ladder_id is None:
            return
        state = self._store.read(connection, ladder_id, lock=True)
        counts = played_in(state.standings.challenges.values(), after.id)
        if state.is_frozen and counts:
            return
        entry: LadderEntry | None = None
        if change.kind is ChangeKind.BEGUN and after.match.challenge_id is not None:
            entry = entries.Begun(now, after.match.challenge_id, after.id)
        elif change.kind is ChangeKind.ENDED:
            entry = end_of(connection, after.id, counts, now)
        elif change.kind is ChangeKind.REOPENED:
            by = after.last.author_id if after.last and after.reason else None
            entry = entries.Reopened(now, after.id, by, after.reason)
        elif change.before is not None and change.before.result != after.result:
            entry = _ruling(after, now)
        if entry is not None:
            self._store.append(connection, state, entry)

    def stand_still(self, connection: Connection, change: Change, now: datetime) -> MatchSummary:
        """Let the clocks of a match that goes on again stand still with its ladder, or run."""
        match = change.after.match
        state = self._store.read(connection, LadderId(match.ladder_id or 0), lock=True)
        still = state.is_frozen and not state.standings.closed_at
        return kept_still(connection, match, now, still=still)

    def check(self, connection: Connection, answer: challenges.Answering, _: datetime) -> None:
        """Raise LadderFrozen or ChallengeClosed unless the ladder lets it be answered."""
        challenge = answer.challenge
        if challenge.ladder_id is None:
            return
        state = self._store.read(connection, challenge.ladder_id, lock=True)
        known = state.standings.challenges.get(challenge.id)
        if known is None or not known.waiting:
            raise challenges.ChallengeClosed(challenge)
        if state.is_frozen:
            raise LadderFrozen(state.ladder)

    def settled(self, connection: Connection, settled: challenges.Settled, now: datetime) -> None:
        """Apply that a challenge was declined or taken back; an accepted one becomes a match."""
        challenge, kind = settled.challenge, SETTLED.get(settled.outcome)
        if challenge.ladder_id is not None and kind is not None:
            state = self._store.read(connection, challenge.ladder_id, lock=True)
            self._store.append(connection, state, kind(now, challenge.id))

    def apply(self, connection: Connection, timer: Timer, now: datetime) -> None:
        """Do what is due on a ladder, in order, and set its timer for what comes next."""
        state = self._store.read(connection, LadderId(timer.subject_id), lock=True)
        entry: LadderEntry | None = _due(connection, state, now)
        if entry is None:
            self._store.set_timer(connection, state)
        while entry is not None:
            if isinstance(entry, entries.Expired) and _is_unseen(connection, entry.challenge_id):
                entry = entries.Voided(now, entry.challenge_id)
            if isinstance(entry, entries.Expired | entries.Voided):
                self._store.close(connection, entry.challenge_id, ChallengeState.EXPIRED)
            state = self._store.append(connection, state, entry)
            entry = _due(connection, state, now)
        hold_clocks(connection, state, now)

    def leave(self, connection: Connection, player_id: PlayerId, now: datetime) -> None:
        """Take somebody who is being deleted off every ladder and out of its history."""
        named = storage.naming(connection, player_id)
        for ladder_id in named:
            state = self._store.read(connection, ladder_id, lock=True)
            if player_id in state.standings.rungs and not state.standings.closed_at:
                self._store.append(connection, state, entries.Left(now, player_id))
            else:
                self._store.note(connection, state.ladder)
        storage.note_rewriting(connection, named)

    def vacation(self, connection: Connection, changed: VacationChanged, _: datetime) -> None:
        """Look again at the ladders of somebody whose vacation has begun or ended."""
        for ladder_id in storage.naming(connection, changed.player_id):
            state = self._store.read(connection, ladder_id, lock=True)
            if changed.player_id in state.standings.rungs:
                self._store.set_timer(connection, state)

    def blocked(self, connection: Connection, block: Blocked, now: datetime) -> None:
        """Settle the open challenges between somebody and a person whom they have just blocked.

        To block a challenger is to decline; to block who was challenged, to take it back. On a
        ladder that stands still they stay open: whoever was challenged can answer later.
        """
        player_id, two = block.player_id, {block.player_id, block.other_id}
        for ladder_id in storage.naming(connection, player_id):
            state = self._store.read(connection, ladder_id, lock=True)
            asked = [
                each
                for each in state.standings.challenges.values()
                if each.waiting and set(each.players) == two
            ]
            for challenge in asked if not state.is_frozen else ():
                declines = challenge.opponent_id == player_id
                outcome = ChallengeState.DECLINED if declines else ChallengeState.CANCELLED
                self._store.close(connection, challenge.id, outcome, player_id)
                self._store.append(connection, state, SETTLED[outcome](now, challenge.id))

    def absence_over(self, connection: Connection, over: AbsenceOver, now: datetime) -> None:
        """Let no time have passed on ladders while the bot was not in the server."""
        absence = over.absence
        for ladder_id in storage.going_on(connection, absence) if absence.is_of_server else ():
            state = self._store.read(connection, ladder_id, lock=True)
            self._store.append(connection, state, entries.Absent(now, absence.began))

    def credit(self, connection: Connection, outage: OutageMadeGood, _: datetime) -> None:
        """Give whoever has to answer a challenge the time back for which the bot was away."""
        for ladder_id in storage.going_on(connection, outage.shard):
            state = self._store.read(connection, ladder_id, lock=True)
            if any(each.waiting for each in state.standings.challenges.values()):
                self._store.append(connection, state, entries.Away(outage.ended, outage.began))


def _is_unseen(connection: Connection, challenge_id: ChallengeId) -> bool:
    """Whether a challenge waits where the bot cannot be, so that nobody can answer it."""
    asked = challenges.storage.get(connection, challenge_id)
    if asked is None or asked.server_id is None:
        return False
    return bool(absences.of_spot(connection, Spot(asked.server_id, asked.channel_id)))


def _due(connection: Connection, state: LadderState, now: datetime) -> due.DueEntry | None:
    away = storage.vacations_of(connection, state.standings)
    return due.due_now(state.standings, now, away)


def _ruling(after: MatchState, now: datetime) -> LadderEntry | None:
    by = after.last.author_id if after.last is not None else None
    if by is None:
        return None
    reason = after.reason or ""
    if after.result is None or not after.result.ranking:
        return Annulled(now, after.id, by, reason)
    winners = after.result.winners
    winner = after.people[winners[0]] if winners else None
    return entries.Corrected(now, after.id, winner, by, reason)
