"""The time of players as matches go on, are paused, and as opponents give them some."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.core.actor import Person
from bot.core.clocks import GRACE, Gift, LedgerKind
from bot.core.matches import MatchOver, MatchState, NotYourMatch, OutdatedBoard
from bot.features import requests
from bot.features.matches.boards import PostedBoard
from bot.features.timekeeping import promised_deadline
from bot.features.timekeeping.errors import LiveMatch, OutOfTime, OwnTime, WithoutClock
from data.ids import ChannelId, MessageId
from tests.kit.club import ADA, BEN, CHLOE, DAN, Club, OpenClub
from tests.kit.refusals import refusal
from tests.kit.timed import check_ledger, clock_of, deadline, due, lines_of, look, timed
from tests.kit.times import DAY, HOUR, MINUTE, SECOND


async def test_the_board_promises_no_more_than_there_is(club: Club) -> None:
    match = await timed(club, "15m+30s", posted=False)
    promised = promised_deadline(match, club.clock.now)
    assert promised == club.clock.now + MINUTE + 15 * MINUTE
    await club.deliver(seconds=3)
    actual = await due(club, match)
    assert promised <= actual == promised + 3 * SECOND
    club.clock.advance(minutes=2)
    state = await club.state(match.id)
    assert promised_deadline(state, club.clock.now) == actual


@pytest.mark.parametrize(("gift", "amount"), [(Gift.PERIOD, 3 * DAY), (Gift.DAY, DAY)])
async def test_an_opponent_gives_time(club: Club, gift: Gift, amount: object) -> None:
    match = await timed(club, "3d")
    before = await due(club, match)
    clicked = club.actor(BEN)
    view = await club.clocks.give(clicked, match.id, gift)
    assert await club.clocks.give(clicked, match.id, gift) == view, "though the click came twice"
    assert await deadline(club, match) == before + amount  # type: ignore[operator]
    line = (await lines_of(club, match, 0))[-1]
    assert (line.kind, line.amount, line.by) == (LedgerKind.GIFT, amount, BEN)
    assert view.match.match.deadline == await deadline(club, match)
    await club.deliver()
    assert [card.shown for card in club.discord.cards if card.shown[0] == "gift"] == [["gift"]]
    check_ledger(view)


async def test_time_given_within_the_grace_saves_the_match(club: Club) -> None:
    match = await timed(club, "1d")
    club.clock.now += DAY
    await club.clocks.give(club.actor(BEN), match.id, Gift.DAY)
    await club.sweep(minutes=1)
    assert (await club.state(match.id)).is_running
    await club.play(match)


async def test_who_gives_what_to_whom_is_looked_at(club: Club) -> None:
    match, live, untimed = await timed(club, "3d"), await timed(club, "15m+30s"), await club.start()
    over = await club.resign(await timed(club, "3d"), ADA)
    for who, about, error, ply in (
        (ADA, match, OwnTime, None),
        (CHLOE, match, NotYourMatch, None),
        (BEN, match, OutdatedBoard, 7),
        (BEN, live, LiveMatch, None),
        (BEN, untimed, WithoutClock, None),
        (BEN, over, MatchOver, None),
    ):
        with pytest.raises(error):
            await club.clocks.give(club.actor(who), about.id, Gift.DAY, ply)
    assert await club.rows("clock_lines", "kind = 'gift'") == 0


async def test_a_pause_ends_with_the_match(club: Club) -> None:
    match = await timed(club, "1d")
    await club.agree(club.pauses, match, wish="3")
    club.clock.advance(hours=3)
    over = await club.resign(match, BEN)
    assert (await club.state(over.id)).match.paused_until is None
    assert (await clock_of(club, over, 0)).turn is None
    assert await deadline(club, over) is None
    assert await club.rows("timers") == 0


async def test_what_cannot_be_paused(club: Club) -> None:
    match = await timed(club, "1d")
    for days in ("0", "15", "x", "", "9" * 5000):
        await refusal(requests.BadPause, club.pauses.ask(club.actor(ADA), match.id, wish=days))
    untimed = await club.start()
    await refusal(requests.NoTimeToPause, club.pauses.ask(club.actor(ADA), untimed.id, wish="3"))
    await club.pauses.ask(club.actor(ADA), match.id, wish="3")
    await refusal(requests.RequestPending, club.pauses.ask(club.actor(BEN), match.id, wish="3"))
    await club.agree(club.pauses, match, wish="3")
    await refusal(requests.AlreadyPaused, club.pauses.ask(club.actor(BEN), match.id, wish="3"))
    await refusal(NotYourMatch, club.pauses.end(club.actor(CHLOE), match.id))
    clicked = club.actor(BEN)
    after = await club.pauses.end(clicked, match.id)
    assert await club.pauses.end(clicked, match.id) == after
    await refusal(requests.NotPaused, club.pauses.end(club.actor(ADA), match.id))


async def test_no_pause_saves_whose_time_is_over(club: Club) -> None:
    match = await timed(club, "1d")
    asked = await club.pauses.ask(club.actor(ADA), match.id, wish="3")
    club.clock.now += DAY
    await refusal(OutOfTime, club.pauses.grant(club.actor(BEN), asked.id))
    await club.sweep(GRACE)
    assert not (await club.state(match.id)).is_running


async def test_a_pause_agreed_on_in_time_is_one_though_it_is_heard_of_late(club: Club) -> None:
    match = await timed(club, "1d")
    asked = await club.pauses.ask(club.actor(ADA), match.id, wish="3")
    club.clock.now += DAY - HOUR / 3600
    clicked = club.actor(BEN)
    club.clock.now += GRACE
    await club.pauses.grant(clicked, asked.id)
    assert await deadline(club, match) is None
    check_ledger(await look(club, match))


async def give(club: Club, match: MatchState) -> object:
    return await club.clocks.give(club.actor(BEN), match.id, Gift.DAY)


async def move_elsewhere(club: Club, match: MatchState) -> object:
    boss = club.actor(Person(DAN, manages_server=True))
    return await club.rulings.move_elsewhere(boss, match.id, ChannelId(702), "too loud")


@pytest.mark.parametrize(
    ("happens", "left", "posted"),
    [(give, 4 * DAY, (1, 0)), (Club.play, 3 * DAY, (0, 1)), (move_elsewhere, 3 * DAY, (1, 0))],
)
async def test_what_happens_while_a_board_is_posted(
    open_club: OpenClub,
    monkeypatch: pytest.MonkeyPatch,
    happens: Callable[[Club, MatchState], Awaitable[object]],
    left: timedelta,
    posted: tuple[int, int],
) -> None:
    """Time runs from when the newest board stands there."""
    club = await open_club(answer_within=MINUTE)
    match = await timed(club, "3d", posted=False)
    post, pending = club.discord.post, [happens]

    async def slowly(channel_id: ChannelId, card: object, *rest: Any) -> MessageId:
        if isinstance(card, PostedBoard):
            club.clock.now += 20 * SECOND
            if pending:
                await pending.pop()(club, match)
        return await post(channel_id, card, *rest)

    monkeypatch.setattr(club.discord, "post", slowly)
    await club.deliver()
    assert await deadline(club, match) == club.clock.now + left
    for seat, count in enumerate(posted):
        kinds = [line.kind for line in await lines_of(club, match, seat)]
        assert kinds.count(LedgerKind.POSTED) == count
    assert (await club.state(match.id)).match.board_message_id == club.discord.messages[-1].id
    check_ledger(await look(club, match))


async def posted_late(
    club: Club, clock: str, *, swept: timedelta, posted: timedelta
) -> tuple[MatchState, datetime]:
    """A match whose newest board is posted so long after the move, and when that was made.

    In between is looked once at what is due.
    """
    match = await timed(club, clock)
    for _ in range(2):
        match = await club.play(match, posted=True)
    begun, match = club.clock.now, await club.play(match)
    club.clock.now = begun + swept
    await club.sweep()
    club.clock.now = begun + posted
    await club.deliver()
    return match, begun


async def test_a_late_board_moves_the_timeout_to_before_it_was_looked_for(club: Club) -> None:
    match, begun = await posted_late(club, "10s", swept=25 * SECOND, posted=30 * SECOND)
    assert await deadline(club, match) == begun + 40 * SECOND
    for second in (45, 49):
        club.clock.now = begun + second * SECOND
        await club.sweep()
        assert (await club.state(match.id)).is_running
    club.clock.now = begun + 50 * SECOND
    await club.sweep()
    assert not (await club.state(match.id)).is_running


async def test_and_reminders_as_well(club: Club) -> None:
    _, begun = await posted_late(club, "40s", swept=35 * SECOND, posted=40 * SECOND)
    for second, count in ((65, 0), (69, 0), (70, 1)):
        club.clock.now = begun + second * SECOND
        while await club.sweep():
            pass
        assert await club.rows("reminders", "kind = 'quarter'") == count


@pytest.mark.parametrize("plies", [0, 3])
async def test_nobody_loses_a_live_match_whose_board_is_not_posted(club: Club, plies: int) -> None:
    match = await timed(club, "10m", posted=plies > 0)
    for left in reversed(range(plies)):
        match = await club.play(match, posted=left > 0)
    before = (await club.state(match.id)).ply
    for _ in range(26):
        club.clock.now += 5 * MINUTE
        await club.sweep()
    assert (await club.state(match.id)).ply == before
    await club.deliver()
    assert await club.rows("timers", f"kind = 'deadline' AND subject_id = {match.id}") == 1
    for _ in range(3):
        club.clock.now += 6 * MINUTE
        await club.sweep()
    assert not (await club.state(match.id)).is_running
