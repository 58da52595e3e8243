"""Who is challenged plays, or declines; nobody loses a place by a vacation or the bot's absence."""

from collections.abc import Awaitable, Callable

import pytest

from bot.core.actor import Actor, Person
from bot.core.clocks import GRACE
from bot.core.matches import MatchState
from bot.features.ladders import entries as kinds
from bot.features.ladders.acts import Act
from bot.features.ladders.entries import LadderKind
from bot.features.ladders.errors import OwnPlace
from bot.features.ladders.rules import WhyNot
from bot.features.privacy.service import PrivacyService
from bot.features.timekeeping import Presence
from bot.features.timekeeping.service import VacationService
from data.ids import PlayerId
from data.states import ChallengeState
from tests.features.ladders.club_ladder import ClubLadder
from tests.features.ladders.ladder_club import LadderClub
from tests.kit.club import Club
from tests.kit.refusals import refusal
from tests.kit.times import DAY, HOUR

Way = Callable[[LadderClub, MatchState], Awaitable[object]]
LEADER = PlayerId(1)


async def cancel(ladder: LadderClub, match: MatchState) -> None:
    await ladder.club.matches.abort(ladder.actor(LEADER), match.id)


async def agree_on_a_draw(ladder: LadderClub, match: MatchState) -> None:
    await ladder.club.agree(ladder.club.draws, match, LEADER)


async def resign(ladder: LadderClub, match: MatchState) -> None:
    await ladder.club.resign(match, LEADER)


async def let_time_run_out(ladder: LadderClub, match: MatchState) -> None:
    if match.to_move_player != LEADER:
        match = await ladder.club.play(match)
    await ladder.club.look_around(days=3, minutes=2)


async def delete(ladder: LadderClub, match: MatchState) -> None:
    del match
    await ladder.club.services[PrivacyService].delete(ladder.actor(LEADER))


@pytest.mark.parametrize("way", [cancel, agree_on_a_draw, resign, let_time_run_out, delete])
async def test_a_leader_who_does_not_play_loses_the_place(ladder: LadderClub, way: Way) -> None:
    for challenger in (4, 3):
        if (await ladder.state()).standings.order[0] == LEADER:
            await way(ladder, await ladder.begin(challenger, 1))
    assert (await ladder.order())[0] in (3, 4)


INTERRUPTS_NO_ROW = [
    *((each, False) for each in (kinds.RETRACTED, kinds.ANNULLED, kinds.FORFEITED)),
    *((each, True) for each in (kinds.RETRACTED, kinds.ANNULLED, kinds.NOT_PLAYED)),
]


@pytest.mark.parametrize(("kind", "meanwhile"), [*INTERRUPTS_NO_ROW, (kinds.ENDED, False)])
def test_a_friend_s_match_interrupts_no_row_unless_it_is_played(
    kind: LadderKind, meanwhile: bool
) -> None:
    club = ClubLadder(5)
    club.decline(4, 1)
    friend = club.begin(2, 1)
    if meanwhile:
        club.decline(3, 1)
        assert club.order == [1, 2, 3, 4, 5]
    lost = kind in (kinds.ENDED, kinds.FORFEITED)  # perhaps the friend resigns at once
    club.note(kind, match_id=friend, winner_id=LEADER if lost else None)
    if not meanwhile:
        club.decline(3, 1)
    assert (club.order[0] == 3) is (kind is not kinds.ENDED)


def test_accepting_and_cancelling_is_no_play() -> None:
    club = ClubLadder(3)
    club.wait(44 * DAY)
    club.note(kinds.NOT_PLAYED, match_id=club.begin(2, 1))
    club.wait(DAY)
    assert "Noticed 1" in club.sweep()


def test_matches_that_never_end_do_not_keep_others_out() -> None:
    club = ClubLadder(6)
    for friend in (2, 3, 4):
        club.begin(friend, 1)
    club.wait(29 * DAY)
    for number in range(7, 9):
        club.note(kinds.JOINED, number)
    club.manage(kinds.SHIFTED, 6, place=2)
    assert club.why(6, 1) is WhyNot.TOO_MANY_INCOMING
    club.wait(DAY)
    assert club.why(6, 1) is None


async def test_a_challenge_waits_for_who_is_on_vacation(ladder: LadderClub) -> None:
    waiting = await ladder.ask(3, 1)
    await ladder.club.look_around(hours=70)
    began = ladder.club.clock.now
    await ladder.club.services[VacationService].start(ladder.actor(LEADER), 5)
    assert (await ladder.club.challenges.get(waiting)).expires_at == began + 5 * DAY + 2 * HOUR
    await ladder.club.look_around(days=4)
    await ladder.club.services[VacationService].end(ladder.actor(LEADER))
    assert (await ladder.club.challenges.get(waiting)).expires_at == began + 4 * DAY + 2 * HOUR
    await ladder.club.look_around(hours=2)
    assert (await ladder.state()).standings.rungs[LEADER].declined
    await ladder.order()


