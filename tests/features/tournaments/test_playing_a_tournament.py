"""Round robins: begun, played, left, ruled over and ended; the bot is away, and nothing waits."""

import asyncio
import threading
from datetime import timedelta

import pytest

from bot.core import timers
from bot.core.clocks import GRACE, Gift
from bot.core.matches import MatchState, MovesStand
from bot.features.privacy.service import PrivacyService
from bot.features.timekeeping import ClockService, Presence
from bot.features.timekeeping.errors import GivenOnce
from bot.features.timekeeping.service import VacationService
from bot.features.tournaments import pairer, progress
from bot.features.tournaments.acts import Act
from bot.features.tournaments.errors import IsOut, LetPlayOnTooLate
from bot.features.tournaments.round_robin import RoundRobin, would_count
from bot.features.tournaments.storage import TOURNAMENT_TIMER
from bot.features.tournaments.values import Field, Pairing, Table
from data.ids import PlayerId
from data.states import TournamentEvent, TournamentState, UnratedReason
from tests.features.privacy.test_privacy import LARGE, everywhere
from tests.features.tournaments.cup_club import Cup
from tests.kit.club import Club, OpenClub
from tests.kit.refusals import refusal
from tests.kit.timed import timed
from tests.kit.times import DAY, HOUR, SECOND


async def test_games_begin_a_few_at_a_time_and_another_program_goes_on(
    open_club: OpenClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "BATCH", 2)
    club = await open_club()
    cup = await Cup.open(club, 3)
    await cup.act(Act.START)
    await club.sweep()
    assert 0 < await club.rows("matches") < 6
    again = Cup(await open_club(), cup.id)
    await again.sweep()
    assert sum(each.is_running for each in (await again.field()).pairings) == 6
    assert await club.rows("matches") == 6


async def running(cup: Cup) -> list[tuple[PlayerId, ...]]:
    return [each.players for each in (await cup.field()).pairings if each.is_running]


async def test_no_more_run_at_once_than_are_wished_and_none_begins_while_it_is_stopped(
    club: Club,
) -> None:
    cup = await Cup.begun(club, 4, at_once=1, games=1)
    assert await running(cup) == [(1, 4), (2, 3)]
    await cup.win(1, 4)
    assert await running(cup) == [(2, 3)]
    await cup.act(Act.STOP, reason="holidays")
    await cup.win(2, 3)
    assert await running(cup) == []
    await cup.act(Act.RESUME, reason="we are back")
    await cup.sweep()
    assert await running(cup) == [(4, 3), (1, 2)]


async def test_moves_stand_and_nobody_pauses_or_calls_off(club: Club) -> None:
    cup = await Cup.begun(club, 3)
    match = await club.play(await cup.match(1, 2), 1)
    assert str(match.match.tournament) == "Apart round robin"
    mover = match.players[0]
    assert isinstance(mover, int)
    for ask in (
        lambda: club.undo.ask(club.actor(mover), match.id),
        lambda: club.pauses.ask(club.actor(mover), match.id, wish="3"),
        lambda: club.matches.abort(club.actor(mover), match.id),
        lambda: club.matches.check_abort(club.actor(mover), match.id),
    ):
        await refusal(MovesStand, ask())


async def test_one_timeout_costs_a_game_and_two_in_a_row_the_place(club: Club) -> None:
    cup = await Cup.begun(club, 4, games=1)
    await cup.win(1, 3)
    for other in (1, 2, 3):
        await club.play(await cup.match(4, other), 2)
    club.clock.advance(days=1)
    await cup.time_out(4, 1)
    club.clock.advance(hours=13)
    await moved(cup, 4, 2)
    club.clock.advance(hours=13)
    await cup.time_out(4, 3)
    assert await is_in(cup, 4)
    club.clock.advance(days=1)
    await cup.time_out(4, 2)
    field = await cup.field()
    assert field.by_id[PlayerId(4)].withdrawn is TournamentEvent.TIMED_OUT
    # at least half of the games were played, so that they stand
    assert [row[:2] for row in await cup.table()] == [(1, 1), (2, 2), (3, 2), (4, 4)]


async def moved(cup: Cup, who: int, other: int) -> MatchState:
    """Their match, in which the first one has just moved."""
    match = await cup.match(who, other)
    while match.to_move_player != who:
        match = await cup.club.play(match)
    return await cup.club.play(match)


async def is_in(cup: Cup, who: int) -> bool:
    return (await cup.field()).by_id[PlayerId(who)].is_in


