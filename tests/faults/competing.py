"""A program in which tournaments are played until it is killed; the next one goes on."""

from __future__ import annotations

import os
import pickle
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, event

from bot.core.actor import Person
from bot.features.tournaments import progress
from bot.features.tournaments.acts import Act
from bot.features.tournaments.log import NEWS, card_of
from bot.features.tournaments.swiss import UNFINISHED
from bot.features.tournaments.values import Field
from data.ids import PlayerId, RoleId, TournamentId
from data.states import TournamentState
from data.tables import vacations
from data.tournament_tables import tournament_log, tournaments
from tests.faults.doomed import Tell
from tests.features.tournaments.cup_club import Cup
from tests.features.tournaments.test_interleavings import ALONE, Cups
from tests.kit.club import Club
from tests.kit.scripted import ManualClock, ScriptedDiscord, call_of, state_of

PEOPLE, ROLE = 8, RoleId(77)
"""Whoever enters has the role then; the last of them has lost it when it begins."""
STEPS = 6
BATCH = 2
"""So many games begin in a transaction, so that a kill falls between two of them."""
APART = timedelta(hours=1)
"""Between two runs: claims of the one before have run out."""
CARD = timedelta(minutes=3)
"""After so long a card may be edited again."""
RARE = ("before a commit", "after a commit")
CALLS = ("open_thread", "_board", "_card")
ALSO_ALONE = (*ALONE, "sit_out", "readmit", "close", "stand_still", "move_house")
"""What nobody does here, so that it can be said who has to sit in a round, and how many cards."""


@dataclass(frozen=True)
class Plan:
    """One run: the how manieth, of which format, and at which moment it is killed; 0 for never.

    Below 0 the statements are not counted, but for the commits.
    """

    number: int
    kind: str
    dies_at: int
    url: str

    def __str__(self) -> str:
        return f"{self.number} {self.kind} {self.dies_at} {self.url}"

    @classmethod
    def read(cls, text: str) -> Plan:
        number, kind, dies_at, url = text.split()
        return cls(int(number), kind, int(dies_at), url)


def counted(method: str) -> Callable[..., Awaitable[Any]]:
    """The method of that name, before and after which is a moment to die."""

    async def carried_out(self: CountingDiscord, *arguments: Any) -> Any:
        told = {"post": arguments[:2], "edit": (arguments[0], arguments[-1])}.get(method)
        call = method if told is None else call_of(method, *told)
        self.pull(f"before {call}")
        given = await getattr(ScriptedDiscord, method)(self, *arguments)
        written = self.path.with_suffix(".new")
        written.write_bytes(pickle.dumps((self.messages, self.cards, self.threads, self.at)))
        written.replace(self.path)  # a kill leaves what was before, or what is
        self.pull(f"after {call}")
        return given

    return carried_out


class CountingDiscord(ScriptedDiscord):
    """A Discord that outlives the program, counts moments with the database's, and dies at one.

    A moment is before a statement or a commit, after a transaction, and before and after a call.
    """

    holders, open_thread, post, edit = map(counted, ("holders", "open_thread", "post", "edit"))

    def __init__(self, path: Path, dies_at: int) -> None:
        super().__init__()
        self.path = path
        if path.exists():
            self.messages, self.cards, self.threads, self.at = pickle.loads(path.read_bytes())
        self.having[ROLE] = {PlayerId(each) for each in range(1, PEOPLE)}
        self.moments, self.rare, self.dies_at = 0, 0, dies_at
        self.last = path.with_name("died")

    def pull(self, moment: str) -> None:
        self.moments += 1
        self.rare += moment in RARE or moment.endswith(CALLS)
        if self.moments == self.dies_at or (self.rare == -self.dies_at and self.dies_at):
            with self.last.open("a", encoding="utf-8") as told:
                told.write(f"{moment}\n")
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(self, club: Club) -> None:
        event.listen(sa.Engine, "before_cursor_execute", self._statement)
        event.listen(sa.Engine, "commit", lambda _: self.pull("before a commit"))
        write = club.database.write

        async def written(*given: Any, **options: Any) -> Any:
            found = await write(*given, **options)
            self.pull("after a commit")
            return found

        club.database.write = written  # type: ignore[method-assign]

    def _statement(self, _: Any, __: Any, statement: str, *___: Any) -> None:
        self.pull(f"before {statement.split()[0]}")


