"""Champions' roles: a role goes to the first of a leaderboard, ladder or league."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from sqlalchemy import Connection, delete, select, update

from bot.core import absences, outbox, timers
from bot.core.absences import Home
from bot.core.actor import Actor
from bot.core.matches import Change, Now, Service, game_of
from bot.core.outbox import Due
from bot.core.people import players
from bot.core.people.settings import administered
from bot.core.posting import CannotPost, Messenger, Post, PostKind, RoleGone
from bot.core.timers import Timer
from bot.features.ladders import FirstChanged, LadderHistories
from bot.features.ladders import storage as ladders
from bot.features.leaderboards.service import read_page
from bot.features.leaderboards.values import Period
from bot.features.places import LostSetting, WhatIsLost, lost_of
from bot.features.tournaments import SeasonOver, champion_of
from data.database import Database, reads, writes
from data.ids import PlayerId, RoleId, ServerId, is_stand_in
from data.standing_tables import champions
from data.statements import all_of, insert_one, one_of, selecting
from data.states import MessageKind, TimerKind
from data.tables import outbox as told
from rules.texts import Text

CHAMPION_TIMER = TimerKind("champion")
CHAMPION_MESSAGE = MessageKind("champion", passing=True)

HOME_OF_ROLES = Home(champions, champions.c.id)


@dataclass(frozen=True, slots=True)
class Champion:
    """A role for the first of a game's leaderboard, ladder or league, and its holder or None.

    The first of a league is the winner of the last season of its first division.
    """

    id: int
    server_id: ServerId
    game: str
    of_ladder: bool
    role_id: RoleId
    holder_id: PlayerId | None
    of_league: bool


def _in_server(connection: Connection, server_id: ServerId) -> tuple[Champion, ...]:
    theirs = _ALL.filter_by(server_id=server_id).order_by(champions.c.id)
    return all_of(connection, theirs, Champion)


def lost_roles(connection: Connection, reach: WhatIsLost) -> Iterator[LostSetting]:
    """Champions' roles that were deleted."""
    says = Text("The role for the first in **{game}** was deleted, so nobody is given it.")
    for each in _in_server(connection, reach.server_id):
        if not reach.has_role(each.role_id):
            yield lost_of(says, each.game)


def queue_handover(
    connection: Connection, champion_id: int, now: datetime, left: PlayerId | None = None
) -> None:
    """Queue the handover of a role to whoever is first when it is done.

    ``left``: a holder who is being deleted. The row keeps their id until it is done, since nothing
    else says any more from whom to take the role.
    """
    row = outbox.NewMessage(
        CHAMPION_MESSAGE,
        champion_id,
        f"champion:{champion_id}",
        (champions, champion_id),
        words=None if left is None else _written({left}),
    )
    outbox.add(connection, row, now)


def _written(people: Collection[PlayerId]) -> str:
    return " ".join(str(int(player)) for player in sorted(people))


_ALL = selecting(champions, Champion)


RECHECK_EVERY = timedelta(days=1)
"""How often the first is checked, since people drop out of leaderboards as time passes."""

logger = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Handover:
    """A role, who is to have it, or None, and from whom it is to be taken."""

    champion: Champion
    first: PlayerId | None
    others: frozenset[PlayerId]


class ChampionService(Service):
    """What managers do with champions' roles."""

    @reads
    def list(self, connection: Connection, actor: Actor) -> tuple[Champion, ...]:
        """The roles of the actor's server; raises NoServerHere or NotAManager."""
        return _in_server(connection, administered(actor))

    @writes
    def choose(
        self,
        connection: Connection,
        actor: Actor,
        game: str,
        role_id: RoleId | None,
        *,
        of_ladder: bool = False,
        of_league: bool = False,
    ) -> Champion | None:
        """Choose the role for the first, or none; gives what was chosen before.

        The holder of the role chosen before keeps it. Raises NoServerHere, NotAManager or
        UnknownGame.
        """
        server_id, now = administered(actor), self._now()
        game_of(game)
        players.ensure_server(connection, server_id, now)
        which = {"server_id": server_id, "game": game}
        which |= {"of_ladder": of_ladder, "of_league": of_league}
        before = one_of(connection, _ALL.filter_by(**which), Champion)
        if before is not None:
            connection.execute(delete(champions).filter_by(id=before.id))
            timers.cancel(connection, CHAMPION_TIMER, before.id)
        if role_id is not None:
            row = {**which, "role_id": role_id, "created_at": now}
            queue_handover(connection, insert_one(connection, champions, row), now)
        return before


def check_champion(connection: Connection, timer: Timer, now: datetime) -> None:
    """Queue a handover, in case another player is first now."""
    queue_handover(connection, timer.subject_id, now)


