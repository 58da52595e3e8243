"""Swiss tournaments on a stored database: rounds, late entries, rulings, blocks and absences."""

from datetime import timedelta
from functools import partial

import pytest

from bot.features.settings.service import BlockService
from bot.features.timekeeping.service import VacationService
from bot.features.tournaments import errors, pairer, storage
from bot.features.tournaments.acts import Act
from bot.features.tournaments.exporting import files_of
from bot.features.tournaments.standings import Histories, Line
from bot.features.tournaments.swiss import histories, left_out, suggested
from bot.features.tournaments.swiss_pairing import Round
from data.ids import PlayerId
from data.states import PairingOutcome, TournamentEvent, TournamentState
from tests.features.tournaments.cup_club import Cup
from tests.features.tournaments.written import NINE
from tests.kit.by_day import at_night
from tests.kit.club import Club
from tests.kit.refusals import refusal


class Swiss(Cup):
    """People are start numbers: all begin with one rating, and enter in order."""

    async def beat(self, winner: int, loser: int) -> None:
        """Let both move, and then the one give up."""
        await self.club.play(await self.match(winner, loser), 2)
        await self.win(winner, loser)

    async def draw(self, one: int, other: int) -> None:
        match = await self.club.play(await self.match(one, other), 2)
        await self.club.rulings.decide(self.boss, match.id, ((0, 1),), "they agreed")
        await self.sweep()

    async def meetings(self) -> set[tuple[int, int | None]]:
        """Who meets whom in the newest round; None for a bye."""
        found = (await self.field()).pairings
        newest = max(each.seats.round for each in found)
        return {
            (each.seats.first_id, each.seats.second_id)
            for each in found
            if each.seats.round == newest
        }

    async def end_round(self) -> None:
        """Let the lower number win every game of the newest round that runs."""
        for each in (await self.field()).pairings:
            if each.is_running:
                await self.beat(min(each.players), max(each.players))

    async def written(self) -> dict[int, str]:
        return written(histories(await self.field()))


def written(found: Histories) -> dict[int, str]:
    def line(each: Line) -> str:
        side = f"{each.opponent}{'w' if each.moved_first else 'b'}" if each.opponent else ""
        return f"{side}{each.played.value}"

    return {number: " ".join(map(line, lines)) for number, lines in found.items()}


async def test_the_swiss_of_nine(club: Club) -> None:
    cup = await Swiss.begun(club, 8, "swiss", rounds=4)
    assert await cup.meetings() == {(1, 5), (6, 2), (3, 7), (8, 4)}
    await cup.enter(9)
    await cup.beat(1, 5)
    await cup.beat(6, 2)
    await cup.club.play(await cup.match(3, 7), 1)
    await cup.time_out(7, 3)
    await cup.draw(8, 4)
    assert await cup.meetings() == {(3, 1), (4, 6), (9, 8), (2, 5), (7, None)}
    await cup.beat(1, 3)
    await cup.beat(4, 6)
    await cup.beat(9, 8)
    await cup.service.withdraw(cup.actor(7), cup.id)
    await cup.service.sit_out(cup.actor(2), cup.id)
    await cup.beat(2, 5)
    assert await cup.meetings() == {(1, 4), (6, 9), (8, 3), (5, None), (2, None)}
    await cup.beat(1, 4)
    await cup.beat(6, 9)
    await cup.beat(3, 8)
    assert await cup.meetings() == {(6, 1), (3, 2), (4, 9), (5, 8)}
    await cup.beat(1, 6)
    await cup.club.play(await cup.match(3, 2), 1)
    await cup.time_out(2, 3)
    await cup.beat(4, 9)
    await cup.draw(5, 8)
    assert await cup.written() == NINE
    field = await cup.field()
    assert field.tournament.state is TournamentState.OVER
    assert [*field.within] == [0]
    places = [(1, 4), (3, 3), (4, 2.5), (6, 2), (5, 1.5), (9, 1.5), (2, 1.5), (8, 1), (7, 1)]
    assert await cup.table() == [(who, at, has) for at, (who, has) in enumerate(places, start=1)]
    assert await cup.stored() == field


async def test_a_round_is_paired_on_its_last_day_and_nobody_with_two_unfinished(club: Club) -> None:
    cup = await Swiss.begun(club, 6, "swiss", rounds=3, round_days=7, clock="30d")
    await cup.beat(1, 4)
    await cup.beat(2, 5)
    for number in (1, 2):
        await club.sweep(timedelta(days=7))
        field = await cup.field()
        assert max(each.seats.round for each in field.pairings) == min(number + 1, 3)
    newest = await cup.meetings()
    playing = {each for pair in newest for each in pair}
    assert not {3, 6} & playing
    assert await cup.state() is TournamentState.RUNNING
    await cup.sweep()
    for each in (await cup.field()).pairings:
        if each.is_running:
            await cup.beat(*map(int, each.players))
    assert await cup.state() is TournamentState.OVER


