"""Why a stone of Detach cannot go somewhere, in the words of its rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.game import Seat
from rules.games.detach.detachment import Reach, force_of
from rules.games.detach.info import NAMES
from rules.geometry.board import hex_board
from rules.texts import Counted, Text, either, sentences


@dataclass(frozen=True, slots=True)
class Reasons:
    """The reasons of one position, for the player on ``seat`` whose stones are ``own``."""

    side: int
    seat: Seat
    own: int
    enemy: int

    def no_stone(self, origin: int) -> Text:
        """Why nothing detaches from ``origin``, where the player has no stone."""
        name = self._name(origin)
        if self.enemy >> origin & 1:
            sides = {"side": NAMES[1 - self.seat], "mover": NAMES[self.seat]}
            return Text("{cell} holds a stone of {side}. {mover} is to move.", cell=name, **sides)
        return Text("{cell} is empty, so nothing can detach from it.", cell=name)

    def stuck(self, origin: int, reach: Reach, wanted: Sequence[int] = ()) -> Text:
        """Why ``reach`` does not suffice for the stone on ``origin``, ``wanted`` on some hexes."""
        rays = hex_board(self.side).rays[origin]
        near = {ray[reach.force - 1] for ray in rays if len(ray) >= reach.force}
        refused = [cell for cell in wanted if cell in near and cell not in reach.landings()]
        obstacle = self._obstacle(origin, reach.force, refused[0]) if refused else None
        return sentences(obstacle, self._too_little(self._name(origin), reach))

    def _too_little(self, name: str, reach: Reach) -> Text:
        places = [self._name(cell) for cell in reach.landings()]
        if not places:
            return Text(
                "{cell} has force {force}, and no hex at exactly that distance to land on.",
                cell=name,
                force=reach.force,
            )
        if not reach.free:
            return Text(
                "{cell} has force {force} and could only swap with {places}. One of its two stones "
                "needs an empty hex.",
                cell=name,
                force=reach.force,
                places=either(places),
            )
        return Text(
            "{cell} has force {force} and could land only on {landing}, but its two stones need "
            "two hexes.",
            cell=name,
            force=reach.force,
            landing=places[0],
        )

    def unfinished(self, origin: int, force: int, *landings: int) -> Text:
        """What a turn lacks that names a stone and one landing at most."""
        if landings:
            landing = self._name(landings[0])
            return Text("One stone lands on {cell}. Say where the other one lands.", cell=landing)
        return Counted(
            "{cell} becomes two stones. Say where they land, each {number} hex away.",
            "{cell} becomes two stones. Say where they land, each {number} hexes away.",
            force,
            cell=self._name(origin),
        )

    def no_landing(self, origin: int, force: int, target: int) -> Text:
        """Why no stone from ``origin`` can land on ``target``."""
        travels = Counted(
            "{cell} has force {number}: each of its stones travels exactly {number} hex.",
            "{cell} has force {number}: each of its stones travels exactly {number} hexes.",
            force,
            cell=self._name(origin),
        )
        return sentences(travels, self._obstacle(origin, force, target))

    def not_both(self, first: int, second: int) -> Text:
        """Why two landings that are possible alone do not go together."""
        if first == second:
            name = self._name(first)
            return Text(
                "The two stones take different directions, so they cannot both land on {cell}.",
                cell=name,
            )
        return Text(
            "Only one of the two stones may swap, and {first} and {second} both hold enemy stones.",
            first=self._name(first),
            second=self._name(second),
        )

    def _obstacle(self, origin: int, force: int, target: int) -> Text | None:
        rays = hex_board(self.side).rays[origin]
        if target == origin:
            return Text("Neither stone can stay where it is.")
        way = next((number for number, ray in enumerate(rays) if target in ray), None)
        name = self._name(target)
        if way is None:
            return Text("No straight line leads to {cell}.", cell=name)
        ray = rays[way]
        if len(ray) < force:
            return Text("Towards {cell}, the board ends before that.", cell=name)
        landing = ray[force - 1]
        blocked = self._blocked(ray[: force - 1], landing, force)
        if landing == target:
            return blocked
        there = Text("Towards {cell}, that is {landing}.", cell=name, landing=self._name(landing))
        return sentences(there, blocked)

    def _blocked(self, way: Sequence[int], landing: int, force: int) -> Text | None:
        """Why nothing lands on a hex at the right distance; None if something can."""
        name, enemy = self._name(landing), NAMES[1 - self.seat]
        for passed in way:
            if self.enemy >> passed & 1:
                return Text(
                    "A stone of {side} on {passed} is in the way to {cell}.",
                    side=enemy,
                    passed=self._name(passed),
                    cell=name,
                )
        if self.own >> landing & 1:
            return Text(
                "{cell} holds a stone of {side}. A stone lands on an empty hex or an enemy stone.",
                cell=name,
                side=NAMES[self.seat],
            )
        enemy_force = force_of(self.side, self.enemy, landing) if self.enemy >> landing & 1 else 0
        if enemy_force <= force:
            return None
        return Text(
            "{cell} holds a stone of {side} with force {force}. Only a stone of force {force} or "
            "more can swap with it.",
            cell=name,
            side=enemy,
            force=enemy_force,
        )

    def _name(self, cell: int) -> str:
        return hex_board(self.side).names[cell]
