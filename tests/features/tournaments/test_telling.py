"""Direct messages about tournaments, for those who chose to be reminded so."""

from bot.features.reminders import Wishes
from bot.features.tournaments.acts import Act
from data.ids import PlayerId
from data.states import ReminderWay
from tests.features.tournaments.cup_club import Cup
from tests.kit.club import Club

LINES = "kind = 'tournament_line'"


async def hears(club: Club, number: int, way: ReminderWay) -> None:
    await club.reminders.choose(club.actor(PlayerId(number)), Wishes(way=way))


async def lines(club: Club) -> list[int]:
    """Who heard something, in order."""
    found = await club.sql(f"SELECT subject_id FROM outbox WHERE {LINES} ORDER BY id")
    return [row[0] for row in found]


async def test_a_round_is_told_to_those_who_chose_so_and_once(club: Club) -> None:
    cup = await Cup.open(club, 7, "swiss", rounds=3)
    await hears(club, 1, ReminderWay.DIRECT)
    await hears(club, 2, ReminderWay.DIGEST)
    await hears(club, 7, ReminderWay.DIRECT)  # who has a bye has nothing to do
    await cup.begin()
    assert await lines(club) == [1, 2]
    await cup.sweep()
    assert await lines(club) == [1, 2]


async def test_who_is_withdrawn_and_who_goes_up_or_down_hears_of_it(club: Club) -> None:
    cup = await Cup.begun(club, 8, "league", size=4, games=1)
    for number in range(1, 9):
        await hears(club, number, ReminderWay.DIRECT)
    await cup.act(Act.EXPEL, 8, reason="he asked me to")
    await cup.sweep()
    assert await lines(club) == [8]
    await cup.play_out()
    assert await lines(club) == [8, 4, 5]
