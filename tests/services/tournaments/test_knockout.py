"""Knockouts: byes, ties of two, four and five games, leavers, and rulings after the next tie."""

import pytest

from bot.services.requests import MatchRequest
from bot.services.tournaments import LetPlayOnTooLate, Reliance
from bot.services.tournaments.knockout import Bracket
from data.ids import PlayerId
from data.states import TournamentEvent, TournamentState
from tests.kit.club import Club
from tests.services.tournaments.cup_club import Cup


async def begun(club: Club, people: int, **chosen: bool) -> Cup:
    return await Cup.begun(club, people, "knockout", **chosen)


async def meetings(cup: Cup) -> list[tuple[int, ...]]:
    """Who meets whom, game by game."""
    return [each.players for each in (await cup.field()).pairings]


async def beat(cup: Cup, winner: int, loser: int) -> None:
    """Win both games of a tie."""
    await cup.win(winner, loser, 1)
    await cup.win(winner, loser, 2)


async def places(cup: Cup) -> list[tuple[int, int | None]]:
    return [(who, place) for who, place, _ in await cup.table()]


async def log(cup: Cup) -> list[TournamentEvent]:
    found = await cup.service.history(cup.boss, cup.id, None)
    return [each.kind for each in reversed(found)]


async def test_the_best_have_a_bye_and_the_winners_meet(club: Club) -> None:
    cup = await begun(club, 5)
    assert await meetings(cup) == [(4, 5), (5, 4), (2, 3), (3, 2)]
    assert all(each.is_running for each in (await cup.field()).pairings)
    await beat(cup, 5, 4)
    assert (await meetings(cup))[2:4] == [(1, 5), (5, 1)]
    await beat(cup, 3, 2)
    await beat(cup, 1, 5)
    assert (await meetings(cup))[6:] == [(1, 3), (3, 1)]
    await beat(cup, 3, 1)
    field = await cup.field()
    assert field.tournament.state is TournamentState.OVER
    assert await places(cup) == [(3, 1), (1, 2), (2, 3), (5, 3), (4, 5)]
    assert (await log(cup)).count(TournamentEvent.PAIRED) == 3


async def test_the_lot_lets_either_move_first_in_the_decider(club: Club) -> None:
    first = set()
    for _ in range(12):
        cup = await begun(club, 3)
        for game, winner in ((1, 2), (2, 3), (3, 2), (4, 3)):
            await cup.win(winner, 5 - winner, game)
        first.add((await cup.pairing(2, 3, 5)).seats.first_id)
        await cup.management.cancel(cup.boss, cup.id, "enough")
    assert first == {2, 3}


async def test_without_a_game_for_it_the_third_place_is_shared(club: Club) -> None:
    cup = await begun(club, 8, third_place=False)
    told = {}
    for winner, loser in ((1, 8), (4, 5), (2, 7), (1, 4), (3, 6), (2, 3), (1, 2)):
        await beat(cup, winner, loser)
        told[loser] = dict(await places(cup))[loser]
    assert (await places(cup))[2:4] == [(3, 3), (4, 3)]
    assert told.items() <= dict(await places(cup)).items()  # nobody's place waits for others


async def in_the_final(club: Club) -> tuple[Cup, int]:
    """A cup of four whose final has begun; the match with which 1 beat 4."""
    cup = await begun(club, 4)
    lost = (await cup.match(1, 4, 1)).id
    await beat(cup, 1, 4)
    await beat(cup, 2, 3)
    assert (await meetings(cup))[4:] == [(1, 2), (2, 1)]
    return cup, lost


async def ruled(club: Club, cup: Cup, winner: int) -> None:
    """A manager gives both games of 1 and 4 to one of them."""
    for game in (1, 2):
        match = await cup.match(1, 4, game)
        seat = match.players.index(PlayerId(winner))
        await club.rulings.decide(cup.boss, match.id, ((seat,), (1 - seat,)), "a mistake")
    await cup.sweep()


