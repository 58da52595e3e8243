"""Ladders as they are stored."""

import asyncio
from dataclasses import fields, replace
from datetime import timedelta

import pytest
from sqlalchemy import Connection

from bot.core.actor import Person
from bot.core.matches import BadReason, MatchState
from bot.core.people import NotAManager, players
from bot.features.challenges import ChallengeClosed
from bot.features.ladders import LadderHistories, entries, errors, places, storage, values
from bot.features.ladders.acts import Act
from bot.features.ladders.entries import LadderEntry, LadderKind
from bot.features.privacy.service import PrivacyService
from bot.features.ratings.counting import aftermath_of
from data import standing_tables
from data.ids import PlayerId
from data.states import Ending
from data.tables import outbox
from tests.features.ladders.ladder_club import BOSS, LadderClub
from tests.kit.club import ELSEWHERE, Club, OpenClub
from tests.kit.refusals import refusal


def shown(club: Club) -> list[str]:
    (card,) = [each for each in club.discord.cards if each.name.startswith("ladder 1")]
    return card.shown


@pytest.mark.both_databases
async def test_the_same_click_joins_challenges_and_leaves_once(ladder: LadderClub) -> None:
    joining, asking, leaving = ladder.actor(6), ladder.actor(6), ladder.actor(5)
    for _ in range(2):
        await ladder.ladders.join(joining, ladder.id)
        first = await ladder.ladders.challenge(asking, ladder.id, Person(PlayerId(4)))
        assert first.id == 1
        await ladder.ladders.leave(leaving, ladder.id)
    assert await ladder.order() == [1, 2, 3, 4, 6]


async def test_matches_of_somebody_who_leaves_go_on_and_stay_rated(ladder: LadderClub) -> None:
    match = await ladder.begin(5, 3)
    await ladder.ladders.leave(ladder.actor(5), ladder.id)
    match = await ladder.club.play(match, 4)
    await ladder.club.resign(match, PlayerId(3))
    ended = await ladder.club.state(match.id)
    came_to = await ladder.club.database.read(aftermath_of, ended)
    assert came_to.unrated is None
    assert [change.player_id for change in came_to.changes if change.outcome == 1] == [5]
    assert await ladder.order() == [1, 2, 3, 4]


async def test_a_ladder_that_is_full_takes_nobody(ladder: LadderClub) -> None:
    def crowd(connection: Connection) -> None:
        for number in range(6, places.MOST_PEOPLE + 1):
            who = PlayerId(number)
            players.ensure(connection, [who], ladder.club.clock.now)
            joined = LadderEntry(entries.JOINED, ladder.club.clock.now, who, player_after=number)
            joined = replace(joined, ladder_id=ladder.id, key=f"crowd:{number}")
            storage.add_entry(connection, joined)

    await ladder.club.database.write(crowd)
    new, boss = ladder.actor(places.MOST_PEOPLE + 1), ladder.boss
    await refusal(errors.LadderFull, ladder.ladders.join(new, ladder.id))
    await refusal(errors.LadderFull, ladder.act(Act.INVITE, new.id, by=boss))
    await ladder.ladders.leave(ladder.actor(5), ladder.id)
    assert len((await ladder.ladders.join(new, ladder.id)).standings.order) == places.MOST_PEOPLE


async def test_ladders_of_other_servers_are_not_known(ladder: LadderClub) -> None:
    stranger = ladder.club.actor(PlayerId(5), ELSEWHERE)
    await refusal(errors.UnknownLadder, ladder.ladders.look(stranger, ladder.id))
    await refusal(errors.UnknownLadder, ladder.ladders.join(stranger, ladder.id))
    with pytest.raises(errors.UnknownLadder):
        await ladder.act(Act.FREEZE, reason="because", by=ladder.club.actor(BOSS, ELSEWHERE))
    await refusal(NotAManager, ladder.act(Act.FREEZE, reason="because", by=ladder.actor(1)))
    await refusal(BadReason, ladder.act(Act.FREEZE, reason="\u200b"))


async def test_a_challenge_waits_for_three_days(ladder: LadderClub) -> None:
    first, second = await ladder.ask(5, 4), await ladder.ask(3, 1)
    await ladder.club.look_around(hours=71, minutes=59)
    assert await states(ladder.club) == {first: "open", second: "open"}
    await ladder.club.look_around(minutes=1)
    assert await states(ladder.club) == {first: "expired", second: "expired"}
    assert await ladder.order() == [1, 2, 3, 4, 5]
    await refusal(ChallengeClosed, ladder.club.challenges.accept(ladder.actor(4), first))
    await ladder.order()


async def states(club: Club) -> dict[int, str]:
    return dict(await club.sql("SELECT id, state FROM challenges"))


