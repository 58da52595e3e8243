"""A life in which everything happens that a database keeps."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, select

from bot.core import outbox
from bot.core.clocks import Gift
from bot.core.people import orders
from bot.features.clubs.errors import NoSuchOffer
from bot.features.clubs.offering import OfferService, Terms
from bot.features.help import GreetingService
from bot.features.ladders.acts import Act as LadderDeed
from bot.features.leaderboards import ChampionService
from bot.features.leaderboards.live import LiveService
from bot.features.privacy.service import PrivacyService
from bot.features.reminders import Wishes
from bot.features.replays.reviews import LOOKED_BACK_MESSAGE
from bot.features.replays.sharing import SharingService
from bot.features.timekeeping import Presence, storage
from bot.features.timekeeping.service import VacationService
from bot.features.tournaments.acts import Act
from bot.features.watching import WatchService
from data.columns import KindOf
from data.ids import ChannelId, Engine, MatchId, PlayerId, RoleId, ServerId
from data.states import OrderKind, ReminderWay, SeatChoice, TournamentKind
from data.tables import metadata, outages
from rules import GAMES
from tests.features.clubs.duel import HERONS, OTTERS, TERMS, Duel
from tests.features.ladders.ladder_club import LadderClub
from tests.features.tournaments.cup_club import BOSS, Cup
from tests.kit.club import ADA, BEN, CHLOE, DAN, PLACE, Club
from tests.kit.databases import greet_anybody
from tests.kit.due import work_due

EVE, FAY, GUS = PlayerId(5), PlayerId(6), PlayerId(7)
PLIES = 3


async def live(club: Club) -> None:
    """Let it happen. Of each variant one match is over afterwards and one goes on."""
    await _choose_settings(club)
    for game in GAMES.values():
        for variant in game.info.variants:
            await _play(club, game.info.id, variant.id, variant.seats)
            club.clock.advance(days=1)
    await _ask(club)
    await _rule(club)
    await _take_time(club)
    await _watch(club)
    await _compete(club)
    await club.look_around(hours=1)
    await work_due(club.reviews)
    await club.deliver()
    await _leave(club)
    await _meet(club)
    await _go_on(club)
    await _stop(club)


async def _choose_settings(club: Club) -> None:
    boss = club.actor(BOSS)
    await club.settings.change_player(club.actor(ADA), lambda now: replace(now, theme="wood"))
    await club.settings.change_server(boss, lambda now: replace(now, named_on_posters=True))
    await club.services[ChampionService].choose(club.actor(BOSS), "apart", RoleId(5))
    await club.services[LiveService].start(club.actor(BOSS), "apart")
    await club.daily.keep(club.actor(BOSS), PLACE.channel_id)
    await club.database.write(greet_anybody)
    await club.services[GreetingService].greet({ServerId(70): club.clock.now})
    await club.blocks.block(club.actor(EVE), DAN)
    await club.services[Presence].beat()
    wishes = Wishes(way=ReminderWay.DIGEST, digest_at="14")
    await club.reminders.choose(club.actor(CHLOE), wishes)


async def _play(club: Club, game: str, variant: str, seats: int) -> None:
    people = (ADA, BEN, CHLOE)[:seats]
    over = await club.start(*people, game=game, variant=variant, posted=True)
    over = await club.play(over, 4, posted=True)
    for loser in people[1:]:
        over = await club.resign(over, loser)
    going = await club.start(*people, game=game, variant=variant, posted=True)
    await club.play(going, PLIES, posted=True)


async def _ask(club: Club) -> None:
    undone = await club.play(await club.start(ADA, BEN), 2)
    await club.agree(club.undo, undone)
    drawn = await club.play(await club.start(ADA, BEN, game="glaisher"), 2)
    await club.agree(club.draws, drawn)
    kept = await club.play(await club.start(ADA, BEN, game="glaisher"), 2)
    asked = await club.undo.ask(club.actor(BEN), kept.id)
    await club.undo.decline(club.actor(ADA), asked.id)
    resumed = await club.start(ADA, CHLOE, clock="3d")
    await club.agree(club.pauses, resumed, wish="3")
    await club.look_around(days=4)
    await club.matches.abort(club.actor(ADA), (await club.start(ADA, BEN)).id, 0)
    declined = await club.offer(FAY, (GUS,))
    await club.challenges.decline(club.actor(GUS), declined.id)
    await club.challenges.cancel(club.actor(FAY), (await club.offer(FAY, (GUS,))).id)
    await club.offer(FAY, (GUS,))
    await club.look_around(days=15)


async def _rule(club: Club) -> None:
    annulled = await club.play(await club.start(BEN, CHLOE), 2)
    await club.rulings.annul(club.actor(BOSS), annulled.id, "by mistake")
    decided = await club.play(await club.start(BEN, CHLOE), 2)
    await club.rulings.decide(club.actor(BOSS), decided.id, ((0, 1),), "both were right")
    elsewhere = ChannelId(701)
    await club.rulings.move_elsewhere(club.actor(BOSS), decided.id, elsewhere, "more room")


async def _take_time(club: Club) -> None:
    late = await club.play(await club.start(ADA, BEN, clock="1d"), 2, posted=True)
    later = await club.play(await club.start(ADA, BEN, clock="1d"), 2, posted=True)
    slow = await club.play(await club.start(ADA, EVE), 1, posted=True)
    await club.clocks.give(club.actor(BEN), late.id, Gift.DAY)
    await club.live(hours=30)
    await club.database.write(storage.allow_timeouts)
    await club.live(hours=30)
    await club.forgiveness.ask(club.actor(BEN), late.id)
    await club.rulings.forgive(club.actor(BOSS), later.id, "was ill")
    await club.look_around(days=15)
    await club.reminders.nudge(club.actor(ADA), slow.id)


async def _watch(club: Club) -> None:
    await club.services[WatchService].follow_person(club.actor(DAN), BEN)
    match = await club.play(await club.start(ADA, BEN), 4)
    await club.services[WatchService].follow(club.actor(DAN), match.id)
    ended = await club.resign(match, ADA)
    await club.deliver()
    await club.services[SharingService].share(club.actor(ADA), ended.id)
    await work_due(club.reviews)
    still = await club.play(await club.start(ADA, BEN), 4)
    await club.services[WatchService].follow(club.actor(DAN), still.id)


async def _compete(club: Club) -> None:
    ladder = await LadderClub.open(club, 6)
    won = await ladder.win(4, 2)
    await club.rulings.decide(club.actor(BOSS), won.id, ((1,), (0,)), "the other one won")
    await ladder.ask(5, 3)
    await ladder.ladders.leave(ladder.actor(5), ladder.id)
    await ladder.begin(3, 1)
    await ladder.act(LadderDeed.REMOVE, 2, reason="asked for it")
    await ladder.act(LadderDeed.PLACE, 3, 1, reason="won elsewhere")
    await ladder.act(LadderDeed.INVITE, PlayerId(50))
    for kind in TournamentKind:
        cup = await Cup.begun(club, 8, kind.value, game="detach")
        first = (await cup.field()).pairings[0]
        await cup.win(*first.players)
    await _begin_others(club)
    await club.deliver()


async def _begin_others(club: Club) -> None:
    """Tournaments of others: nobody may enter very many."""

    async def opened(first: int, **chosen: Any) -> Cup:
        cup = await Cup.open(club, **chosen)
        for number in range(first, first + 3):
            await cup.enter(number)
        return cup

    played = await opened(31)
    await played.begin()
    while running := [each for each in (await played.field()).pairings if each.is_running]:
        await played.win(*running[0].players, running[0].seats.game)
    cancelled = await opened(41)
    await cancelled.act(Act.CANCEL, reason="too few")
    await opened(41, days=30)


async def _leave(club: Club) -> None:
    gone = await club.play(await club.start(GUS, BEN, place=PLACE), 4)
    await club.resign(gone, BEN)
    await club.deliver()
    await club.services[PrivacyService].delete(club.actor(GUS))


async def _meet(club: Club) -> None:
    """A club match, in which a substitute plays, and an offer whose code nobody knows."""
    duel = await Duel.begun(club, 2, 3)
    await duel.service.substitute(duel.boss(HERONS), duel.id, PlayerId(102), PlayerId(103))
    await duel.move(await duel.match())
    await club.services[OfferService].offer(duel.boss(OTTERS), Terms(**TERMS, name="Otters"))
    with pytest.raises(NoSuchOffer):
        await club.services[OfferService].look_up(duel.boss(HERONS), "7XK29MPQ4D")
    await club.deliver()


async def _stop(club: Club) -> None:
    """What happens only when a bot was away, or too many are late at once."""
    now = club.clock.now
    stopped = await Cup.begun(club, 3, clock="5d+1d/7d")
    await stopped.act(Act.STOP, reason="holidays")

    def write(connection: Connection) -> None:
        looked_back = outbox.of_match(LOOKED_BACK_MESSAGE, MatchId(1), 1, 4)
        outbox.add(connection, looked_back, now)
        storage.stop_timeouts(connection, now, 6, 9)
        storage.allow_timeouts(connection)
        orders.give(connection, OrderKind.BLOCKED, 99, now)
        connection.execute(
            outages.insert().values(began=now - timedelta(hours=1), ended=now, done=True)
        )

    await club.database.write(write)


async def _go_on(club: Club) -> None:
    """What still waits in the end."""
    match = await club.play(await club.start(CHLOE, FAY), 2, posted=True)
    opened = await club.composer.open(club.actor(CHLOE), match.id)
    stage = opened.composition.stage
    await club.composer.take(club.actor(CHLOE), match.id, match.ply, stage, 0)
    move = next(iter(match.position.moves()))
    answer = next(iter(match.position.play(move).moves()))
    await club.conditionals.type_line(club.actor(FAY), match.id, f"{move}; {answer}")
    await club.practice.open(club.actor(FAY), "apart")
    puzzle = await club.puzzles.open(club.actor(FAY), "halves-cut")
    await club.puzzles.submit(club.actor(FAY), "halves-cut", puzzle.stage, "1,-1")
    await club.look_around(days=8)
    daily = await club.daily.open(club.actor(FAY))
    stage = (await club.puzzles.open(club.actor(FAY), daily.id)).stage
    await club.puzzles.submit(club.actor(FAY), daily.id, stage, str(daily.answer()))
    solved = await club.daily.ended(club.actor(FAY), daily.id)
    assert solved is not None
    await club.daily.share(club.actor(FAY), solved)
    paused = await club.start(ADA, DAN, clock="3d")
    await club.agree(club.pauses, paused, wish="3")
    await club.undo.ask(club.actor(DAN), (await club.play(await club.start(DAN, BEN), 2)).id)
    await club.services[VacationService].start(club.actor(EVE), 3)
    await club.offer(FAY, (BEN,))
    await club.offer(FAY, ())
    await club.offer(FAY, (), engines=(Engine(1),), seat=SeatChoice.SECOND)
    await club.resign(await club.play(await club.start(ADA, FAY), 4), FAY)


WORDS = frozenset(
    {
        *("outbox.kind", "timers.kind", "entries.kind", "requests.kind"),
        *("challenges.state", "tournaments.state"),
    }
)
"""Columns of which every word has a row, but for the words here."""
AWAY = {"absences", "outbox.kind=absence", "timers.kind=absence"}
"""What a place without the bot brings about, in which messages wait for it to be back."""
UNMADE = frozenset({"entries.kind=end", "outbox.kind=poster", *AWAY})
"""What only a fault in the rules or 1.0.0 made, and what a life without such places lacks."""


def lacking(connection: Connection) -> Iterator[str]:
    """The tables without a row, and the words of kinds that no row has."""
    for table in metadata.sorted_tables:
        is_empty = connection.execute(select(table).limit(1)).first() is None
        if is_empty and table.name not in UNMADE:
            yield table.name
        for column in table.columns:
            if str(column) in WORDS:
                kind = column.type
                words = kind.kinds.known if isinstance(kind, KindOf) else kind.words
                found = set(connection.scalars(select(column).distinct()))
                yield from {f"{column}={word}" for word in words if word not in found} - UNMADE
