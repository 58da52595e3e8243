"""What follows for club matches from changes of games and people; and their messages."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from operator import attrgetter

from sqlalchemy import Connection

from bot.core import matches
from bot.core.matches import Now
from bot.core.outbox import Due
from bot.core.posting import Post, PostKind
from bot.core.services import Hooks, Prune
from bot.core.timers import TimerRule, if_due
from bot.features.clubs import storage
from bot.features.clubs.progress import Progress
from bot.features.clubs.storage import CARD, CLUB_NEWS_MESSAGE, CLUB_TIMER
from bot.features.clubs.values import ClubCard, ClubNews
from bot.features.timekeeping import OutageMadeGood, Presence, RunningContest, WhatGoesOn
from data.ids import PlayerId, ServerId
from data.states import ClubEvent, ClubState

OF_CLUB = attrgetter("after.match.club_id")
TRIES_KEPT = timedelta(days=1)


class ClubHooks:
    """Hears of games that end, of people who are deleted, and of servers that are."""

    def __init__(self, progress: Progress, now: Now) -> None:
        self._progress = progress
        self._now = now

    def hooks(self, presence: Presence) -> Hooks:
        """A club match is woken when one of its games has ended or is ruled over."""
        held = if_due(CLUB_TIMER, presence.owes)  # outages extend its times first
        news = PostKind(kind=CLUB_NEWS_MESSAGE, load=_load_news, once=True)
        return Hooks(
            changed=(matches.Hook(_wake, matches.OF_RESULTS, OF_CLUB),),
            timers=(TimerRule(CLUB_TIMER, self._progress.apply, held=held, slow=True),),
            posts=(CARD.post_kind(storage.with_side, self._now, edited={}), news),
            withdraw=(self.withdraw,),
            forget_server=(self.forget_server,),
            prune=(Prune("club_tries", TRIES_KEPT, storage.prune_tries),),
            hears={WhatGoesOn: (_contests_of,), OutageMadeGood: (self.credit,)},
        )

    def withdraw(self, connection: Connection, player_id: PlayerId, now: datetime) -> None:
        """Withdraw a person who is being deleted; the first of their side becomes captain."""
        for contest in storage.of_player(connection, player_id):
            if contest.is_over:
                continue
            club = storage.of(connection, contest.id, lock=True)
            member = club.by_id.get(player_id)
            if member is not None:
                storage.put_member(connection, club.id, replace(member, withdrawn_at=now))
            for side in club.sides:
                others = [e.player_id for e in club.of_side(side.number)]
                heirs = [each for each in others if each != player_id]
                if side.captain_id == player_id and heirs:
                    storage.change_side(connection, side, captain_id=heirs[0])
                    whose, who = side.number, heirs[0]
                    kind = ClubEvent.CAPTAIN
                    storage.write(connection, club, kind, now, side=whose, player_id=who)
            storage.wake(connection, club.id, now)

    def forget_server(self, connection: Connection, server_id: ServerId) -> None:
        """Let a server forfeit that is being deleted, before its matches end without a result."""
        now = self._now()
        for contest in storage.in_server(connection, server_id):
            club = storage.of(connection, contest.id, lock=True)
            begun = contest.state is ClubState.RUNNING
            if begun or (contest.weeks and contest.state is ClubState.OPEN):
                side = club.side_in(server_id)
                assert side is not None
                storage.change_side(connection, side, gone_at=now)
                self._progress.end_games(connection, storage.of(connection, club.id), wait=True)
            else:
                gone = {"state": ClubState.CANCELLED, "ended_at": now, "code": None}
                storage.change(connection, club.id, **gone)
            storage.wake(connection, club.id, now)

    def credit(self, connection: Connection, outage: OutageMadeGood, now: datetime) -> None:
        """Extend offers and times to join by an outage of a server that plays."""
        for club_id in storage.waiting_in(connection, outage.shard, outage.began):
            storage.extend(connection, club_id, outage.ended - outage.began)
            storage.wake(connection, club_id, now)


def _wake(connection: Connection, change: matches.Change, now: datetime) -> None:
    club_id = change.after.match.club_id
    if club_id is not None:
        storage.wake(connection, club_id, now)


def _contests_of(connection: Connection, asked: WhatGoesOn) -> Iterator[RunningContest]:
    """The club matches in which a person plays."""
    for contest in storage.of_player(connection, asked.player_id):
        if contest.state is ClubState.RUNNING:
            club = storage.read(connection, contest)
            if any(asked.player_id in each.players for each in club.games):
                yield RunningContest(club.contest_name, by_rounds=False)


def _load_news(connection: Connection, due: Due) -> Post[ClubNews] | None:
    entry = storage.entry(connection, due.subject_id)
    club = None if entry is None else storage.of(connection, entry.club_id)
    if entry is None or club is None:
        return None
    side = club.sides[due.version]
    return Post(ClubNews(ClubCard(club, side), entry), (side.channel_id,))
