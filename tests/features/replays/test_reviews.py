"""Ended matches are looked back at once, move by move, whatever happens in between."""

import asyncio
import itertools
from contextlib import suppress
from typing import Any

import pytest

from bot.core.actor import Person
from bot.core.matches import MatchState
from bot.core.posting import CannotPost, ChannelGone, MessageGone
from bot.features.replays.review import MOST_MOMENTS, MatchReview
from bot.features.replays.reviews import AFTER_FAILURE, Reviews
from data.errors import StorageError
from data.ids import Engine
from data.states import ReviewState
from rules.engine.review import judge
from tests.kit.by_day import mostly_at_night
from tests.kit.club import ADA, BEN, CHLOE, Club, OpenClub
from tests.kit.due import work_due
from tests.kit.play import SHORT_APART
from tests.kit.thinking import FEWEST
from tests.kit.timed import timed
from tests.kit.waiting import running, until

LINE = SHORT_APART[:6]


async def judged(club: Club, number: int) -> bool:
    return await club.rows("judgements") >= number


async def ended(club: Club, texts: tuple[str, ...] = LINE) -> MatchState:
    match = await club.start()
    for each in texts:
        match = await club.move(match, each)
    return await club.resign(match, BEN)


async def reviewed(club: Club, match: MatchState) -> MatchReview:
    found = await club.reviews.of(await club.state(match.id))
    assert found is not None
    return found


async def is_whole(club: Club, match: MatchState) -> bool:
    return (await reviewed(club, match)).is_whole


def judgements(club: Club) -> list[dict[str, object]]:
    return [each for each in club.thinker.asked if each["ask"] == "judgement"]


async def test_every_move_is_judged_once_and_kept(club: Club) -> None:
    match = await ended(club)
    assert (await reviewed(club, match)).state is ReviewState.WAITING
    await work_due(club.reviews)
    review = await reviewed(club, match)
    assert review.is_whole
    assert len(review.judged) == len(LINE)
    for judged, made in zip(review.judged, match.moves, strict=True):
        again = judge(made.before, made.move, FEWEST)
        assert (judged.before, judged.after) == (again.before, again.after)
        assert (judged.better is None) == (again.better is None)
    assert len(review.expected) == len(match.line) + 1
    asked = judgements(club)
    assert [each["move"] for each in asked] == list(LINE)
    assert all(each["patient"] for each in asked)
    await work_due(club.reviews)
    assert len(judgements(club)) == len(LINE)
    assert await club.rows("timers", "kind = 'review'") == 0


async def test_a_match_without_a_result_or_hardly_a_move_has_none(club: Club) -> None:
    running = await club.play(await club.start(), 4)
    short = await ended(club, LINE[:1])
    aborted = await club.matches.abort(club.actor(BEN), (await club.start()).id)
    for match in (running, short, aborted):
        assert await club.reviews.of(match) is None
    assert await club.rows("reviews") == await club.rows("timers", "kind = 'review'") == 0
    match = await ended(club)
    await work_due(club.reviews)
    manager = club.actor(Person(CHLOE, manages_server=True))
    annulled = await club.rulings.annul(manager, match.id, "It was a test.")
    assert await club.reviews.of(annulled) is None


async def test_one_that_ended_before_there_were_any_gets_one_when_looked_at(club: Club) -> None:
    match = await ended(club)
    for table in ("judgements", "reviews", "timers"):
        await club.sql(f"DELETE FROM {table}")
    first, second = await asyncio.gather(reviewed(club, match), reviewed(club, match))
    assert first.state is second.state is ReviewState.WAITING
    await work_due(club.reviews)
    assert await is_whole(club, match)


async def test_whoever_thinks_dies_in_the_middle(club: Club) -> None:
    match = await ended(club)
    club.thinker.fails_at = 3
    await work_due(club.reviews)
    assert await club.rows("judgements") == 3
    assert (await reviewed(club, match)).state is ReviewState.WAITING
    await work_due(club.reviews)  # not at once
    assert await club.rows("judgements") == 3
    club.clock.now += AFTER_FAILURE
    await work_due(club.reviews)
    assert await is_whole(club, match)
    assert len(judgements(club)) == len(LINE) + 1


async def test_a_program_that_dies_has_a_successor(open_club: OpenClub, club: Club) -> None:
    match = await ended(club)
    club.thinker.waits_at = 2
    async with running(work_due(club.reviews)):
        await until(lambda: judged(club, 2))
    after = await open_club()
    await work_due(after.reviews)  # the lease of the one before still holds
    assert judgements(after) == []
    club.clock.now += Reviews.lease
    await work_due(after.reviews)
    assert await is_whole(after, match)
    assert len(judgements(after)) == len(LINE) - 2


