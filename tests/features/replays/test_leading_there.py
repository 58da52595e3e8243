"""The last board of a match against engines says what looking back has found, once."""

import pytest

from bot.core.actor import Person
from bot.core.matches import MatchState
from bot.core.posting import CannotPost, ChannelGone, MessageGone, TryLater
from bot.core.services import Pruning
from data.ids import Engine
from tests.kit.club import ADA, BEN, CHLOE, Club, OpenClub
from tests.kit.due import deliver_due, work_due


async def lost(club: Club, *, mistaken: bool = True) -> MatchState:
    """Ada gave up after a clear mistake, or a fine move, against the bot; it was looked back at."""
    match = await club.move(await club.start(ADA, engines=(Engine(2),)), "b2-b4")
    await work_due(club.opponents)
    match = await club.state(match.id)
    for made in match.moves:
        better = None
        if mistaken or made.seat == 1:
            line = [str(next(move for move in made.before.moves() if move != made.move))]
            rest = {"punished_by": None, "expected": [], "allowed": []}
            better = {"line": line, "merit": {"kind": "promises"}, **rest}
        told = {"before": [0.5, 0.5], "after": [-0.5, -0.5], "better": better}
        club.thinker.verdicts[made.before.encode()] = told
    match = await club.resign(match, ADA)
    await club.deliver()
    await work_due(club.reviews)
    return match


async def test_it_is_said_once_on_the_last_board(club: Club) -> None:
    match = await lost(club)
    assert await club.rows("outbox", "kind = 'looked_back'") == 1
    for _ in range(2):
        await club.deliver()
        await work_due(club.reviews)
    assert [each.looked_back for each in club.discord.messages][-1] == [1]
    assert sum(len(each.looked_back) for each in club.discord.messages) == 1
    assert await club.rows("outbox", "NOT done") == 0
    assert len(club.discord.posted(match.id)) == len(club.discord.messages)


async def test_what_was_said_is_forgotten_and_not_said_again(club: Club) -> None:
    match = await lost(club)
    await club.deliver()
    club.clock.advance(days=31)
    await club.services[Pruning].prune()
    assert await club.rows("outbox", "kind = 'looked_back'") == 0
    await club.reviews.of(await club.state(match.id))
    await work_due(club.reviews)
    assert await club.rows("outbox", "kind = 'looked_back'") == 0


async def test_the_bot_s_own_mistakes_are_not_told_of(club: Club) -> None:
    await lost(club, mistaken=False)
    assert await club.rows("outbox", "kind = 'looked_back'") == 0


async def test_nor_are_people_s_among_themselves(club: Club) -> None:
    match = await club.play(await club.start(), 4)
    await club.resign(match, BEN)
    await work_due(club.reviews)
    assert await club.rows("outbox", "kind = 'looked_back'") == 0


async def test_a_program_that_dies_first_is_followed(open_club: OpenClub, club: Club) -> None:
    await lost(club)
    after = await open_club()
    after.discord.messages = club.discord.messages
    await deliver_due(after.delivery)
    assert club.discord.messages[-1].looked_back == [1]


@pytest.mark.parametrize("error", [CannotPost(None, "archived"), ChannelGone(), MessageGone()])
async def test_where_the_board_is_gone_nobody_is_told(club: Club, error: Exception) -> None:
    await lost(club)
    club.discord.fail("show_looked_back", error)
    await club.deliver()
    assert await club.rows("outbox", "NOT done") == 0
    assert club.discord.messages[-1].looked_back == []


async def test_what_may_not_have_arrived_is_said_again(club: Club) -> None:
    await lost(club)
    club.discord.fail("show_looked_back", TryLater(), afterwards=True)
    await club.deliver()
    await club.deliver(minutes=1)
    assert club.discord.messages[-1].looked_back == [1, 1]  # an edit, that shows the same twice
    assert await club.rows("outbox", "NOT done") == 0


async def test_a_match_that_was_annulled_meanwhile_is_left_alone(club: Club) -> None:
    match = await lost(club)
    manager = club.actor(Person(CHLOE, manages_server=True))
    await club.rulings.annul(manager, match.id, "It was a test.")
    await club.deliver()
    assert all(each.looked_back == [] for each in club.discord.messages)