async def test_a_move_in_a_game_annulled_later_is_a_move_in_between(club: Club) -> None:
    cup = await Cup.begun(club, 4, games=1)
    await cup.time_out(4, 1)
    club.clock.advance(hours=13)
    match = await moved(cup, 4, 2)
    await cup.annul(4, 2)
    club.clock.advance(hours=13)
    await cup.time_out(4, 3)
    assert (await cup.match(4, 2)).id != match.id
    assert await is_in(cup, 4)
    club.clock.advance(days=1)
    await cup.time_out(4, 2)
    assert not await is_in(cup, 4)


async def test_one_absence_is_one_lapse_and_two_withdraw(club: Club) -> None:
    cup = await Cup.begun(club, 7, games=1, at_once=0)
    club.clock.advance(days=4)
    for other in (1, 2, 3, 4, 5):
        await cup.time_out(7, other)
        club.clock.advance(hours=4)
    assert await is_in(cup, 7)
    club.clock.advance(hours=4)  # a day after the first one, and still not a move
    await cup.time_out(7, 6)
    assert not await is_in(cup, 7)


@pytest.mark.parametrize("played", [1, 2])
async def test_only_games_in_which_both_moved_are_half_of_the_games(
    club: Club, played: int
) -> None:
    cup = await Cup.begun(club, 5, games=1)
    await cup.withdraw(1, 2)
    for other in (3, 4)[:played]:
        await club.play(await cup.match(5, other), 2)
        await cup.win(5, other)
    view = await cup.service.look(cup.actor(5), cup.id)
    assert would_count(view.field, PlayerId(5)) is (played == 2)
    await cup.withdraw(5)
    counts = [row for row in await cup.table() if row[1] is not None]
    assert (5 in {row[0] for row in counts}) is (played == 2)


async def test_opponents_let_nobody_play_on_once_it_is_over(club: Club) -> None:
    cup = await Cup.begun(club, 3, games=1)
    await cup.win(1, 2)
    await cup.win(1, 3)
    await cup.time_out(3, 2)
    match = await cup.match(3, 2)
    refused = await refusal(LetPlayOnTooLate, club.forgiveness.ask(cup.actor(2), match.id))
    assert not refused.tournament.has_begun, "that it is over is told, and not another reason"
    await club.rulings.forgive(cup.boss, match.id, "the net was down")
    await cup.sweep()
    field = await cup.field()
    assert field.tournament.state is TournamentState.OVER
    assert (await cup.pairing(3, 2)).is_running
    assert await cup.stored() == field


@pytest.mark.night
async def test_ten_winners_of_groups_meet_and_who_left_costs_none_the_place(club: Club) -> None:
    cup = await Cup.begun(club, 44, size=4, games=1, final_group=True, at_once=0)
    await cup.withdraw(44)  # so that 1 has a game less than 2 to 11
    final: list[Pairing] = []
    while not final:
        field = await cup.field()
        final = [each for each in field.pairings if each.seats.division == 11]
        for each in field.pairings:
            if each.is_running and not final:
                assert each.match_id is not None
                await club.resign(await club.state(each.match_id), max(each.players))
        await cup.sweep()
    assert {who for each in final for who in each.players} == {*range(1, 11)}
    assert len(final) == 45
    assert min(each.seats.round for each in final) == 4


async def test_a_deleted_player_is_withdrawn_by_the_same_rules(club: Club) -> None:
    cup = await Cup.open(club, 3, games=1)
    await cup.enter(LARGE)
    await cup.begin()
    await cup.win(1, LARGE)
    await club.services[PrivacyService].delete(cup.actor(LARGE))
    await cup.sweep()
    assert await everywhere(club, LARGE) == {}
    field = await cup.field()
    gone = next(each for each in field.entrants if each.player_id < 0)
    assert gone.withdrawn is TournamentEvent.WITHDREW
    assert all(each.score.struck and not each.is_running for each in field.of(gone.player_id))
    assert await cup.stored() == field


async def test_somebody_who_is_out_is_readmitted_before_a_game_is_forgiven(club: Club) -> None:
    cup = await Cup.begun(club, 4, games=1)
    first = await cup.match(4, 1)
    await cup.time_out(4, 1)
    club.clock.advance(days=1)
    await cup.time_out(4, 2)
    await refusal(IsOut, club.rulings.forgive(cup.boss, first.id, "the post was late"))
    assert not (await club.state(first.id)).is_running
    await cup.act(Act.READMIT, 4, reason="the post was late")
    await club.rulings.forgive(cup.boss, first.id, "the post was late")
    await cup.sweep()
    assert (await club.state(first.id)).is_running
    assert await is_in(cup, 4)


def seated(match: MatchState, seat: int) -> PlayerId:
    found = match.players[seat]
    assert isinstance(found, int)
    return found


async def why_unrated(club: Club) -> list[str | None]:
    return [why for (why,) in await club.sql("SELECT unrated FROM results ORDER BY number")]


