"""A message whose answer got lost is found by Discord's clock, however wrong the bot's own is."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.core.clocks import Gift
from bot.core.posting import TryLater
from bot.features.watching import WatchService
from tests.kit.club import ADA, BEN, CHLOE, Club, OpenClub

WRONG = [timedelta(minutes=90), timedelta(minutes=-90)]


async def first_board(club: Club) -> None:
    challenged = await club.offer()
    await club.deliver()
    await club.challenges.accept(club.actor(BEN), challenged.id)


async def request(club: Club) -> None:
    match = await club.play(await club.start(), posted=True)
    await club.undo.ask(club.actor(ADA), match.id)


async def followed(club: Club) -> None:
    await club.services[WatchService].follow_person(club.actor(CHLOE), ADA)
    match = await club.play(await club.start(ADA, BEN), 2, posted=True)
    await club.resign(match, BEN)


KINDS = {
    first_board: "post_board",
    request: "post_card",
    followed: "post_direct",
}


def standing(club: Club) -> int:
    discord = club.discord
    return len(discord.messages) + len(discord.cards) + len(discord.directs)


@pytest.mark.parametrize("wrong", WRONG, ids=["ahead", "behind"])
@pytest.mark.parametrize("note", KINDS, ids=lambda note: note.__name__)
async def test_a_message_is_posted_once_though_the_program_begins_anew(
    open_club: OpenClub, note: Callable[[Club], Awaitable[None]], wrong: timedelta
) -> None:
    club = await open_club()
    club.clock.now += wrong
    await note(club)
    club.discord.fail(KINDS[note], TryLater(), afterwards=True)
    await club.deliver()
    stand = standing(club)
    club = await open_club(club.discord)
    for late in (club.clock, club.discord.clock):
        late.advance(seconds=10)
    await club.deliver()
    assert standing(club) == stand
    assert await club.rows("outbox", "NOT done") == 0
    assert not club.discord.faults[KINDS[note]]


@pytest.mark.parametrize("seconds", [19, 601])
async def test_what_waits_when_the_clock_is_set_back_holds_nothing_up(
    open_club: OpenClub, seconds: int
) -> None:
    club = await open_club()
    match = await club.start(clock="2d", posted=True)
    await club.clocks.give(club.actor(BEN), match.id, Gift.DAY)
    club.clock.now -= timedelta(seconds=seconds)
    await club.play(match)
    await club.deliver()
    assert await club.rows("outbox", "NOT done") == 0
    clocks = await club.clocks.look(club.actor(BEN), match.id)
    assert clocks.seats[1].runs_from == club.clock.now
