"""While a ladder is frozen no time passes, and no place changes."""

from datetime import timedelta

from bot.core.clocks import GRACE, LedgerKind, PauseKind
from bot.core.matches import MatchState
from bot.features.ladders import entries
from bot.features.ladders.acts import Act
from bot.features.ladders.rules import WhyNot
from data.ids import PlayerId
from tests.features.ladders.club_ladder import ClubLadder
from tests.features.ladders.ladder_club import LadderClub
from tests.kit.times import DAY, HOUR


async def freeze(ladder: LadderClub) -> None:
    await ladder.act(Act.FREEZE, reason="holidays")


async def thaw(ladder: LadderClub) -> None:
    await ladder.act(Act.THAW)


async def left(ladder: LadderClub, match: MatchState) -> timedelta:
    view = await ladder.club.clocks.look(ladder.actor(5), match.id)
    return view.seats[view.match.to_move or 0].remaining(view.now)


async def test_the_clocks_of_its_matches_stand_still(ladder: LadderClub) -> None:
    match = await ladder.begin(5, 3)
    friends = await ladder.club.start(PlayerId(5), PlayerId(3), clock="3d")
    await ladder.club.look_around(days=1)
    before = await left(ladder, match)
    await freeze(ladder)
    await ladder.club.look_around(days=40)
    assert (await ladder.club.state(match.id)).is_running
    assert not (await ladder.club.state(friends.id)).is_running
    assert await left(ladder, match) == before
    await thaw(ladder)
    assert await left(ladder, match) == before
    running = await ladder.club.state(match.id)
    assert running.match.deadline == ladder.club.clock.now + before
    await ladder.club.look_around(before + GRACE)
    assert not (await ladder.club.state(match.id)).is_running
    said = [each.shown[0] for each in ladder.club.discord.cards if each.name.startswith("clock")]
    assert said[0].startswith("frozen")
    assert said[1].startswith("thawed")


async def test_what_ends_meanwhile_counts_when_it_goes_on(ladder: LadderClub) -> None:
    first, second = await ladder.begin(5, 3), await ladder.begin(4, 2)
    await freeze(ladder)
    await ladder.club.resign(second, PlayerId(2))
    await ladder.club.resign(first, PlayerId(3))
    assert await ladder.order() == [1, 2, 3, 4, 5]
    await ladder.club.deliver()
    await thaw(ladder)
    assert await ladder.order() == [1, 4, 2, 5, 3]
    await ladder.club.deliver()
    news = [each.shown[0] for each in ladder.club.discord.cards if "ladder news" in each.name]
    assert news == ["frozen", "unfrozen", "forfeited", "forfeited"]


async def test_a_timeout_forgiven_meanwhile_goes_on_standing_still(ladder: LadderClub) -> None:
    match = await ladder.begin(5, 3)
    await ladder.club.look_around(days=4)
    await freeze(ladder)
    await ladder.club.rulings.forgive(ladder.boss, match.id, "was ill")
    forgiven = await ladder.club.state(match.id)
    assert forgiven.match.stands_still(PauseKind.FROZEN)
    assert forgiven.match.deadline is None
    await ladder.club.look_around(days=30)
    await thaw(ladder)
    again = await ladder.club.state(match.id)
    assert again.is_running
    assert again.match.deadline == ladder.club.clock.now + 3 * DAY
    assert await ladder.order() == [1, 2, 3, 4, 5]


async def test_a_match_that_ended_frozen_runs_when_it_is_forgiven_later(ladder: LadderClub) -> None:
    match = await ladder.begin(5, 3)
    await ladder.club.deliver()
    await ladder.club.look_around(days=3)  # over, but for the grace
    await freeze(ladder)
    await ladder.club.look_around(GRACE + HOUR)
    assert not (await ladder.club.state(match.id)).is_running
    await thaw(ladder)
    await ladder.club.rulings.forgive(ladder.boss, match.id, "was ill")
    assert (await ladder.club.state(match.id)).match.deadline is not None