@pytest.mark.parametrize(
    ("number", "is_written"),
    mostly_at_night(itertools.product(range(5), (False, True)), day={(1, False), (3, True)}),
)
async def test_a_fault_of_the_database_interrupts_it_for_no_lease(
    club: Club, monkeypatch: pytest.MonkeyPatch, number: int, is_written: bool
) -> None:
    match = await ended(club)
    write, asked = club.database.write, itertools.count()

    async def write_badly(work: Any, *args: Any, **options: Any) -> Any:
        fails = next(asked) == number
        given = None if fails and not is_written else await write(work, *args, **options)
        if fails:
            raise StorageError("away")
        return given

    monkeypatch.setattr(club.database, "write", write_badly)
    with suppress(StorageError):  # of what comes before a match is worked out
        await work_due(club.reviews)
    await work_due(club.reviews)
    assert await is_whole(club, match)
    assert len(judgements(club)) <= len(LINE) + 1


@pytest.mark.parametrize("nonsense", ["a2", {"before": [1], "after": [1], "better": None}])
async def test_what_cannot_be_judged_holds_up_nobody(club: Club, nonsense: object) -> None:
    match, other = await ended(club), await ended(club)
    club.thinker.nonsense = {"position": str(match.moves[2].before.encode()), "told": nonsense}
    for failed in range(5):
        assert failed > 2 or await club.reviews.ended({match.id}) == frozenset()
        await work_due(club.reviews)
        club.clock.now += AFTER_FAILURE
    assert await club.reviews.ended({match.id}) == {match.id}
    for each in (match, other):
        assert (await reviewed(club, each)).state is ReviewState.FAILED
    assert await club.rows("timers", "kind = 'review'") == 0
    assert len([each for each in judgements(club) if each["move"] == LINE[2]]) == 6


async def test_a_match_that_goes_on_again_is_not_told_of(club: Club) -> None:
    match = await timed(club, "1d")
    for each in LINE[:2]:
        match = await club.move(match, each)
    await club.sweep(days=3)
    over = await club.state(match.id)
    await work_due(club.reviews)
    assert await is_whole(club, over)
    await club.forgiveness.ask(club.actor(BEN), match.id)
    again = await club.state(match.id)
    assert again.is_running
    assert await club.reviews.of(again) is None
    assert await club.rows("reviews") == await club.rows("judgements") == 0
    match = await club.resign(await club.move(again, LINE[2]), BEN)
    await work_due(club.reviews)
    assert len((await reviewed(club, match)).judged) == 3


async def test_three_players_and_one_who_left(club: Club) -> None:
    match = await club.start(ADA, BEN, CHLOE, game="halves", variant="3p-random")
    match = await club.play(match, 3)
    match = await club.resign(match, CHLOE)
    while match.is_running:
        match = await club.play(match)
    await work_due(club.reviews)
    review = await reviewed(club, match)
    assert review.is_whole
    assert len(review.judged) == len(match.moves)
    assert {len(each) for each in review.expected} == {3}
    assert len(review.moments) <= MOST_MOMENTS
    assert [each.number for each in review.moments] == sorted(
        each.number for each in review.moments
    )


async def lost(club: Club, *, mistaken: bool = True) -> MatchState:
    """Ada gave up after a clear mistake, or a fine move, against the bot; it was looked back at."""
    match = await club.move(await club.start(ADA, engines=(Engine(2),)), "b2-b4")
    await work_due(club.opponents)
    match = await club.state(match.id)
    for made in match.moves:
        club.thinker.judge(made, 0.5, -0.5, is_mistake=mistaken or made.seat == 1)
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


async def test_neither_the_bot_s_own_mistakes_nor_people_s_among_themselves_are_told_of(
    club: Club,
) -> None:
    await lost(club, mistaken=False)
    match = await club.play(await club.start(), 4)
    await club.resign(match, BEN)
    await work_due(club.reviews)
    assert await club.rows("outbox", "kind = 'looked_back'") == 0


@pytest.mark.parametrize("error", [CannotPost(None, "archived"), ChannelGone(), MessageGone()])
async def test_where_the_board_is_gone_nobody_is_told(club: Club, error: Exception) -> None:
    await lost(club)
    club.discord.fail("show_looked_back", error)
    await club.deliver()
    assert await club.rows("outbox", "NOT done") == 0
    assert club.discord.messages[-1].looked_back == []


async def test_a_match_that_was_annulled_meanwhile_is_left_alone(club: Club) -> None:
    match = await lost(club)
    manager = club.actor(Person(CHLOE, manages_server=True))
    await club.rulings.annul(manager, match.id, "It was a test.")
    await club.deliver()
    assert all(each.looked_back == [] for each in club.discord.messages)
