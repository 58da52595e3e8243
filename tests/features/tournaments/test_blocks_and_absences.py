"""A Swiss goes on whatever single players do: they block others, go on vacation, or sit out."""

from datetime import timedelta

import pytest

from bot.features.settings.service import BlockService
from bot.features.timekeeping.service import VacationService
from bot.features.tournaments.exporting import files_of
from bot.features.tournaments.swiss import left_out
from data.ids import PlayerId
from data.states import PairingOutcome, TournamentEvent, TournamentState
from tests.features.tournaments.cup_club import Cup
from tests.features.tournaments.test_swiss_tournaments import Swiss
from tests.kit.club import Club


async def block(cup: Cup, who: int, *others: int) -> None:
    for other in others:
        await cup.club.services[BlockService].block(cup.actor(who), PlayerId(other))


async def alone(cup: Cup, number: int) -> dict[int, PairingOutcome | None]:
    """Who did not play in a round, and what they got."""
    found = (await cup.field()).pairings
    return {
        each.seats.first_id: each.seats.decided
        for each in found
        if each.seats.round == number and each.seats.second_id is None
    }


async def test_who_blocks_everybody_gets_nothing_and_stops_nobody(club: Club) -> None:
    cup = await Swiss.begun(club, 8, "swiss", rounds=3)
    await block(cup, 1, *range(2, 9))  # while the first round runs, in which 1 meets somebody
    await cup.end_round()
    told = [left_out(await cup.field(), PlayerId(who)) for who in (1, 2)]
    assert told == [True, False]
    for _ in range(2):
        await cup.end_round()
    field = await cup.field()
    assert field.tournament.state is TournamentState.OVER
    assert (await cup.field()).latest_round == 3
    for number in (2, 3):
        without = await alone(cup, number)
        assert without.pop(1) is PairingOutcome.ZERO_BYE
        assert list(without.values()) == [PairingOutcome.BYE]
    table = {who: points for who, _, points in await cup.table()}
    assert table[1] == 1
    assert max(table.values()) >= 2


@pytest.mark.parametrize("kind", ["round_robin", "league", "knockout"])
async def test_where_everybody_meets_or_a_bracket_decides_a_block_changes_nothing(
    club: Club, kind: str
) -> None:
    cup = await Cup.open(club, 4, kind)
    await block(cup, 1, 2, 3, 4)
    await block(cup, 2, 1)
    await cup.begin()
    running = {frozenset(each.players) for each in (await cup.field()).pairings if each.is_running}
    assert len(running) == (2 if kind == "knockout" else 6)


async def test_a_round_waits_for_players_on_vacation(club: Club) -> None:
    cup = await Swiss.begun(club, 6, "swiss", rounds=3)
    for who in range(2, 7):
        await club.services[VacationService].start(cup.actor(who), days=who)
    await cup.end_round()
    for _ in range(2):
        await club.sweep(timedelta(hours=2))
    assert await cup.state() is TournamentState.RUNNING
    assert (await cup.field()).latest_round == 1
    assert (await cup.kinds()).count(TournamentEvent.WAITS) == 1
    for _ in range(3):
        await club.sweep(timedelta(days=1, hours=1))
    assert (await cup.field()).latest_round == 2
    assert PairingOutcome.BYE not in (await alone(cup, 2)).values()
    assert await cup.stored() == await cup.field()


@pytest.mark.parametrize("returns", [True, False])
async def test_a_round_waits_a_week_for_players_who_sit_out(club: Club, returns: bool) -> None:
    cup = await Swiss.begun(club, 6, "swiss", rounds=3)
    for who in range(1, 7):
        await cup.service.sit_out(cup.actor(who), cup.id)
    await cup.end_round()
    await club.sweep(timedelta(days=6))
    assert (await cup.field()).latest_round == 1
    if returns:
        for who in (1, 2, 3, 4):
            await cup.service.sit_out(cup.actor(who), cup.id)
        await cup.sweep()
        assert await alone(cup, 2) == dict.fromkeys((5, 6), PairingOutcome.HALF_BYE)
    else:
        await club.sweep(timedelta(days=1, hours=1))
        assert await alone(cup, 2) == {}
    assert (await cup.field()).latest_round == 2


async def test_who_is_there_is_paired(club: Club) -> None:
    cup = await Swiss.begun(club, 6, "swiss", rounds=3)
    for who in (1, 2, 4):
        await club.services[VacationService].start(cup.actor(who), days=20)
    await cup.end_round()
    assert (await cup.field()).latest_round == 2
    assert sum(each.is_running for each in (await cup.field()).pairings) == 1
    without = await alone(cup, 2)
    assert [without[who] for who in (1, 2, 4)] == [PairingOutcome.HALF_BYE] * 3


@pytest.mark.parametrize("ruling", ["annulled late", "drawn without a move"])
async def test_half_a_point_without_play_is_no_meeting(club: Club, ruling: str) -> None:
    cup = await Swiss.begun(club, 6, "swiss", rounds=3)
    match = await cup.match(1, 4)
    if ruling == "annulled late":
        await cup.end_round()
        await club.rulings.annul(cup.boss, match.id, "the wrong variant")
    else:
        await club.rulings.decide(cup.boss, match.id, ((0, 1),), "both were ill")
        await cup.sweep()
        await cup.end_round()
    await cup.sweep()
    assert [(await cup.written())[who].split()[0] for who in (1, 4)] == ["H", "H"]
    field = await cup.field()
    names = {each.player_id: str(each.player_id) for each in field.entrants}
    assert "0000 - H" in files_of(field, names, club.clock.now)["tournament.trf"]
    if ruling == "annulled late":
        await cup.withdraw(2, 3, 5, 6)
        await cup.end_round()
        assert (await cup.pairing(1, 4)).seats.round == 3
