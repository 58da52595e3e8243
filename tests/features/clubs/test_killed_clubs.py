"""A program is killed at any moment of what people do in a club match; the next one goes on.

A moment is before a statement or a commit, after a transaction, and before and after a call of
Discord. From it on the program does nothing more: no process is needed for that.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from bot.core import delivery
from bot.core.errors import ServiceError
from bot.features.clubs.offering import OfferService, Terms
from bot.features.clubs.service import Asked
from data.ids import ClubId, PlayerId
from data.states import EntryKind
from tests.features.clubs.duel import BOSSES, HERONS, OTTERS, PLACES, TERMS, Duel
from tests.kit.by_day import at_night
from tests.kit.club import ELSEWHERE, Club, OpenClub
from tests.kit.scripted import ManualClock, ScriptedDiscord
from tests.kit.times import SECOND
from tests.kit.waiting import running, until

pytestmark = pytest.mark.both_databases


class KilledError(BaseException):
    """The program ends here, and tidies nothing up."""


class Mortal(ScriptedDiscord):
    """A Discord that counts moments with the database's; at one, and ever after, all ends."""

    count, dies_at = 0, 0

    def pass_by(self, *_: Any) -> None:
        self.count += 1
        if self.is_dead:
            raise KilledError

    @property
    def is_dead(self) -> bool:
        return 0 < self.dies_at <= self.count

    async def _begin(self, *given: Any) -> Any:
        self.pass_by()
        return await super()._begin(*given)

    def _end(self, *given: Any) -> None:
        super()._end(*given)
        self.pass_by()

    @contextmanager
    def living(self, club: Club, dies_at: int) -> Iterator[None]:
        """Count from here on, and be killed at this moment; 0 for never."""
        write, names = club.database.write, ("before_cursor_execute", "commit")

        async def written(*given: Any, **options: Any) -> Any:
            found = await write(*given, **options)
            self.pass_by()
            return found

        self.count, self.dies_at = 0, dies_at
        club.database.write = written  # type: ignore[method-assign]
        for name in names:
            event.listen(sa.Engine, name, self.pass_by)
        try:
            yield
        except BaseException:
            if not self.is_dead:  # whatever a dead program trips over
                raise
        finally:
            for name in names:
                event.remove(sa.Engine, name, self.pass_by)
            self.dies_at = 0


class Killing:
    """One thing that somebody does: what comes before it, and the thing itself."""

    def __init__(self, name: str, club: Club) -> None:
        self.name, self.club, self.code = name, club, ""

    async def prepare(self) -> None:
        duel = None
        if self.name == "accept":
            self.code = await self.offer(self.club)
        elif self.name == "begin":
            duel = await Duel.agreed(self.club, 2, 2)
            await duel.service.ready(duel.boss(OTTERS), duel.id)
        elif self.name != "offer":
            duel = await Duel.begun(self.club, 3 if self.name == "substitute" else 1, 2)
        if duel is not None and self.name == "end":
            await duel.win(OTTERS, 1, 0)
        if duel is not None and self.name == "ruling":
            wish = Asked(EntryKind.DECIDE, "0>1", "they agreed")
            match = await duel.match()
            await duel.service.ask(duel.boss(OTTERS), duel.id, match.id, wish)
        await self.club.look_around()

    async def offer(self, club: Club) -> str:
        terms = Terms(**{**TERMS, "name": "Otters"})  # type: ignore[arg-type]
        return await club.services[OfferService].offer(club.actor(BOSSES[0], PLACES[0]), terms)

    async def newest(self, club: Club) -> Duel:
        ((number,),) = await club.sql("SELECT max(id) FROM clubs")
        return Duel(club, ClubId(number))

    async def act(self, club: Club) -> None:
        if self.name == "offer":
            await self.offer(club)
            return
        duel = await self.newest(club)
        if self.name == "accept":
            there = club.actor(BOSSES[1], ELSEWHERE)
            await duel.offers.accept(there, self.code, "Herons", ELSEWHERE.channel_id)
        elif self.name == "begin":
            await duel.service.ready(duel.boss(HERONS), duel.id)
        elif self.name == "move":
            match = await duel.match()
            if not match.ply:
                await duel.move(match)
        elif self.name == "end":
            await duel.resign(await duel.match(1, 1), 1)
        elif self.name == "ruling":
            heron = duel.boss(HERONS)
            for asked in (await duel.service.look(heron, duel.id)).asked:  # it may be answered
                await duel.service.answer(heron, duel.id, asked.id, agrees=True)
        elif self.name == "substitute":
            await duel.service.substitute(duel.boss(OTTERS), duel.id, PlayerId(2), PlayerId(3))