async def test_withdrawing_costs_no_more_than_staying_away(club: Club) -> None:
    again, late = UnratedReason.REPEATED_TIMEOUT.value, Cup.time_out
    cup = await Cup.begun(club, 5, games=1)
    for other in (1, 2, 3, 4):
        await club.play(await cup.match(5, other), 4)
    await cup.withdraw(5)
    assert await why_unrated(club) == [None, again, again, again]
    other = await Cup.begun(club, 3, games=1)
    await club.play(await other.match(3, 1), 4)
    await late(other, 3, 1)
    assert (await why_unrated(club))[4:] == [None]
    await club.play(await other.match(3, 2), 4)
    await other.withdraw(3)
    assert (await why_unrated(club))[5:] == [again]


async def test_time_is_given_once_in_a_game(club: Club) -> None:
    cup = await Cup.begun(club, 3, games=1)
    match = await club.play(await cup.match(1, 2), 1)
    giver = seated(match, 0)
    clocks = club.services[ClockService]
    await clocks.give(club.actor(giver), match.id, Gift.PERIOD)
    await refusal(GivenOnce, clocks.give(club.actor(giver), match.id, Gift.PERIOD))
    await club.play(await club.state(match.id), 1)
    other = seated(match, 1)
    await clocks.give(club.actor(other), match.id, Gift.PERIOD)


async def test_games_of_a_cancelled_tournament_are_friendly_ones(club: Club) -> None:
    cup = await Cup.begun(club, 3, games=1)
    match = await club.play(await cup.match(1, 2), 1)
    mover = seated(match, 0)
    await refusal(MovesStand, club.undo.ask(club.actor(mover), match.id))
    await cup.act(Act.CANCEL, reason="nobody has time")
    await club.undo.ask(club.actor(mover), match.id)
    waiting = seated(match, 1)
    away = await club.services[VacationService].start(club.actor(waiting), days=9)
    assert away.matches
    deadline = (await club.state(match.id)).match.deadline
    assert deadline is None or deadline > club.clock.now + timedelta(days=9)
    assert (await club.state(match.id)).match.unrated is not None
    await cup.win(1, 2)
    assert await cup.stored() == await cup.field()


async def away(club: Club, length: timedelta) -> None:
    """The bot is there, is not for so long, and is back."""
    presence = club.services[Presence]
    await presence.lost(())
    await presence.disconnected()
    club.clock.now += length
    await club.sweep()
    await presence.lost(())
    await presence.beat()
    club.clock.now += 10 * SECOND


@pytest.mark.parametrize(
    ("length", "moved"),
    [(5 * HOUR, True), (2 * DAY, True), (30 * SECOND, False)],
    ids=["before it", "around it", "a moment"],
)
async def test_a_start_is_put_off_by_an_outage(club: Club, length: timedelta, moved: bool) -> None:
    cup = await Cup.open(club, 3, days=1)
    due = await cup.begins_at()
    await away(club, length)
    due += length * moved
    assert await cup.begins_at() == due
    await cup.sweep()
    kinds = (TOURNAMENT_TIMER,)
    assert await club.database.read(timers.next_due, kinds) == due
    assert (await cup.field()).tournament.is_open


async def test_a_large_table_holds_up_nothing_else(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = await Cup.begun(club, 3, games=1)
    loop, worked_out, tables = asyncio.get_running_loop(), [], RoundRobin.tables

    def slow(self: RoundRobin, field: Field) -> tuple[Table, ...]:
        went_on = threading.Event()
        loop.call_soon_threadsafe(went_on.set)
        worked_out.append(went_on.wait(5))
        return tables(self, field)

    monkeypatch.setattr(RoundRobin, "tables", slow)
    await cup.win(1, 2)
    assert (await cup.service.look(cup.boss, cup.id)).tables
    assert len(worked_out) > 1
    assert all(worked_out)


async def test_no_clock_waits_for_a_pairing(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, may_end = threading.Event(), threading.Event()

    def hang(*_: object) -> None:
        asked.set()
        may_end.wait()

    monkeypatch.setattr(pairer, "SMALL_FIELD", 1)
    monkeypatch.setattr(pairer.Pairer, "_ask", hang)
    match = await timed(club, "1d")
    cup = await Cup.open(club, 6, "swiss", rounds=3)
    looking = asyncio.create_task(club.scheduler.run())
    try:
        await cup.act(Act.START)
        assert await asyncio.to_thread(asked.wait, 10)
        club.clock.now += DAY + GRACE
        await cup.act(Act.RENAME, name="Autumn", reason="because")  # the timers are heard of
        async with asyncio.timeout(10):
            while (await club.state(match.id)).is_running:
                await asyncio.sleep(0.01)
        assert not (await cup.field()).pairings
    finally:
        looking.cancel()
        may_end.set()
        await asyncio.gather(looking, return_exceptions=True)