async def test_the_organiser_closes_a_round_and_keeps_two_apart(club: Club) -> None:
    cup = await Swiss.begun(club, 6, "swiss", rounds=3)
    await cup.beat(1, 4)
    await cup.act(Act.KEEP_APART, 1, 2, reason="they are sisters")
    await club.services[BlockService].block(cup.actor(1), PlayerId(3))
    await cup.act(Act.CLOSE, reason="it takes too long")
    await cup.sweep()
    assert not {(1, 2), (2, 1), (1, 3), (3, 1)} & await cup.meetings()
    assert max(each.seats.round for each in (await cup.field()).pairings) == 2
    await cup.end_round()
    assert max(each.seats.round for each in (await cup.field()).pairings) == 3
    await refusal(errors.LastRoundPaired, cup.act(Act.CLOSE, reason="and once more"))


async def test_half_a_point_is_had_once_and_not_in_the_last_round(club: Club) -> None:
    cup = await Swiss.begun(club, 8, "swiss", rounds=4)
    for _ in range(3):
        await cup.service.sit_out(cup.actor(8), cup.id)
        await cup.end_round()
    assert [each[-1] for each in (await cup.written())[8].split()] == ["0", "H", "Z", "Z"]
    await refusal(errors.LastRoundPaired, cup.service.sit_out(cup.actor(8), cup.id))


async def test_entry_ends_when_half_of_the_rounds_are_paired(club: Club) -> None:
    cup = await Swiss.begun(club, 10, "swiss", rounds=5)
    await cup.end_round()
    await cup.enter(11)
    await cup.sweep()
    assert (await cup.written())[11] == "Z H"
    await cup.end_round()
    ended = await refusal(errors.EntryEnded, cup.enter(12))
    assert (ended.paired, ended.rounds) == (3, 5)


async def test_it_takes_two_players_for_each_round(club: Club) -> None:
    cup = await Swiss.open(club, 8, "swiss", rounds=5)
    few = await refusal(errors.TooFewForRounds, cup.begin())
    assert (few.rounds, few.players) == (5, 8)
    assert [suggested(each) for each in (6, 9, 24, 25, 96, 200, 201)] == [3, 4, 5, 6, 7, 8, 9]


async def test_a_ruling_after_the_next_round_counts_from_the_one_after(club: Club) -> None:
    cup = await Swiss.begun(club, 8, "swiss", rounds=4)
    await cup.end_round()
    paired = await cup.meetings()
    await cup.rule(5, 1)
    assert await cup.meetings() == paired
    assert (await cup.written())[5].startswith("1b1")
    await cup.annul(6, 2)
    assert (await cup.written())[2].startswith("H")
    running = next(each for each in (await cup.field()).pairings if each.is_running)
    await cup.annul(*map(int, running.players))
    again = await cup.pairing(*map(int, running.players))
    assert again.is_running
    assert again.match_id != running.match_id
    assert await cup.stored() == await cup.field()


async def test_it_ends_when_every_pairing_that_was_possible_has_been_played(club: Club) -> None:
    cup = await Swiss.begun(club, 6, "swiss", rounds=3)
    await cup.withdraw(3, 4, 5, 6)
    await cup.end_round()
    await cup.end_round()
    assert await cup.state() is TournamentState.OVER
    assert TournamentEvent.EXHAUSTED in await cup.kinds()


@pytest.mark.parametrize(
    "wrong",
    [
        Round(((1, 3), (2, 1), (5, 6))),  # somebody sits at two boards
        Round(((1, 4), (2, 6), (3, 5))),  # two meet who have met
    ],
)
async def test_a_round_that_is_wrong_is_not_stored_and_tried_again_each_minute(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, wrong: Round
) -> None:
    cup = await Swiss.begun(club, 6, "swiss", rounds=3)
    failing = partial(club.database.read, storage.failing)
    monkeypatch.setattr(pairer, "pair_round", lambda *_: wrong)
    await cup.end_round()
    assert caplog.text.count("no round was paired") == 1
    for failed in (2, 3):
        assert not await failing(failed)
        club.clock.advance(minutes=1)
        await cup.sweep()
    assert [each.id for each in await failing(3)] == [cup.id]
    assert len((await cup.field()).pairings) == 3
    monkeypatch.undo()
    await cup.sweep()
    assert len((await cup.field()).pairings) == 3
    club.clock.advance(minutes=1)
    await cup.sweep()
    assert len((await cup.field()).pairings) == 6
    assert not await failing(1)


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


@pytest.mark.parametrize("kind", [at_night("round_robin"), at_night("league"), "knockout"])
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
