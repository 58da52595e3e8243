"""A club in which a message of every kind is due: new, to be edited, and to be removed."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from bot.core import outbox
from bot.core.clocks import Gift
from bot.core.matches import MatchState
from bot.features.ladders.acts import Act as LadderDeed
from bot.features.leaderboards import ChampionService
from bot.features.leaderboards.live import LiveService
from bot.features.reminders import Wishes
from bot.features.replays.reviews import LOOKED_BACK_MESSAGE
from bot.features.replays.sharing import SharingService
from bot.features.tournaments.acts import Act
from bot.features.watching import WatchService
from data.ids import PlayerId, RoleId
from data.states import ReminderWay
from tests.features.ladders.ladder_club import LadderClub
from tests.features.tournaments.cup_club import BOSS, Cup
from tests.kit.club import ADA, BEN, CHLOE, DAN, PLACE, Club
from tests.kit.strict import threads
from tests.kit.wired import ROLE, Kept, Wired, copied, founded, wired

EVE, FAY, GUS = PlayerId(5), PlayerId(6), PlayerId(7)
_KEPT: list[Kept] = []


async def all_due(folder: Path) -> Kept:
    """The club at the moment at which all this is due; it is brought about once in a process."""
    if not _KEPT:
        file, backend = folder / "all_due.db", founded()
        async with wired(file, backend) as opened:
            told = await _tell(opened.club)
            await _note(opened, told)
        backend.http_requests.clear()
        backend.transcript.clear()
        _KEPT.append(Kept(file.read_bytes(), copied(backend)))
    return _KEPT[0]


@dataclass(frozen=True)
class Told:
    """What has its message already."""

    nudged: MatchState
    going: MatchState
    ending: MatchState
    over: MatchState
    offered: Any
    asked: Any
    accepted: Any
    deleted: Any
    ladder: LadderClub
    cup: Cup


async def _tell(club: Club) -> Told:
    """Bring about what is to be edited, removed or gone on with."""
    nudged = await club.play(await club.start(DAN, EVE, posted=True), posted=True)
    await club.look_around(days=15)
    await club.reminders.nudge(club.actor(DAN), nudged.id)
    boss = club.actor(BOSS)
    await club.settings.change_server(boss, lambda now: replace(now, named_on_posters=True))
    await club.services[LiveService].start(club.actor(BOSS), "apart")
    await club.daily.keep(club.actor(BOSS), PLACE.channel_id)
    await club.reminders.choose(club.actor(BEN), Wishes(way=ReminderWay.DIRECT))
    await club.reminders.choose(club.actor(CHLOE), Wishes(way=ReminderWay.DIGEST, digest_at="14"))
    await club.services[WatchService].follow_person(club.actor(DAN), BEN)
    going = await club.play(await club.start(ADA, BEN, clock="3d", posted=True), 2, posted=True)
    ending = await club.play(await club.start(ADA, BEN, posted=True), 4, posted=True)
    over = await club.resign(await club.play(await club.start(ADA, FAY, posted=True), 4), FAY)
    await club.start(CHLOE, DAN, posted=True)  # of which the digest tells
    for late in (BEN, GUS):  # who are reminded, Ben by a direct message
        await club.start(late, ADA, clock="3d", posted=True)
    offered, accepted, deleted = [await club.offer(EVE, (FAY,)) for _ in range(3)]
    undone = await club.play(await club.start(FAY, EVE, posted=True), 2, posted=True)
    asked = await club.undo.ask(club.actor(FAY), undone.id)
    ladder, cup = await LadderClub.open(club, 4), await Cup.open(club, 3, game="detach")
    await club.look_around(minutes=3)
    return Told(nudged, going, ending, over, offered, asked, accepted, deleted, ladder, cup)


async def _note(opened: Wired, told: Told) -> None:
    """Let a message of every kind be due."""
    club = opened.club
    await club.sweep(hours=37)
    closed = opened.backend.get_channel((await club.state(told.ending.id)).match.thread_id)
    threads.set_archived(opened.backend, closed, archived=True)  # as anybody may
    await club.play(told.nudged)
    await club.play(told.going)
    await club.clocks.give(club.actor(ADA), told.going.id, Gift.DAY)
    await club.challenges.decline(club.actor(FAY), told.offered.id)
    await club.challenges.accept(club.actor(FAY), told.accepted.id)
    card = await club.challenges.get(told.deleted.id)
    opened.backend.delete_message(PLACE.channel_id, card.message_id)
    await club.challenges.accept(club.actor(FAY), told.deleted.id)
    await club.offer(GUS, ())
    await club.undo.decline(club.actor(EVE), told.asked.id)
    await club.undo.ask(club.actor(ADA), told.going.id)
    await club.services[ChampionService].choose(club.actor(BOSS), "apart", RoleId(ROLE))
    await club.resign(told.ending, BEN)
    await told.ladder.act(LadderDeed.REMOVE, 4, reason="asked")
    await told.cup.begin()
    await told.cup.act(Act.EXPEL, BEN, reason="asked")
    await club.services[SharingService].share(club.actor(ADA), told.over.id)
    puzzle = await club.daily.open(club.actor(EVE))
    board = await club.puzzles.open(club.actor(EVE), puzzle.id)
    await club.puzzles.submit(club.actor(EVE), puzzle.id, board.stage, str(puzzle.answer()))

    def look_back(connection: Connection) -> None:
        looked_back = outbox.of_match(LOOKED_BACK_MESSAGE, told.over.id, told.over.id, 4)
        outbox.add(connection, looked_back, club.clock.now)

    await club.database.write(look_back)
