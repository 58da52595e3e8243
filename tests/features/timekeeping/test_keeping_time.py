"""The time of players as matches go on, are paused, and as opponents give them some."""

import pytest

from bot.core.clocks import GRACE, Gift, LedgerKind
from bot.core.matches import MatchOver, MatchState, NotYourMatch, OutdatedBoard
from bot.features import requests
from bot.features.timekeeping import promised_deadline
from bot.features.timekeeping.errors import LiveMatch, OutOfTime, OwnTime, WithoutClock
from data.ids import PlayerId
from tests.kit.club import ADA, BEN, CHLOE, Club
from tests.kit.refusals import refusal
from tests.kit.timed import check_ledger, clock_of, deadline, due, lines_of, look, timed
from tests.kit.times import DAY, HOUR, MINUTE, SECOND


async def test_time_runs_from_when_the_board_is_posted(club: Club) -> None:
    match = await timed(club, "3d", posted=False)
    assert await deadline(club, match) == club.clock.now + MINUTE + 3 * DAY
    await club.deliver(seconds=20)
    assert await deadline(club, match) == club.clock.now + 3 * DAY


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


async def test_thinking_costs_time_and_a_move_brings_some(club: Club) -> None:
    match = await timed(club, "3d+1d/5d")
    club.clock.advance(hours=30)
    match = await club.play(match, posted=True)
    assert (await clock_of(club, match, 0)).balance == 3 * DAY - 30 * HOUR + DAY
    club.clock.advance(hours=1)
    match = await club.play(match, posted=True)
    assert (await clock_of(club, match, 1)).balance == 4 * DAY - HOUR
    kinds = " ".join(line.kind.value for line in await lines_of(club, match, 0))
    assert kinds == "opened turn posted moved increment turn posted"
    check_ledger(await look(club, match))


async def test_the_end_of_a_match_stops_its_clocks(club: Club) -> None:
    match = await timed(club, "1d")
    club.clock.advance(hours=3)
    await club.resign(match, ADA)
    clock = await clock_of(club, match, 0)
    assert clock.turn is None
    assert clock.balance == DAY - 3 * HOUR
    assert await deadline(club, match) is None
    assert await club.rows("timers") == 0
    check_ledger(await look(club, match))


async def test_only_players_see_clocks_and_only_where_there_are_any(club: Club) -> None:
    match = await timed(club, "2d")
    await refusal(NotYourMatch, look(club, match, CHLOE))
    await refusal(WithoutClock, look(club, await club.start()))


async def test_without_a_clock_nothing_is_kept(club: Club) -> None:
    match = await club.play(await club.start(), 3, posted=True)
    assert await club.rows("matches", "clocks IS NOT NULL") == await club.rows("clock_lines") == 0
    assert await deadline(club, match) is None


@pytest.mark.parametrize(("gift", "amount"), [(Gift.PERIOD, 3 * DAY), (Gift.DAY, DAY)])
async def test_an_opponent_gives_time(club: Club, gift: Gift, amount: object) -> None:
    match = await timed(club, "3d")
    before = await due(club, match)
    view = await club.clocks.give(club.actor(BEN), match.id, gift)
    assert await deadline(club, match) == before + amount  # type: ignore[operator]
    line = (await lines_of(club, match, 0))[-1]
    assert (line.kind, line.amount, line.by) == (LedgerKind.GIFT, amount, BEN)
    assert view.match.match.deadline == await deadline(club, match)
    await club.deliver()
    assert club.discord.cards[-1].shown == ["gift"]
    check_ledger(view)


async def test_a_click_that_comes_twice_gives_once(club: Club) -> None:
    match = await timed(club, "3d")
    clicked = club.actor(BEN)
    first = await club.clocks.give(clicked, match.id, Gift.DAY)
    assert await club.clocks.give(clicked, match.id, Gift.DAY) == first
    assert await club.rows("outbox", "kind = 'clock'") == 1


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


async def paused(club: Club, match: MatchState, days: int = 3) -> MatchState:
    asked = await club.pauses.ask(club.actor(ADA), match.id, wish=str(days))
    granted = await club.pauses.grant(club.actor(BEN), asked.id)
    await club.deliver()
    return granted.match


@pytest.mark.parametrize("who", [ADA, BEN])
async def test_either_ends_it(club: Club, who: PlayerId) -> None:
    match = await paused(club, await timed(club, "1d"))
    club.clock.now += DAY
    clicked = club.actor(who)
    after = await club.pauses.end(clicked, match.id)
    assert await club.pauses.end(clicked, match.id) == after
    assert await deadline(club, match) == club.clock.now + DAY
    await refusal(requests.NotPaused, club.pauses.end(club.actor(who), match.id))
    assert await club.sweep(HOUR) == 0
    kinds = [line.kind for line in await lines_of(club, match, 0)]
    assert kinds.count(LedgerKind.PAUSED) == kinds.count(LedgerKind.RESUMED) == 1


async def test_a_pause_ends_with_the_match(club: Club) -> None:
    match = await paused(club, await timed(club, "1d"))
    over = await club.resign(match, BEN)
    assert (await club.state(over.id)).match.paused_until is None
    assert await club.rows("timers") == 0


async def test_what_cannot_be_paused(club: Club) -> None:
    match = await timed(club, "1d")
    for days in ("0", "15", "x", "", "9" * 5000):
        await refusal(requests.BadPause, club.pauses.ask(club.actor(ADA), match.id, wish=days))
    untimed = await club.start()
    await refusal(requests.NoTimeToPause, club.pauses.ask(club.actor(ADA), untimed.id, wish="3"))
    await club.pauses.ask(club.actor(ADA), match.id, wish="3")
    await refusal(requests.RequestPending, club.pauses.ask(club.actor(BEN), match.id, wish="3"))
    again = await paused(club, match)
    await refusal(requests.AlreadyPaused, club.pauses.ask(club.actor(BEN), again.id, wish="3"))
    await refusal(NotYourMatch, club.pauses.end(club.actor(CHLOE), again.id))


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


@pytest.mark.parametrize("days", [1, 14])
async def test_nobodys_time_runs_in_a_pause_which_ends_by_itself(club: Club, days: int) -> None:
    match = await timed(club, "1d")
    club.clock.now += HOUR
    match = await paused(club, match, days)
    assert await deadline(club, match) is None
    assert match.is_running
    club.clock.now += days * DAY
    assert (await clock_of(club, match, 0)).remaining(club.clock.now) == DAY - HOUR
    await club.look_around()
    assert await deadline(club, match) == club.clock.now + DAY - HOUR
    await club.sweep(DAY - HOUR + GRACE)
    assert not (await club.state(match.id)).is_running
    check_ledger(await look(club, match))
