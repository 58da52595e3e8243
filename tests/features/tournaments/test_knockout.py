"""Knockouts: byes, ties of two, four and five games, leavers, and rulings after the next tie."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import Connection

from bot.core.people import players
from bot.features.tournaments import Reliance, event_words, storage, words
from bot.features.tournaments.acts import Act
from bot.features.tournaments.errors import LetPlayOnTooLate
from bot.features.tournaments.knockout import Bracket, Place, Unknown
from bot.features.tournaments.log import TournamentLog, TournamentNotice
from bot.features.tournaments.storage import NewEvent
from bot.features.tournaments.values import Entrant
from data.ids import Key, PlayerId
from data.states import TournamentEvent, TournamentState
from tests.data_layer.gates import LockGate
from tests.features.tournaments.cup_club import Cup
from tests.kit.by_day import at_night
from tests.kit.club import Club
from tests.kit.databases import needs_postgresql
from tests.kit.refusals import refusal


async def begun(club: Club, people: int, **chosen: bool) -> Cup:
    return await Cup.begun(club, people, "knockout", **chosen)


async def meetings(cup: Cup) -> list[tuple[int, ...]]:
    return [each.players for each in (await cup.field()).pairings]


async def places(cup: Cup) -> list[tuple[int, int | None]]:
    return [(who, place) for who, place, _ in await cup.table()]


@pytest.mark.night
async def test_the_lot_lets_either_move_first_in_the_decider(club: Club) -> None:
    first = set[int]()
    for _ in range(40):
        cup = await at_two_all(club)
        first.add((await cup.pairing(2, 3, 5)).seats.first_id)
        await cup.act(Act.CANCEL, reason="enough")
        if first == {2, 3}:
            return
    pytest.fail(f"only {first} moved first")


async def test_without_a_game_for_it_the_third_place_is_shared(club: Club) -> None:
    cup = await begun(club, 8, third_place=False)
    told = {}
    for winner, loser in ((1, 8), (4, 5), (2, 7), (1, 4), (3, 6), (2, 3), (1, 2)):
        await cup.win_tie(winner, loser)
        told[loser] = dict(await places(cup))[loser]
    assert (await places(cup))[2:4] == [(3, 3), (4, 3)]
    assert told.items() <= dict(await places(cup)).items()  # nobody's place waits for others


async def in_the_final(club: Club) -> tuple[Cup, int]:
    """A cup of four whose final has begun; the match with which 1 beat 4."""
    cup = await begun(club, 4)
    lost = (await cup.match(1, 4, 1)).id
    await cup.win_tie(1, 4)
    await cup.win_tie(2, 3)
    assert (await meetings(cup))[4:] == [(1, 2), (2, 1)]
    return cup, lost


async def ruled(cup: Cup, winner: int) -> None:
    """A manager gives both games of 1 and 4 to one of them; nothing has followed yet."""
    for game in (1, 2):
        match = await cup.match(1, 4, game)
        seat = match.players.index(PlayerId(winner))
        await cup.club.rulings.decide(cup.boss, match.id, ((seat,), (1 - seat,)), "a mistake")


async def test_a_ruling_puts_the_right_player_in_until_the_next_two_have_met(club: Club) -> None:
    cup, _ = await in_the_final(club)
    before = [(await cup.match(1, 2, game)).id for game in (1, 2)]
    await club.play(await cup.match(1, 2, 1), 1)
    await ruled(cup, 4)
    await cup.sweep()
    assert (await meetings(cup))[4:] == [(4, 2), (2, 4)]
    assert [(await club.state(each)).result.ranking for each in before] == [(), ()]
    await club.play(await cup.match(4, 2, 1), 2)
    await ruled(cup, 1)
    await cup.sweep()
    assert (await meetings(cup))[4:] == [(4, 2), (2, 4)]
    assert (await cup.kinds()).count(TournamentEvent.CORRECTED) == 1
    await cup.win_tie(4, 2)
    assert (await places(cup))[0] == (4, 1)


async def test_a_ruling_leaves_who_has_met_for_the_third_place(club: Club) -> None:
    cup = await begun(club, 4, third_place=True)
    await cup.win_tie(1, 4)
    await cup.win_tie(2, 3)
    before = await meetings(cup)
    assert {frozenset(each) for each in before[4:]} == {frozenset({1, 2}), frozenset({3, 4})}
    await club.play(await cup.match(3, 4, 1), 2)
    await ruled(cup, 4)
    await cup.sweep()
    assert await meetings(cup) == before


async def test_a_game_annulled_is_played_anew_or_shared_once_the_next_two_have_met(
    club: Club,
) -> None:
    cup, lost = await in_the_final(club)
    await cup.annul(1, 4)
    assert await meetings(cup) == [(1, 4), (4, 1), (2, 3), (3, 2)]
    again = await cup.match(1, 4, 1)
    assert again.id != lost
    await cup.win(1, 4, 1)
    await club.play(await cup.match(1, 2, 1), 2)
    await cup.annul(1, 4)
    pairing = await cup.pairing(1, 4, 1)
    assert (pairing.match_id, pairing.points(PlayerId(1))) == (again.id, 1)
    assert len(await meetings(cup)) == 6


async def ended(club: Club) -> Cup:
    """A cup of four in which 2 has won both games of the final against 1."""
    cup, _ = await in_the_final(club)
    await cup.time_out(1, 2, 1)
    await cup.win(2, 1, 2)
    assert await cup.table() == [(2, 1, 4), (1, 2, 2), (3, 3, 0), (4, 3, 0)]
    return cup


@pytest.mark.parametrize("ruling", ["decide", "annul"])
async def test_a_ruling_after_the_end_leaves_what_others_played_on_from(
    club: Club, ruling: str
) -> None:
    cup = await ended(club)
    before = await cup.table()
    match = await cup.match(1, 4)
    if ruling == "decide":
        await ruled(cup, 4)
        await cup.sweep()
    else:
        await cup.annul(1, 4)
    assert await cup.table() == before
    assert await cup.stored() == await cup.field()
    told = {"decide": TournamentEvent.GIVEN, "annul": TournamentEvent.ANNULLED}
    assert (await cup.kinds())[-1] is told[ruling]
    assert await cup.service.reliance(cup.id, match.id) == Reliance((), met=True, over=True)


async def test_a_ruling_after_the_end_corrects_the_final(club: Club) -> None:
    cup = await ended(club)
    match = await cup.match(1, 2)
    assert await cup.service.reliance(cup.id, match.id) == Reliance((), met=False, over=True)
    for game, shares in ((1, (1, 1)), (2, (1, 2))):
        await cup.rule(1, 2, game)
        assert [place for _, place in await places(cup)][:2] == [*shares]
        assert await cup.stored() == await cup.field()
    assert await places(cup) == [(1, 1), (2, 2), (3, 3), (4, 3)]
    assert len(await meetings(cup)) == 6
    await cup.annul(1, 2, 2)
    found = Bracket(await cup.field())
    assert [found.ties[found.final].points(PlayerId(each)) for each in (1, 2)] == [3, 1]


async def test_a_game_of_the_final_that_is_played_on_after_the_end_decides_it(club: Club) -> None:
    cup = await ended(club)
    await club.rulings.forgive(cup.boss, (await cup.match(1, 2)).id, "the post was late")
    await cup.sweep()
    assert (await places(cup))[:2] == [(1, 1), (2, 1)]
    await cup.win(2, 1, 1)
    assert (await places(cup))[:2] == [(2, 1), (1, 2)]
    assert await cup.stored() == await cup.field()


async def at_two_all(club: Club) -> Cup:
    """A cup of three in which 2 and 3 have won two games each, so that a decider runs."""
    cup = await begun(club, 3)
    for game, winner in ((1, 2), (2, 3), (3, 2), (4, 3)):
        await cup.win(winner, 5 - winner, game)
    assert (await cup.pairing(2, 3, 5)).is_running
    return cup


async def given(cup: Cup, winner: int | None, game: int) -> None:
    """A manager gives a game of 2 and 3 to one of them, or decides that it was drawn."""
    await cup.rule(winner, 3 if winner is None else 5 - winner, game, other=2)


async def who_goes_on(cup: Cup) -> object:
    field = await cup.field()
    assert await cup.stored() == field
    return next(tie.winner for tie in Bracket(field).ties.values() if len(tie.players) == 2)


@pytest.mark.parametrize(("game", "moved"), [at_night(1, 0), (3, 2)])
async def test_a_decider_that_is_not_needed_any_more_is_cancelled(
    club: Club, game: int, moved: int
) -> None:
    cup = await at_two_all(club)
    decider = await club.play(await cup.match(2, 3, 5), moved)
    await given(cup, None, game)
    assert await who_goes_on(cup) == 3
    state = await club.state(decider.id)
    assert state.result is not None
    assert state.result.ranking == ()
    assert (await cup.kinds()).count(TournamentEvent.CORRECTED) == 1


@pytest.mark.parametrize("game", [at_night(1), 4])
async def test_a_decider_that_was_won_counts_only_at_two_all(club: Club, game: int) -> None:
    cup = await at_two_all(club)
    behind = 2 if game % 2 else 3
    await club.play(await cup.match(2, 3, 5), 2)
    await cup.win(behind, 5 - behind, 5)
    assert await who_goes_on(cup) == behind
    await given(cup, None, game)  # now the other one is ahead
    assert await who_goes_on(cup) == 5 - behind
    await given(cup, behind, game)
    assert await who_goes_on(cup) == behind


@pytest.mark.parametrize("result", [at_night(2), 3, None])
async def test_a_decider_waits_for_a_game_that_is_played_anew(
    club: Club, result: int | None
) -> None:
    cup = await at_two_all(club)
    decider = await club.play(await cup.match(2, 3, 5), 2)
    await cup.annul(2, 3)
    assert (await club.state(decider.id)).is_running
    await cup.win(2, 3, 5)
    assert await who_goes_on(cup) is Unknown.YET
    if result is None:
        await given(cup, None, 1)
    else:
        await cup.win(result, 5 - result, 1)
    assert await who_goes_on(cup) == (2 if result == 2 else 3)


async def test_a_drawn_decider_sends_on_who_moved_second(club: Club) -> None:
    cup = await at_two_all(club)
    second = (await cup.pairing(2, 3, 5)).seats.second_id
    await given(cup, None, 5)
    assert await who_goes_on(cup) == second


async def test_games_three_and_four_count_only_at_one_all(club: Club) -> None:
    cup = await begun(club, 3)
    await cup.win(2, 3, 1)
    await cup.win(3, 2, 2)
    await cup.win(3, 2, 3)
    fourth = await club.play(await cup.match(2, 3, 4), 2)
    await given(cup, 2, 2)
    assert await who_goes_on(cup) == 2
    assert not (await club.state(fourth.id)).is_running
    await given(cup, 3, 2)
    assert (await cup.pairing(2, 3, 3)).points(PlayerId(3)) == 2
    assert (await cup.pairing(2, 3, 4)).is_running


async def test_nobody_is_first_where_both_lose_the_final(club: Club) -> None:
    cup, _ = await in_the_final(club)
    for each in (1, 2):
        await cup.act(Act.EXPEL, each, reason="one played for both")
        match = await cup.match(1, 2, each)
        await club.rulings.annul(cup.boss, match.id, "one played for both")
    await cup.sweep()
    field = await cup.field()
    assert field.tournament.state is TournamentState.OVER
    assert await places(cup) == [(1, 2), (2, 2), (3, 3), (4, 3)]


async def test_opponents_forgive_until_the_next_tie_has_begun(club: Club) -> None:
    cup = await begun(club, 4)
    match = await cup.match(1, 4, 1)
    await cup.time_out(1, 4, 1)
    await cup.win(1, 4, 2)
    await club.forgiveness.ask(club.actor(PlayerId(4)), match.id)
    await cup.sweep()
    assert (await club.state(match.id)).is_running


async def test_and_not_afterwards(club: Club) -> None:
    cup = await begun(club, 4)
    match = await cup.match(1, 4, 1)
    await cup.time_out(1, 4, 1)
    await cup.win(4, 1, 2)
    await cup.win_tie(2, 3)
    await refusal(LetPlayOnTooLate, club.forgiveness.ask(club.actor(PlayerId(4)), match.id))
    await club.rulings.forgive(cup.boss, match.id, "the post was late")
    await cup.sweep()
    assert await meetings(cup) == [(1, 4), (4, 1), (2, 3), (3, 2)]


async def replace(cup: Cup, gone: int, newcomer: int, since: int) -> None:
    """Write what 1.0.0 wrote, and do all that follows."""
    field = await cup.field()
    old, store = field.by_id[PlayerId(gone)], TournamentLog(cup.club.clock)
    new = Entrant(
        PlayerId(newcomer),
        cup.club.clock(),
        stays=False,
        seed=old.seed,
        number=old.number,
        division=old.division,
        replaces_id=old.player_id,
        since_round=since,
    )
    kind, key = TournamentEvent.SUBSTITUTED, Key(f"replaced:{gone}")
    event = NewEvent(kind, key, old.player_id, old.player_id, "exam", opponent_id=new.player_id)

    def write(connection: Any) -> None:
        players.ensure(connection, [new.player_id], cup.club.clock())
        storage.add_entrant(connection, cup.id, new)
        values = {"withdrawn_at": cup.club.clock(), "withdrawn": kind}
        storage.change_entrant(connection, cup.id, old.player_id, **values)
        store.write(connection, field.tournament, event)

    await cup.club.database.write(write)
    await cup.sweep()


async def test_the_newcomer_goes_on_and_people_read_that_somebody_was_replaced(club: Club) -> None:
    cup = await Cup.begun(club, 4, "knockout")
    await cup.win_tie(1, 4)
    await replace(cup, 1, 9, since=2)
    await cup.win_tie(2, 3)
    field = await cup.field()
    found = Bracket(field)
    assert (found.ties[Place(1, 0, 1)].winner, found.ties[found.final].slots) == (1, (9, 2))
    assert [each.players for each in field.pairings][4:] == [(9, 2), (2, 9)]
    await cup.win_tie(9, 2)
    assert (await cup.field()).tournament.state is TournamentState.OVER
    assert [(who, place) for who, place, _ in await cup.table()][:3] == [(9, 1), (2, 2), (1, 3)]
    told = await cup.service.history(cup.boss, cup.id, None)
    event = next(each for each in told if each.kind is TournamentEvent.SUBSTITUTED)
    assert str(event_words.heard(event)).startswith("<@1> replaced <@1> with <@9>.")
    line = TournamentNotice(PlayerId(1), await cup.field(), event)
    assert "<@9> plays in your place from now on." in str(event_words.to_player(line))
    view = await cup.service.look(cup.actor(1), cup.id)
    assert str(words.own(view)) == "Somebody else plays in your place."


async def leave(cup: Cup) -> None:
    await cup.service.withdraw(cup.actor(1), cup.id)


async def bring_others_there(cup: Cup) -> None:
    await ruled(cup, 4)


@needs_postgresql
@pytest.mark.both_databases
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("act", [leave, bring_others_there])
async def test_a_match_that_is_taken_is_ended_once_it_is_free(
    club: Club, url: str, act: Callable[[Cup], Awaitable[None]]
) -> None:
    """Who holds a tournament's timer does not wait for it."""
    cup, _ = await in_the_final(club)
    taken = await cup.match(1, 2)
    gate = await LockGate.on(url)

    def hold(connection: Connection) -> None:
        club.store.read(connection, taken.id, lock=True)
        gate.wait(connection)

    holding = asyncio.create_task(club.database.write(hold))
    try:
        await gate.reached()
        await act(cup)
        async with asyncio.timeout(20):
            await cup.sweep()
        assert (await club.state(taken.id)).is_running
    finally:
        await gate.open()
    await holding
    club.clock.advance(seconds=2)
    await cup.sweep()
    assert not (await club.state(taken.id)).is_running