async def compete(folder: Path, plan: str, _: Tell) -> None:
    """Go on with the tournament that there is, or with a new one."""
    run = Plan.read(plan)
    progress.BATCH = BATCH
    clock = ManualClock()
    clock.now += run.number * APART
    discord = CountingDiscord(folder / "discord.pickle", run.dies_at)
    discord.clock = clock
    club = await Club.at(run.url, discord, clock, first_click=1 + run.number)
    discord.watch(club)
    competition = Competition(club, discord, run)
    try:
        await competition.settle()
        for _ in range(STEPS):
            await competition.step()
        club.clock.now += CARD
        await competition.settle()
        await competition.check()
    finally:
        await club.close()


class Competition:
    """The newest tournament of a club."""

    def __init__(self, club: Club, discord: CountingDiscord, run: Plan) -> None:
        self.club, self.discord, self.run = club, discord, run
        self.lot = Random(run.number)

    async def settle(self) -> None:
        await self.club.look_around()

    async def cup(self) -> Cup:
        """The tournament that goes on; a new one where the last is over."""
        found = await self.club.database.read(newest)
        if found is None or found.state not in (TournamentState.OPEN, TournamentState.RUNNING):
            rules: dict[str, Any] = {"clock": "14d", "rounds": 3, "role_id": ROLE}
            return await Cup.open(self.club, 0, self.run.kind, **rules)
        return Cup(self.club, TournamentId(found.id))

    async def step(self) -> None:
        """One thing that somebody does, and what follows from it."""
        cup = await self.cup()
        field = await cup.field()
        if field.tournament.is_open:
            for who in {*range(1, PEOPLE + 1)} - {*field.by_id}:
                member = self.club.actor(Person(PlayerId(who), roles=frozenset({ROLE})))
                await cup.service.enter(member, cup.id, stays=True)
            await cup.act(Act.START)
        else:
            await self.act(cup)
        await self.settle()

    async def act(self, cup: Cup) -> None:
        """One thing that somebody does, if it can be done."""
        cups = Cups(self.run.kind, (cup, cup), self.run.number)
        cups.lot = self.lot
        one = cups.acting[0]
        one.lot, one.newcomer = self.lot, 100 * (1 + self.run.number)
        one.acts = [act for act in one.acts if act.__name__ not in ALSO_ALONE]
        await cups.attempt(one, await cup.field())

    async def newest(self) -> Cup:
        return Cup(self.club, TournamentId((await self.club.database.read(newest)).id))

    async def check(self) -> None:
        cup = await self.newest()
        field = await cup.field()
        assert await self.club.rows("outbox", "NOT done") == 0
        if not field.tournament.is_open:
            cups = Cups(self.run.kind, (cup, cup), self.run.number)
            await cups.check()
            check_everybody_sits(field, await self.club.database.read(travellers))
        told = await self.club.database.read(news)
        check_posted(self.discord, told)
        (card,) = [each for each in self.discord.cards if each.name == f"card of cup {cup.id}"]
        assert card.shown[-1] == state_of(card_of(field))


def newest(connection: Connection) -> Any:
    query = sa.select(tournaments.c.id, tournaments.c.state).order_by(tournaments.c.id.desc())
    return connection.execute(query.limit(1)).first()


def news(connection: Connection) -> set[str]:
    """What people have to have heard of."""
    query = sa.select(tournament_log.c.id).where(tournament_log.c.kind.in_(sorted(NEWS)))
    return {f"tournament {number}" for number in connection.scalars(query)}


def check_posted(discord: CountingDiscord, told: set[str]) -> None:
    """No board, card or entry was posted twice, and none is missing."""
    nonces = Counter(each.nonce for each in (*discord.messages, *discord.cards))
    assert set(nonces.values()) <= {1}
    names = Counter(each.name for each in discord.cards)
    assert set(names.values()) <= {1}, names.most_common(3)
    assert {each for each in names if each.startswith("tournament ")} == told


def travellers(connection: Connection) -> set[int]:
    """Who has been on vacation: whoever is, and has had half a point, is in no pairing."""
    return set(connection.scalars(sa.select(vacations.c.player_id)))


def check_everybody_sits(field: Field, travellers: set[int]) -> None:
    """Everybody who is in sits in the newest round, has two unfinished games, or was away."""
    number = field.latest_round
    if field.tournament.kind != "swiss" or not number:
        return
    sits = [who for e in field.pairings if e.seats.round == number for who in e.players]
    assert len(sits) == len(set(sits))
    waiting = Counter(who for each in field.pairings if each.is_open for who in each.players)
    for each in field.entrants:
        if each.is_in and each.number is not None and each.player_id not in travellers:
            assert each.player_id in sits or waiting[each.player_id] >= UNFINISHED