async def test_who_moves_meanwhile_has_as_much_time_later(ladder: LadderClub) -> None:
    match = await ladder.begin(5, 3)
    await ladder.club.deliver()
    await freeze(ladder)
    await ladder.club.look_around(days=10)
    match = await ladder.club.play(match, 3, posted=True)
    await thaw(ladder)
    running = await ladder.club.state(match.id)
    assert running.match.deadline == ladder.club.clock.now + 3 * DAY
    kinds = [
        line.kind for line in (await ladder.club.clocks.look(ladder.actor(5), match.id)).ledger
    ]
    assert kinds.count(LedgerKind.FROZEN) == kinds.count(LedgerKind.THAWED) == 2


async def test_nobody_loses_in_the_hour_in_which_it_goes_on(ladder: LadderClub) -> None:
    match = await ladder.begin(5, 3)
    await ladder.club.deliver()
    await ladder.club.look_around(3 * DAY - timedelta(minutes=2))
    await freeze(ladder)
    await ladder.club.look_around(days=10)
    await thaw(ladder)
    running = await ladder.club.state(match.id)
    assert running.match.deadline == ladder.club.clock.now + HOUR


async def test_closing_a_frozen_ladder_lets_its_matches_go_on(ladder: LadderClub) -> None:
    match = await ladder.begin(5, 3)
    await freeze(ladder)
    await ladder.act(Act.CLOSE, reason="the season is over")
    assert (await ladder.club.state(match.id)).match.deadline is not None


async def test_a_ladder_frozen_by_an_earlier_version_stops_the_clocks(ladder: LadderClub) -> None:
    match = await ladder.begin(5, 3)
    await freeze(ladder)
    await ladder.club.sql("DELETE FROM clock_lines WHERE kind = 'frozen'")
    await ladder.club.sql("""UPDATE matches SET clocks = REPLACE(clocks, '"frozen"', '')""")
    assert not (await ladder.club.state(match.id)).match.stands_still(PauseKind.FROZEN)
    await ladder.club.sql(
        "INSERT INTO timers (kind, subject_id, due_at) SELECT 'ladder', id, created_at FROM ladders"
    )
    await ladder.club.sweep()
    assert (await ladder.club.state(match.id)).match.stands_still(PauseKind.FROZEN)


def frozen_for(club: ClubLadder, length: timedelta) -> None:
    club.freeze()
    club.wait(length)
    club.thaw()


def test_pairs_rest_no_less_because_it_was_frozen() -> None:
    club = ClubLadder(5)
    club.play(5, 4, winner=4)
    frozen_for(club, 20 * DAY)
    assert club.why(5, 4) is WhyNot.RESTING
    club.wait(7 * DAY)
    assert club.why(5, 4) is None


def test_refusals_and_timeouts_are_no_longer_ago() -> None:
    club = ClubLadder(6)
    club.decline(4, 2)
    club.end(club.begin(6, 5), winner=5, timed_out=6)
    club.wait(20 * DAY)
    frozen_for(club, 60 * DAY)
    club.wait(9 * DAY)
    club.decline(5, 2)
    club.end(club.begin(6, 3), winner=3, timed_out=6)
    assert club.order == [1, 5, 2, 3, 4]


def test_nor_are_those_before_a_match_that_is_not_played() -> None:
    club = ClubLadder(6)
    club.decline(4, 2)
    running = club.begin(5, 2)
    club.wait(20 * DAY)
    frozen_for(club, 60 * DAY)
    club.wait(9 * DAY)
    club.note(entries.NOT_PLAYED, match_id=running)
    assert club.order == [1, 5, 2, 3, 4, 6]


def test_what_1_0_0_wrote_counts_as_it_did() -> None:
    club = ClubLadder(5)
    club.decline(4, 2)
    club.freeze()
    club.wait(60 * DAY)
    club.manage(entries.THAWED)
    club.decline(5, 2)
    assert club.order == [1, 2, 3, 4, 5]
    challenge = club.challenge(3, 2)
    club.note(entries.ACCEPTED, challenge_id=challenge, match_id=entries.MatchId(9))
    assert club.ladder.rungs[PlayerId(2)].declined is None
    club.note(entries.ANNULLED, match_id=entries.MatchId(9))
    club.decline(4, 2)
    assert club.order == [1, 2, 3, 4, 5]
