"""Somebody is replaced in a tie of a knockout: the newcomer plays it anew, and goes on."""

import pytest

from bot.services import tournaments as cups
from bot.services.reminders import Wishes
from bot.services.tournaments.knockout import Bracket, Place
from data.ids import PlayerId
from data.states import ReminderWay, TournamentEvent, TournamentState
from tests.kit.club import Club
from tests.services.tournaments.cup_club import Cup


async def begun(club: Club, people: int) -> Cup:
    return await Cup.begun(club, people, "knockout")


async def replace(cup: Cup, gone: int, newcomer: int) -> None:
    both = (PlayerId(gone), PlayerId(newcomer))
    await cup.management.replace(cup.boss, cup.id, both, "has an exam")
    await cup.sweep()


async def beat(cup: Cup, winner: int, loser: int) -> None:
    await cup.win(winner, loser, 1)
    await cup.win(winner, loser, 2)


async def met(cup: Cup) -> list[tuple[int, ...]]:
    return [each.players for each in (await cup.field()).pairings]


async def test_the_newcomer_plays_new_games_and_the_old_ones_have_no_result(club: Club) -> None:
    cup = await begun(club, 4)
    before = [(await cup.match(1, 4, game)).id for game in (1, 2)]
    await club.play(await cup.match(1, 4, 1), 1)
    await club.reminders.choose(club.actor(PlayerId(4)), Wishes(way=ReminderWay.DIRECT))
    await replace(cup, 4, 9)
    assert await met(cup) == [(1, 9), (9, 1), (2, 3), (3, 2)]
    assert not {(await cup.match(1, 9, game)).id for game in (1, 2)} & {*before}
    for match_id in before:
        result = (await club.state(match_id)).result
        assert result is not None
        assert result.ranking == ()
    told = await cup.service.history(cup.boss, cup.id, None)
    kinds = [each.kind for each in told]
    assert TournamentEvent.CORRECTED not in kinds
    newest = told[kinds.index(TournamentEvent.SUBSTITUTED)]
    assert (newest.player_id, newest.opponent_id, newest.reason) == (4, 9, "has an exam")
    lines = await club.sql("SELECT subject_id FROM outbox WHERE kind = 'tournament_line'")
    assert [row[0] for row in lines] == [4]
    await beat(cup, 9, 1)
    await beat(cup, 2, 3)
    await beat(cup, 9, 2)
    assert (await cup.field()).tournament.state is TournamentState.OVER
    table = [(who, place) for who, place, _ in await cup.table()]
    assert table[:2] == [(9, 1), (2, 2)]
    assert table[-1] == (4, 5)


async def test_who_won_before_keeps_that_and_a_newcomer_can_be_replaced_too(club: Club) -> None:
    cup = await begun(club, 4)
    await beat(cup, 1, 4)
    await replace(cup, 1, 9)  # who waits for the other semi-final
    assert await met(cup) == [(1, 4), (4, 1), (2, 3), (3, 2)]
    await beat(cup, 2, 3)
    assert (await met(cup))[4:] == [(9, 2), (2, 9)]
    await replace(cup, 9, 8)
    assert (await met(cup))[4:] == [(8, 2), (2, 8)]
    found = Bracket(await cup.field())
    assert (found.ties[Place(1, 0, 1)].winner, found.final.slots) == (1, (8, 2))
    await beat(cup, 8, 2)
    assert [(who, place) for who, place, _ in await cup.table()][:2] == [(8, 1), (2, 2)]


async def test_a_ruling_on_an_earlier_tie_counts_for_who_plays_now(club: Club) -> None:
    cup = await begun(club, 4)
    await beat(cup, 1, 4)
    await beat(cup, 2, 3)
    await replace(cup, 1, 9)
    for game in (1, 2):
        match = await cup.match(1, 4, game)
        seat = match.players.index(PlayerId(4))
        await club.rulings.decide(cup.boss, match.id, ((seat,), (1 - seat,)), "a mistake")
    await cup.sweep()
    assert (await met(cup))[4:] == [(4, 2), (2, 4)]
    for game in (1, 2):
        match = await cup.match(1, 4, game)
        seat = match.players.index(PlayerId(1))
        await club.rulings.decide(cup.boss, match.id, ((seat,), (1 - seat,)), "no mistake")
    await cup.sweep()
    assert (await met(cup))[4:] == [(9, 2), (2, 9)]
    await club.play(await cup.match(9, 2), 2)  # and now the bracket stands
    match = await cup.match(1, 4)
    await club.rulings.annul(cup.boss, match.id, "too late")
    await cup.sweep()
    assert Bracket(await cup.field()).ties[Place(1, 0, 1)].winner == 1
    assert (await met(cup))[4:] == [(9, 2), (2, 9)]


async def test_once_both_have_moved_it_is_too_late(club: Club) -> None:
    cup = await begun(club, 4)
    await club.play(await cup.match(1, 4), 2)
    for gone in (1, 4):
        with pytest.raises(cups.ReplacingTooLate) as late:
            await replace(cup, gone, 9)
        assert set(late.value.players) == {1, 4}
    assert await club.rows("tournament_players") == 4
    await beat(cup, 1, 4)
    await beat(cup, 2, 3)
    await replace(cup, 1, 9)  # in the final nobody has moved
    with pytest.raises(cups.ReplacingTooLate):
        await replace(cup, 4, 8)


async def test_a_lost_tie_is_played_anew_while_nobody_relies_on_it(club: Club) -> None:
    cup = await begun(club, 4)
    await cup.service.withdraw(cup.actor(4), cup.id)
    await cup.sweep()
    await beat(cup, 2, 3)
    assert (await met(cup))[4:] == [(1, 2), (2, 1)]
    await replace(cup, 4, 9)
    assert await met(cup) == [(1, 9), (9, 1), (2, 3), (3, 2)]
    await beat(cup, 9, 1)
    assert (await met(cup))[4:] == [(9, 2), (2, 9)]


async def test_who_can_be_replaced_by_whom(club: Club) -> None:
    cup = await Cup.open(club, 4, "knockout")
    with pytest.raises(cups.NotBegun):
        await replace(cup, 1, 9)
    await cup.begin()
    with pytest.raises(cups.AlreadyIn):
        await replace(cup, 1, 2)
    with pytest.raises(cups.NotIn):
        await replace(cup, 8, 9)
    both = (PlayerId(1), PlayerId(9))
    with pytest.raises(cups.NotTheOrganiser):
        await cup.management.replace(cup.actor(1), cup.id, both, "I am tired")
    await replace(cup, 1, 9)
    with pytest.raises(cups.NotIn):
        await replace(cup, 1, 8)
    with pytest.raises(cups.NotIn):
        await cup.management.readmit(cup.boss, cup.id, PlayerId(1), "is back")
    other = await Cup.begun(club, 4, games=1)
    with pytest.raises(cups.NotBegun):
        await replace(other, 1, 9)