async def test_a_long_vacation_ends_challenges_and_declines_none(ladder: LadderClub) -> None:
    await ladder.club.services[VacationService].start(ladder.actor(LEADER), 29)
    asked = [await ladder.ask(challenger, 1) for challenger in (3, 4)]
    until = ladder.club.clock.now + 14 * DAY
    assert {(await ladder.club.challenges.get(each)).expires_at for each in asked} == {until}
    await ladder.club.look_around(days=13, hours=23)
    assert (await ladder.club.challenges.get(asked[0])).state is ChallengeState.OPEN
    await ladder.club.look_around(hours=1)
    assert (await ladder.club.challenges.get(asked[0])).state is ChallengeState.EXPIRED
    assert await ladder.order() == [1, 2, 3, 4, 5]
    assert (await ladder.state()).standings.rungs[LEADER].declined is None
    assert await ladder.ask(3, 1)  # nobody has to rest because somebody was away


async def test_who_blocks_a_challenger_has_declined(ladder: LadderClub) -> None:
    await ladder.club.blocks.block(ladder.actor(LEADER), PlayerId(4))
    blocked = await ladder.ladders.challenge(ladder.actor(4), ladder.id, ladder.actor(1).person)
    assert (blocked.state, blocked.closed_by) == (ChallengeState.DECLINED, LEADER)
    await ladder.club.deliver()
    assert not [card for card in ladder.club.discord.cards if card.name.startswith("challenge")]
    waiting = await ladder.ask(3, 1)
    await ladder.club.blocks.block(ladder.actor(LEADER), PlayerId(3))
    assert (await ladder.club.challenges.get(waiting)).state is ChallengeState.DECLINED
    assert await ladder.order() == [3, 1, 2, 4, 5]


async def test_to_block_whom_one_has_challenged_takes_the_challenge_back(
    ladder: LadderClub,
) -> None:
    for challenger in (3, 4):
        waiting = await ladder.ask(challenger, 1)
        await ladder.club.blocks.block(ladder.actor(challenger), LEADER)
        assert (await ladder.club.challenges.get(waiting)).state is ChallengeState.CANCELLED
    await ladder.club.look_around(days=4)
    assert await ladder.order() == [1, 2, 3, 4, 5]


async def test_a_manager_on_the_ladder_does_not_better_their_own_place(ladder: LadderClub) -> None:
    def boss() -> Actor:
        return ladder.club.actor(Person(PlayerId(3), manages_server=True))

    for player, place in ((3, 1), (1, 4)):
        who = PlayerId(player)
        await refusal(OwnPlace, ladder.act(Act.PLACE, who, place, reason="why not", by=boss()))
    await refusal(OwnPlace, ladder.act(Act.REMOVE, LEADER, reason="why not", by=boss()))
    assert await ladder.order() == [1, 2, 3, 4, 5]
    await ladder.act(Act.PLACE, 5, 2, reason="was away with leave", by=boss())
    await ladder.act(Act.PLACE, 3, 5, reason="asked for it", by=boss())
    await ladder.act(Act.REMOVE, 3, reason="no time any more", by=boss())
    assert await ladder.order() == [1, 5, 2, 4]


async def noticed(ladder: LadderClub) -> list[int]:
    rungs = (await ladder.state()).standings.rungs
    return [who for who, rung in rungs.items() if rung.noticed_at]


async def test_whoever_comes_back_early_is_looked_at_again(club: Club) -> None:
    ladder = await LadderClub.open(club, 3)
    await ladder.club.look_around(days=30)
    for number in (1, 2):
        await ladder.club.services[VacationService].start(ladder.actor(number), 29)
    await ladder.club.look_around(days=16)
    assert await noticed(ladder) == []
    await ladder.club.services[VacationService].end(ladder.actor(1))
    await ladder.club.look_around(days=14, hours=23)
    assert await noticed(ladder) == []
    await ladder.club.look_around(hours=1)
    assert await noticed(ladder) == [1]


async def test_silence_does_not_count_while_the_bot_is_away(club: Club) -> None:
    ladder = await LadderClub.open(club, 3)
    presence = ladder.club.services[Presence]
    await presence.lost(())
    waiting = await ladder.ask(3, 1)
    asked_at = ladder.club.clock.now
    ladder.club.clock.now += 4 * DAY
    await ladder.club.look_around()  # before the outage is noted
    assert (await ladder.club.challenges.get(waiting)).expires_at == asked_at + 3 * DAY
    assert await ladder.order() == [1, 2, 3]
    await presence.lost(())
    ladder.club.clock.now += GRACE
    for _ in range(3):  # it is given back once
        await presence.beat()
    await ladder.club.look_around()
    challenge = await ladder.club.challenges.get(waiting)
    assert challenge.expires_at == asked_at + 7 * DAY
    accepted = await ladder.club.challenges.accept(ladder.actor(1), waiting)
    assert accepted.match_id is not None
    await ladder.order()