async def test_a_ruling_replays_what_followed(ladder: LadderClub) -> None:
    wrong = await ladder.win(5, 3)
    await ladder.win(4, 5)
    assert await ladder.order() == [1, 2, 4, 5, 3]
    ranking = ((0,), (1,)) if wrong.players[0] == 3 else ((1,), (0,))
    await ladder.club.rulings.decide(ladder.boss, wrong.id, ranking, "read wrong")
    assert await ladder.order() == [1, 2, 3, 4, 5]
    await ladder.club.rulings.annul(ladder.boss, wrong.id, "never mind")
    assert await ladder.order() == [1, 2, 3, 4, 5]


async def test_somebody_who_is_deleted_leaves_the_history_readable(ladder: LadderClub) -> None:
    await ladder.win(5, 3)
    waiting = await ladder.ask(2, 1)
    running: MatchState = await ladder.begin(4, 5)
    before: values.LadderState = await ladder.state()
    await ladder.club.services[PrivacyService].delete(ladder.actor(5))
    assert before.ladder.rewritten == 0
    assert await ladder.order() == [1, 2, 4, 3]
    assert (await ladder.club.state(running.id)).result.ending is Ending.RESIGNED
    assert (await states(ladder.club))[waiting] == "open"
    await ladder.order()
    told = await ladder.ladders.history(ladder.actor(1), ladder.id)
    assert -1 in {each.player_id for each in told}
    assert 5 not in {each.player_id for each in told}
    await ladder.ladders.join(ladder.actor(5), ladder.id)  # and begins anew
    assert await ladder.order() == [1, 2, 4, 3, 5]
    await ladder.ask(5, 3)
    await ladder.order()


async def test_a_change_during_an_edit_is_not_forgotten(ladder: LadderClub) -> None:
    await ladder.club.deliver()
    await ladder.win(5, 4)
    ladder.club.clock.advance(minutes=3)

    def claim(connection: Connection) -> int:
        found = connection.execute(
            outbox.update()
            .where(outbox.c.done.is_(False))
            .values(claimed_by="me", claimed_until=ladder.club.clock.now + timedelta(minutes=5))
        )
        return found.rowcount

    await ladder.club.database.write(claim)
    await ladder.win(3, 2)
    await ladder.club.look_around(minutes=20)
    assert shown(ladder.club)[-1] == "1 3 2 5 4"


@pytest.mark.both_databases
async def test_what_was_taken_back_is_not_remembered(ladder: LadderClub) -> None:
    store = ladder.club.services[LadderHistories]

    def fail(connection: Connection) -> None:
        state = store.read(connection, ladder.id, lock=True)
        store.append(
            connection, state, LadderEntry(entries.LEFT, ladder.club.clock.now, PlayerId(1))
        )
        store.read(connection, ladder.id)
        raise LookupError

    await refusal(LookupError, ladder.club.database.write(fail))
    assert await ladder.order() == [1, 2, 3, 4, 5]
    await ladder.ladders.join(ladder.actor(6), ladder.id)
    assert await ladder.order() == [1, 2, 3, 4, 5, 6]


@pytest.mark.both_databases
async def test_both_climb_in_turn(open_club: OpenClub) -> None:
    ladder, other = await LadderClub.open(await open_club(), 6), await open_club()
    first, second = [await ladder.begin(player, 3) for player in (5, 6)]
    defender = PlayerId(3)
    await asyncio.gather(ladder.club.resign(first, defender), other.resign(second, defender))
    order = await ladder.order()
    # whoever's win was committed first stands above the defender; the other one just above too
    assert order in ([1, 2, 5, 6, 3, 4], [1, 2, 6, 5, 3, 4])
    assert await LadderClub(other, ladder.id).order() == order


WORDS = """
    joined left challenged accepted begun declined expired withdrawn voided lapsed ended forfeited
    refused retracted annulled corrected reopened shifted expelled noticed dropped frozen thawed
    unfrozen away absent closed
"""


def test_every_kind_of_entry_is_stored_under_its_word() -> None:
    assert set(LadderKind.known) == set(WORDS.split())
    columns = standing_tables.ladder_entries.c.keys()
    assert {field.name for field in fields(LadderEntry)} == set(columns)


async def test_a_damaged_entry_is_left_out(club: Club) -> None:
    ladder = await LadderClub.open(club, 4)
    await club.sql("UPDATE ladder_entries SET kind = 'moon' WHERE player_id = 2")
    assert (await ladder.remembered_by_nobody()).standings.order == (1, 3, 4)
    await ladder.ladders.join(ladder.actor(5), ladder.id)
    assert (await ladder.remembered_by_nobody()).standings.order[-1] == 5
