"""Why a stone of Detach cannot go somewhere, in the words of its rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.game import Seat
from rules.games.detach.detachment import Reach, force_of
from rules.games.detach.info import COLOURS
from rules.geometry.hexboard import hex_board
from rules.words import listed


@dataclass(frozen=True, slots=True)
class Reasons:
    """The reasons of one position, for the player on ``seat`` whose stones are ``own``."""

    side: int
    seat: Seat
    own: int
    enemy: int

    def no_stone(self, origin: int) -> str:
        """Why nothing detaches from ``origin``, where the player has no stone."""
        name = self._name(origin)
        if self.enemy >> origin & 1:
            return f"{name} holds a {stone(1 - self.seat)}, and it is {COLOURS[self.seat]}'s turn"
        return f"{name} is empty, so nothing can detach from it"

    def stuck(self, origin: int, reach: Reach, wanted: Sequence[int] = ()) -> str:
        """Why ``reach`` does not suffice for the stone on ``origin``, ``wanted`` on some hexes."""
        rays = hex_board(self.side).rays[origin]
        near = {ray[reach.force - 1] for ray in rays if len(ray) >= reach.force}
        refused = [cell for cell in wanted if cell in near and cell not in reach.landings()]
        head = f"{self._name(origin)} has force {reach.force}"
        if refused:
            head = f"{self._obstacle(origin, reach.force, refused[0])}; {head}"
        places = [self._name(cell) for cell in reach.landings()]
        if not places:
            return f"{head} and no hex at exactly that distance to land on"
        if not reach.free:
            swaps = f"swap with {listed(places, 'or')}"
            return f"{head} and could only {swaps}; one of its two stones needs an empty hex"
        return f"{head} and could land only on {places[0]}, but its two stones need two hexes"

    def unfinished(self, origin: int, force: int, *landings: int) -> str:
        """What a turn lacks that names a stone and one landing at most."""
        if landings:
            return f"one stone lands on {self._name(landings[0])}; say where the other one lands"
        distance = "1 hex" if force == 1 else f"{force} hexes"
        return f"{self._name(origin)} becomes two stones; say where they land, each {distance} away"

    def no_landing(self, origin: int, force: int, target: int) -> str:
        """Why no stone from ``origin`` can land on ``target``."""
        distance = "1 hex" if force == 1 else f"{force} hexes"
        head = f"{self._name(origin)} has force {force}, so each stone travels exactly {distance}"
        return f"{head}; {self._obstacle(origin, force, target)}"

    def not_both(self, first: int, second: int) -> str:
        """Why two landings that are possible alone do not go together."""
        if first == second:
            return f"the two stones part, so they cannot both land on {self._name(first)}"
        enemies = f"{self._name(first)} and {self._name(second)}"
        return f"only one of the two stones may swap, and {enemies} both hold enemy stones"

    def no_swap(self, target: int) -> str:
        """Why a landing on the empty ``target`` is no swap."""
        return f"{self._name(target)} is empty, so there is no stone to swap with"

    def _obstacle(self, origin: int, force: int, target: int) -> str:
        rays = hex_board(self.side).rays[origin]
        if target == origin:
            return "neither can stay where it is"
        way = next((number for number, ray in enumerate(rays) if target in ray), None)
        if way is None:
            return f"no straight line leads to {self._name(target)}"
        ray, name = rays[way], self._name(target)
        if len(ray) < force:
            return f"in the line of {name} the board ends before that"
        landing = ray[force - 1]
        blocked = self._blocked(ray[: force - 1], landing, force)
        if landing == target:
            return blocked
        head = f"in the line of {name} that is {self._name(landing)}"
        return f"{head}, but {blocked}" if blocked else head

    def _blocked(self, way: Sequence[int], landing: int, force: int) -> str:
        """Why nothing lands on a hex at the right distance, or nothing."""
        name = self._name(landing)
        for passed in way:
            if self.enemy >> passed & 1:
                return f"a {stone(1 - self.seat)} on {self._name(passed)} is in the way to {name}"
        if self.own >> landing & 1:
            held = f"{name} holds a {stone(self.seat)}"
            return f"{held}, and a stone lands on an empty hex or an enemy stone"
        enemy_force = force_of(self.side, self.enemy, landing) if self.enemy >> landing & 1 else 0
        if enemy_force > force:
            held = f"{name} holds a {stone(1 - self.seat)} of force {enemy_force}"
            return f"{held}, and a swap is with a stone of force {force} at most"
        return ""

    def _name(self, cell: int) -> str:
        return hex_board(self.side).names[cell]


def stone(seat: Seat) -> str:
    """What to call one stone of ``seat`` inside a sentence."""
    return f"{COLOURS[seat].lower()} stone"
