"""Whole knockouts with leavers, timeouts and rulings: what must hold holds after every step."""

from collections.abc import Iterable
from typing import Any

import pytest

from bot.features.tournaments.values import Field, Pairing
from tests.features.tournaments.cup_club import Cup
from tests.features.tournaments.test_simulated_tournaments import Simulated
from tests.kit.by_day import at_night
from tests.kit.club import Club, first_move

MOST_GAMES = 5
Places = dict[tuple[int, int, int], list[Pairing]]
"""The games of each tie, by round, 1 for the game for third place, and board."""


class SimulatedKnockout(Simulated):
    """A cup in which people also move, so that a bracket stands."""

    def __init__(self, cup: Cup, seed: int, together: int = 1) -> None:
        super().__init__(cup, seed, together)
        self.acts += [self.meet] * 6

    async def meet(self, field: Field) -> None:
        """Both move in a game, or one of them alone."""
        match = await self.club.state(self.running(field).match_id)
        for _ in range(self.lot.choice((1, 2, 2))):
            if not match.is_running:
                return
            match = await self.club.move(match, first_move(match))

    async def check_format(self, field: Field) -> None:
        places: Places = {}
        for each in field.pairings:
            seats = each.seats
            places.setdefault((seats.round, seats.division, seats.board), []).append(each)
        check_games(field, places)
        for place in places:
            check_who_sits_there(field, places, place)


def check_games(field: Field, places: Places) -> None:
    """Two games with sides exchanged, two more, and a decider; nobody who is out plays."""
    ties = [place for place in places if place[1] == 0]
    assert len(ties) <= len({*field.numbers.values()}) - 1
    for games in places.values():
        numbers = {each.seats.game: each for each in games}
        assert {1, 2} <= numbers.keys() <= {*range(1, MOST_GAMES + 1)}
        assert len({frozenset(each.players) for each in games}) == 1
        for one, other in (numbers[1], numbers[2]), (numbers.get(3), numbers.get(4)):
            assert not one or not other or one.players == other.players[::-1]
    for each in field.pairings:
        assert not each.is_running or all(field.by_id[who].is_in for who in each.players)


def numbers_of(field: Field, games: Iterable[Pairing]) -> set[int]:
    """The numbers of those who play."""
    return {field.numbers[who] for each in games for who in each.players}


def check_who_sits_there(field: Field, places: Places, place: tuple[int, int, int]) -> None:
    """Each comes from one of the two ties before, and the other one of that tie does not."""
    number, division, board = place
    players = numbers_of(field, places[place])
    size = 2 ** (len({*field.numbers.values()}) - 1).bit_length()
    if number == 1:
        assert sum(players) == size + 1
        return
    before = (2 * board - 1, 2 * board) if division == 0 else (1, 2)
    came = [places.get((number - 1, 0, each)) for each in before]
    for tie in filter(None, came):
        assert len(players & numbers_of(field, tie)) <= 1
    known = {who for tie in came if tie for who in numbers_of(field, tie)}
    assert players <= known or None in came  # else a bye brought them here


@pytest.mark.parametrize(
    ("seed", "people", "together"),
    [
        (1, 4, 1),
        (3, 10, 1),
        *(at_night(seed, 3 + seed * 7 % 14, 1) for seed in range(12)),
        at_night(12, 40, 8),
        at_night(13, 90, 20),
    ],
)
async def test_a_knockout_holds_at_every_step(
    club: Club, seed: int, people: int, together: int
) -> None:
    chosen: dict[str, Any] = {} if seed % 3 else {"third_place": seed % 2 == 0}
    cup = await Cup.begun(club, people, "knockout", **chosen)
    await SimulatedKnockout(cup, seed, together).play()
