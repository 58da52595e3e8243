"""Champions: roles that go to the first of a leaderboard or ladder, where a server wants that."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.ladders import Ladder, LadderStore
from bot.services.ladders import storage as ladders
from bot.services.leaderboards import champions_storage
from bot.services.leaderboards.champions_storage import Champion
from bot.services.leaderboards.models import Period
from bot.services.leaderboards.service import read_page
from bot.services.matches import Change, Now, game_of
from bot.services.outbox.storage import Due
from bot.services.people import players, servers
from bot.services.people.forgotten import is_stand_in
from bot.services.posting import CannotPost, Post, PostKind, RoleGone, Wire
from bot.services.settings import NoServerHere, NotAManager
from bot.services.timers import storage as timers
from bot.services.timers.storage import Timer
from data.database import Database
from data.ids import PlayerId, RoleId, ServerId
from data.states import MessageKind, TimerKind

AT_LEAST = timedelta(days=1)
"""Whoever is first is looked up so often: people drop out of a list by themselves."""

logger = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Handover:
    """A role, who is to have it, None for nobody, and everybody from whom it is to be taken."""

    champion: Champion
    first: PlayerId | None
    others: frozenset[PlayerId]


class ChampionService:
    """What managers do with such roles, and what is done about them in time."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def list(self, actor: Actor) -> tuple[Champion, ...]:
        """The roles of the actor's server; raises NoServerHere or NotAManager."""
        return await self._database.read(champions_storage.in_server, _managed(actor))

    async def choose(
        self, actor: Actor, game: str, role_id: RoleId | None, *, of_ladder: bool
    ) -> Champion | None:
        """Let this role go to the first, or none; what was chosen before.

        Who has the role that went there before keeps it. Raises NoServerHere, NotAManager or
        UnknownGame.
        """
        server_id = _managed(actor)
        game_of(game)

        def write(connection: Connection) -> Champion | None:
            now = self._now()
            servers.ensure(connection, server_id, now)
            before = champions_storage.of_game(connection, server_id, game, of_ladder=of_ladder)
            if before is not None:
                champions_storage.remove(connection, before.id)
                timers.cancel(connection, TimerKind.CHAMPION, before.id)
            if role_id is not None:
                number = champions_storage.add(
                    connection, server_id, game, role_id, now, of_ladder=of_ladder
                )
                champions_storage.note_handover(connection, number, now)
            return before

        return await self._database.write(write)

    def follow(self, connection: Connection, timer: Timer) -> None:
        """Have it looked at whether somebody else is first now."""
        champions_storage.note_handover(connection, timer.subject_id, self._now())


@dataclass(frozen=True, slots=True)
class Roles:
    """Takes a role from one person and gives it to another; one that is gone goes to nobody.

    Where the bot may not, nothing is done until somebody looks again, which is every day.
    """

    database: Database
    ladders: LadderStore
    wire: Wire
    now: Now

    @property
    def posts(self) -> PostKind[Handover]:
        """A handover is done when it is prepared: nothing is posted."""
        return PostKind(
            kind=MessageKind.CHAMPION, load=self._load, prepare=self._hand_over, once=True
        )

    def _load(self, connection: Connection, due: Due) -> Post[Handover] | None:
        """Who is to have the role now, None if they have it.

        That they get it is noted before Discord is asked, so that whoever is forgotten meanwhile
        loses it again.
        """
        perhaps = champions_storage.may_have_role(due)
        found = _load_handover(connection, self.ladders, due.subject_id, self.now(), perhaps)
        if found is not None and found.first is not None:
            champions_storage.note_giving(connection, due, found.first)
        return None if found is None else Post(found, ())

    async def _hand_over(self, due: Due, post: Post[Handover]) -> None:
        """Hand the role over, and remember who has it."""
        del due
        handover, known = post.card, post.card.champion
        passing = self.wire.messenger.pass_role(
            known.server_id, known.role_id, handover.others, handover.first
        )
        try:
            holder = await self.wire.soon(passing)
        except RoleGone:
            await self.database.write(champions_storage.remove, known.id)
        except CannotPost as error:
            logger.warning("role not given", server=known.server_id, missing=error.permission)
        else:
            await self.database.write(_remember_holder, known.id, holder)