@dataclass(frozen=True, slots=True)
class RoleHandover:
    """Takes a role from one person and gives it to another.

    If the role is gone, or the bot may not give it, the next check tries again, in a day.
    """

    database: Database
    ladders: LadderHistories
    messenger: Messenger
    now: Now

    @property
    def posts(self) -> PostKind[Handover]:
        """The kind of message for handovers: ``prepare`` does them, and nothing is posted."""
        return PostKind(kind=CHAMPION_MESSAGE, load=self._load, prepare=self._hand_over, once=True)

    def _load(self, connection: Connection, due: Due) -> Post[Handover] | None:
        """The handover to do; None if the first has the role already, or it is not wanted any more.

        The row names people who may have the role besides its holder: a deleted person, or one to
        whom an interrupted attempt may have given it. It is taken from them. The first is added to
        the row before Discord is asked, so that they lose the role if they are deleted meanwhile.
        """
        known, now = one_of(connection, _ALL.filter_by(id=due.subject_id), Champion), self.now()
        if known is None:
            return None
        timers.set_timer(connection, CHAMPION_TIMER, known.id, now + RECHECK_EVERY)
        if absences.at(connection, known.server_id):
            return None  # timers of this server wait until the bot is back
        perhaps = {PlayerId(int(number)) for number in (due.words or "").split()}
        first = _first(connection, self.ladders, known, now)
        while first is not None and not players.lock_shared(connection, first):
            # they were being deleted, which is over now: another player is first
            first = _first(connection, self.ladders, known, now)
        if first == known.holder_id and not perhaps:
            return None
        if first is not None:
            words = _written({*perhaps, first})
            connection.execute(update(told).filter_by(id=due.id).values(words=words))
        others = (each for each in {*perhaps, known.holder_id} - {first} if each is not None)
        return Post(Handover(known, first, frozenset(others)), ())

    async def _hand_over(self, due: Due, post: Post[Handover]) -> None:
        del due
        handover, known = post.card, post.card.champion
        try:
            holder = await self.messenger.pass_role(
                known.server_id, known.role_id, handover.others, handover.first
            )
        except (RoleGone, CannotPost) as error:
            logger.warning("role not given", server=known.server_id, reason=repr(error))
        else:
            await self.database.write(_remember_holder, known.id, holder)


def _remember_holder(connection: Connection, champion_id: int, holder: PlayerId | None) -> None:
    """Store who has the role; nobody, if they were deleted and the role will be taken from them."""
    stays = holder is not None and players.lock_shared(connection, holder)
    known = update(champions).filter_by(id=champion_id)
    connection.execute(known.values(holder_id=holder if stays else None))


def give_up_roles(connection: Connection, player_id: PlayerId, now: datetime) -> None:
    """Queue that roles are taken from a person about to be deleted, also pending ones."""
    players.lock(connection, player_id)  # from here on no handover gives them another one
    going_on = (told.c.kind == CHAMPION_MESSAGE, ~told.c.done, told.c.words.is_not(None))
    found = connection.execute(select(told.c.subject_id, told.c.words).where(*going_on))
    coming = {row.subject_id for row in found if str(int(player_id)) in row.words.split()}
    theirs = update(champions).filter_by(holder_id=player_id).values(holder_id=None)
    held = connection.scalars(theirs.returning(champions.c.id))
    for champion_id in sorted({*held, *coming}):
        queue_handover(connection, champion_id, now, player_id)


def follow_champions(connection: Connection, change: Change, now: datetime) -> None:
    """Queue handovers of the roles that a result, or a ruling about one, may concern."""
    server_id = change.after.server_id
    if server_id is None:
        return
    for known in _in_server(connection, server_id):
        if known.game == change.after.match.game:
            queue_handover(connection, known.id, now)


def check_first(connection: Connection, event: FirstChanged | SeasonOver, now: datetime) -> None:
    """Queue the handover of the role for the first of a ladder or league, if there is one."""
    contest = event.ladder if isinstance(event, FirstChanged) else event.tournament
    theirs = _ALL.filter_by(server_id=contest.server_id, game=contest.game)
    which = champions.c.of_ladder if isinstance(event, FirstChanged) else champions.c.of_league
    found = one_of(connection, theirs.where(which), Champion)
    if found is not None:
        queue_handover(connection, found.id, now)


def _first(
    connection: Connection, ladder_store: LadderHistories, known: Champion, now: datetime
) -> PlayerId | None:
    if known.of_league:
        won = champion_of(connection, known.server_id, known.game)
        return None if won is None or is_stand_in(won) else won
    if not known.of_ladder:
        page = read_page(connection, known.game, known.server_id, Period.ACTIVE, now)
        first = [line.player_id for line in page.lines if line.place == 1]
        return known.holder_id if known.holder_id in first else next(iter(first), None)
    for ladder in ladders.in_server(connection, known.server_id):
        if ladder.game == known.game:
            return next(iter(ladder_store.standing(connection, ladder).standings.order), None)
    return None
