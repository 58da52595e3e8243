"""Scores, ends, withdrawals, substitutes, rulings by both captains, deletion, rematches."""

from dataclasses import replace

import pytest

from bot.core.matches import MovesStand, NothingToForgive
from bot.features.clubs import errors, words
from bot.features.clubs.rules import Rated
from bot.features.clubs.service import Asked
from bot.features.clubs.values import ClubCard
from bot.features.privacy.servers import ServerPrivacy
from bot.features.privacy.service import PrivacyService
from bot.features.rulings.service import CaptainsDecide
from bot.features.timekeeping import ClockService
from data.ids import PlayerId
from data.states import ClubEvent, ClubState, EntryKind
from rules.texts import ENGLISH, said
from tests.features.clubs.duel import HERONS, OTTERS, Duel
from tests.kit.club import PLACE, Club
from tests.kit.refusals import refusal

FIRST_WON, DRAWN = "0>1", "0=1"


def news(club: Club) -> list[str]:
    return [each.shown[0] for each in club.discord.cards if each.name.startswith("club news")]


async def play_out(duel: Duel, winners: tuple[int, ...]) -> None:
    """Each game of two boards is won by one of the sides."""
    for number, side in enumerate(winners):
        await duel.win(side, number // 2 + 1, number % 2)


@pytest.mark.both_databases
async def test_the_score_is_the_same_in_both_servers_at_all_times(club: Club) -> None:
    duel = await Duel.begun(club)
    await play_out(duel, (OTTERS, HERONS, OTTERS, OTTERS))
    await duel.go_on(minutes=3)
    now = await duel.now()
    assert (now.contest.state, now.score) == (ClubState.OVER, (6, 2))
    cards = [each for each in club.discord.cards if each.name.startswith("club 1")]
    assert {each.name: each.shown[-1] for each in cards} == {
        "club 1 on side 0": "over (6, 2)",
        "club 1 on side 1": "over (6, 2)",
    }
    assert news(club).count(ClubEvent.OVER) == 2


async def test_a_card_tells_how_it_stands_and_changes_with_it(club: Club) -> None:
    duel = await Duel.agreed(club, 2, 2)
    told, digests = list[str](), list[str]()

    async def look() -> None:
        now = await duel.now()
        told.append(said(words.state(now) or "", ENGLISH))
        digests.append(ClubCard(now, now.sides[OTTERS]).digest)
        if not now.games:  # the list of who has joined tells their ratings
            rated = replace(now, ratings={PlayerId(1): Rated(1600, settled=True)})
            digests.append(ClubCard(rated, now.sides[OTTERS]).digest)

    await look()
    for side in (OTTERS, HERONS):
        await duel.service.ready(duel.boss(side), duel.id)
    await duel.go_on()
    await look()
    for winner, board, game in ((OTTERS, 1, 0), (HERONS, 1, 1), (OTTERS, 2, 0), (OTTERS, 2, 1)):
        await duel.win(winner, board, game)
        await look()
    begins, *running, over = told
    assert begins.startswith("It begins when both captains are ready, or ")
    open_now = ["4 games are open.", "3 games are open.", "2 games are open.", "One game is open."]
    assert running == open_now
    assert over == "\u2068Otters\u2069 won."
    assert len(set(digests)) == len(digests)


async def test_who_is_too_late_reads_against_whom(club: Club) -> None:
    duel = await Duel.begun(club, 1, 1)
    await duel.win(OTTERS, 1, 0)
    await duel.win(OTTERS, 1, 1)
    for number, other in ((5, "Herons"), (105, "Otters")):
        assert (await refusal(errors.NotOpen, duel.join(number))).name == other


async def test_a_level_match_is_drawn_and_a_drawn_game_is_half_a_point(club: Club) -> None:
    duel = await Duel.begun(club, 1, 1)
    await duel.win(HERONS, 1, 0)
    match = await duel.match(1, 1)
    await duel.service.ask(
        duel.boss(OTTERS), duel.id, match.id, Asked(EntryKind.DECIDE, DRAWN, "they agreed")
    )
    (asked,) = (await duel.service.look(duel.boss(HERONS), duel.id)).asked
    await duel.service.answer(duel.boss(HERONS), duel.id, asked.id, agrees=True)
    await duel.go_on()
    assert (await duel.now()).score == (1, 3)


async def test_results_are_rated_everywhere_and_in_neither_server(club: Club) -> None:
    duel = await Duel.begun(club, 1, 1)
    match = await duel.match()
    for _ in range(4):
        match = await duel.move(match)
    await duel.win(OTTERS, 1, 0)
    scopes = {row[0] for row in await club.sql("SELECT scope FROM rating_changes")}
    assert scopes == {0}


async def test_moves_stand_and_managers_do_not_rule_alone(club: Club) -> None:
    duel = await Duel.begun(club)
    match = await duel.move(await duel.match())
    with pytest.raises(MovesStand):
        await club.undo.ask(duel.actor(1), match.id)
    with pytest.raises(CaptainsDecide):
        await duel.decided(match.id, EntryKind.ANNUL)
    assert await club.services[ClockService].look(duel.actor(1), match.id)


async def test_who_leaves_loses_the_games_that_run(club: Club) -> None:
    duel = await Duel.begun(club)
    await duel.service.leave(duel.actor(1), duel.id)
    await duel.go_on()
    assert (await duel.now()).score == (0, 4)
    with pytest.raises(errors.OutForGood):
        await duel.join(1)


async def test_who_left_without_a_board_comes_back_as_a_reserve(club: Club) -> None:
    duel = await Duel.agreed(club, 2, 1)
    await duel.service.leave(duel.actor(2), duel.id)
    for side in (OTTERS, HERONS):
        await duel.service.ready(duel.boss(side), duel.id)
    await duel.go_on()
    await duel.join(2)
    await duel.service.leave(duel.actor(2), duel.id)
    await duel.join(2)
    assert (await duel.now()).by_id[PlayerId(2)].is_in


async def test_two_games_lost_on_time_without_a_move_between_take_a_player_out(
    club: Club,
) -> None:
    duel = await Duel.begun(club)
    members = list[bool]()
    for day in range(8):  # the first Otter never moves, all others do
        for board, game in ((2, 0), (2, 1), (1, 1)):
            match = await duel.match(board, game)
            if match.to_move_player not in (None, 1) and day >= 2 * (board == 1):
                await duel.move(match)
        await club.live(24)
        members.append((await duel.now()).by_id[PlayerId(1)].is_in)
    assert [each.points for each in (await duel.now()).games[:2]] == [0, 0]
    assert (members[3], members[-1]) == (True, False)
    assert news(club).count(ClubEvent.LATE) == 2, "once in each server"


async def test_an_annulled_game_is_played_again(club: Club) -> None:
    duel = await Duel.begun(club, 1, 1)
    match = await duel.match()
    await duel.service.ask(
        duel.boss(HERONS), duel.id, match.id, Asked(EntryKind.ANNUL, "", "wrong clock")
    )
    (asked,) = (await duel.service.look(duel.boss(OTTERS), duel.id)).asked
    with pytest.raises(errors.OwnAsk):
        await duel.service.answer(duel.boss(HERONS), duel.id, asked.id, agrees=True)
    await duel.service.answer(duel.boss(OTTERS), duel.id, asked.id, agrees=True)
    await duel.go_on()
    again = await duel.match()
    assert again.id != match.id
    assert again.is_running
    assert (await club.state(match.id)).result is not None
    with pytest.raises(errors.AskClosed):
        await duel.service.answer(duel.boss(OTTERS), duel.id, asked.id, agrees=True)


async def test_a_request_is_open_for_a_week_and_one_at_a_time(club: Club) -> None:
    duel = await Duel.begun(club, 1, 1, clock="14d+1d/14d")
    match = await duel.match()
    wish = Asked(EntryKind.DECIDE, FIRST_WON, "as it looks")
    await duel.service.ask(duel.boss(OTTERS), duel.id, match.id, wish)
    with pytest.raises(errors.AskedAlready):
        await duel.service.ask(duel.boss(HERONS), duel.id, match.id, wish)
    (asked,) = (await duel.service.look(duel.boss(HERONS), duel.id)).asked
    club.clock.advance(days=7, seconds=1)
    with pytest.raises(errors.AskClosed):
        await duel.service.answer(duel.boss(HERONS), duel.id, asked.id, agrees=True)
    with pytest.raises(NothingToForgive):
        await duel.service.ask(
            duel.boss(OTTERS), duel.id, match.id, Asked(EntryKind.FORGIVE, "", "he was ill")
        )


async def test_a_request_that_is_declined_changes_nothing(club: Club) -> None:
    duel = await Duel.begun(club, 1, 1)
    match = await duel.match()
    await duel.service.ask(
        duel.boss(OTTERS), duel.id, match.id, Asked(EntryKind.DECIDE, FIRST_WON, "of course")
    )
    (asked,) = (await duel.service.look(duel.boss(HERONS), duel.id)).asked
    await duel.service.answer(duel.boss(HERONS), duel.id, asked.id, agrees=False)
    await duel.go_on()
    assert (await club.state(match.id)).is_running
    assert news(club).count(ClubEvent.DECLINED) == 2


async def test_a_substitute_takes_the_place_of_who_has_not_moved(club: Club) -> None:
    duel = await Duel.begun(club, 3, 2)
    match = await duel.match(2, 1)
    await duel.move(match)  # the heron moves, which counts for nothing
    await duel.service.substitute(duel.boss(OTTERS), duel.id, PlayerId(2), PlayerId(3))
    await duel.go_on()
    now = await duel.now()
    assert [each.players for each in now.boards[2]] == [(3, 102), (3, 102)]
    assert (await club.state(match.id)).result is not None
    assert (await duel.match(2, 1)).players == (102, 3)
    await duel.join(4)
    with pytest.raises(errors.NoSubstitute):  # once a board
        await duel.service.substitute(duel.boss(OTTERS), duel.id, PlayerId(3), PlayerId(4))


async def test_nobody_takes_the_place_of_who_has_moved_or_is_weaker(club: Club) -> None:
    duel = await Duel.begun(club, 3, 3)
    await duel.join(4)
    await duel.move(await duel.match(1, 0))
    for out, put_in in ((1, 4), (2, 3)):  # has moved; plays
        with pytest.raises(errors.NoSubstitute):
            await duel.service.substitute(
                duel.boss(OTTERS), duel.id, PlayerId(out), PlayerId(put_in)
            )
    with pytest.raises(errors.NotInClub):
        await duel.service.substitute(duel.boss(OTTERS), duel.id, PlayerId(2), PlayerId(103))
    assert (await duel.now()).left == 6


async def test_a_deleted_player_loses_and_another_becomes_captain(club: Club) -> None:
    duel = await Duel.begun(club)
    await duel.service.name_captain(duel.boss(OTTERS), duel.id, PlayerId(1))
    await club.services[PrivacyService].delete(duel.actor(1))
    await duel.go_on()
    now = await duel.now()
    assert now.sides[OTTERS].captain_id == 2
    assert now.score == (0, 4)
    assert all(PlayerId(1) not in each.players for each in now.games)
    exported = await club.services[PrivacyService].export(duel.actor(2))
    assert "club_players" in exported


@pytest.mark.both_databases
async def test_a_forgotten_server_forfeits_and_leaves_the_other_its_match(club: Club) -> None:
    duel = await Duel.begun(club)
    assert PLACE.server_id is not None
    await club.services[ServerPrivacy].forget(PLACE.server_id)
    await duel.go_on()
    now = await duel.now()
    assert (now.contest.state, now.score) == (ClubState.OVER, (0, 8))
    assert now.sides[OTTERS].server_id is None
    view = await duel.service.look(duel.boss(HERONS), duel.id)
    assert view.side.number == HERONS


async def test_both_captains_agree_on_a_rematch(club: Club) -> None:
    duel = await Duel.begun(club, 1, 1)
    with pytest.raises(errors.NoRematch):
        await duel.offers.rematch(duel.boss(OTTERS), duel.id)
    for game in (0, 1):
        await duel.win(OTTERS, 1, game)
    made = await duel.offers.rematch(duel.boss(OTTERS), duel.id)
    assert await duel.offers.rematch(duel.boss(OTTERS), duel.id) == made
    again = Duel(club, made)
    assert (await again.now()).contest.state is ClubState.OFFERED
    assert await duel.offers.rematch(duel.boss(HERONS), duel.id) == made
    now = await again.now()
    assert now.contest.state is ClubState.OPEN
    assert [each.name for each in now.sides] == ["Otters", "Herons"]
    with pytest.raises(errors.NoRematch):
        await duel.offers.rematch(duel.boss(HERONS), duel.id)


async def test_a_forgiven_timeout_opens_the_match_again(club: Club) -> None:
    duel = await Duel.begun(club, 1, 1)
    await club.live(24 * 3 + 1)
    assert (await duel.now()).contest.state is ClubState.OVER
    match = await duel.match()
    await club.forgiveness.ask(duel.actor(101), match.id)
    await duel.go_on()
    now = await duel.now()
    assert (now.contest.state, now.left) == (ClubState.RUNNING, 1)


async def test_captains_can_rule_once_it_is_over_and_it_goes_on(club: Club) -> None:
    duel = await Duel.begun(club, 1, 1)
    for game in (0, 1):
        await duel.win(OTTERS, 1, game)
    match = await duel.match()
    wish = Asked(EntryKind.ANNUL, "", "the heron was in hospital")
    await duel.service.ask(duel.boss(HERONS), duel.id, match.id, wish)
    assert await duel.service.asked_of(duel.boss(OTTERS).id)
    assert not await duel.service.asked_of(duel.boss(HERONS).id)
    (asked,) = (await duel.service.look(duel.boss(OTTERS), duel.id)).asked
    await duel.service.answer(duel.boss(OTTERS), duel.id, asked.id, agrees=True)
    await duel.go_on()
    now = await duel.now()
    assert (now.contest.state, now.score, now.left) == (ClubState.RUNNING, (2, 0), 1)


async def test_leaving_and_coming_back_does_not_undo_what_the_captain_chose(club: Club) -> None:
    duel = await Duel.agreed(club, 2, 1)
    await duel.service.leave_out(duel.boss(OTTERS), duel.id, PlayerId(1))
    await duel.service.leave(duel.actor(1), duel.id)
    await duel.join(1)
    assert (await duel.now()).playing(OTTERS) == (2,)


async def test_a_side_has_forty_places(club: Club) -> None:
    duel = await Duel.agreed(club, 40)
    with pytest.raises(errors.SideFull):
        await duel.join(41)