async def outcome(club: Club, duel: Duel) -> Any:
    """What has come of it, and that all of it is posted once in both servers."""
    now = await duel.now()
    posted = Counter((e.match_id, e.ply, e.channel_id) for e in club.discord.messages)
    cards = Counter((each.name, each.channel_id) for each in club.discord.cards)
    assert not posted or max(posted.values()) == 1
    assert not cards or max(cards.values()) == 1
    assert await club.rows("outbox", "NOT done") == 0
    matches = [
        row[0] for row in await club.sql(f"SELECT id FROM matches WHERE club_id = {duel.id}")
    ]
    plies = []
    for match_id in sorted(matches):
        match = await club.from_the_log(match_id)
        shown = {
            (e.ply, e.channel_id // 1_000_000, e.buttons)
            for e in club.discord.messages
            if e.match_id == match_id
        }
        last = match.ply
        assert shown == {(p, side, p == last) for p in range(last + 1) for side in (1, 2)}
        plies.append((last, match.result and match.result.ending))
    log = await club.sql(f"SELECT kind, side FROM club_log WHERE club_id = {duel.id} ORDER BY id")
    news = Counter(e.name.split(" on ")[1] for e in club.discord.cards if "club news" in e.name)
    assert len({*news.values()}) <= 1
    games = [(e.board, e.game, e.players, e.points, e.is_running) for e in now.games]
    card = {e.shown[-1] for e in club.discord.cards if e.name.startswith(f"club {duel.id} ")}
    return now.contest.state, now.score, len(now.sides), games, plies, log, card


async def nothing_is_due(club: Club) -> bool:
    return await club.rows("outbox", "NOT done") == 0


def only_newest_have_buttons(club: Club) -> bool:
    shown = Counter((e.match_id, e.channel_id) for e in club.discord.messages if e.buttons)
    return all(count == 1 for count in shown.values())


AT_NIGHT = ("offer", "accept", "end", "ruling", "substitute")
KINDS = ("begin", "move", *map(at_night, AT_NIGHT))
BY_DAY = 3
"""So many moments of each by day."""


@pytest.mark.parametrize("most", [BY_DAY, at_night(10_000)])
@pytest.mark.parametrize("name", KINDS)
async def test_what_was_done_is_there_once_and_whole(
    open_club: OpenClub, url: str, name: str, most: int
) -> None:
    await open_club()  # keeps the file's journal, as a kill does
    discord, clock = Mortal(), ManualClock()
    club, expected, moments, at = await Club.at(url, discord, clock), None, 1, 0
    while at <= moments:
        trial = Killing(name, club)
        await trial.prepare()
        told = False
        with discord.living(club, at):
            await trial.act(club)
            told = True
            await club.look_around()
        if not at:
            moments = discord.count
        await club.close()
        clock.now += delivery.LEASE + SECOND
        club = await Club.at(url, discord, clock, first_click=at * 1000)
        async with running(club.delivery.run()):
            await until(partial(nothing_is_due, club))
            # what it has recovered is edited beside what is due
            await until(partial(only_newest_have_buttons, club))
        await club.look_around()
        if not told:
            with suppress(ServiceError):  # it is done already
                await trial.act(club)
        await club.look_around(minutes=3)
        found = await outcome(club, await trial.newest(club))
        expected = found if not at else expected
        assert found == expected, f"killed at {at} of {moments}"
        await club.sql("UPDATE clubs SET state = 'cancelled', ended_at = created_at")
        at += max(1, moments // most)
    await club.close()