async def test_a_ruling_puts_the_right_player_in_while_the_next_two_have_not_met(
    club: Club,
) -> None:
    cup, _ = await in_the_final(club)
    before = [(await cup.match(1, 2, game)).id for game in (1, 2)]
    await club.play(await cup.match(1, 2, 1), 1)
    await ruled(club, cup, 4)
    assert (await meetings(cup))[4:] == [(4, 2), (2, 4)]
    for match_id in before:
        state = await club.state(match_id)
        assert state.result is not None
        assert state.result.ranking == ()
    assert (await log(cup)).count(TournamentEvent.CORRECTED) == 1
    await ruled(club, cup, 1)
    assert (await meetings(cup))[4:] == [(1, 2), (2, 1)]
    assert (await log(cup)).count(TournamentEvent.CORRECTED) == 2


async def test_the_bracket_stands_once_the_next_two_have_met(club: Club) -> None:
    cup, _ = await in_the_final(club)
    await club.play(await cup.match(1, 2, 1), 2)
    await ruled(club, cup, 4)
    assert (await meetings(cup))[4:] == [(1, 2), (2, 1)]
    assert TournamentEvent.CORRECTED not in await log(cup)
    await beat(cup, 1, 2)
    assert (await places(cup))[0] == (1, 1)


async def test_a_game_annulled_is_played_anew_or_shared_once_the_next_two_have_met(
    club: Club,
) -> None:
    cup, lost = await in_the_final(club)
    await club.rulings.annul(cup.boss, lost, "once more")
    await cup.sweep()
    assert (await meetings(cup)) == [(1, 4), (4, 1), (2, 3), (3, 2)]
    again = await cup.match(1, 4, 1)
    assert again.id != lost
    await cup.win(1, 4, 1)
    await club.play(await cup.match(1, 2, 1), 2)
    await club.rulings.annul(cup.boss, again.id, "and again")
    await cup.sweep()
    pairing = await cup.pairing(1, 4, 1)
    assert (pairing.match_id, pairing.points(PlayerId(1))) == (again.id, 1)
    assert len(await meetings(cup)) == 6


@pytest.mark.parametrize("ruling", ["decide", "annul", "forgive"])
async def test_a_ruling_after_the_end_leaves_everything_as_it_was(club: Club, ruling: str) -> None:
    cup, _ = await in_the_final(club)
    await cup.time_out(1, 2, 1)
    await cup.win(2, 1, 2)
    before = await cup.table()
    assert before == [(2, 1, 4), (1, 2, 2), (3, 3, 0), (4, 3, 0)]
    await ruled(club, cup, 4)
    match = await cup.match(1, 2)
    if ruling == "decide":
        await club.rulings.decide(cup.boss, match.id, ((0,), (1,)), "level now")
    else:
        await getattr(club.rulings, ruling)(cup.boss, match.id, "level now")
    await cup.sweep()
    assert await cup.table() == before
    assert [Bracket(await cup.field()).final.points(PlayerId(each)) for each in (1, 2)] == [0, 4]
    assert await cup.stored() == await cup.field()
    told = {"decide": TournamentEvent.GIVEN, "annul": TournamentEvent.ANNULLED}
    assert (await log(cup))[-1] is told.get(ruling, TournamentEvent.FORGIVEN)
    if ruling == "forgive":  # it is played on, for ratings
        await cup.win(1, 2, 1)
        assert await cup.table() == before
    told = await cup.service.reliance(cup.id, match.id)
    assert told == Reliance((), met=True, over=True)


async def test_opponents_forgive_until_the_next_tie_has_begun(club: Club) -> None:
    cup = await begun(club, 4)
    match = await cup.match(1, 4, 1)
    await cup.time_out(1, 4, 1)
    await cup.win(1, 4, 2)
    asked = await club.forgiveness.ask(club.actor(PlayerId(4)), match.id)
    assert isinstance(asked, MatchRequest) or asked is None
    await cup.sweep()
    assert (await club.state(match.id)).is_running


async def test_and_not_afterwards(club: Club) -> None:
    cup = await begun(club, 4)
    match = await cup.match(1, 4, 1)
    await cup.time_out(1, 4, 1)
    await cup.win(4, 1, 2)
    await beat(cup, 2, 3)
    with pytest.raises(LetPlayOnTooLate):
        await club.forgiveness.ask(club.actor(PlayerId(4)), match.id)
    await club.rulings.forgive(cup.boss, match.id, "the post was late")
    await cup.sweep()
    assert (await meetings(cup)) == [(1, 4), (4, 1), (2, 3), (3, 2)]