def _remember_holder(connection: Connection, champion_id: int, holder: PlayerId | None) -> None:
    """Note who has the role; nobody, if they have been forgotten and it will be taken from them."""
    stays = holder is not None and players.hold(connection, holder)
    champions_storage.set_holder(connection, champion_id, holder if stays else None)


def _load_handover(
    connection: Connection,
    ladder_store: LadderStore,
    champion_id: int,
    now: datetime,
    perhaps: Collection[PlayerId] = (),
) -> Handover | None:
    """Who is to have the role; None if whoever is first has it, or it goes to nobody any more.

    ``perhaps`` are people who may have it too: somebody who was forgotten, or to whom an attempt
    gave it that was cut off. It is taken from them whoever has it besides.
    """
    known = champions_storage.get(connection, champion_id)
    if known is None:
        return None
    timers.set_timer(connection, Timer(TimerKind.CHAMPION, champion_id, now + AT_LEAST))
    first = _first_who_stays(connection, ladder_store, known, now)
    if first == known.holder_id and not perhaps:
        return None
    others = {*perhaps, known.holder_id} - {None, first}
    return Handover(known, first, frozenset(each for each in others if each is not None))


def give_up_roles(connection: Connection, player_id: PlayerId, now: datetime) -> None:
    """Have every champion's role taken from somebody who is about to be forgotten.

    Also those that are on their way to them now: they are taken back after they are given.
    """
    players.lock(connection, player_id)  # from here on nobody gives them another one
    coming = champions_storage.coming_to(connection, player_id)
    for champion_id in sorted({*champions_storage.held_by(connection, player_id), *coming}):
        champions_storage.note_handover(connection, champion_id, now, player_id)
    for champion_id in champions_storage.held_by(connection, player_id):
        champions_storage.set_holder(connection, champion_id, None)


def follow_champions(connection: Connection, change: Change, now: datetime) -> None:
    """Have the roles looked at that a result, or a ruling about one, may give to somebody else."""
    server_id = change.after.server_id
    if server_id is None:
        return
    for known in champions_storage.in_server(connection, server_id):
        if known.game == change.after.match.game:
            champions_storage.note_handover(connection, known.id, now)


def follow_ladder(connection: Connection, ladder: Ladder, now: datetime) -> None:
    """Have the role looked at that goes to the first of this ladder, where there is one."""
    found = champions_storage.of_game(connection, ladder.server_id, ladder.game, of_ladder=True)
    if found is not None:
        champions_storage.note_handover(connection, found.id, now)


def _first_who_stays(
    connection: Connection, ladder_store: LadderStore, known: Champion, now: datetime
) -> PlayerId | None:
    """The first, who is not forgotten before this transaction ends."""
    first = _first(connection, ladder_store, known, now)
    if first is None or players.hold(connection, first):
        return first
    # they were being forgotten, which has been waited for: somebody else is first now
    return _first_who_stays(connection, ladder_store, known, now)


def _first(
    connection: Connection, ladder_store: LadderStore, known: Champion, now: datetime
) -> PlayerId | None:
    if not known.of_ladder:
        page = read_page(connection, known.game, known.server_id, Period.ACTIVE, now)
        return next(
            (line.player_id for line in page.lines if not is_stand_in(line.player_id)), None
        )
    for ladder in ladders.in_server(connection, known.server_id):
        if ladder.game == known.game:
            return next(iter(ladder_store.standing(connection, ladder).standings.order), None)
    return None


def _managed(actor: Actor) -> ServerId:
    if actor.place.server_id is None:
        raise NoServerHere
    if not actor.person.manages_server:
        raise NotAManager(None)
    return actor.place.server_id
