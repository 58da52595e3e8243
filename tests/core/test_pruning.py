"""Old rows go, and nothing that anybody still needs."""

from collections import Counter
from dataclasses import replace

import pytest

from bot.core.clocks import Gift
from bot.core.services import Prune, Pruning
from bot.features.requests import RequestRefused
from tests.kit.club import ADA, BEN, CHLOE, Club
from tests.kit.timed import timed


async def pruned(club: Club, days: float = 31) -> Counter[str]:
    club.clock.advance(days=days)
    return Counter(await club.services[Pruning].prune())


async def test_what_is_new_stays(club: Club) -> None:
    match = await club.play(await club.start(), 4)
    await club.undo.ask(club.actor(ADA), match.id)
    await club.deliver()
    before = await club.rows("outbox")
    assert not +await pruned(club, 10)
    assert await club.rows("outbox") == before


async def test_the_newest_board_of_every_match_stays(club: Club) -> None:
    first, second = await club.start(), await club.start(BEN, CHLOE)
    await club.play(first, 5)
    await club.play(second, 2, posted=True)
    told = (await pruned(club))["told"]
    assert told == 7 + 2  # all boards but the newest, and each card as it was before
    assert await club.rows("outbox", "kind = 'board' AND version = 5") == 1
    assert await club.rows("outbox", "kind = 'board'") == 2
    again = await club.play(await club.state(first.id), posted=True)
    assert club.discord.posted(first.id) == [0, 1, 2, 3, 4, 5, again.ply]


async def test_news_that_stay_as_they_were_posted_go(club: Club) -> None:
    match = await timed(club, "3d")
    await club.clocks.give(club.actor(BEN), match.id, Gift.DAY)
    await club.deliver()
    assert await club.rows("outbox", "kind = 'clock' AND done") == 1
    await pruned(club)
    assert await club.rows("outbox", "kind = 'clock'") == 0


async def test_closed_requests_go_but_a_no_stays_a_no(club: Club) -> None:
    match = await club.play(await club.start(), 2)
    asked = await club.undo.ask(club.actor(ADA), match.id)
    await club.undo.decline(club.actor(BEN), asked.id)
    match = await club.play(match)
    asked = await club.undo.ask(club.actor(ADA), match.id)
    await club.undo.decline(club.actor(BEN), asked.id)
    assert (await pruned(club))["requests"] == 1
    with pytest.raises(RequestRefused):
        await club.undo.ask(club.actor(ADA), match.id)
    await club.resign(match, ADA)
    assert (await pruned(club, 0))["requests"] == 1
    assert await club.rows("request_grants") == 0


async def test_half_made_moves_go(club: Club) -> None:
    match = await club.start()
    composing = await club.composer.open(club.actor(ADA), match.id)
    stage = composing.composition.stage
    await club.composer.take(club.actor(ADA), match.id, 0, stage, 0)
    assert (await pruned(club, 13))["drafts"] == 0
    assert (await pruned(club, 2))["drafts"] == 1
    assert (await club.composer.open(club.actor(ADA), match.id)).composition.stage == stage


async def test_reminders_go_when_no_turn_can_need_them(club: Club) -> None:
    match = await timed(club, "1d")
    await club.look_around(hours=13)
    await club.play(match, posted=True)
    await pruned(club)
    assert await club.rows("outbox", "kind = 'reminder'") == 0
    assert await club.rows("reminders") == 1
    assert (await pruned(club, 60))["reminders"] == 1
    assert await club.rows("reminders") == 0


async def test_what_cannot_be_removed_keeps_nothing_else(club: Club, monkeypatch) -> None:
    first, *others = club.services[Pruning]._prunes

    def fail(*_: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(club.services[Pruning], "_prunes", (replace(first, work=fail), *others))
    done: list[str] = []
    repeat = club.services[Pruning]._repeat

    async def noted(prune: Prune) -> int:
        removed = await repeat(prune)
        done.append(prune.name)
        return removed

    monkeypatch.setattr(club.services[Pruning], "_repeat", noted)
    with pytest.raises(ZeroDivisionError):
        await club.services[Pruning].prune()
    assert done == [each.name for each in others]
