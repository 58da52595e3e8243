from __future__ import annotations

from bot.services.ladders import (
    Closed,
    Dropped,
    Expired,
    Frozen,
    Noticed,
    Thawed,
    due_entries,
    next_due,
)
from data.ids import PlayerId
from tests.services.ladders.club_ladder import DAY, HOUR, MANAGER, NOON, ClubLadder


def sweep(club: ClubLadder, *away: int) -> list[str]:
    """What is due now, done, as ``kind player``."""
    done = []
    vacation = frozenset(map(PlayerId, away))
    while due := due_entries(club.ladder, club.now, vacation):
        club.take(due[0])
        number = due[0].challenge_id if isinstance(due[0], Expired) else due[0].player_id
        done.append(f"{type(due[0]).__name__} {number}")
    return done


def test_a_challenge_waits_three_days() -> None:
    club = ClubLadder(3)
    first = club.challenge(3, 1)
    club.wait(HOUR)
    second = club.challenge(2, 1)
    assert next_due(club.ladder) == NOON + 72 * HOUR
    club.wait(71 * HOUR)
    assert sweep(club) == [f"Expired {first}"]
    club.wait(HOUR)
    assert sweep(club) == [f"Expired {second}"]
    assert club.order == [2, 1, 3]  # two refusals in a row


def test_an_accepted_challenge_does_not_run_out() -> None:
    club = ClubLadder(2)
    club.begin(2, 1)
    club.wait(30 * DAY)
    assert sweep(club) == []


def keep_playing(club: ClubLadder, player: int, opponent: int, weeks: int) -> None:
    """Two who play once a week, and never change places."""
    for _ in range(weeks):
        club.wait(7 * DAY)
        club.play(player, opponent, winner=opponent)


def test_who_does_not_play_is_told_and_then_goes_down_one_place_a_week() -> None:
    club = ClubLadder(4)
    keep_playing(club, 4, 3, weeks=6)
    assert next_due(club.ladder) == NOON + 45 * DAY
    club.play(3, 2, winner=2)
    club.wait(2 * DAY)
    assert sweep(club) == []
    club.wait(DAY)
    assert sweep(club) == ["Noticed 1"]
    assert next_due(club.ladder) == NOON + 52 * DAY
    for order in ([2, 1, 3, 4], [2, 3, 1, 4], [2, 3, 4, 1]):
        club.wait(7 * DAY)
        assert sweep(club) == ["Dropped 1"]
        assert club.order == order
    club.wait(7 * DAY)
    assert "Dropped 1" not in sweep(club)


def test_nobody_goes_down_several_places_because_nobody_looked() -> None:
    club = ClubLadder(4)
    keep_playing(club, 4, 3, weeks=20)
    assert sweep(club) == ["Noticed 1", "Noticed 2"]
    keep_playing(club, 4, 3, weeks=5)
    assert sweep(club) == ["Dropped 2", "Dropped 1"]
    assert club.order == [3, 1, 2, 4]


def test_neighbours_who_do_not_play_go_down_together() -> None:
    club = ClubLadder(5)
    club.wait(3 * DAY)
    club.play(3, 2, winner=2)
    club.wait(42 * DAY)
    club.play(5, 4, winner=4)
    assert sweep(club) == ["Noticed 1"]
    club.wait(3 * DAY)
    assert sweep(club) == ["Noticed 2", "Noticed 3"]
    club.wait(4 * DAY)
    assert sweep(club) == []  # the first waits for the others
    club.wait(3 * DAY)
    assert sweep(club) == ["Dropped 3", "Dropped 2", "Dropped 1"]
    assert club.order == [4, 1, 2, 3, 5]
    club.wait(7 * DAY)
    assert sweep(club) == ["Dropped 3", "Dropped 2", "Dropped 1"]
    assert club.order == [4, 5, 1, 2, 3]
    club.wait(7 * DAY)
    assert sweep(club) == []


def test_who_is_away_does_not_go_down_with_a_neighbour() -> None:
    club = ClubLadder(3)
    club.wait(45 * DAY)
    assert sweep(club) == ["Noticed 1", "Noticed 2"]
    club.wait(7 * DAY)
    assert sweep(club, 2) == ["Dropped 1"]
    assert club.order == [2, 1, 3]


def test_the_last_is_left_alone() -> None:
    club = ClubLadder(1)
    club.wait(100 * DAY)
    assert sweep(club) == []
    assert next_due(club.ladder) is None


def test_a_match_begun_or_ended_is_enough() -> None:
    club = ClubLadder(3)
    club.wait(44 * DAY)
    match_id = club.begin(2, 1)
    club.wait(60 * DAY)
    assert sweep(club) == []
    club.end(match_id, winner=1)
    club.wait(44 * DAY)
    assert sweep(club) == []
    club.wait(DAY)
    assert sweep(club) == ["Noticed 1", "Noticed 2"]
    club.play(2, 1, winner=1)
    club.wait(8 * DAY)
    assert sweep(club) == []


def test_nobody_goes_down_during_a_vacation() -> None:
    club = ClubLadder(3)
    club.wait(45 * DAY)
    assert sweep(club, 1) == ["Noticed 2"]
    assert sweep(club) == ["Noticed 1"]
    club.wait(30 * DAY)
    assert sweep(club, 1, 2) == []
    assert next_due(club.ladder, frozenset({PlayerId(1), PlayerId(2)})) is None
    assert club.order == [1, 2, 3]


def test_nothing_is_due_on_a_ladder_that_stands_still() -> None:
    club = ClubLadder(3)
    waiting = club.challenge(3, 1)
    club.wait(HOUR)
    club.take(Frozen(club.now, MANAGER, "holidays"))
    club.wait(100 * DAY)
    assert sweep(club) == []
    assert next_due(club.ladder) is None
    club.take(Thawed(club.now, MANAGER))
    assert sweep(club) == []
    assert next_due(club.ladder) == NOON + 100 * DAY + 72 * HOUR
    club.wait(71 * HOUR)
    assert sweep(club) == [f"Expired {waiting}"]
    club.wait(42 * DAY)
    assert sweep(club) == ["Noticed 1", "Noticed 2"]
    club.take(Frozen(club.now, MANAGER, "holidays"))
    club.wait(9 * DAY)
    club.take(Thawed(club.now, MANAGER))
    assert next_due(club.ladder) == club.now + 7 * DAY
    club.take(Closed(club.now, MANAGER, "the season is over"))
    club.wait(100 * DAY)
    assert sweep(club) == []


def test_entries_that_are_due_have_the_time_when_they_are_done() -> None:
    club = ClubLadder(2)
    club.wait(60 * DAY)
    assert due_entries(club.ladder, club.now) == (Noticed(club.now, PlayerId(1)),)
    club.take(Noticed(club.now, PlayerId(1)))
    club.wait(9 * DAY)
    assert due_entries(club.ladder, club.now) == (Dropped(club.now, PlayerId(1)),)
